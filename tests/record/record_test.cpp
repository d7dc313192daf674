#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/recorded_match.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

using nlohmann::json;
using namespace tests;

namespace {

const std::string contest = source_folder() + "/fields/gems/contest.dat";

/// A record of depth2 against a bad player that also makes illegal moves and faults.
std::string make_record(const TemporaryFolder& folder) {
    const std::string path = folder / "record.jsonl";
    const Output output = run(
        {referee_path(), contest, "--ai", gems_ai("depth2"), "--ai", gems_ai("random"), "--record",
         path});
    INFO(output.err);
    REQUIRE(output.status == 0);
    return path;
}

} // namespace

TEST_CASE("a record verifies, and alone is enough to replay", "[end-to-end]") {
    const TemporaryFolder folder;
    const std::string record = make_record(folder);
    const Output verified = run({referee_path(), "replay", record, "--verify"});
    CHECK(verified.status == 0);
    CHECK_THAT(verified.out, ContainsSubstring("turns verified: every move and state matches"));
    const std::vector<json> lines = lines_of(record);
    CHECK(lines[0]["record"] == 2);
    CHECK(lines[0]["field"]["text"] == read_file(contest));
    CHECK(lines[0]["seats"][0]["name"] == "depth2");
    CHECK(lines[0]["seats"][0]["sha256"].get<std::string>().size() == 64);
    CHECK(lines[1]["turn"] == 0);
    CHECK(lines[1]["fault"].is_null());
    CHECK(lines[1].contains("wall_ms"));
    CHECK(lines[1].contains("cpu_ms"));
    CHECK(lines[1]["memory_kib"] > 0);
    CHECK_THAT(lines[1]["notes"].get<std::string>(), StartsWith("value "));
    CHECK(lines.back()["ranks"].size() == 2);
    CHECK(lines.back()["state"].get<std::string>().size() == 64);
}

TEST_CASE("any single edited move is found and its turn is named", "[end-to-end][slow]") {
    const TemporaryFolder folder;
    const std::string record = make_record(folder);
    const std::vector<json> good = lines_of(record);
    int tried = 0;
    for (std::size_t at = 0; at < good.size(); ++at) {
        if (!good[at].contains("effect")) {
            continue;
        }
        ++tried;
        // Replaces the text the AI wrote, the effect, or both consistently.
        for (const std::vector<std::string>& keys :
             {std::vector<std::string>{"move"}, {"effect"}, {"move", "effect"}}) {
            std::vector<json> lines = good;
            for (const std::string& key : keys) {
                lines[at][key] = lines[at]["effect"] == "0 8 0 9" ? "6 7 5 7" : "0 8 0 9";
            }
            write_lines(folder / "edited.jsonl", lines);
            const Output output =
                run({referee_path(), "replay", folder / "edited.jsonl", "--verify"});
            INFO("line " << at + 1 << ": " << output.err);
            CHECK(output.status == 3);
            const std::string turn = "turn " + std::to_string(good[at]["turn"].get<int>()) + ":";
            CHECK_THAT(output.err, ContainsSubstring(turn));
            CHECK_THAT(
                output.err, ContainsSubstring("edited.jsonl:" + std::to_string(at + 1) + ":"));
        }
    }
    CHECK(tried > 10);
}

TEST_CASE("move lines have the state's hash: the first 8 digits, or all of it", "[end-to-end]") {
    const TemporaryFolder folder;
    for (const std::size_t digits : {8U, 64U}) {
        const std::string record = folder / std::to_string(digits);
        std::vector<std::string> command{
            referee_path(),       contest,   "--ai",  gems_ai("reference"), "--ai",
            gems_ai("reference"), "--seats", "fixed", "--record",           record};
        if (digits == 64) {
            command.emplace_back("--hash-each-turn");
        }
        REQUIRE(run(command).status == 0);
        const std::vector<json> lines = lines_of(record);
        for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
            CHECK(lines[i]["state"].get<std::string>().size() == digits);
        }
        CHECK(run({referee_path(), "replay", record, "--verify"}).status == 0);
    }
}

