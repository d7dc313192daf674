// How much of a terminal a picture takes up: so much the next one must overwrite.

#include "support/catch.hpp"

#include "cli/terminal.hpp"

using namespace referee;

TEST_CASE("a terminal breaks lines that are wider than it into rows", "[view]") {
    CHECK(terminal_rows("", 80) == 0);
    CHECK(terminal_rows("\n", 80) == 1);
    CHECK(terminal_rows("one\ntwo\n", 80) == 2);
    CHECK(terminal_rows(std::string(80, 'x') + "\n", 80) == 1);
    CHECK(terminal_rows(std::string(81, 'x') + "\n\n" + std::string(200, 'x') + "\n", 80) == 6);
}

TEST_CASE("in a terminal colours have no width, and characters beyond ASCII one", "[view]") {
    CHECK(terminal_rows("\x1b[1;31mred\x1b[0m\n", 3) == 1);
    CHECK(terminal_rows("\x1b[1;31mred!\x1b[0m\n", 3) == 2);
    CHECK(terminal_rows("Gr\u00fc\u00dfe\n", 5) == 1);
}
