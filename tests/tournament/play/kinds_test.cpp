// Tournaments with the real executable: formats, INI files, records, pages, machines.

#include "support/skipped.hpp"
#include "tournament/arena.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <poll.h>
#include <regex>

using namespace tournament_tests;

TEST_CASE(
    "Another command, a foreign file and a running tournament are refused in one line",
    "[tournament][slow]") {
    Arena arena(20);
    REQUIRE(run(arena.command("db.sqlite", {"--time-limit", "5s"})).status == 0);
    const Output other = run(arena.command("db.sqlite", {"--time-limit", "6s"}));
    CHECK(other.status == 2);
    CHECK_THAT(
        other.err, ContainsSubstring("it has 'time-limit 5s', the command has 'time-limit 6s'"));

    write_file(arena / "text.sqlite", "not a database, but long enough to be taken for one\n");
    const Output foreign = run(arena.command("text.sqlite"));
    CHECK(foreign.status == 2);
    CHECK(read_file(arena / "text.sqlite").starts_with("not a database"));

    {
        const referee::Store held(arena / "db.sqlite", referee::Store::Access::write);
        const Output busy = run(arena.command("db.sqlite", {"--time-limit", "5s"}));
        CHECK(busy.status == 2);
        CHECK_THAT(busy.err, ContainsSubstring("another tournament is writing to it"));
    }
    CHECK(run({program(), "report", arena / "nothing.sqlite"}).status == 2);
    const Output jobs = run(arena.command("db.sqlite", {"--time-limit", "5s", "--jobs", "1000"}));
    CHECK(jobs.status == 2);
    CHECK_THAT(jobs.err, ContainsSubstring("--oversubscribe"));
}

TEST_CASE("Records of a tournament replay, and a folder with others is refused", "[tournament]") {
    Arena arena(2);
    fs::create_directory(arena / "records");
    REQUIRE(run(arena.command("db.sqlite", {"--records", arena / "records"})).status == 0);
    int records = 0;
    for (const auto& entry : fs::directory_iterator(arena / "records")) {
        ++records;
        const Output verified = run({program(), "replay", entry.path().string(), "--verify"});
        INFO(entry.path() << ": " << verified.err);
        CHECK(verified.status == 0);
    }
    CHECK(records == 12);
    const Output again = run(arena.command("new.sqlite", {"--records", arena / "records"}));
    CHECK(again.status == 2);
    CHECK_THAT(again.err, ContainsSubstring("records of another tournament"));
}

TEST_CASE(
    "A tournament runs from its INI file, and a wrong key is named with its line", "[tournament]") {
    Arena arena(3);
    write_file(
        arena / "t.ini", "# three AIs\nfields = fields/*.dat\nai = a=" + gems_ai("reference-c") +
                             "\nai = b=" + gems_ai("reference-c") +
                             "\ndb = ini.sqlite\nno-pin = yes\n");
    const Output played = run({program(), "tournament", "--config", arena / "t.ini"});
    INFO(played.err);
    CHECK(played.status == 0);
    CHECK_THAT(played.out, ContainsSubstring("6 of 6 games"));
    // "../" after a link is relative to where the link leads.
    std::filesystem::create_directories(arena / "other/place");
    std::filesystem::create_directory(arena / "settings");
    std::filesystem::create_directory_symlink(arena / "settings", arena / "other/place/link");
    write_file(
        arena / "settings/t.ini", "fields = ../fields/*.dat\nai = a=" + gems_ai("reference-c") +
                                      "\nai = b=" + gems_ai("reference-c") +
                                      "\ndb = linked.sqlite\nno-pin = yes\n");
    const Output linked =
        run({program(), "tournament", "--config", arena / "other/place/link/t.ini"});
    INFO(linked.err);
    CHECK(linked.status == 0);
    CHECK(std::filesystem::exists(arena / "settings/linked.sqlite"));
    // If there are several lines, the wrong one is named, also if its paths begin elsewhere.
    write_file(
        arena / "settings/t.ini", "fields = ../fields/*.dat\nai = a=" + gems_ai("reference-c") +
                                      "\nai = b=" + gems_ai("reference-c") +
                                      "\nfields = ../none/*.dat\ndb = none.sqlite\n");
    const Output none = run({program(), "tournament", "--config", arena / "settings/t.ini"});
    CHECK(none.status == 2);
    CHECK_THAT(none.err, ContainsSubstring("settings/t.ini:4: fields "));
    write_file(arena / "t.ini", "fields = fields/*.dat\n\njbos = 2\n");
    const Output wrong = run({program(), "tournament", "--config", arena / "t.ini"});
    CHECK(wrong.status == 2);
    CHECK_THAT(wrong.err, ContainsSubstring("t.ini:3: unknown key 'jbos'"));
}

