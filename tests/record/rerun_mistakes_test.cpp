// Every mistake on the command line of `rerun` and `play --from` is one line that says what to do.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/recorded_match.hpp"

#include <algorithm>
#include <filesystem>

using nlohmann::json;
using namespace tests;

namespace {

/// The one line of a refusal, without "referee: ".
std::string refusal(const std::vector<std::string>& words) {
    std::vector<std::string> command{referee_path()};
    command.insert(command.end(), words.begin(), words.end());
    const Output output = run(command);
    INFO(output.err << output.out);
    CHECK(output.status == 2);
    CHECK(std::count(output.err.begin(), output.err.end(), '\n') == 1);
    REQUIRE_THAT(output.err, StartsWith("referee: "));
    return output.err.substr(9, output.err.size() - 10);
}

/// Two games of four moves, and one of them alone.
struct Records {
    TemporaryFolder folder;
    RecordedMatch match{"gems", {"--set", "max_moves=4"}};
    std::string one;
    std::string two;
    std::string ai = gems_ai("reference");

    Records() {
        match.play({}, Keeping::nothing);
        one = match.record();
        two = folder / "two.jsonl";
        std::vector<json> lines = match.lines();
        const std::vector<json> second = lines;
        lines.insert(lines.end(), second.begin(), second.end());
        lines[second.size()]["number"] = 2;
        write_lines(two, lines);
    }
    std::string rerun(std::vector<std::string> words) const {
        words.insert(words.begin(), "rerun");
        return refusal(words);
    }
};

} // namespace

TEST_CASE(
    "a game, seat or turn that isn't there is refused with those there are",
    "[end-to-end][rerun]") {
    const Records records;
    const std::string& one = records.one;
    const std::string& two = records.two;
    const std::string files = records.folder / "files";
    CHECK(
        records.rerun({two, "--turn", "0", "--files", files}) ==
        two + ":1: its games are 1, 2; choose one with --game");
    CHECK(
        records.rerun({two, "--game", "3", "--turn", "0", "--files", files}) ==
        two + ":1: there is no game 3; its games are 1, 2");
    // Before anything that takes time: the AI isn't there, and no file is made.
    const std::string missing = two + ":1: there is no game 3; its games are 1, 2";
    const std::string notes = records.folder / "notes.jsonl";
    const std::string nobody = records.folder / "nobody";
    CHECK(records.rerun({two, "--game", "3", "--turn", "0", "--ai", nobody}) == missing);
    CHECK(records.rerun({two, "--game", "3", "--seat", "1", "--ai", nobody}) == missing);
    CHECK(records.rerun({two, "--game", "3", "--ai", nobody, "--notes", notes}) == missing);
    CHECK(!std::filesystem::exists(notes));
    CHECK(!std::filesystem::exists(files));
    CHECK(
        records.rerun({two, "--game", "2", "--turn", "9", "--files", files}) ==
        two + ":7: game 2 has no turn 9; the turns are 0 to 3");
    CHECK(
        records.rerun({one, "--turn", "1", "--seat", "1", "--files", files}) ==
        one + ":1: game 1 has no turn 1 of seat 1; the turns are 0 to 2; the next is 2");
    CHECK(
        records.rerun({one, "--turn", "1", "--seat", "3", "--files", files}) ==
        one + ":1: game 1 has no seat 3; its seats are 1 to 2");
    CHECK(
        records.rerun({one, "--turn", "prepare", "--files", files}) ==
        one + ":1: game 1 has no preparation; the turns are 0 to 3");
    CHECK(
        records.rerun({one, "--turn", "-1", "--files", files}) ==
        one + ":1: game 1 has no turn -1; the turns are 0 to 3");
    CHECK_THAT(
        records.rerun({one, "--turn", "x", "--files", files}),
        ContainsSubstring("--turn x: invalid value; give the number of a turn"));
    CHECK_FALSE(std::filesystem::exists(files));
}

TEST_CASE("where all seats move at once one has to be chosen", "[end-to-end][rerun]") {
    RecordedMatch match("battlesnake", {"--set", "size=7", "--set", "max_turns=3"});
    match.play({}, Keeping::nothing);
    CHECK(
        refusal({"rerun", match.record(), "--turn", "1", "--ai", match.ai(1)}) ==
        match.record() + ":1: seats 1, 2 were asked at turn 1; choose one with --seat");
}

