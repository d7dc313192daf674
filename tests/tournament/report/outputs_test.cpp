// The files that a tournament writes: which ones it replaces, and what their columns mean.

#include "tournament/arena.hpp"

#include <regex>
#include <set>
#include <sstream>

using namespace tournament_tests;

namespace {

/// The words in backquotes of the sections with the columns and the measurements.
std::set<std::string> explained_columns() {
    const std::string page = read_file(tests::source_folder() + "/referee/tournament/README.md");
    const std::size_t begin = page.find("\n## Measurements\n");
    const std::size_t end = page.find("\n## How often", begin);
    REQUIRE(end != std::string::npos);
    const std::string text = page.substr(begin, end - begin);
    const std::regex word("`([a-z_0-9]+)`");
    std::set<std::string> words;
    for (auto at = std::sregex_iterator(text.begin(), text.end(), word);
         at != std::sregex_iterator(); ++at) {
        words.insert((*at)[1]);
    }
    return words;
}

void require_explained(const std::string& file, const std::set<std::string>& explained) {
    std::string header = read_file(file);
    header.resize(header.find('\r'));
    std::istringstream columns(header);
    for (std::string column; std::getline(columns, column, ',');) {
        if (column.starts_with("faults_")) {
            column.erase(0, std::string("faults_").size());
        }
        INFO(file << ": " << column);
        const bool is_fault = referee::named<referee::Fault>(column).has_value();
        CHECK((is_fault || explained.count(column) == 1));
    }
}

} // namespace

TEST_CASE("Every column of an export is explained", "[tournament]") {
    Arena arena(2);
    const std::set<std::string> explained = explained_columns();
    for (const std::string format : {"round-robin", "knockout", "racing"}) {
        std::vector<std::string> more{"--format",     format,    "--csv",
                                      arena / format, "--games", arena / (format + ".csv")};
        if (format == "racing") {
            more.insert(more.end(), {"--top", "1"});
        }
        const Output played = run(arena.command(format + ".sqlite", more));
        INFO(played.err);
        REQUIRE(played.status == 0);
        require_explained(arena / (format + ".csv"), explained);
        int tables = 0;
        for (const auto& table : fs::directory_iterator(arena / format)) {
            require_explained(table.path(), explained);
            ++tables;
        }
        CHECK(tables >= 5);
    }
}

TEST_CASE(
    "The same command replaces the files that it wrote, and no others", "[tournament][slow]") {
    Arena arena(2);
    const std::vector<std::string> command = arena.command(
        "db.sqlite",
        {"--html", arena / "p.html", "--csv", arena / "t", "--games", arena / "g.csv"});
    REQUIRE(run(command).status == 0);
    const std::string page = read_file(arena / "p.html");
    const std::string games = read_file(arena / "g.csv");
    // With more fields there is more to tell.
    const Output more = run(
        {program(), "create", arena / "fields/g.dat", "--seed", "99", "--set", "max_moves=10",
         "--set", "illegal_penalty=1", "--set", "rows=40"});
    REQUIRE(more.status == 0);
    const Output again = run(command);
    INFO(again.err);
    CHECK(again.status == 0);
    CHECK(read_file(arena / "p.html") != page);
    CHECK(read_file(arena / "g.csv").size() > games.size());

    for (const char* const name : {"p.html", "t/standings.csv", "t/contests.csv", "g.csv"}) {
        const bool was_there = fs::exists(arena / name);
        const std::string before = was_there ? read_file(arena / name) : "";
        write_file(arena / name, "somebody's own\n");
        const Output refused = run(command);
        CHECK(refused.status == 2);
        CHECK(
            refused.err ==
            "referee: " + (arena / name) + ": the file already exists; --force overwrites it\n");
        CHECK(read_file(arena / name) == "somebody's own\n");
        if (was_there) {
            write_file(arena / name, before);
        } else {
            fs::remove(arena / name);
        }
    }
    CHECK(run({program(), "report", arena / "db.sqlite", "--html", arena / "p.html"}).status == 2);
    const Output table =
        run({program(), "report", arena / "db.sqlite", "--csv", arena / "all.csv"});
    CHECK(table.status == 2);
    CHECK_THAT(table.err, ContainsSubstring("name a folder: each table becomes a file in it"));
}

TEST_CASE("A command that was killed replaces what it had written before", "[tournament][slow]") {
    Arena arena(3);
    const std::vector<std::string> command =
        arena.command("db.sqlite", {"--html", arena / "p.html"});
    REQUIRE(run(command).status == 0);
    const std::string page = read_file(arena / "p.html");
    const Output more = run(
        {program(), "create", arena / "fields/g.dat", "--seed", "99", "--count", "40", "--set",
         "max_moves=10", "--set", "illegal_penalty=1", "--set", "rows=40"});
    REQUIRE(more.status == 0);
    REQUIRE(arena.interrupt(command, "db.sqlite", SIGKILL, 3));
    CHECK(read_file(arena / "p.html") == page);
    const Output resumed = run(command);
    INFO(resumed.err);
    CHECK(resumed.status == 0);
    CHECK(read_file(arena / "p.html") != page);
}

TEST_CASE("A new AI can be the anchor of a tournament that has a page", "[tournament]") {
    Arena arena(1);
    std::vector<std::string> command = arena.command("db.sqlite", {"--html", arena / "p.html"});
    REQUIRE(run(command).status == 0);
    command.insert(
        command.end(), {"--ai", "late=" + gems_ai("reference-c"), "--anchor", "late=900"});
    const Output anchored = run(command);
    INFO(anchored.err);
    CHECK(anchored.status == 0);
    CHECK_THAT(read_file(arena / "p.html"), ContainsSubstring("late"));
}

TEST_CASE("A site shows the replay of the game that counts, not of one before it", "[tournament]") {
    Arena arena(1);
    fs::copy(gems_ai("reference-c"), arena / "player");
    const std::vector<std::string> command{program(),      "tournament",
                                           "--fields",     arena / "fields",
                                           "--ai",         "mine=" + (arena / "player"),
                                           "--ai",         gems_ai("reference-c"),
                                           "--db",         arena / "db.sqlite",
                                           "--records",    arena / "records",
                                           "--work",       arena / "work",
                                           "--time-limit", "60s"};
    const auto replay = [&](std::vector<std::string> more) {
        std::vector<std::string> words = command;
        words.insert(words.end(), more.begin(), more.end());
        const Output played = run(words);
        INFO(played.err);
        REQUIRE(played.status == 0);
        REQUIRE(run({program(), "site", arena / "db.sqlite", arena / "site"}).status == 0);
        return read_file(arena / "site/replay/000001.js");
    };
    const std::string first = replay({});
    CHECK(replay({}) == first);
    fs::remove(arena / "player");
    fs::copy(gems_ai("greedy"), arena / "player");
    CHECK(replay({"--changed", "replay"}) != first);
}

TEST_CASE("A page that a killed command left unfinished is replaced", "[tournament]") {
    Arena arena(1);
    const std::vector<std::string> command =
        arena.command("db.sqlite", {"--html", arena / "p.html"});
    REQUIRE(run(command).status == 0);
    {
        referee::Store store(arena / "db.sqlite", referee::Store::Access::write);
        store.expect_output(arena / "p.html");
    }
    write_file(arena / "p.html", "<html>");
    const Output resumed = run(command);
    INFO(resumed.err);
    CHECK(resumed.status == 0);
    CHECK(read_file(arena / "p.html").size() > 1000);
}
