// `rerun --notes`, a game analysis: referee/match/README.md, "Repeating moves".

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/recorded_match.hpp"

using nlohmann::json;
using namespace tests;

TEST_CASE(
    "an analysis holds an AI's answer and notes beside every move", "[end-to-end][rerun][slow]") {
    const TemporaryFolder folder;
    for (const std::string& game : known_games()) {
        INFO(game);
        RecordedMatch match(game, example_settings(game));
        match.play({}, Keeping::nothing);
        const std::string out = folder / (game + ".jsonl");
        const Output output = run(
            {referee_path(), "rerun", match.record(), "--ai", "critic=" + match.ai(1), "--notes",
             out});
        INFO(output.err << output.out);
        REQUIRE(output.status == 0);
        const std::vector<json> before = match.lines();
        std::vector<json> after = lines_of(out);
        REQUIRE(after.size() == before.size());
        CHECK(after[0]["analyses"][0]["name"] == "critic");
        for (std::size_t i = 0; i < after.size(); ++i) {
            if (after[i].contains("turn") && !after[i].contains("phase")) {
                CHECK(after[i]["analyses"][0]["name"] == "critic");
                CHECK(after[i]["analyses"][0]["effect"] == after[i]["effect"]);
            }
            after[i].erase("analyses");
            CHECK(after[i] == before[i]); // what was played stays as it was
        }
        CHECK(run({referee_path(), "replay", out, "--verify"}).status == 0);
        CHECK(
            run({referee_path(), "replay", out, "--html", folder / (game + ".html")}).status == 0);
    }
}

TEST_CASE("an analysis shows where another AI would play differently", "[end-to-end][rerun]") {
    const TemporaryFolder folder;
    write_script(
        folder / "critic", "#!/bin/sh\necho '@value hope 7' > notes.dat\necho mine >> memory.dat\n"
                           "wc -l < memory.dat >> notes.dat\necho 9 9 9 9 > result.dat\n");
    RecordedMatch match("gems", {"--set", "max_moves=6"});
    match.play({"--record-memory"}, Keeping::nothing);
    const std::string out = folder / "out.jsonl";
    const Output output =
        run({referee_path(), "rerun", match.record(), "--ai", folder / "critic", "--notes", out});
    INFO(output.err << output.out);
    REQUIRE(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("seat 1 (reference#1), played again by critic:\n"));
    CHECK_THAT(output.out, ContainsSubstring("  0 of 3 moves are the same"));
    CHECK_THAT(output.out, ContainsSubstring("record: " + out));
    const json line = lines_of(out)[5];
    CHECK(line["turn"] == 4);
    CHECK(line["analyses"][0]["fault"] == "illegal");
    CHECK(line["analyses"][0]["effect"] == "9 9 9 9");
    CHECK(line["analyses"][0]["notes"] == "@value hope 7\n3\n"); // its own memory, by seat
    CHECK(line["analyses"][0].contains("wall_ms"));
}

TEST_CASE("several AIs may analyse one game, each once", "[end-to-end][rerun]") {
    const TemporaryFolder folder;
    RecordedMatch match("gems", {"--set", "max_moves=4"});
    match.play({}, Keeping::nothing);
    const std::string one = folder / "one.jsonl";
    const std::string two = folder / "two.jsonl";
    const auto analyse = [](const std::string& from, const std::string& ai, const std::string& to) {
        return run({referee_path(), "rerun", from, "--ai", ai, "--notes", to});
    };
    REQUIRE(analyse(match.record(), gems_ai("greedy"), one).status == 0);
    REQUIRE(analyse(one, gems_ai("maxdamage"), two).status == 0);
    const json line = lines_of(two)[1];
    CHECK(line["analyses"].size() == 2);
    CHECK(line["analyses"][1]["name"] == "maxdamage");
    const Output again = analyse(two, gems_ai("greedy"), folder / "three.jsonl");
    CHECK(again.status == 2);
    CHECK_THAT(
        again.err, ContainsSubstring("it already has an analysis by greedy; write --ai NAME=PATH"));
}

TEST_CASE("an analysis of one seat leaves the others' moves alone", "[end-to-end][rerun]") {
    const TemporaryFolder folder;
    RecordedMatch match("gems", {"--set", "max_moves=4"});
    match.play({}, Keeping::nothing);
    const Output output = run(
        {referee_path(), "rerun", match.record(), "--seat", "2", "--ai", gems_ai("greedy"),
         "--notes", folder / "out.jsonl", "--json"});
    REQUIRE(output.status == 0);
    const std::vector<json> lines = lines_of(folder / "out.jsonl");
    CHECK_FALSE(lines[1].contains("analyses"));
    CHECK(lines[2].contains("analyses"));
    const json result = json::parse(output.out);
    CHECK(result["seats"].size() == 1);
    CHECK(result["seats"][0]["moves"] == 2);
}