TEST_CASE("an edited field, result, fault or a missing move is found", "[end-to-end]") {
    const TemporaryFolder folder;
    const std::string record = make_record(folder);
    const std::vector<json> good = lines_of(record);
    const auto status_of = [&](const std::vector<json>& lines) {
        write_lines(folder / "edited.jsonl", lines);
        return run({referee_path(), "replay", folder / "edited.jsonl", "--verify"}).status;
    };
    CHECK(status_of(good) == 0);
    std::vector<json> lines = good;
    std::string text = lines[0]["field"]["text"];
    text[0] = text[0] == 'R' ? 'B' : 'R';
    lines[0]["field"]["text"] = text;
    CHECK(status_of(lines) == 3);
    lines = good;
    lines[0]["game"] = "cops";
    CHECK(status_of(lines) == 3);
    lines = good;
    std::swap(lines.back()["ranks"][0], lines.back()["ranks"][1]);
    CHECK(status_of(lines) == 3);
    lines = good;
    lines[2]["fault"] = "timeout";
    CHECK(status_of(lines) == 3);
    lines = good;
    lines.erase(lines.begin() + 3);
    CHECK(status_of(lines) == 3);
    lines = good;
    lines.back()["state"] = std::string(64, '0');
    CHECK(status_of(lines) == 3);
}

TEST_CASE("of a record whose field was edited, no turn is shown", "[end-to-end]") {
    const TemporaryFolder folder;
    const std::string record = make_record(folder);
    std::vector<json> lines = lines_of(record);
    lines[0]["field"]["sha256"] = std::string(64, '0');
    write_lines(record, lines);
    const Output shown =
        run({referee_path(), "replay", record, "--game", "1", "--show", "--turn", "0"});
    CHECK(shown.status == 3);
    CHECK_THAT(shown.err, ContainsSubstring("the field does not match its SHA-256"));
}

TEST_CASE("a record with faults of every kind verifies", "[end-to-end]") {
    const TemporaryFolder folder;
    const std::vector<std::pair<std::string, std::string>> programs{
        {"illegal", "echo 9 9 9 9 > result.dat"},
        {"bad-result", "printf 'a \\0 b' > result.dat"},
        {"no-result", ":"},
        {"exit", "exit 1"},
        {"crash", "kill -SEGV $$"},
        {"timeout", "sleep 600"},
    };
    for (const auto& [fault, line] : programs) {
        INFO(fault);
        write_script(folder / fault, "#!/bin/bash\n" + line + "\n");
        const std::string record = folder / (fault + ".jsonl");
        REQUIRE(
            run({referee_path(), contest, "--ai", folder / fault, "--ai", gems_ai("reference"),
                 "--record", record, "--time-limit", fault == "timeout" ? "200ms" : "60s"})
                .status == 0);
        const std::vector<json> lines = lines_of(record);
        CHECK(lines[1]["fault"] == fault);
        CHECK_FALSE(lines[1]["reason"].get<std::string>().empty());
        CHECK(run({referee_path(), "replay", record, "--verify"}).status == 0);
    }
}

TEST_CASE("a move that isn't text is recorded escaped and can be replayed", "[end-to-end]") {
    const TemporaryFolder folder;
    write_script(folder / "bytes", "#!/bin/bash\nprintf '\\xff\\xfe 1' > result.dat\n");
    write_script(folder / "long", "#!/bin/bash\nprintf '%60000d' 7 > result.dat\n");
    const std::string record = folder / "r.jsonl";
    REQUIRE(
        run({referee_path(), contest, "--ai", folder / "bytes", "--ai", folder / "long", "--record",
             record})
            .status == 0);
    const std::vector<json> lines = lines_of(record);
    CHECK(lines[1]["move"] == "\\xff\\xfe 1");
    CHECK(lines[1]["move_is_whole"] == false);
    CHECK(lines[4]["move"].get<std::string>().size() == 4096);
    CHECK(run({referee_path(), "replay", record, "--verify"}).status == 0);
}

