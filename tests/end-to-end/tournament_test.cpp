// Tournaments with the real executable: whatever happens to them, every game of the plan is played
// and stored exactly once.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"
#include "tournament/store.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <poll.h>
#include <random>
#include <sys/wait.h>

using tests::build_folder;
using tests::gems_ai;
using tests::Output;
using tests::processes_with;
using tests::read_file;
using tests::run;
using tests::start;
using tests::TemporaryFolder;
using tests::wait_for_exit;
using tests::write_file;

namespace {

namespace fs = std::filesystem;

std::string program() {
    return tests::referee();
}

/// A folder with fields, and commands on them.
class Arena {
  public:
    explicit Arena(int fields, int moves = 10) {
        fs::create_directories(folder_ / "work");
        fs::create_directories(folder_ / "fields");
        const Output made = run(
            {program(), "create", folder_ / "fields/f.dat", "--seed", "7", "--count",
             std::to_string(fields), "--set", fmt::format("max_moves={}", moves), "--set",
             "illegal_penalty=1", "--set", "rows=40"});
        REQUIRE(made.status == 0);
    }

    std::string operator/(const std::string& name) const { return folder_ / name; }

    /// Three AIs, one of which loses points with every move.
    std::vector<std::string>
    command(const std::string& database, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{program(),  "tournament",
                                       "--fields", folder_ / "fields/*.dat",
                                       "--ai",     "trivial=" + build_folder() + "/trivial-ai",
                                       "--ai",     gems_ai("reference-c"),
                                       "--ai",     "other=" + gems_ai("reference-c"),
                                       "--work",   folder_ / "work",
                                       "--db",     folder_ / database};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    /// The tables without what depends on time.
    nlohmann::json tables(const std::string& database) const {
        const Output report = run({program(), "report", folder_ / database, "--json"});
        REQUIRE(report.status == 0);
        nlohmann::json json = nlohmann::json::parse(report.out);
        for (nlohmann::json& row : json["standings"]) {
            for (const char* const key :
                 {"wall_ms", "cpu_ms", "median_ms", "p95_ms", "longest_ms", "memory_kib",
                  "starved"}) {
                row.erase(key);
            }
        }
        for (const char* const key : {"shard", "shards"}) {
            json.erase(key);
        }
        return json;
    }

    std::vector<std::int64_t> stored(const std::string& database) const {
        const referee::Store store(folder_ / database, referee::Store::Access::read);
        return store.games_between(0, 1'000'000'000);
    }

    /// Starts the command, waits a random time up to `most_ms` and sends the signal. True if it was
    /// still running then.
    bool break_off(const std::vector<std::string>& command, int signal, int most_ms) {
        const pid_t pid = start(command);
        ::poll(nullptr, 0, static_cast<int>(30 + generator_() % static_cast<unsigned>(most_ms)));
        const bool is_running = ::waitpid(pid, nullptr, WNOHANG) == 0;
        if (is_running) {
            ::kill(pid, signal);
            status_ = wait_for_exit(pid);
        }
        return is_running;
    }
    int status() const { return status_; }

    /// True when nothing runs in the work folder any more and nothing lies there, within ten
    /// seconds.
    bool is_clean() const {
        for (int look = 0; look < 1000; ++look) {
            if (processes_with(folder_.path()).empty() && fs::is_empty(folder_ / "work")) {
                return true;
            }
            ::poll(nullptr, 0, 10);
        }
        return false;
    }

  private:
    TemporaryFolder folder_{true};
    std::mt19937 generator_{20261121};
    int status_ = 0;
};

std::vector<std::int64_t> all_games(std::int64_t count) {
    std::vector<std::int64_t> games(static_cast<std::size_t>(count));
    std::iota(games.begin(), games.end(), 0);
    return games;
}

} // namespace

TEST_CASE(
    "A tournament of 2,000 games killed twenty times comes out as one that was not",
    "[tournament]") {
    Arena arena(334);
    const auto games = all_games(334 * 3 * 2);
    REQUIRE(run(arena.command("whole.sqlite")).status == 0);
    CHECK(arena.stored("whole.sqlite") == games);

    int kills = 0;
    for (int attempt = 0; attempt < 20; ++attempt) {
        kills += arena.break_off(arena.command("killed.sqlite"), SIGKILL, 300) ? 1 : 0;
        CHECK(arena.is_clean());
    }
    CHECK(kills == 20);
    REQUIRE(run(arena.command("killed.sqlite")).status == 0);
    CHECK(arena.stored("killed.sqlite") == games);
    CHECK(arena.tables("killed.sqlite") == arena.tables("whole.sqlite"));
    CHECK(arena.is_clean());

    // The shards of three machines, one of them killed, joined in any order, say the same.
    for (int shard = 1; shard <= 3; ++shard) {
        const std::string database = fmt::format("shard{}.sqlite", shard);
        const auto command =
            arena.command(database, {"--shard", fmt::format("{}/3", shard), "--jobs", "1"});
        if (shard == 2) {
            CHECK(arena.break_off(command, SIGKILL, 300));
        }
        REQUIRE(run(command).status == 0);
    }
    for (const auto& order : {std::vector<int>{1, 2, 3}, {3, 1, 2}, {2, 3, 1}}) {
        std::vector<std::string> merge{program(), "merge", arena / "merged.sqlite", "--force"};
        for (const int shard : order) {
            merge.push_back(arena / fmt::format("shard{}.sqlite", shard));
        }
        const Output merged = run(merge);
        INFO(merged.err);
        REQUIRE(merged.status == 0);
        CHECK(arena.stored("merged.sqlite") == games);
        CHECK(arena.tables("merged.sqlite") == arena.tables("whole.sqlite"));
    }
}

TEST_CASE(
    "SIGTERM in the middle leaves no process, prints the tables, and the database resumes",
    "[tournament]") {
    Arena arena(60);
    REQUIRE(arena.break_off(arena.command("db.sqlite"), SIGTERM, 100));
    CHECK(arena.status() == 143);
    CHECK(arena.is_clean());
    const Output rest = run(arena.command("db.sqlite"));
    CHECK(rest.status == 0);
    CHECK_THAT(rest.out, ContainsSubstring("360 of 360 games"));
    CHECK(arena.stored("db.sqlite") == all_games(360));
}

TEST_CASE("What is missing after a merge is listed, and can be played", "[tournament]") {
    Arena arena(8);
    REQUIRE(run(arena.command("one.sqlite", {"--shard", "1/2"})).status == 0);
    const Output merged = run({program(), "merge", arena / "all.sqlite", arena / "one.sqlite"});
    CHECK(merged.status == 3);
    CHECK_THAT(merged.err, ContainsSubstring("missing: shard 2/2: 24 games, the first is game 1"));
    CHECK(run(arena.command("all.sqlite")).status == 0);
    CHECK(arena.stored("all.sqlite") == all_games(48));
}

TEST_CASE(
    "A merge refuses two results of one game, and shards of different plans", "[tournament]") {
    Arena arena(4);
    REQUIRE(run(arena.command("one.sqlite")).status == 0);
    REQUIRE(run(arena.command("seeded.sqlite", {"--seed", "5"})).status == 0);
    const Output other = run(
        {program(), "merge", arena / "out.sqlite", arena / "one.sqlite", arena / "seeded.sqlite"});
    CHECK(other.status == 2);
    CHECK_THAT(other.err, ContainsSubstring("another tournament"));

    // The same games, and one of them with another result.
    {
        const referee::Store whole(arena / "one.sqlite", referee::Store::Access::read);
        referee::Store changed(
            arena / "changed.sqlite", whole.tournament(), whole.ais(), whole.fields());
        whole.for_each([&](referee::GameOutcome game) {
            game.turns += game.index == 5 ? 1 : 0;
            changed.add(game);
        });
    }
    const Output conflict = run(
        {program(), "merge", arena / "out.sqlite", arena / "one.sqlite", arena / "changed.sqlite"});
    CHECK(conflict.status == 2);
    CHECK_THAT(conflict.err, ContainsSubstring("game 6 has another result"));
    CHECK_FALSE(fs::exists(arena / "out.sqlite"));
    CHECK_FALSE(fs::exists(arena / "out.sqlite.merging"));
    // Equal ones are dropped.
    CHECK(
        run({program(), "merge", arena / "out.sqlite", arena / "one.sqlite", arena / "one.sqlite"})
            .status == 0);
}

TEST_CASE(
    "A changed AI or field stops the tournament, and --changed replay plays just its games",
    "[tournament]") {
    Arena arena(4);
    const std::string copy = arena / "copy";
    fs::copy_file(gems_ai("reference-c"), copy);
    const auto command = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words = arena.command("db.sqlite", more);
        std::replace(
            words.begin(), words.end(), "other=" + gems_ai("reference-c"), "other=" + copy);
        return words;
    };
    REQUIRE(run(command({})).status == 0);
    {
        std::ofstream more(copy, std::ios::app | std::ios::binary);
        more << "changed";
    }
    const Output refused = run(command({}));
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, ContainsSubstring("changed since its games were played: AI other"));
    const Output replayed = run(command({"--changed", "replay"}));
    CHECK(replayed.status == 0);
    CHECK_THAT(replayed.err, ContainsSubstring("16 games are dropped"));
    CHECK(arena.stored("db.sqlite") == all_games(24));

