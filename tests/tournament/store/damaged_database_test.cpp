#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/stored_tournament.hpp"

#include "base/error.hpp"
#include "tournament/play/merge.hpp"
#include "tournament/report/summary.hpp"
#include "tournament/report/text.hpp"
#include "tournament/store/store.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

using namespace referee;
using tests::edit_database;
using tests::store_tournament;

namespace {

/// What reading everything of a database says, or "fine".
std::string report_on(const std::string& path) {
    try {
        const Store store(path, Store::Access::read);
        const TournamentSummary summary = read_summary(store, {});
        store.for_each_fault([](const StoredFault&) {});
        store.times();
        return tables_text(summary).empty() ? "no tables" : "fine";
    } catch (const UserError& problem) {
        return problem.what();
    }
}

std::string merge_of(const std::string& out, const std::string& path) {
    try {
        merge_shards(out, {path});
        return "fine";
    } catch (const UserError& problem) {
        return problem.what();
    }
}

struct Damage {
    const char* sql;
    const char* message; ///< part of the message
};

constexpr Damage damages[] = {
    {"UPDATE seats SET ai = 7 WHERE game = 4 AND seat = 2", "game 5, seat 2: ai is '7'"},
    {"UPDATE seats SET ai = -1", "game 1, seat 1: ai is '-1', not an integer from 0 to 2"},
    {"UPDATE seats SET ai = 'x'", "ai is 'x'"},
    {"UPDATE seats SET ai = 0", "game 1 has one AI on seats 1 and 2"},
    {"UPDATE seats SET rank = 0", "rank is '0'"},
    {"UPDATE seats SET rank = NULL", "rank is empty, not an integer from 1 to 2"},
    {"UPDATE seats SET rank = 3", "rank is '3'"},
    {"UPDATE seats SET rank = 4294967297", "rank is '4294967297'"},
    {"UPDATE seats SET seat = 9 WHERE seat = 2", "seat is '9'"},
    {"UPDATE seats SET score = 9e999", "score is"},
    {"UPDATE seats SET share = 2", "share is"},
    {"UPDATE seats SET points = 'many'", "points is 'many'"},
    {"UPDATE seats SET timeout = -5", "timeout is '-5'"},
    {"UPDATE seats SET wall_ms = 1e300", "wall_ms is"},
    {"UPDATE seats SET memory_kib = 9223372036854775807", "memory_kib is"},
    {"UPDATE seats SET times = '5000:1'", "times is '5000:1'"},
    {"UPDATE seats SET times = x'00ff'", "times is"},
    {"DELETE FROM seats WHERE game = 3", "game 4, seat 1: seat is empty"},
    {"DELETE FROM seats WHERE game = 3 AND seat = 2", "game 4 has 1 of 2 seats"},
    {"UPDATE games SET id = 1000 WHERE id = 3", "id is '1000'"},
    {"UPDATE games SET match = 5 WHERE id = 3", "match is '5'"},
    {"UPDATE games SET field = 3", "field is '3'"},
    {"UPDATE games SET turns = -1", "turns is '-1'"},
    {"UPDATE games SET reason = x'01'", "reason is"},
    {"DELETE FROM ais WHERE id = 1", "row 2 of ais: id is '2'"},
    {"DELETE FROM ais", "0 AIs and 3 fields are too few"},
    {"DELETE FROM fields", "3 AIs and 0 fields are too few"},
    {"UPDATE ais SET name = x'61'", "name is 'a', not a text"},
    {"UPDATE tournament SET value = '0' WHERE key = 'seats'", "seats is '0'"},
    {"UPDATE tournament SET value = '9' WHERE key = 'seats'", "seats is '9'"},
    {"UPDATE tournament SET value = 'two' WHERE key = 'seats'", "seats is 'two'"},
    {"UPDATE tournament SET value = '0' WHERE key = 'shards'", "shards is '0'"},
    {"UPDATE tournament SET value = '2' WHERE key = 'shard'", "shard is '2'"},
    {"UPDATE tournament SET value = '0' WHERE key = 'games_per_match'", "games_per_match is"},
    {"UPDATE tournament SET value = '7' WHERE key = 'games_per_match'", "a match has 7 games"},
    {"UPDATE tournament SET value = '99999999999999999999' WHERE key = 'matches'",
     "matches is '99999999999999999999'"},
    {"UPDATE tournament SET value = '-1' WHERE key = 'matches'", "matches is '-1'"},
    {"UPDATE tournament SET value = '' WHERE key = 'matches'", "matches is ''"},
    {"UPDATE tournament SET value = '1 x' WHERE key = 'points'",
     "points is '1 x', not numbers from"},
    {"UPDATE tournament SET value = 'maybe' WHERE key = 'match_decides'", "match_decides is"},
    {"UPDATE tournament SET value = '1,2,3' WHERE key = 'sprt'", "sprt is '1,2,3'"},
    {"DELETE FROM tournament WHERE key = 'settings'", "the value of settings is missing"},
    {"UPDATE games SET record = NULL", "record is empty"},
    {"UPDATE faults SET fault = 'x' WHERE game = 1", "game 2, a fault: fault is 'x'"},
    {"UPDATE faults SET turn = -1", "game 1, a fault: turn is '-1'"},
    {"UPDATE tournament SET value = '-1' WHERE key = 'seed'", "seed is '-1'"},
    {"UPDATE machines SET cores = -1", "the table machines: cores is '-1'"},
    {"ALTER TABLE seats RENAME COLUMN rank TO place", "no such column: s.rank"},
    {"DROP TABLE machines", "no such table: machines"},
};

} // namespace