TEST_CASE("a broken-off game leaves a readable record without a result", "[end-to-end]") {
    const TemporaryFolder folder;
    const std::string record = make_record(folder);
    const std::string text = read_file(record);
    write_file(folder / "cut.jsonl", text.substr(0, text.find("\"turn\":5") + 20));
    const Output output = run({referee_path(), "replay", folder / "cut.jsonl"});
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("incomplete record: no result; 5 turns"));
}

TEST_CASE("a record that ends within the head of a game says so", "[end-to-end]") {
    const TemporaryFolder folder;
    const std::string record = make_record(folder);
    const std::string text = read_file(record);
    const std::size_t second = text.find("\n{\"record\":");
    REQUIRE(second != std::string::npos);
    write_file(folder / "cut.jsonl", text.substr(0, second + 40));
    const Output output = run({referee_path(), "replay", folder / "cut.jsonl", "--verify"});
    CHECK(output.status == 0);
    CHECK_THAT(output.err, ContainsSubstring("cut.jsonl: the last line is incomplete"));
    CHECK(run({referee_path(), "replay", record}).err.empty());
}

TEST_CASE("a key that a record lacks is named with its line", "[end-to-end]") {
    const TemporaryFolder folder;
    std::string text = read_file(make_record(folder));
    const std::size_t turn = text.find("\"turn\":");
    text.replace(turn, 6, "\"nrut\"");
    write_file(folder / "wrong.jsonl", text);
    const Output output = run({referee_path(), "replay", folder / "wrong.jsonl"});
    CHECK(output.status == 2);
    CHECK_THAT(
        output.err,
        ContainsSubstring("wrong.jsonl:2: not a line of a record (key 'turn' not found)"));
}

TEST_CASE("a record is not overwritten without --force", "[end-to-end]") {
    const TemporaryFolder folder;
    const std::string record = make_record(folder);
    const std::string before = read_file(record);
    const std::vector<std::string> command{referee_path(),    contest, "--ai",
                                           gems_ai("random"), "--ai",  gems_ai("random"),
                                           "--record",        record};
    const Output output = run(command);
    CHECK(output.status == 2);
    CHECK_THAT(output.err, ContainsSubstring("already exists; --force overwrites it"));
    CHECK(read_file(record) == before);
    std::vector<std::string> forced = command;
    forced.emplace_back("--force");
    CHECK(run(forced).status == 0);
    CHECK(read_file(record) != before);
}

TEST_CASE("a full disk is the referee's failure, reported in one line", "[end-to-end]") {
    const Output output = run(
        {referee_path(), contest, "--ai", gems_ai("random"), "--ai", gems_ai("random"), "--record",
         "/dev/full", "--force"});
    CHECK(output.status == 1);
    CHECK_THAT(
        output.err,
        ContainsSubstring("referee: writing the record /dev/full: No space left on device; free "
                          "space or inodes there, or use another place\n"));
}

TEST_CASE("--states prints every state as a line of JSON", "[end-to-end]") {
    const TemporaryFolder folder;
    const std::string record = make_record(folder);
    const Output output = run({referee_path(), "replay", record, "--states", "--game", "1"});
    REQUIRE(output.status == 0);
    std::istringstream text(output.out);
    int turn = 0;
    for (std::string line; std::getline(text, line); ++turn) {
        const json state = json::parse(line);
        CHECK(state["turn"] == turn);
        CHECK(state["board"].size() == 10);
        CHECK(state["players"].size() == 2);
    }
    CHECK(turn > 10);
}

TEST_CASE("--show draws every board of a record", "[end-to-end]") {
    const TemporaryFolder folder;
    const std::string record = make_record(folder);
    const Output output = run({referee_path(), "replay", record, "--show", "--game", "1"});
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring(" 9  R  B  B  3  G  G  5  B  1  G "));
    CHECK_THAT(output.out, ContainsSubstring("life          30      30"));
    CHECK(output.out.find('\x1b') == std::string::npos); // no terminal, no colours
}

