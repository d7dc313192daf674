// referee/match/README.md, "Repeating moves".

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/recorded_match.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

using nlohmann::json;
using namespace tests;

namespace fs = std::filesystem;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
    return text;
}

std::set<std::string> names_in(const std::string& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        names.insert(entry.path().filename().string());
    }
    return names;
}

/// Value of NAME in lines NAME=VALUE.
std::string variable(const std::string& lines, const std::string& name) {
    const std::size_t at = ("\n" + lines).find("\n" + name + "=");
    return lines.substr(at + name.size() + 1, lines.find('\n', at) - at - name.size() - 1);
}

/// Compares what an AI has kept of a run with what `rerun --files` writes.
void compare_run(const RecordedMatch& match, const std::string& run, const std::string& out) {
    const std::size_t dash = run.find('-');
    const std::string seat = run.substr(0, dash);
    const std::string phase = run.substr(dash + 1, run.rfind('-') - dash - 1);
    const std::string turn = phase == "prepare" ? phase : run.substr(run.rfind('-') + 1);
    const Output output = tests::run(
        {referee_path(), "rerun", match.record(), "--seat", seat, "--turn", turn, "--files", out});
    INFO("run " << run << ": " << output.err);
    REQUIRE(output.status == 0);
    CHECK(output.err.find("memory.dat") == std::string::npos); // it is recorded
    const std::string kept = match.kept() + "/" + run;
    std::set<std::string> names = names_in(kept + "/files");
    for (const std::string& name : names) {
        INFO(name);
        CHECK(read_file(out + "/" + name) == read_file(kept + "/files/" + name));
    }
    names.insert({"environment", "command"});
    CHECK(names_in(out) == names);
    const std::string variables = read_file(kept + "/environment");
    CHECK(
        read_file(out + "/environment") ==
        replaced(variables, variable(variables, "HOME"), fs::canonical(out).string()));
}

/// Compares runs of a match, sixteen of a long one, spread over it; how many.
int compare_all(const RecordedMatch& match) {
    const TemporaryFolder folder;
    const std::set<std::string> runs = names_in(match.kept());
    const std::size_t step = (runs.size() + 15) / 16;
    int count = 0;
    std::size_t at = 0;
    for (const std::string& run : runs) {
        if (at++ % step == 0) {
            compare_run(match, run, folder / run);
            ++count;
        }
    }
    return count;
}

} // namespace

TEST_CASE(
    "a repeated move has the files of the real one, byte for byte", "[end-to-end][rerun][slow]") {
    for (const std::string& game : known_games()) {
        INFO(game);
        RecordedMatch match(game, example_settings(game));
        match.play(
            {"--record-memory", "--tell-names", "--points", "3,1.5", "--seed", "12345"},
            Keeping::files);
        CHECK(compare_all(match) >= 6);
    }
}

TEST_CASE("a repeated move of a resident AI has its files and variables", "[end-to-end][rerun]") {
    RecordedMatch match("gems", {"--set", "max_moves=12"});
    match.play({"--record-memory"}, Keeping::files_of_residents);
    CHECK(compare_all(match) == 12);
}

TEST_CASE("a move is repeated with the faults and times of the game", "[end-to-end][rerun]") {
    RecordedMatch match("battlesnake", {"--set", "size=7", "--set", "max_turns=6"});
    match.fail_in_turn(0);
    match.play({"--record-memory"}, Keeping::files);
    const std::string after = read_file(match.kept() + "/1-move-1/files/match.dat");
    CHECK_THAT(after, ContainsSubstring("last_fault exit\n"));
    CHECK(compare_all(match) >= 4);
}

TEST_CASE("a preparation that an AI asked for is repeated too", "[end-to-end][rerun]") {
    RecordedMatch match("gems", {"--set", "max_moves=4"});
    match.ask_for_preparation();
    match.play({"--record-memory"}, Keeping::files);
    CHECK(names_in(match.kept()).count("1-prepare-0") == 1);
    compare_all(match);
    const TemporaryFolder folder;
    const Output output = run(
        {referee_path(), "rerun", match.record(), "--turn", "prepare", "--seat", "1", "--files",
         folder / "d"});
    CHECK(output.status == 0);
    CHECK(read_file(folder / "d/command") == match.ai(1) + "/play 'a word'\n");
}