TEST_CASE(
    "A gauntlet, a knockout, a ladder, a schedule and a sequential test are played",
    "[tournament][slow]") {
    Arena arena(3);
    const auto games_of = [&](const std::string& name, const std::vector<std::string>& more) {
        const Output output = run(arena.command(name, more));
        INFO(output.err);
        REQUIRE(output.status == 0);
        // The same command again has nothing left to do.
        REQUIRE(run(arena.command(name, more)).status == 0);
        return arena.tables(name);
    };
    const auto gauntlet =
        games_of("gauntlet.sqlite", {"--format", "gauntlet", "--challenger", "trivial"});
    CHECK(gauntlet["games"] == 12);
    CHECK(games_of("knockout.sqlite", {"--format", "knockout"})["games"] == 12);
    const auto ladder = games_of("ladder.sqlite", {"--format", "ladder"});
    CHECK(ladder["games"] == 12);
    write_file(
        arena / "schedule", "trivial other\nother trivial # a comment\nf-001: reference-c other\n");
    const auto schedule = games_of("schedule.sqlite", {"--schedule", arena / "schedule"});
    CHECK(schedule["games"] == 6);

    // Far more fields than needed: on a busy machine one worker plays on while another waits.
    Arena more(300);
    std::vector<std::string> sprt{program(),  "tournament",
                                  "--fields", more / "fields",
                                  "--db",     more / "sprt.sqlite",
                                  "--ai",     "strong=" + gems_ai("greedy"),
                                  "--ai",     "weak=" + built("trivial-ai"),
                                  "--sprt",   "0,50"};
    const Output tested = run(sprt);
    INFO(tested.err);
    CHECK(tested.status == 0);
    CHECK_THAT(tested.out, ContainsSubstring("H1 accepted: strong is better than weak\n"));
    const auto played = more.stored("sprt.sqlite").size();
    CHECK(played >= 20);
    CHECK(played < 600);
    CHECK(run(sprt).status == 0);
    CHECK(more.stored("sprt.sqlite").size() == played);
}

TEST_CASE(
    "The sequential test is about the AI named first, also where another leads the groups",
    "[tournament][slow]") {
    // Bounds far apart: H0 would be accepted at once for the weak one, H1 takes long for the
    // strong.
    Arena arena(120);
    const Output tested = run(
        {program(), "tournament", "--fields", arena / "fields", "--db", arena / "sprt.sqlite",
         "--ai", "strong=" + gems_ai("greedy"), "--ai", "weak=" + built("trivial-ai"), "--format",
         "gauntlet", "--challenger", "weak", "--sprt", "0,50,0.001,0.4"});
    INFO(tested.err);
    CHECK(tested.status == 0);
    CHECK_THAT(tested.out, ContainsSubstring("H1 accepted: strong is better than weak\n"));
}

TEST_CASE(
    "A plan of ten million games needs no more memory than one of a thousand",
    "[tournament][slow]") {
    // The memory is that of the process that runs the tournament while its first game is under way,
    // which these AIs never end.
    Arena arena(2, 4);
    tests::write_script(arena / "slow-ai", "#!/bin/sh\nexec sleep 617.25\n");
    const auto memory_of = [&](int ais, int fields, const std::string& name) {
        fs::create_directories(arena / name);
        for (int i = 0; i < fields; ++i) {
            fs::create_hard_link(
                arena / "fields/f-001.dat", arena / fmt::format("{}/{:05}.dat", name, i));
        }
        std::vector<std::string> command{program(),      "tournament", "--fields",
                                         arena / name,   "--db",       arena / (name + ".sqlite"),
                                         "--jobs",       "1",          "--confine",
                                         "none",         "--work",     arena / "work",
                                         "--time-limit", "600s"};
        for (int i = 0; i < ais; ++i) {
            command.insert(command.end(), {"--ai", fmt::format("a{}={}", i, arena / "slow-ai")});
        }
        const pid_t pid = start(command);
        for (int tries = 0; tries < 3000 && processes_with("sleep 617.25").empty(); ++tries) {
            ::poll(nullptr, 0, 20);
        }
        CHECK_FALSE(processes_with("sleep 617.25").empty());
        // Its own memory, wherever that is: how much of its files lies in memory is the machine's
        // affair.
        long kilobytes = 0;
        std::ifstream status(fmt::format("/proc/{}/status", pid));
        for (std::string line; std::getline(status, line);) {
            if (line.starts_with("RssAnon:") || line.starts_with("VmSwap:")) {
                kilobytes += std::stol(line.substr(line.find(':') + 1));
            }
        }
        ::kill(pid, SIGTERM);
        CHECK(wait_for_exit(pid) == 143);
        CHECK(processes_with("sleep 617.25").empty());
        const referee::Store store(arena / (name + ".sqlite"), referee::Store::Access::read);
        return std::pair(kilobytes, store.tournament().matches * 2);
    };
    // As many AIs and fields, so that only the plan differs: each field's matches against all.
    const auto [small, small_games] = memory_of(2, 500, "small");
    const auto [large, large_games] = memory_of(142, 500, "large");
    CHECK(small_games == 1000);
    CHECK(large_games > 10'000'000);
    INFO("small " << small << " KiB, large " << large << " KiB");
    CHECK(small > 0);
    if (!tests::is_skipped_with_sanitizers("memory of a tournament: a sanitizer has its own")) {
        CHECK(std::abs(large - small) < 2048);
    }
}