TEST_CASE("options that don't go together are refused", "[end-to-end][rerun]") {
    const Records records;
    const std::string& one = records.one;
    const std::string& ai = records.ai;
    CHECK_THAT(records.rerun({one}), StartsWith("nothing to do; --files DIR writes"));
    CHECK_THAT(records.rerun({one, "--files", "d"}), StartsWith("which move?"));
    CHECK_THAT(records.rerun({one, "--ai", ai, "--debug", "gdb"}), StartsWith("which move?"));
    CHECK_THAT(records.rerun({one, "--ai", ai}), StartsWith("which moves? write --seat S"));
    CHECK_THAT(
        records.rerun({one, "--files", "d", "--turn", "0", "--debug", "gdb"}),
        StartsWith("which AI?"));
    CHECK_THAT(
        records.rerun({one, "--ai", ai, "--notes", "n", "--turn", "0"}),
        StartsWith("--notes is for all moves"));
    CHECK_THAT(
        records.rerun({one, "--ai", ai, "--debug", "gdb", "--turn", "0", "--json"}),
        StartsWith("--debug uses the terminal"));
    CHECK_THAT(
        records.rerun({one, "--ai", ai, "--turn", "0", "--debug", "no-such-debugger"}),
        ContainsSubstring("there is no program 'no-such-debugger'; install it or give its path"));
    CHECK_THAT(
        records.rerun({one, "--ai", ai, "--turn", "0", "--debug", "gdb 'open"}),
        ContainsSubstring("a quote is never closed; give a command"));
    CHECK_THAT(records.rerun({"--ai", ai}), StartsWith("rerun needs one record"));
    CHECK_THAT(
        records.rerun({one, "--ai", "/no/such/ai", "--turn", "0"}), StartsWith("/no/such/ai: "));
}

TEST_CASE("rerun overwrites nothing silently", "[end-to-end][rerun]") {
    const Records records;
    const std::string& one = records.one;
    std::filesystem::create_directory(records.folder / "full");
    write_file(records.folder / "full/mine", "mine");
    write_file(records.folder / "file", "mine");
    CHECK_THAT(
        records.rerun({one, "--turn", "0", "--files", records.folder / "full"}),
        ContainsSubstring(
            "the folder isn't empty; name a new one, or --force overwrites its files"));
    CHECK_THAT(
        records.rerun({one, "--turn", "0", "--files", records.folder / "file"}),
        ContainsSubstring("it isn't a folder; name another one with --files"));
    CHECK_THAT(
        records.rerun({one, "--ai", records.ai, "--notes", records.folder / "file"}),
        ContainsSubstring("the record already exists; --force overwrites it"));
    CHECK_THAT(
        records.rerun({one, "--ai", records.ai, "--notes", one, "--force"}),
        ContainsSubstring("this is the record being read; name another file"));
    CHECK_THAT(
        refusal(
            {"play", "--from", one, "--turn", "0", "--ai", records.ai, "--ai", records.ai,
             "--record", one, "--force"}),
        ContainsSubstring("this is the record being read; name another file"));
    CHECK(read_file(one) == read_file(records.match.record()));
    CHECK(records.match.lines().size() == 6);
    CHECK(
        run({referee_path(), "rerun", one, "--turn", "0", "--files", records.folder / "full",
             "--force"})
            .status == 0);
    CHECK(read_file(records.folder / "full/mine") == "mine");
}

TEST_CASE("a damaged record is refused where it is damaged", "[end-to-end][rerun]") {
    const Records records;
    const std::string path = records.folder / "damaged.jsonl";
    std::vector<json> lines = records.match.lines();
    lines[2]["state"] = "00000000";
    write_lines(path, lines);
    const std::string files = records.folder / "files";
    CHECK(
        records.rerun({path, "--turn", "3", "--files", files}) ==
        path + ":3: game 1: turn 1: the state after it differs from the record; the record can be "
               "used only up to this point");
    CHECK_THAT(
        records.rerun({path, "--seat", "1", "--ai", records.ai}),
        StartsWith(path + ":3: game 1: "));
    CHECK_THAT(
        records.rerun({path, "--ai", records.ai, "--notes", records.folder / "n"}),
        StartsWith(path + ":3: game 1: "));
    CHECK_FALSE(std::filesystem::exists(records.folder / "n"));
    CHECK_THAT(
        refusal({"play", "--from", path, "--turn", "2", "--ai", records.ai, "--ai", records.ai}),
        StartsWith(path + ":3: turn 1: the state after it differs"));
    // Before the damage it can be used.
    CHECK(
        run({referee_path(), "rerun", path, "--turn", "1", "--files", records.folder / "b"})
            .status == 0);
    write_file(path, "no JSON\n");
    CHECK_THAT(records.rerun({path, "--turn", "0", "--files", files}), StartsWith(path + ":1: "));
    CHECK_THAT(
        records.rerun({records.folder / "none", "--turn", "0", "--files", files}),
        ContainsSubstring("none: there is no such file; name a record"));
}

TEST_CASE("a turn that isn't whole in the record can't be repeated", "[end-to-end][rerun]") {
    RecordedMatch match("battlesnake", {"--set", "size=7", "--set", "max_turns=3"});
    match.play({}, Keeping::nothing);
    const TemporaryFolder folder;
    std::vector<json> lines = match.lines();
    lines.resize(4); // the head, turn 0, and of turn 1 only seat 1
    write_lines(folder / "cut.jsonl", lines);
    CHECK(
        refusal({"rerun", folder / "cut.jsonl", "--turn", "1", "--files", folder / "files"}) ==
        (folder / "cut.jsonl") +
            ":4: the record ends in the middle of turn 1; repeat an earlier move");
}

