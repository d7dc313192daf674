#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

using nlohmann::json;
using namespace tests;

namespace {

/// The faults of `ai` in a match of 20 moves on the field of `make bench`, where they cost nothing.
json faults_of(const std::string& ai) {
    const TemporaryFolder folder;
    const std::string field = folder / "field.dat";
    const Output created = run(
        {referee_path(), "create", field, "--set", "illegal_penalty=0", "--set", "max_moves=10",
         "--set", "rows=50"});
    REQUIRE(created.status == 0);
    const Output played = run({referee_path(), field, "--ai", ai, "--ai", ai, "--json"});
    INFO(played.err);
    REQUIRE(played.status == 0);
    return json::parse(played.out)["games"][0]["faults"];
}

/// Every one of the 10 moves was answered, and each answer is read and found illegal.
void require_an_answer_each_move(const json& faults) {
    CHECK(faults.size() == 10);
    for (const json& fault : faults) {
        CHECK(fault["fault"] == "illegal");
    }
}

} // namespace

TEST_CASE("the bench's AI in C answers every move", "[end-to-end][bench]") {
    require_an_answer_each_move(faults_of(built("trivial-ai")));
}

TEST_CASE("the bench's AI without a C library answers every move", "[end-to-end][bench]") {
    const std::string ai = built("no-libc-ai");
#if !defined(__x86_64__) && !defined(__aarch64__)
    leave_out("the bench's AI without a C library", Need::known_processor);
    return;
#endif
    REQUIRE(std::filesystem::exists(ai));
    require_an_answer_each_move(faults_of(ai));
}