    REQUIRE(
        run({program(), "create", arena / "fields/f-002.dat", "--seed", "99", "--force", "--set",
             "max_moves=10", "--set", "rows=40"})
            .status == 0);
    CHECK_THAT(run(command({})).err, ContainsSubstring("field f-002"));
    const Output field = run(command({"--changed", "replay"}));
    CHECK(field.status == 0);
    CHECK_THAT(field.err, ContainsSubstring("6 games are dropped"));
}

TEST_CASE(
    "Another command, a foreign file and a running tournament are refused in one line",
    "[tournament]") {
    Arena arena(20);
    REQUIRE(run(arena.command("db.sqlite", {"--time-limit", "5s"})).status == 0);
    const Output other = run(arena.command("db.sqlite", {"--time-limit", "6s"}));
    CHECK(other.status == 2);
    CHECK_THAT(other.err, ContainsSubstring("it has 'time-limit 5s', the command 'time-limit 6s'"));

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
    write_file(arena / "t.ini", "fields = fields/*.dat\n\njbos = 2\n");
    const Output wrong = run({program(), "tournament", "--config", arena / "t.ini"});
    CHECK(wrong.status == 2);
    CHECK_THAT(wrong.err, ContainsSubstring("t.ini:3: unknown key 'jbos'"));
}