TEST_CASE("without recorded memory the files say what is missing", "[end-to-end][rerun]") {
    RecordedMatch match("gems", {"--set", "max_moves=4"});
    match.play({}, Keeping::files);
    const TemporaryFolder folder;
    const auto files_of = [&](const std::string& turn) {
        return run(
            {referee_path(), "rerun", match.record(), "--turn", turn, "--files", folder / turn});
    };
    CHECK(files_of("0").err.empty());
    const Output later = files_of("2");
    CHECK(later.status == 0);
    CHECK_THAT(
        later.err, ContainsSubstring("memory.dat isn't in the record, so the file is empty"));
    CHECK(read_file(folder / "2/memory.dat").empty());
    // With the AI itself its memory comes from its earlier moves.
    const Output again = run(
        {referee_path(), "rerun", match.record(), "--turn", "2", "--files", folder / "again",
         "--ai", match.ai(1), "--confine", "none"});
    INFO(again.err);
    CHECK(again.status == 0);
    CHECK_THAT(
        again.err, ContainsSubstring("the AI's 1 earlier run was run first: memory.dat isn't empty "
                                     "after its first move"));
    CHECK(
        read_file(folder / "again/memory.dat") ==
        read_file(match.kept() + "/1-move-2/files/memory.dat"));
}

TEST_CASE("the command file starts the AI again in its folder", "[end-to-end][rerun]") {
    RecordedMatch match("gems", {"--set", "max_moves=4"});
    match.play({"--record-memory"}, Keeping::files);
    const TemporaryFolder folder;
    REQUIRE(
        run({referee_path(), "rerun", match.record(), "--turn", "2", "--files", folder / "d"})
            .status == 0);
    CHECK(run({"/bin/sh", "./command"}, folder / "d").status == 0);
    const std::string answer = read_file(folder / "d/result.dat");
    CHECK(answer == match.lines()[3]["move"].get<std::string>());
}

TEST_CASE("samples answer the same in every move of every game", "[end-to-end][rerun][slow]") {
    for (const std::string& game : known_games()) {
        RecordedMatch match(game, example_settings(game));
        match.play({}, Keeping::nothing);
        for (int seat = 1; seat <= match.seats(); ++seat) {
            const Output output = run(
                {referee_path(), "rerun", match.record(), "--seat", std::to_string(seat), "--ai",
                 match.ai(seat), "--json"});
            INFO(game << ", seat " << seat << ": " << output.err << output.out);
            CHECK(output.status == 0);
            const json result = json::parse(output.out);
            CHECK(result["moves"] > 1);
            CHECK(result["same"] == result["moves"]);
            CHECK(result["first_difference"].is_null());
        }
    }
}

TEST_CASE("one move is run again beside what was played", "[end-to-end][rerun]") {
    RecordedMatch match("gems", {"--set", "max_moves=8"});
    match.play({}, Keeping::nothing);
    const Output same =
        run({referee_path(), "rerun", match.record(), "--turn", "2", "--ai", match.ai(1)});
    INFO(same.err);
    CHECK(same.status == 0);
    const std::string effect = match.lines()[3]["effect"];
    CHECK_THAT(same.out, ContainsSubstring("turn 2, seat 1 (reference#1):"));
    CHECK_THAT(same.out, ContainsSubstring("  played  " + effect));
    CHECK_THAT(same.out, ContainsSubstring("  now     " + effect));
    CHECK_THAT(same.out, ContainsSubstring("\n  the same\n"));

    const TemporaryFolder folder;
    write_script(
        folder / "other", "#!/bin/sh\necho 9 9 9 9 > result.dat\necho idea > notes.dat\n"
                          "echo trouble >&2\n");
    const Output other =
        run({referee_path(), "rerun", match.record(), "--turn", "2", "--ai", folder / "other"});
    CHECK(other.status == 3);
    CHECK_THAT(other.out, ContainsSubstring("  now     illegal 9 9 9 9: "));
    CHECK_THAT(other.out, ContainsSubstring("\n  different\n"));
    CHECK_THAT(other.out, ContainsSubstring("  notes:\n    idea\n"));
    CHECK_THAT(other.out, ContainsSubstring("  standard error:\n    trouble\n"));
    const json result = json::parse(run({referee_path(), "rerun", match.record(), "--turn", "2",
                                         "--ai", folder / "other", "--json"})
                                        .out);
    CHECK(result["same"] == false);
    CHECK(result["turn"] == 2);
    CHECK(result["played"]["effect"] == effect);
    CHECK(result["answer"]["move"] == "9 9 9 9\n");
    CHECK(result["answer"]["fault"] == "illegal");
    CHECK(result["answer"]["notes"] == "idea\n");
    CHECK(result["answer"]["errors"] == "trouble\n");
}

