// `referee tune` and parameters with the real executable.

#include "tournament/arena.hpp"

using namespace tournament_tests;

namespace {

/// Tunes two parameters of a depth3 that looks one move ahead, which is fast.
std::vector<std::string> tune_command(
    const Arena& arena, const std::string& database, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{program(),      "tune",
                                   "--ai",         gems_ai("depth3"),
                                   "--set",        "depth3:depth=1",
                                   "--set",        "depth3:red=0",
                                   "--parameter",  "red",
                                   "--parameter",  "green",
                                   "--fields",     arena / "fields",
                                   "--games",      "120",
                                   "--work",       arena / "work",
                                   "--db",         arena / database,
                                   "--time-limit", "60s",
                                   "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

} // namespace

TEST_CASE("Parameters reach the program in parameters.dat and in its command", "[tune]") {
    const Arena arena(2, 2);
    fs::create_directories(arena / "ai");
    tests::write_script(
        arena / "ai/run",
        "#!/bin/sh\necho \"given $1\" > notes.dat\ncat parameters.dat >> notes.dat\n");
    write_file(
        arena / "ai/ai.ini", "command = run {level}\nparameter = level, int, 3, 0, 9, 1\n"
                             "parameter = late, float, 0.5, 0, 1, 0.1\n");
    const Output played = run(
        {program(), arena / "fields/f-001.dat", "--ai", arena / "ai", "--ai",
         gems_ai("reference-c"), "--set", "ai:level=7", "--record", arena / "r.jsonl"});
    INFO(played.err);
    REQUIRE(played.status == 0);
    const std::string record = read_file(arena / "r.jsonl");
    CHECK_THAT(record, ContainsSubstring("given 7\\nlevel 7\\nlate 0.5"));
    CHECK_THAT(record, ContainsSubstring("\"ai{level=7}\""));
}

TEST_CASE("A repeated move has the parameters of the game", "[tune][rerun]") {
    const Arena arena(2, 2);
    fs::create_directories(arena / "ai");
    // It writes down what it was given, and that is what a repeated move is compared by.
    tests::write_script(
        arena / "ai/run",
        "#!/bin/sh\necho \"given $1\" > notes.dat\ncat parameters.dat >> notes.dat\n");
    write_file(arena / "ai/ai.ini", "command = run {level}\nparameter = level, int, 3, 0, 9, 1\n");
    const std::string record = arena / "r.jsonl";
    REQUIRE(
        run({program(), arena / "fields/f-001.dat", "--ai", arena / "ai", "--ai",
             gems_ai("reference-c"), "--set", "ai:level=7", "--record", record})
            .status == 0);

    const Output files = run(
        {program(), "rerun", record, "--game", "1", "--seat", "1", "--turn", "0", "--files",
         arena / "move"});
    INFO(files.err);
    REQUIRE(files.status == 0);
    CHECK(read_file(arena / "move/parameters.dat") == "level 7\n");
    CHECK_THAT(read_file(arena / "move/command"), ContainsSubstring(" 7\n"));

    const auto repeated = [&](const std::vector<std::string>& options) {
        std::vector<std::string> words{program(), "rerun",  record, "--game", "1",         "--seat",
                                       "1",       "--turn", "0",    "--ai",   arena / "ai"};
        words.insert(words.end(), options.begin(), options.end());
        const Output output = run(words);
        return output.out + output.err;
    };
    CHECK_THAT(repeated({"--set", "ai:level=7"}), ContainsSubstring("level 7"));
    CHECK_THAT(repeated({}), ContainsSubstring("level 3"));
}

TEST_CASE("A value is part of an AI's identity in a tournament", "[tune]") {
    const Arena arena(2, 4);
    const auto command = [&](const std::string& value) {
        return std::vector<std::string>{
            program(), "tournament",           "--ai",     gems_ai("depth3"),
            "--ai",    gems_ai("reference-c"), "--set",    "depth3:depth=1",
            "--set",   "depth3:red=" + value,  "--fields", arena / "fields",
            "--work",  arena / "work",         "--db",     arena / "db.sqlite"};
    };
    const Output first = run(command("12"));
    INFO(first.err);
    REQUIRE(first.status == 0);
    CHECK_THAT(first.out, ContainsSubstring("depth3{depth=1,red=12}"));
    const Output other = run(command("13"));
    CHECK(other.status == 2);
    CHECK_THAT(other.err, ContainsSubstring("it has games of the AI 'depth3{depth=1,red=12}'"));
}

TEST_CASE("Tuning killed 20 times ends with the same numbers", "[tune][slow]") {
    Arena arena(12, 6);
    const Output whole = run(tune_command(arena, "whole.sqlite"));
    INFO(whole.err);
    REQUIRE(whole.status == 0);
    int kills = 0;
    for (int attempt = 0; attempt < 200 && kills < 20; ++attempt) {
        const auto command = tune_command(arena, "killed.sqlite");
        if (!arena.interrupt(command, "killed.sqlite", SIGKILL, 6)) {
            break;
        }
        ++kills;
        CHECK(arena.is_clean());
    }
    CHECK(kills == 20);
    // It is no tournament, and each command that takes it for one says so.
    for (const std::vector<std::string>& reader : std::vector<std::vector<std::string>>{
             {"report", arena / "whole.sqlite"},
             {"site", arena / "whole.sqlite", arena / "site"},
             {"merge", arena / "merged.sqlite", arena / "whole.sqlite"}}) {
        std::vector<std::string> command{program()};
        command.insert(command.end(), reader.begin(), reader.end());
        const Output refused = run(command);
        CAPTURE(reader[0], refused.err);
        CHECK(refused.status == 2);
        CHECK_THAT(refused.err, ContainsSubstring("a run of 'referee tune', whose games have no"));
    }
    CHECK_FALSE(fs::exists(arena / "merged.sqlite"));
    const Output resumed = run(tune_command(arena, "killed.sqlite"));
    INFO(resumed.err);
    REQUIRE(resumed.status == 0);
    CHECK_THAT(resumed.err, ContainsSubstring("resuming after"));
    CHECK(nlohmann::json::parse(resumed.out) == nlohmann::json::parse(whole.out));
    CHECK(arena.stored("killed.sqlite") == arena.stored("whole.sqlite"));
    // Once it is over nothing more is played.
    CHECK(run(tune_command(arena, "whole.sqlite")).out == whole.out);
    CHECK(arena.stored("killed.sqlite") == arena.stored("whole.sqlite"));
}

TEST_CASE("The length of a tuning can't change in the middle", "[tune]") {
    const Arena arena(4, 4);
    std::vector<std::string> command = tune_command(arena, "db.sqlite");
    *(std::find(command.begin(), command.end(), "120")) = "24";
    REQUIRE(run(command).status == 0);
    *(std::find(command.begin(), command.end(), "24")) = "48";
    const Output longer = run(command);
    CHECK(longer.status == 2);
    CHECK_THAT(longer.err, ContainsSubstring("it has a different tournament"));
    CHECK_THAT(longer.err, ContainsSubstring("iterations 12"));
}

TEST_CASE("Tuning writes a page with a plot of each parameter", "[tune]") {
    const Arena arena(4, 4);
    std::vector<std::string> command =
        tune_command(arena, "db.sqlite", {"--html", arena / "tuning.html"});
    *(std::find(command.begin(), command.end(), "120")) = "24";
    const Output tuned = run(command);
    INFO(tuned.err);
    REQUIRE(tuned.status == 0);
    const std::string page = read_file(arena / "tuning.html");
    CHECK_THAT(page, ContainsSubstring("<h2>red</h2>"));
    CHECK_THAT(page, ContainsSubstring("<h2>green</h2>"));
    CHECK_THAT(page, ContainsSubstring("<polyline"));
    CHECK(page.find("://") == std::string::npos);

    CHECK(run(command).status == 0); // it replaces its own page
    CHECK(read_file(arena / "tuning.html") == page);
    tests::write_file(arena / "tuning.html", "somebody's own\n");
    const Output refused = run(command);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, ContainsSubstring("the file already exists; --force overwrites it"));
    CHECK(read_file(arena / "tuning.html") == "somebody's own\n");
}

TEST_CASE("A sweep prints each point with its interval", "[tune]") {
    const Arena arena(4, 4);
    std::vector<std::string> command = tune_command(
        arena, "db.sqlite",
        {"--method", "sweep", "--values", "3", "--against", gems_ai("reference-c")});
    const Output swept = run(command);
    INFO(swept.err);
    REQUIRE(swept.status == 0);
    const auto json = nlohmann::json::parse(swept.out);
    REQUIRE(json["points"].size() == 9);
    for (const auto& point : json["points"]) {
        CHECK(point["score"]["pairs"] == 4);
        CHECK(point["score"]["low"] <= point["score"]["share"]);
        CHECK(point["score"]["share"] <= point["score"]["high"]);
    }
}

TEST_CASE("Each mistake in a tune command is one line", "[tune]") {
    const Arena arena(2, 4);
    const auto refusal = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words{program(), "tune", "--db", arena / "db.sqlite"};
        words.insert(words.end(), more.begin(), more.end());
        const Output output = run(words);
        CHECK(output.status == 2);
        CHECK(std::count(output.err.begin(), output.err.end(), '\n') == 1);
        return output.err;
    };
    const std::string fields = arena / "fields";
    CHECK_THAT(
        refusal({"--fields", fields}), ContainsSubstring("tune takes one AI, but 0 were given"));
    CHECK_THAT(
        refusal({"--fields", fields, "--ai", gems_ai("reference-c")}),
        ContainsSubstring("it declares no parameters"));
    CHECK_THAT(
        refusal({"--fields", fields, "--ai", gems_ai("depth3"), "--parameter", "rde"}),
        ContainsSubstring("--parameter rde: "));
    CHECK_THAT(
        refusal({"--fields", fields, "--ai", gems_ai("depth3"), "--method", "best"}),
        ContainsSubstring("--method best: write spsa or sweep"));
    CHECK_THAT(
        refusal({"--fields", fields, "--ai", gems_ai("depth3"), "--games", "10"}),
        ContainsSubstring("--games 10: an iteration takes 2 games; give at least 20"));
    CHECK_THAT(
        refusal({"--fields", fields, "--ai", gems_ai("depth3"), "--method", "sweep"}),
        ContainsSubstring("has more than 10000 points"));
}