TEST_CASE(
    "a record of the first format replays, but moves can't be repeated", "[end-to-end][rerun]") {
    const Records records;
    const std::string path = records.folder / "old.jsonl";
    std::vector<json> lines = records.match.lines();
    lines[0]["record"] = 1;
    lines[0].erase("points");
    for (json& seat : lines[0]["seats"]) {
        seat.erase("command");
    }
    write_lines(path, lines);
    CHECK(run({referee_path(), "replay", path, "--verify"}).status == 0);
    CHECK_THAT(
        records.rerun({path, "--turn", "0", "--files", records.folder / "files"}),
        StartsWith(path + ":1: a record of format 1 doesn't hold all that the AIs were given"));
    CHECK(
        run({referee_path(), "play", "--from", path, "--turn", "2", "--ai", records.ai, "--ai",
             records.ai})
            .status == 0);
    lines[0]["record"] = 99;
    write_lines(path, lines);
    CHECK(
        refusal({"replay", path}) == path + ":1: record format 99, but this referee reads 1 to 2; "
                                            "use the referee that wrote it");
}

TEST_CASE("a number of a record that doesn't fit its place is refused", "[end-to-end][rerun]") {
    const Records records;
    const std::string path = records.folder / "numbers.jsonl";
    const auto refused = [&](std::size_t line, const std::string& key, const json& value) {
        std::vector<json> lines = records.match.lines();
        lines[line][json::json_pointer(key)] = value;
        write_lines(path, lines);
        return refusal({"replay", path});
    };
    const auto because = [&](int line, const std::string& text, const std::string& range) {
        return fmt::format(
            "{}:{}: not a line of a record ({} where an integer from {} is expected); name a file "
            "written by --record",
            path, line, text, range);
    };
    const std::string any_int = "-2147483648 to 2147483647";
    const std::string any_natural = "0 to 18446744073709551615";
    CHECK(refused(0, "/limits/memory", 2.1e111) == because(1, "2.1e+111", any_natural));
    CHECK(refused(0, "/limits/processes", -1) == because(1, "-1", any_natural));
    CHECK(refused(0, "/seed", 0.5) == because(1, "0.5", any_natural));
    CHECK(refused(0, "/number", true) == because(1, "true", any_int));
    CHECK(refused(1, "/turn", 4'294'967'296) == because(2, "4294967296", any_int));
    CHECK(refused(1, "/seat", "1") == because(2, "\"1\"", any_int));
}

TEST_CASE("names in a record can't lead out of the folder", "[end-to-end][rerun]") {
    const Records records;
    const std::string path = records.folder / "wicked.jsonl";
    std::vector<json> lines = records.match.lines();
    lines[0]["seats"][0]["files"] = {"../escaped", "/tmp/escaped", ".hidden", "good.dat"};
    lines[0]["field"]["name"] = "../../escaped";
    write_lines(path, lines);
    REQUIRE(
        run({referee_path(), "rerun", path, "--turn", "0", "--files", records.folder / "in"})
            .status == 0);
    CHECK_FALSE(std::filesystem::exists(records.folder / "escaped"));
    CHECK_FALSE(std::filesystem::exists("/tmp/escaped"));
    CHECK_FALSE(std::filesystem::exists(records.folder / "in/.hidden"));
    CHECK(std::filesystem::exists(records.folder / "in/good.dat"));
    std::filesystem::create_directories(records.folder / "a/logs");
    REQUIRE(
        run({referee_path(), "play", "--from", path, "--turn", "2", "--ai", records.ai, "--ai",
             records.ai, "--logs", records.folder / "a/logs"})
            .status == 0);
    CHECK(std::filesystem::exists(records.folder / "a/logs/escaped-game1-seat1.err"));
}

TEST_CASE("play --from says which turns there are", "[end-to-end][rerun]") {
    const Records records;
    const std::string& ai = records.ai;
    const auto play = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"play", "--ai", ai, "--ai", ai});
        return refusal(words);
    };
    CHECK(
        play({"--from", records.one, "--turn", "4"}) ==
        records.one + ":1: game 1 has no turn 4; its turns are 0 to 3");
    CHECK(
        play({"--from", records.two, "--turn", "1"}) ==
        records.two + ":1: its games are 1, 2; choose one with --game");
    CHECK(play({"--from", records.one}) == "--from needs --turn N, the turn to play next");
    CHECK(play({"field.dat", "--turn", "1"}) == "--turn needs --from RECORD");
    CHECK_THAT(
        play({"--from", records.one, "--turn", "1", "field.dat"}),
        StartsWith("unexpected argument 'field.dat'"));
    CHECK_THAT(
        refusal({"play", "--from", records.one, "--turn", "1", "--ai", ai}),
        ContainsSubstring("the field has 2 seats, but 1 AI was given"));
}