TEST_CASE("of all moves of a seat the first that differs is shown", "[end-to-end][rerun]") {
    RecordedMatch match("gems", {"--set", "max_moves=12"});
    match.play({}, Keeping::nothing);
    const TemporaryFolder folder;
    // Like the reference until turn 5.
    write_script(
        folder / "later", "#!/bin/sh\nturn=$(sed -n 's/^turn //p' match.dat)\n"
                          "if [ \"$turn\" -lt 5 ]; then exec " +
                              match.ai(2) + "; fi\necho 9 9 9 9 > result.dat\n");
    const std::vector<std::string> command{
        referee_path(), "rerun",          match.record(), "--seat",      "2",
        "--ai",         folder / "later", "--allow-read", build_folder()};
    const Output output = run(command);
    INFO(output.err << output.out);
    CHECK(output.status == 3);
    CHECK_THAT(output.out, ContainsSubstring("seat 2 (reference#2), played again by later:\n"));
    CHECK_THAT(
        output.out,
        ContainsSubstring("  2 of 6 moves are the same; the first that differs is turn 5:\n"));
}

TEST_CASE("an AI with a memory answers the same, recorded or not", "[end-to-end][rerun]") {
    const TemporaryFolder folder;
    // It names how often it was run: without its memory that is never more than once.
    write_script(
        folder / "counter", "#!/bin/sh\necho run >> memory.dat\nwc -l < memory.dat > notes.dat\n"
                            "set -- $(wc -l < memory.dat)\necho $(($1 % 10)) 0 0 0 > result.dat\n");
    for (const bool is_recorded : {true, false}) {
        INFO(is_recorded);
        RecordedMatch match("gems", {"--set", "max_moves=12", "--set", "illegal_penalty=0"});
        match.use(folder / "counter");
        match.play(
            is_recorded ? std::vector<std::string>{"--record-memory"} : std::vector<std::string>{},
            Keeping::nothing);
        CHECK(match.lines()[9]["notes"] == "5\n");
        const Output all = run(
            {referee_path(), "rerun", match.record(), "--seat", "1", "--ai", folder / "counter",
             "--json"});
        INFO(all.err << all.out);
        CHECK(json::parse(all.out)["same"] == 6);
        const Output one = run(
            {referee_path(), "rerun", match.record(), "--turn", "8", "--ai", folder / "counter",
             "--json"});
        INFO(one.err << one.out);
        CHECK(json::parse(one.out)["answer"]["notes"] == "5\n");
        CHECK(json::parse(one.out)["same"] == true);
        if (is_recorded) {
            CHECK(one.err.empty()); // alone
        } else {
            CHECK_THAT(one.err, ContainsSubstring("the AI's 4 earlier runs were run first"));
        }
    }
}

TEST_CASE("an AI without a memory repeats a move alone", "[end-to-end][rerun]") {
    RecordedMatch match("gems", {"--set", "max_moves=12"});
    match.play({}, Keeping::nothing);
    const TemporaryFolder folder;
    write_file(folder / "runs", "");
    fs::permissions(folder / "runs", fs::perms::all); // it may run as another user
    write_script(
        folder / "loud",
        "#!/bin/bash\necho run >> " + (folder / "runs") + "\nexec " + match.ai(1) + "\n");
    const Output output = run(
        {referee_path(), "rerun", match.record(), "--turn", "10", "--ai", folder / "loud",
         "--confine", "none"});
    INFO(output.err << output.out);
    CHECK(output.status == 0);
    CHECK(output.err.empty());
    CHECK(read_file(folder / "runs") == "run\nrun\n"); // its first move tells that it keeps nothing
}

TEST_CASE("a memory that is too large for the record is rebuilt", "[end-to-end][rerun]") {
    const TemporaryFolder folder;
    write_script(
        folder / "hoarder", "#!/bin/bash\nhead -c 100000 /dev/urandom >> memory.dat\n"
                            "stat -c %s memory.dat > notes.dat\necho 9 9 9 9 > result.dat\n");
    RecordedMatch match("gems", {"--set", "max_moves=6", "--set", "illegal_penalty=0"});
    match.use(folder / "hoarder");
    match.play({"--record-memory"}, Keeping::nothing);
    CHECK(match.lines()[1]["memory"].is_null());
    const Output output = run(
        {referee_path(), "rerun", match.record(), "--turn", "4", "--ai", folder / "hoarder",
         "--json"});
    INFO(output.err);
    CHECK(json::parse(output.out)["answer"]["notes"] == "300000\n");
}

