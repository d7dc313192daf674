// `play --from`: referee/match/README.md, "Repeating moves".

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/recorded_match.hpp"

#include <filesystem>

using nlohmann::json;
using namespace tests;

namespace {

/// Plays on from a turn; the new record is `to`.
Output
play_from(const RecordedMatch& match, int turn, const std::string& to, const std::string& ai) {
    std::vector<std::string> command{referee_path(), "play",   "--from",
                                     match.record(), "--turn", std::to_string(turn),
                                     "--record",     to};
    for (int seat = 1; seat <= match.seats(); ++seat) {
        command.insert(command.end(), {"--ai", ai});
    }
    return run(command);
}

} // namespace

TEST_CASE("a game of any kind continues from a recorded position", "[end-to-end][rerun][slow]") {
    const TemporaryFolder folder;
    for (const std::string& game : known_games()) {
        INFO(game);
        RecordedMatch match(game, example_settings(game));
        match.play({}, Keeping::nothing);
        const std::vector<json> before = match.lines();
        // The first line of the turn in the middle; the last line is the result.
        std::size_t at = before.size() / 2;
        const int turn = before[at]["turn"];
        while (before[at - 1].value("turn", -1) == turn && !before[at - 1].contains("phase")) {
            --at;
        }
        const std::string out = folder / (game + ".jsonl");
        const Output output = play_from(match, turn, out, match.ai(1));
        INFO(output.err << output.out);
        REQUIRE(output.status == 0);
        const std::vector<json> after = lines_of(out);
        CHECK(after[0]["from"]["record"] == match.record());
        CHECK(after[0]["from"]["turn"] == turn);
        CHECK(after[0]["from"]["moves"] == at - 1);
        for (std::size_t i = 1; i < at; ++i) {
            CHECK(after[i] == before[i]);
        }
        // The same AIs play the same game again.
        CHECK(after.back() == before.back());
        const Output verified = run({referee_path(), "replay", out, "--verify"});
        INFO(verified.err);
        CHECK(verified.status == 0);
        CHECK_THAT(verified.out, ContainsSubstring("turns verified"));
        CHECK(
            run({referee_path(), "replay", out, "--html", folder / (game + ".html")}).status == 0);
    }
}

TEST_CASE("other AIs may make another end of it", "[end-to-end][rerun]") {
    RecordedMatch match("gems", {"--set", "max_moves=8"});
    match.play({}, Keeping::nothing);
    const TemporaryFolder folder;
    const Output output = play_from(match, 4, folder / "r.jsonl", gems_ai("greedy"));
    INFO(output.err << output.out);
    REQUIRE(output.status == 0);
    CHECK_THAT(
        output.out, StartsWith(
                        "from turn 4 of game 1 in " + match.record() +
                        ", played by reference#1, reference#2 until then\n"));
    CHECK_THAT(output.out, ContainsSubstring("game 1: greedy#1 "));
    CHECK_THAT(output.out, !ContainsSubstring("game 2")); // one game, seats as given
    CHECK(run({referee_path(), "replay", folder / "r.jsonl", "--verify"}).status == 0);
    // The moves after that point can be repeated, those before are another record's.
    CHECK(
        run({referee_path(), "rerun", folder / "r.jsonl", "--turn", "6", "--ai", gems_ai("greedy")})
            .status == 0);
    const Output early = run(
        {referee_path(), "rerun", folder / "r.jsonl", "--turn", "3", "--ai", gems_ai("greedy")});
    CHECK(early.status == 2);
    CHECK_THAT(
        early.err, ContainsSubstring(
                       "continues " + match.record() +
                       " from turn 4; use that record to repeat earlier moves"));
}

TEST_CASE("with --seats rotate every AI continues from every seat", "[end-to-end][rerun]") {
    RecordedMatch match("gems", {"--set", "max_moves=8"});
    match.play({}, Keeping::nothing);
    const TemporaryFolder folder;
    const Output output = run(
        {referee_path(), "play", "--from", match.record(), "--turn", "4", "--ai", gems_ai("greedy"),
         "--ai", gems_ai("reference"), "--seats", "rotate", "--html", folder / "page.html",
         "--record", folder / "r.jsonl"});
    INFO(output.err << output.out);
    REQUIRE(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("game 2: "));
    CHECK(run({referee_path(), "replay", folder / "r.jsonl", "--verify"}).status == 0);
    CHECK(std::filesystem::file_size(folder / "page.html") > 10'000);
}

TEST_CASE("an interrupted game continues from its last position", "[end-to-end][rerun]") {
    RecordedMatch match("gems", {"--set", "max_moves=8"});
    match.play({}, Keeping::nothing);
    const TemporaryFolder folder;
    const std::string text = read_file(match.record());
    const std::string cut = folder / "cut.jsonl";
    write_file(cut, text.substr(0, text.find("{\"turn\":5")));
    const Output output = run(
        {referee_path(), "play", "--from", cut, "--turn", "5", "--ai", match.ai(1), "--ai",
         match.ai(2), "--record", folder / "r.jsonl"});
    INFO(output.err << output.out);
    CHECK(output.status == 0);
    CHECK(lines_of(folder / "r.jsonl").back() == match.lines().back());
}

TEST_CASE("a continued game tells its AIs nothing of the earlier moves", "[end-to-end][rerun]") {
    RecordedMatch match("gems", {"--set", "max_moves=8"});
    match.play({}, Keeping::nothing);
    const TemporaryFolder folder;
    write_script(
        folder / "curious", "#!/bin/sh\n(grep ^last match.dat; wc -c < memory.dat) > notes.dat\n"
                            "echo 9 9 9 9 > result.dat\n");
    const Output output = play_from(match, 4, folder / "r.jsonl", folder / "curious");
    REQUIRE(output.status == 0);
    CHECK(lines_of(folder / "r.jsonl")[5]["notes"] == "last_wall_ms 0\nlast_fault none\n0\n");
}
