// Databases that an older version has written: version-0.1.0.sqlite is one of 0.1.0, a double match
// of two scripts on one field of gems. It is never made anew: each later version must open it.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/stored_tournament.hpp"

#include "tournament/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <filesystem>
#include <nlohmann/json.hpp>

using namespace referee;
using nlohmann::json;
using tests::edit_database;
using tests::Output;
using tests::run;
using tests::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

/// A folder with the old database, its two AIs and its field, byte for byte as they were.
class OldTournament {
  public:
    OldTournament() {
        fs::copy_file(
            tests::source_folder() + "/tests/tournament/store/version-0.1.0.sqlite", database());
        fs::permissions(database(), fs::perms::owner_read | fs::perms::owner_write);
        tests::write_script(folder_ / "silent", "#!/bin/sh\nexit 0\n");
        tests::write_script(folder_ / "exits", "#!/bin/sh\nexit 3\n");
        const Output made =
            run({tests::referee_path(), "create", folder_ / "field.dat", "--seed", "7"});
        REQUIRE(made.status == 0);
    }

    std::string database() const { return folder_ / "cup.sqlite"; }

    json report() const {
        const Output report = run({tests::referee_path(), "report", database(), "--json"});
        INFO(report.err);
        REQUIRE(report.status == 0);
        return json::parse(report.out);
    }

    /// Resumes the tournament, with one more AI.
    Output grow() const {
        tests::write_script(folder_ / "third", "#!/bin/sh\nexit 4\n");
        return run(
            {tests::referee_path(), "tournament", "--fields", folder_ / "field.dat", "--ai",
             folder_ / "silent", "--ai", folder_ / "exits", "--ai", folder_ / "third", "--db",
             database()});
    }

  private:
    TemporaryFolder folder_{true};
};

std::vector<std::string> columns_of_seats(const std::string& path) {
    SQLite::Database database(path);
    SQLite::Statement info(database, "SELECT name FROM pragma_table_info('seats')");
    std::vector<std::string> names;
    while (info.executeStep()) {
        names.push_back(info.getColumn(0).getString());
    }
    return names;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

TEST_CASE("a database of 0.1.0 is reported, and grows", "[tournament][database][slow]") {
    const OldTournament old;
    CHECK(old.report()["games"] == 2);
    const Output grown = old.grow();
    INFO(grown.err);
    REQUIRE(grown.status == 0);
    CHECK(old.report()["games"] == 6);
}

TEST_CASE("a measurement that an older version lacks isn't measured", "[tournament][database]") {
    const OldTournament old;
    edit_database(old.database(), "ALTER TABLE seats DROP COLUMN starved");
    const json report = old.report();
    for (const json& row : report.at("standings")) {
        CHECK(row.at("starved").is_null());
        CHECK(row.at("moves").is_number());
    }
    const Output text = run({tests::referee_path(), "report", old.database()});
    CHECK(text.status == 0);
    CHECK_FALSE(has(columns_of_seats(old.database()), "starved")); // reading changes nothing
}

TEST_CASE(
    "a fault that an older version doesn't know was never counted", "[tournament][database]") {
    const OldTournament old;
    edit_database(old.database(), "ALTER TABLE seats DROP COLUMN crash");
    const json report = old.report();
    for (const json& row : report.at("standings")) {
        CHECK(row.at("faults").at("crash") == 0);
    }
}

TEST_CASE(
    "a tournament that is resumed gets the columns that its database lacks",
    "[tournament][database][slow]") {
    const OldTournament old;
    edit_database(
        old.database(),
        "ALTER TABLE seats DROP COLUMN starved; ALTER TABLE seats DROP COLUMN crash");
    const Output grown = old.grow();
    INFO(grown.err);
    REQUIRE(grown.status == 0);
    CHECK(has(columns_of_seats(old.database()), "starved"));
    CHECK(has(columns_of_seats(old.database()), "crash"));
    const json report = old.report();
    for (const json& row : report.at("standings")) {
        // The third AI has only new games; the sums of the others lack two games.
        CHECK(row.at("starved").is_null() == (row.at("name") != "third"));
    }
}

TEST_CASE(
    "a database without a column that every version has is damaged", "[tournament][database]") {
    const OldTournament old;
    edit_database(old.database(), "ALTER TABLE seats DROP COLUMN score");
    const Output report = run({tests::referee_path(), "report", old.database()});
    CHECK(report.status == 2);
    CHECK_THAT(report.err, ContainsSubstring("the database is damaged"));
}

TEST_CASE("a key of the head that every version has may not be missing", "[tournament][database]") {
    const OldTournament old;
    edit_database(old.database(), "DELETE FROM tournament WHERE key = 'top'");
    const Output report = run({tests::referee_path(), "report", old.database()});
    CHECK(report.status == 2);
    CHECK_THAT(report.err, ContainsSubstring("the value of top is missing"));
}

TEST_CASE(
    "a database without marks on command lines has none, and gets them when it is resumed",
    "[tournament][database][slow]") {
    const OldTournament old;
    const auto marks = [&] {
        SQLite::Database database(old.database());
        return database
            .execAndGet("SELECT count(*) FROM pragma_table_info('ais') WHERE name = 'command_line'")
            .getInt();
    };
    if (marks() > 0) {
        edit_database(old.database(), "ALTER TABLE ais DROP COLUMN command_line");
    }
    CHECK(old.report()["games"] == 2);
    CHECK(marks() == 0);
    const Output grown = old.grow();
    INFO(grown.err);
    REQUIRE(grown.status == 0);
    CHECK(marks() == 1);
}