TEST_CASE("The page of a report is self-contained", "[tournament]") {
    Arena arena(10);
    REQUIRE(run(arena.command("db.sqlite", {"--html", arena / "page.html"})).status == 0);
    const std::string page = read_file(arena / "page.html");
    CHECK_THAT(page, StartsWith("<!DOCTYPE html>"));
    CHECK_THAT(page, ContainsSubstring("<svg"));
    CHECK(page.find("src=") == std::string::npos);
    CHECK(page.find("http://") == std::string::npos);
    CHECK(page.find("https://") == std::string::npos);
    CHECK(std::regex_search(page, std::regex(" href=\"#standings\"")));
    CHECK_FALSE(std::regex_search(page, std::regex(" href=(?!\"(#|data:,\"))")));
    CHECK(page.find("nan") == std::string::npos);
    CHECK(page.find("inf") == std::string::npos);
    const Output again =
        run({program(), "report", arena / "db.sqlite", "--html", arena / "page.html"});
    CHECK(again.status == 2);
    // In a log of both streams the files' names follow the tables.
    const Output log = run(
        {"sh", "-c", "\"$0\" report \"$1\" --html \"$2\" 2>&1", program(), arena / "db.sqlite",
         arena / "other.html"});
    CHECK(log.status == 0);
    CHECK(log.out.find("written: ") > log.out.find("Standings"));
    CHECK(log.out.find("Standings") != std::string::npos);
}

TEST_CASE("Shards on several machines are merged by GNU parallel", "[tournament][slow]") {
    const std::string parallel = tests::installed_program("parallel", "scripts/parallel.sh");
    if (parallel.empty()) {
        return;
    }
    const std::string path =
        "PATH=" + fs::path(parallel).parent_path().string() + ":" + std::getenv("PATH");
    Arena arena(6);
    write_file(arena / "hosts", ": # this machine\n\n:\n:\n");
    std::vector<std::string> command{
        tests::source_folder() + "/scripts/parallel.sh", arena / "hosts", arena / "many machines"};
    const std::vector<std::string> whole = arena.command("whole.sqlite");
    for (std::size_t word = 2; word < whole.size(); ++word) {
        if (whole[word] == "--db") {
            ++word; // the script names its own
        } else {
            command.push_back(whole[word]);
        }
    }
    ::setenv("REFEREE", program().c_str(), 1);
    const Output merged = run(command, "", {path});
    INFO(merged.err);
    REQUIRE(merged.status == 0);
    CHECK_THAT(merged.out, ContainsSubstring("36 of 36 games"));
    REQUIRE(run(whole).status == 0);
    CHECK(arena.tables("many machines/results.sqlite") == arena.tables("whole.sqlite"));

    // A machine that can't play: its shard is missing, and a message says so.
    fs::remove(arena / "many machines/shard-2.sqlite");
    fs::create_directory(arena / "many machines/shard-2.sqlite");
    ::setenv("RETRIES", "1", 1);
    const Output broken = run(command, "", {path});
    ::unsetenv("RETRIES");
    ::unsetenv("REFEREE");
    CHECK(broken.status != 0);
    CHECK_THAT(broken.err, ContainsSubstring("1 of 3 machines"));
}