TEST_CASE("--show has the first line of notes that isn't a drawing", "[end-to-end]") {
    const TemporaryFolder folder;
    const std::string record = make_record(folder);
    const auto shown = [&](const std::string& notes) {
        std::ostringstream changed;
        for (json line : lines_of(record)) {
            if (line.contains("effect")) {
                line["notes"] = notes;
            }
            changed << line.dump() << '\n';
        }
        write_file(folder / "noted.jsonl", changed.str());
        return run({referee_path(), "replay", folder / "noted.jsonl", "--show", "--turn", "2"}).out;
    };
    CHECK_THAT(shown("@value a 1\n@text 1 1 b\nan idea\nmore"), ContainsSubstring("  [an idea]\n"));
    CHECK_THAT(shown("@value a 1\n@value b 2"), !ContainsSubstring("value"));
    CHECK_THAT(shown("@value a 1\n"), !ContainsSubstring("  ["));
}

TEST_CASE(
    "the same match gives the same record except for times, ten times", "[end-to-end][slow]") {
    const TemporaryFolder folder;
    std::set<std::string> records;
    for (int i = 0; i < 10; ++i) {
        std::string all;
        std::vector<json> lines = lines_of(make_record(folder));
        for (json& line : lines) {
            line.erase("wall_ms");
            line.erase("cpu_ms");
            line.erase("memory_kib");
            all += line.dump() + "\n";
        }
        records.insert(all);
        std::filesystem::remove(folder / "record.jsonl");
    }
    CHECK(records.size() == 1);
}

TEST_CASE("a fault is recorded with the end of standard error, as UTF-8", "[end-to-end]") {
    const TemporaryFolder folder;
    // 2,000 letters of two bytes each, an invalid byte, and the last words.
    write_script(
        folder / "loud", "#!/bin/sh\nfor i in $(seq 2000); do printf 'ä' >&2; done\n"
                         "printf '\\377last words\\n' >&2\necho nonsense > result.dat\n");
    const std::string record = folder / "record.jsonl";
    const Output output = run(
        {referee_path(), contest, "--ai", folder / "loud", "--ai", gems_ai("reference"), "--record",
         record});
    INFO(output.err);
    REQUIRE(output.status == 0);
    const json move = lines_of(record)[1];
    CHECK(move["fault"] == "bad-result");
    const std::string errors = move["errors"];
    CHECK(errors.ends_with("ä\\xfflast words\n"));
    CHECK(errors.starts_with("ä"));
    CHECK(errors.size() <= 1024 + 3);
    CHECK(errors.size() > 1000);
}

TEST_CASE("standard error without a fault is not recorded", "[end-to-end]") {
    const TemporaryFolder folder;
    write_script(folder / "chatty", "#!/bin/sh\necho hello >&2\necho 1 0 1 1 > result.dat\n");
    const std::string record = folder / "record.jsonl";
    REQUIRE(
        run({referee_path(), contest, "--ai", folder / "chatty", "--ai", gems_ai("reference"),
             "--record", record})
            .status == 0);
    CHECK(lines_of(record)[1]["fault"].is_null());
    CHECK(!lines_of(record)[1].contains("errors"));
}

TEST_CASE("notes of 16 KiB are recorded", "[end-to-end]") {
    const TemporaryFolder folder;
    write_script(
        folder / "writer",
        "#!/bin/sh\nhead -c 16384 /dev/zero | tr '\\0' n > notes.dat\necho 1 0 1 1 > result.dat\n");
    const std::string record = folder / "record.jsonl";
    REQUIRE(
        run({referee_path(), contest, "--ai", folder / "writer", "--ai", gems_ai("reference"),
             "--record", record})
            .status == 0);
    CHECK(lines_of(record)[1]["notes"] == std::string(16 * 1024, 'n'));
}
