// Databases as people find them: damaged, or where nothing can be written.

#include "support/stored/stored_tournament.hpp"
#include "tournament/arena.hpp"

#include <algorithm>
#include <sys/stat.h>
#include <unistd.h>

using namespace tournament_tests;

TEST_CASE("report reads a database in a folder that can't be written", "[tournament][database]") {
    // Root may write everywhere, so another user reads.
    const TemporaryFolder folder(true);
    const std::string path = folder / "place/results.sqlite";
    fs::create_directory(folder / "place");
    fs::copy(program(), folder / "referee");
    tests::store_tournament(path, 9);
    const auto make_writable = [&](bool is_writable) {
        for (const std::string& name : {folder.path(), folder / "place"}) {
            ::chmod(name.c_str(), is_writable ? 0755 : 0555);
        }
    };
    ::chmod(path.c_str(), 0444);
    make_writable(false);
    std::vector<std::string> words{folder / "referee", "report", path};
    if (::geteuid() == 0) {
        const std::vector<std::string> nobody{
            "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
        words.insert(words.begin(), nobody.begin(), nobody.end());
    }
    const Output report = run(words);
    CHECK(report.err.empty());
    CHECK(report.status == 0);
    CHECK_THAT(report.out, ContainsSubstring("18 of 18 games"));

    // Games that are only in the log beside it are not dropped silently.
    make_writable(true);
    tests::write_file(path + "-wal", "some games");
    make_writable(false);
    const Output unfinished = run(words);
    CHECK(unfinished.status == 2);
    CHECK_THAT(unfinished.err, ContainsSubstring(path + "-wal"));
    make_writable(true);
}

TEST_CASE(
    "report, merge and tournament refuse a damaged database with status 2",
    "[tournament][database]") {
    const Arena arena(3);
    const std::string path = arena / "results.sqlite";
    REQUIRE(run(arena.command("results.sqlite")).status == 0);
    tests::edit_database(
        path, "UPDATE seats SET ai = 7 WHERE game = 5; UPDATE ais SET name = NULL WHERE id = 2");
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{program(), "report", path},
          std::vector<std::string>{program(), "merge", arena / "merged.sqlite", path},
          arena.command("results.sqlite")}) {
        INFO(command[1]);
        const Output output = run(command);
        CHECK(output.status == 2);
        CHECK(output.out.empty());
        CHECK_THAT(output.err, ContainsSubstring(path + ": row 3 of ais: name is empty"));
        CHECK(std::count(output.err.begin(), output.err.end(), '\n') == 1);
        CHECK_FALSE(fs::exists(arena / "merged.sqlite"));
    }
}

TEST_CASE(
    "a tournament doesn't resume after a game that other AIs have played",
    "[tournament][database]") {
    const Arena arena(2);
    const std::string path = arena / "results.sqlite";
    REQUIRE(run(arena.command("results.sqlite")).status == 0);
    // Half a match is left; its AIs aren't those of the plan.
    tests::edit_database(
        path, "DELETE FROM seats WHERE game = 1; DELETE FROM games WHERE id = 1;"
              "UPDATE seats SET ai = 2 WHERE game = 0 AND ai = 1");
    const Output output = run(arena.command("results.sqlite"));
    CHECK(output.status == 2);
    CHECK_THAT(output.err, ContainsSubstring(path + ": game 1 was played by other AIs"));
}
