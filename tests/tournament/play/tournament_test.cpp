// Tournaments with the real executable: whatever happens to them, every game of the plan is played
// and stored exactly once.

#include "support/rounds.hpp"
#include "tournament/arena.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <numeric>

using namespace tournament_tests;

namespace {

std::vector<std::int64_t> all_games(std::int64_t count) {
    std::vector<std::int64_t> games(static_cast<std::size_t>(count));
    std::iota(games.begin(), games.end(), 0);
    return games;
}

} // namespace

TEST_CASE(
    "A tournament that is killed again and again gives the same result as one that was not",
    "[tournament][slow]") {
    const int wanted = tests::rounds(8);
    const int fields =
        10 * wanted + 14; // six games each: more than are played before the last kill
    Arena arena(fields);
    const auto games = all_games(fields * 3 * 2);
    REQUIRE(run(arena.command("whole.sqlite")).status == 0);
    CHECK(arena.stored("whole.sqlite") == games);

    int kills = 0;
    for (int attempt = 0; attempt < wanted; ++attempt) {
        const auto command = arena.command("killed.sqlite");
        kills += arena.interrupt(command, "killed.sqlite", SIGKILL, 40) ? 1 : 0;
        CHECK(arena.is_clean());
    }
    CHECK(kills == wanted);
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
            CHECK(arena.interrupt(command, database, SIGKILL, 100));
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
    "[tournament][slow]") {
    Arena arena(60);
    REQUIRE(arena.interrupt(arena.command("db.sqlite"), "db.sqlite", SIGTERM, 40));
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
    CHECK_THAT(other.err, ContainsSubstring("a different tournament"));

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
    CHECK_THAT(conflict.err, ContainsSubstring("game 6 has a different result"));
    CHECK_FALSE(fs::exists(arena / "out.sqlite"));
    CHECK_FALSE(fs::exists(arena / "out.sqlite.part"));
    CHECK_FALSE(fs::exists(arena / "out.sqlite.part.sqlite"));
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
    CHECK_THAT(refused.err, ContainsSubstring("changed since the games were played: AI other"));
    const Output replayed = run(command({"--changed", "replay"}));
    CHECK(replayed.status == 0);
    CHECK_THAT(replayed.err, ContainsSubstring("16 games were dropped"));
    CHECK(arena.stored("db.sqlite") == all_games(24));

    REQUIRE(
        run({program(), "create", arena / "fields/f-002.dat", "--seed", "99", "--force", "--set",
             "max_moves=10", "--set", "rows=40"})
            .status == 0);
    CHECK_THAT(run(command({})).err, ContainsSubstring("field f-002"));
    const Output field = run(command({"--changed", "replay"}));
    CHECK(field.status == 0);
    CHECK_THAT(field.err, ContainsSubstring("6 games were dropped"));
}

TEST_CASE(
    "--starved replay plays the matches again in which a late AI hardly computed", "[tournament]") {
    const Arena arena(4);
    REQUIRE(run(arena.command("db.sqlite")).status == 0);
    const auto stored = arena.stored("db.sqlite");
    const Output none = run(arena.command("db.sqlite", {"--starved", "replay"}));
    CHECK(none.status == 0);
    CHECK_THAT(none.err, ContainsSubstring("starved: 0 games dropped"));
    {
        // As if two of the games, of one match and of another, had been on a busy machine.
        SQLite::Database database(arena / "db.sqlite", SQLite::OPEN_READWRITE);
        CHECK(database.exec("UPDATE seats SET starved = 2 WHERE game IN (3, 8) AND seat = 1") == 2);
    }
    const Output again = run(arena.command("db.sqlite", {"--starved", "replay"}));
    CHECK(again.status == 0);
    CHECK_THAT(again.err, ContainsSubstring("starved: 4 games dropped"));
    CHECK(arena.stored("db.sqlite") == stored);
    CHECK_THAT(
        run(arena.command("db.sqlite", {"--starved", "replay"})).err,
        ContainsSubstring("starved: 0 games dropped"));
    const Output knockout =
        run(arena.command("knockout.sqlite", {"--format", "knockout", "--starved", "replay"}));
    CHECK(knockout.status == 2);
    CHECK_THAT(knockout.err, ContainsSubstring("later matches depend on earlier ones"));
}

TEST_CASE(
    "--moved replay plays unfinished matches again that another processor began", "[tournament]") {
    const Arena arena(4);
    REQUIRE(run(arena.command("db.sqlite")).status == 0);
    const auto stored = arena.stored("db.sqlite");
    const auto change = [&](const std::string& statement) {
        SQLite::Database database(arena / "db.sqlite", SQLite::OPEN_READWRITE);
        database.exec("DELETE FROM seats WHERE game = 3");
        database.exec("DELETE FROM games WHERE id = 3");
        database.exec("UPDATE seats SET points = points + 100 WHERE game = 2"); // of the same match
        database.exec(statement);
    };
    const auto is_as_changed = [&] {
        SQLite::Database database(arena / "db.sqlite");
        return database.execAndGet("SELECT max(points) FROM seats WHERE game = 2").getDouble() > 50;
    };
    const auto play = [&] { return run(arena.command("db.sqlite", {"--moved", "replay"})); };
    SECTION("on the same machine the match goes on") {
        change("SELECT 1");
        const Output output = play();
        CHECK(output.status == 0);
        CHECK_THAT(output.err, !ContainsSubstring("moved:"));
        CHECK(is_as_changed());
        CHECK(arena.stored("db.sqlite") == stored);
    }
    SECTION("on another one it is played anew, and finished matches stay") {
        change("UPDATE machines SET processor = 'another'");
        const Output output = play();
        CHECK(output.status == 0);
        CHECK_THAT(
            output.err, ContainsSubstring("moved: 1 game of unfinished matches dropped, which "
                                          "another kind of processor began"));
        CHECK_FALSE(is_as_changed());
        CHECK(arena.stored("db.sqlite") == stored);
        CHECK_THAT(play().err, !ContainsSubstring("moved:"));
    }
}