TEST_CASE("a database that was damaged is one error that says what is wrong", "[database]") {
    for (const Damage& damage : damages) {
        const tests::TemporaryFolder folder(true);
        const std::string path = folder / "results.sqlite";
        store_tournament(path, 4);
        REQUIRE(report_on(path) == "fine");
        edit_database(path, damage.sql);
        INFO(damage.sql);
        const std::string report = report_on(path);
        CHECK(report.starts_with(path + ": "));
        CHECK_THAT(report, ContainsSubstring(damage.message));
        CHECK_THAT(report, ContainsSubstring("the database is damaged: restore it from a copy"));
        CHECK(merge_of(folder / "merged.sqlite", path) == report);
    }
}

TEST_CASE("an error of SQLite that quotes the database is one line", "[database]") {
    const tests::TemporaryFolder folder(true);
    const std::string path = folder / "results.sqlite";
    store_tournament(path, 1);
    edit_database(
        path, "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE TABLE games (a, "
              "b' || char(10) || 'c d e (' WHERE name = 'games'");
    const std::string report = report_on(path);
    INFO(report);
    CHECK_THAT(report, ContainsSubstring("it can't be read as a database"));
    CHECK(report.find('\n') == std::string::npos);
}

TEST_CASE("a database of another kind or version isn't read", "[database]") {
    const tests::TemporaryFolder folder(true);
    const std::string path = folder / "results.sqlite";
    store_tournament(path, 1);
    edit_database(path, "PRAGMA user_version = 99");
    CHECK_THAT(report_on(path), ContainsSubstring("created by another version of the referee"));
    edit_database(path, "PRAGMA application_id = 99");
    CHECK_THAT(report_on(path), ContainsSubstring("not a database of a tournament"));
    for (const std::string& text : {std::string(), std::string("text\n"), std::string(5000, 'x')}) {
        tests::write_file(path, text);
        CHECK(report_on(path).starts_with(path + ": "));
    }
}

TEST_CASE(
    "a database whose end is missing or whose pages are overwritten is an error", "[database]") {
    const tests::TemporaryFolder folder(true);
    const std::string path = folder / "results.sqlite";
    store_tournament(path, 4);
    const std::string whole = tests::read_file(path);
    int errors = 0;
    for (std::size_t at = 100; at < whole.size(); at += 1024) {
        INFO(at);
        std::string text = whole;
        text.replace(at, 512, 512, '\xff');
        for (const std::string& damaged : {whole.substr(0, at), text}) {
            tests::write_file(path, damaged);
            const std::string report = report_on(path);
            errors += report == "fine" ? 0 : 1; // free room and indexes may be missing
            CHECK((report == "fine" || report.starts_with(path + ": ")));
        }
    }
    CHECK(errors > 10);
}

TEST_CASE(
    "a plan of a trillion games doesn't keep a merge from telling what is missing", "[database]") {
    const tests::TemporaryFolder folder(true);
    const std::string path = folder / "results.sqlite";
    store_tournament(path, 2);
    edit_database(path, "UPDATE tournament SET value = '500000000000' WHERE key = 'matches'");
    const MergeResult result = merge_shards(folder / "merged.sqlite", {path});
    CHECK(
        result.missing ==
        std::vector<std::string>{"shard 1/1: 999999999996 games, the first is game 5"});
}

TEST_CASE("a merge names the first missing game of each shard", "[database]") {
    const tests::TemporaryFolder folder(true);
    const std::string path = folder / "results.sqlite";
    store_tournament(path, 9);
    edit_database(
        path,
        "UPDATE tournament SET value = '2' WHERE key IN ('shards', 'shard');"
        "DELETE FROM seats WHERE game IN (2, 9, 13); DELETE FROM games WHERE id IN (2, 9, 13)");
    const MergeResult result = merge_shards(folder / "merged.sqlite", {path});
    CHECK(result.games == 15);
    CHECK(
        result.missing ==
        std::vector<std::string>{
            "shard 2/2: 2 games, the first is game 10", "shard 1/2: 1 games, the first is game 3"});
}

TEST_CASE("the time at which a game had finished is a text", "[database]") {
    const tests::TemporaryFolder folder(true);
    const std::string path = folder / "results.sqlite";
    store_tournament(path, 4);
    edit_database(path, "UPDATE games SET finished = x'05'");
    CHECK_THAT(report_on(path), ContainsSubstring("min(finished) is"));
}