TEST_CASE("a resident AI is led through its earlier moves", "[end-to-end][rerun]") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "it");
    write_file(folder / "it/ai.ini", "command = play.sh\nresident = yes\n");
    // What it answers depends on a variable.
    write_script(
        folder / "it/play.sh", "#!/bin/bash\nasked=0\nwhile read -r word turn; do case $word in\n"
                               "move) asked=$((asked + 1)); echo $asked 0 0 0 > result.dat\n"
                               "echo done ;;\nquit) exit 0 ;;\nesac; done\n");
    RecordedMatch match("gems", {"--set", "max_moves=10", "--set", "illegal_penalty=0"});
    match.use(folder / "it");
    match.play({}, Keeping::nothing);
    const Output all = run(
        {referee_path(), "rerun", match.record(), "--seat", "2", "--ai", folder / "it", "--json"});
    INFO(all.err << all.out);
    CHECK(json::parse(all.out)["same"] == 5);
    const Output one =
        run({referee_path(), "rerun", match.record(), "--turn", "7", "--ai", folder / "it"});
    INFO(one.err << one.out);
    CHECK(one.status == 0);
    CHECK_THAT(one.out, ContainsSubstring("  now     illegal 4 0 0 0"));
    CHECK_THAT(
        one.err, ContainsSubstring(
                     "the AI's 3 earlier runs were run first: it is resident and may keep data in "
                     "variables"));
}

TEST_CASE(
    "a move that took too long may have more time when it is repeated", "[end-to-end][rerun]") {
    const TemporaryFolder folder;
    write_script(folder / "slow", "#!/bin/sh\nsleep 600\n");
    RecordedMatch match("gems", {"--set", "max_moves=4"});
    match.use(folder / "slow");
    match.play({"--time-limit", "100ms"}, Keeping::nothing);
    const Output again =
        run({referee_path(), "rerun", match.record(), "--turn", "0", "--ai", folder / "slow"});
    CHECK(again.status == 0); // the recorded limit
    CHECK_THAT(again.out, ContainsSubstring("  now     timeout: still running after 0.1 s"));
    write_script(
        folder / "quick", "#!/bin/sh\nsed -n 's/^time_limit_ms //p' match.dat > notes.dat\n"
                          "sleep 0.3\necho 9 9 9 9 > result.dat\n");
    const Output longer = run(
        {referee_path(), "rerun", match.record(), "--turn", "0", "--ai", folder / "quick",
         "--time-limit", "none", "--json"});
    CHECK(json::parse(longer.out)["answer"]["fault"] == "illegal");
    CHECK(json::parse(longer.out)["answer"]["notes"] == "100\n"); // it is told what it was told
}

TEST_CASE("a tournament records memory.dat too", "[end-to-end][rerun]") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "records");
    write_script(
        folder / "counter", "#!/bin/sh\necho run >> memory.dat\necho 9 9 9 9 > result.dat\n");
    run(
        {referee_path(), "create", folder / "f.dat", "--seed", "1", "--set", "max_moves=6", "--set",
         "illegal_penalty=0"});
    const Output played = run(
        {referee_path(), "tournament", "--fields", folder / "f.dat", "--ai",
         "a=" + (folder / "counter"), "--ai", "b=" + (folder / "counter"), "--db",
         folder / "t.sqlite", "--records", folder / "records", "--record-memory"});
    INFO(played.err);
    REQUIRE(played.status == 0);
    const std::string record = folder / "records/game-000001.jsonl";
    const Output output =
        run({referee_path(), "rerun", record, "--turn", "4", "--files", folder / "move"});
    INFO(output.err);
    CHECK(output.status == 0);
    CHECK(read_file(folder / "move/memory.dat") == "run\nrun\n");
}

TEST_CASE("an AI that may make files is led through its earlier moves", "[end-to-end][rerun]") {
    const TemporaryFolder folder;
    write_script(
        folder / "maker", "#!/bin/sh\necho run >> made\nset -- $(wc -l < made)\n"
                          "echo $1 0 0 0 > result.dat\n");
    RecordedMatch match("gems", {"--set", "max_moves=8", "--set", "illegal_penalty=0"});
    match.use(folder / "maker");
    match.play({"--free-folder", "--record-memory"}, Keeping::nothing);
    const Output output = run(
        {referee_path(), "rerun", match.record(), "--turn", "6", "--ai", folder / "maker",
         "--free-folder"});
    INFO(output.err << output.out);
    CHECK(output.status == 0);
    CHECK_THAT(
        output.err,
        ContainsSubstring(
            "the AI's 3 earlier runs were run first: it may have created files in its folder"));
}
