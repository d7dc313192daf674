#include "base/text.hpp"
#include "support/catch.hpp"

namespace referee {
namespace {

TEST_CASE("columns are aligned as a terminal shows their characters", "[tables]") {
    Table table;
    table.header = {"AI", "Score"};
    table.words = 1;
    table.rows = {{"Zoë", "1"}, {"日本", "2"}, {"plain", "3"}};
    CHECK(
        aligned(table) == "AI     Score\n"
                          "Zoë        1\n"
                          "日本       2\n" // two columns each
                          "plain      3\n");
}

} // namespace
} // namespace referee
