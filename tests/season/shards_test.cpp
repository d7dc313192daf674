// A season's queue on several machines: referee/season/README.md, "Several machines".

#include "season/arena.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <map>

using namespace season_tests;

namespace {

/// What doesn't depend on the machine: AIs, field, ranks, scores and last state, by index.
std::map<std::int64_t, std::string> games_of(const std::string& database) {
    const referee::Store store(database, referee::Store::Access::read);
    std::map<std::int64_t, std::string> games;
    store.for_each([&](const referee::GameOutcome& game) {
        std::string text = fmt::format("{} {} {}", game.match, game.field, game.state);
        for (const referee::SeatOutcome& seat : game.seats) {
            text += fmt::format(
                " {}:{}:{}", store.ais()[static_cast<std::size_t>(seat.ai)].name, seat.rank,
                seat.score);
        }
        games[game.index] = text;
    });
    return games;
}

} // namespace

TEST_CASE(
    "a season's queue played on three machines gives the same store as on one",
    "[season][tournament][slow]") {
    const Cup cup("games = 2\n");
    cup.hand_in_player("alice", "1", 90);
    cup.hand_in_player("bob", "1", 50);
    cup.hand_in_player("carol", "1", 10);
    cup.play();
    const std::string batch = cup.path("batch");
    REQUIRE(run(cup.command({"--batch", "7", "--out", batch})).status == 0);
    fs::copy_file(cup.database(), cup.path("before.sqlite"));
    const auto play = [&](const std::string& name, const std::vector<std::string>& more) {
        std::vector<std::string> words{tests::referee_path(),     "tournament", "--config",
                                       batch + "/tournament.ini", "--db",       batch + "/" + name};
        words.insert(words.end(), more.begin(), more.end());
        const Output output = run(words);
        INFO(output.err);
        REQUIRE(output.status == 0);
    };
    play("one.sqlite", {});
    for (const char* const shard : {"1", "2", "3"}) {
        play(std::string("shard") + shard + ".sqlite", {"--shard", std::string(shard) + "/3"});
    }
    REQUIRE(
        run({tests::referee_path(), "merge", batch + "/merged.sqlite", batch + "/shard1.sqlite",
             batch + "/shard2.sqlite", batch + "/shard3.sqlite"})
            .status == 0);

    const Output joined = run(cup.command({"--join", batch + "/one.sqlite"}));
    INFO(joined.err);
    CHECK(joined.out == "14 games added, 0 were already there\n");
    const auto on_one = games_of(cup.database());
    for (const char* const ending : {"", "-wal", "-shm"}) {
        fs::remove(cup.database() + ending);
    }
    fs::copy_file(cup.path("before.sqlite"), cup.database());
    CHECK(
        run(cup.command({"--join", batch + "/merged.sqlite"})).out ==
        "14 games added, 0 were already there\n");
    CHECK(games_of(cup.database()) == on_one);
    SECTION("and joining it again counts nothing twice") {
        CHECK(
            run(cup.command({"--join", batch + "/one.sqlite"})).out ==
            "0 games added, 14 were already there\n");
        CHECK(games_of(cup.database()) == on_one);
    }
    SECTION("but another result of a game is refused") {
        SQLite::Database(batch + "/one.sqlite", SQLite::OPEN_READWRITE)
            .exec("UPDATE games SET turns = turns + 1 WHERE id = (SELECT max(id) FROM games)");
        const Output other = run(cup.command({"--join", batch + "/one.sqlite"}));
        CHECK(other.status == 2);
        CHECK_THAT(other.err, ContainsSubstring("ended otherwise than in the season"));
        CHECK(games_of(cup.database()) == on_one);
    }
    SECTION("and the season goes on after it") {
        cup.hand_in_player("dave", "1", 70);
        cup.play();
        CHECK(cup.matches().at("dave@1") >= 2);
        for (const auto& [index, game] : on_one) {
            CHECK(games_of(cup.database()).at(index) == game);
        }
    }
}

TEST_CASE("a database that isn't a batch of the season isn't joined", "[season][tournament]") {
    const Cup cup;
    cup.hand_in_player("alice", "1", 90);
    cup.hand_in_player("bob", "1", 50);
    cup.play();
    fs::copy_file(cup.database(), cup.path("other.sqlite"));
    const Output output = run(cup.command({"--join", cup.path("other.sqlite")}));
    CHECK(output.status == 2);
    CHECK_THAT(output.err, ContainsSubstring("isn't a batch of this season"));
}