TEST_CASE(
    "A gauntlet, a knockout, a ladder, a schedule and a sequential test are played",
    "[tournament]") {
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
                                  "--ai",     "weak=" + build_folder() + "/trivial-ai",
                                  "--sprt",   "0,50"};
    const Output tested = run(sprt);
    INFO(tested.err);
    CHECK(tested.status == 0);
    CHECK_THAT(tested.out, ContainsSubstring("accepts that the first is better by 50"));
    const auto played = more.stored("sprt.sqlite").size();
    CHECK(played >= 20);
    CHECK(played < 600);
    CHECK(run(sprt).status == 0);
    CHECK(more.stored("sprt.sqlite").size() == played);
}

TEST_CASE(
    "A plan of ten million games needs no more memory than one of a thousand", "[tournament]") {
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
        long kilobytes = 0;
        std::ifstream status(fmt::format("/proc/{}/status", pid));
        for (std::string line; std::getline(status, line);) {
            if (line.starts_with("VmRSS:")) {
                kilobytes = std::stol(line.substr(6));
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
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    tests::skipped().push_back("memory of a tournament: a sanitizer has its own");
#else
    CHECK(std::abs(large - small) < 2048);
#endif
}

TEST_CASE("The page of a report stands alone", "[tournament]") {
    Arena arena(10);
    REQUIRE(run(arena.command("db.sqlite", {"--html", arena / "page.html"})).status == 0);
    const std::string page = read_file(arena / "page.html");
    CHECK_THAT(page, StartsWith("<!DOCTYPE html>"));
    CHECK_THAT(page, ContainsSubstring("<svg"));
    CHECK(page.find("<script") == std::string::npos);
    CHECK(page.find("src=") == std::string::npos);
    CHECK(page.find("href=") == std::string::npos);
    CHECK(page.find("nan") == std::string::npos);
    CHECK(page.find("inf") == std::string::npos);
    const Output again =
        run({program(), "report", arena / "db.sqlite", "--html", arena / "page.html"});
    CHECK(again.status == 2);
    const Output csv =
        run({program(), "report", arena / "db.sqlite", "--csv", "--table", "standings"});
    CHECK_THAT(csv.out, StartsWith("rank,AI,rating"));
    CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 4);
}

TEST_CASE("Shards on several machines are merged by GNU parallel", "[tournament]") {
    if (std::system("command -v parallel >/dev/null") != 0) {
        tests::skipped().push_back("scripts/parallel.sh (no GNU parallel)");
        return;
    }
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
    const Output merged = run(command);
    INFO(merged.err);
    REQUIRE(merged.status == 0);
    CHECK_THAT(merged.out, ContainsSubstring("36 of 36 games"));
    REQUIRE(run(whole).status == 0);
    CHECK(arena.tables("many machines/results.sqlite") == arena.tables("whole.sqlite"));

    // A machine that can't play: its shard is missing, and that is said.
    fs::remove(arena / "many machines/shard-2.sqlite");
    fs::create_directory(arena / "many machines/shard-2.sqlite");
    ::setenv("RETRIES", "1", 1);
    const Output broken = run(command);
    ::unsetenv("RETRIES");
    ::unsetenv("REFEREE");
    CHECK(broken.status != 0);
    CHECK_THAT(broken.err, ContainsSubstring("1 of 3 machines"));
}
