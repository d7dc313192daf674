// Texts that strangers have written leave the program without what a terminal obeys and without
// what can't be seen: names, reasons, outputs of programs.

#include "pages/html.hpp"
#include "pages/page.hpp"
#include "pages/report/report.hpp"
#include "pages/site/site.hpp"
#include "season/entries/versions.hpp"
#include "season/marks.hpp"
#include "season/notes.hpp"
#include "season/queue.hpp"
#include "support/catch.hpp"
#include "support/hostile_text.hpp"
#include "support/run.hpp"
#include "support/stored/stored_tournament.hpp"
#include "tournament/report/context.hpp"
#include "tournament/report/csv.hpp"
#include "tournament/report/exports.hpp"
#include "tournament/report/summary.hpp"
#include "tournament/report/text.hpp"
#include "tournament/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace referee;
using tests::hostile_text;
using tests::raw_in;

namespace {

namespace fs = std::filesystem;

/// A tournament whose every text from outside is hostile.
std::string stored_tournament(const tests::TemporaryFolder& folder) {
    std::string path = folder / "db.sqlite";
    tests::store_tournament(path, 9);
    std::string sql;
    for (const auto& [table, column] : std::vector<std::pair<std::string, std::string>>{
             {"ais", "name"},
             {"fields", "name"},
             {"machines", "processor"},
             {"games", "reason"},
             {"faults", "reason"},
             {"faults", "printed"}}) {
        sql +=
            "UPDATE " + table + " SET " + column + " = " + column + " || '" + hostile_text + "';";
    }
    tests::edit_database(path, sql);
    return path;
}

/// The same games as a season's. The last AI is a baseline, whose name is the organiser's.
std::string stored_season(const tests::TemporaryFolder& folder) {
    const Store games(stored_tournament(folder), Store::Access::read);
    StoredTournament head = games.tournament();
    head.format = season_format;
    std::string path = folder / "season.sqlite";
    Store season(path, head, {}, games.fields());
    for (std::size_t i = 0; i < games.ais().size(); ++i) {
        const bool is_baseline = i + 1 == games.ais().size();
        const StoredVersion version{
            fmt::format("entry{}{}", i, is_baseline ? hostile_text : ""),
            "1",
            std::string(64, 'a'),
            is_baseline,
            StoredVersion::Status::accepted,
            -1,
            "built:\n" + hostile_text + "\nwarning: " + hostile_text};
        season.add_version(version, &games.ais()[i]);
    }
    games.for_each([&](GameOutcome game) {
        game.faults = games.details_of_game(game.index);
        season.add(game);
    });
    return path;
}

} // namespace

TEST_CASE("HTML shows what a terminal would obey, and keeps lines", "[text][view]") {
    CHECK(raw_in(escaped(hostile_text)).empty());
    CHECK(escaped("a\x1b<\n\tb") == "a\\x1b&lt;\n\tb");
    // What is written from right to left turns nothing around it.
    CHECK(escaped("שחקן, لاعب ב and c") == "\u2068שחקן\u2069, \u2068لاعب ב\u2069 and c");
    CHECK(escaped("b2: לא1.") == "b2: \u2068לא1\u2069.");
    CHECK(escaped_lines("שחקן\n") == "שחקן\n");
    CHECK(raw_in(page_of(hostile_text, "gems", "", PageKind::file)).empty());
    CHECK(raw_in(match_element("{\"name\": \"\u202e\u009b\"}")).empty());
}

TEST_CASE("tables, reports and exports hold no hostile text as it is", "[text][tournament]") {
    const tests::TemporaryFolder folder;
    const Store store(stored_tournament(folder), Store::Access::read);
    const TournamentSummary summary = read_summary(store, {});
    const Context context = read_context(store, hostile_text);
    CHECK(raw_in(tables_text(summary)).empty());
    CHECK(raw_in(head_text(context) + faults_text(context)).empty());
    CHECK(raw_in(tables_json(summary, &context)).empty());
    for (const CsvTable& table : csv_tables(summary, context)) {
        CAPTURE(table.name);
        CHECK(raw_in(table.text()).empty());
    }
    CHECK(raw_in(report_html(summary, context, folder / "report.html")).empty());
    std::ostringstream games;
    write_games_csv(store, games);
    CHECK(raw_in(games.str()).empty());
    std::ostringstream pgn;
    write_pgn(store, hostile_text, pgn);
    CHECK(raw_in(pgn.str()).empty());
    CHECK_THAT(games.str(), ContainsSubstring("\\x1b[31m")); // it is there, made visible
}

TEST_CASE("a site's files and names hold no hostile text as it is", "[text][season]") {
    const tests::TemporaryFolder folder;
    const Store store(stored_season(folder), Store::Access::read);
    SiteConfig config{folder / "site", "Cup " + hostile_text};
    config.publishes_errors = true;
    write_site(store, config);
    int pages = 0;
    for (const auto& entry : fs::recursive_directory_iterator(config.folder)) {
        // The pixels of a picture may be any bytes.
        const std::string kind = entry.path().extension();
        const bool is_ours = kind == ".css" || kind == ".js" || kind == ".png";
        if (entry.is_regular_file() && !is_ours) {
            CAPTURE(entry.path().string());
            CHECK(raw_in(tests::read_file(entry.path())).empty());
            CHECK(raw_in(entry.path().string()).empty());
            ++pages;
        }
    }
    CHECK(pages > 5);
}

TEST_CASE("notes and marks hold no hostile text as it is", "[text][season]") {
    const tests::TemporaryFolder folder;
    const Store store(stored_season(folder), Store::Access::read);
    write_all_notes(folder / "notes", store, FaultStreaks(5), Queue({}));
    for (const char* const name : {"entry0", "entry1"}) {
        const std::string note =
            tests::read_file(folder / ("notes/" + std::string(name) + "/1.txt"));
        CAPTURE(note);
        CHECK(raw_in(note).empty());
        CHECK_THAT(note, ContainsSubstring("built:\nx\\x1b[31m"));
        CHECK_THAT(note, ContainsSubstring("Faults, the first"));
    }
    CHECK(raw_in(marks_csv(read_marks(store, 3, 5), store)).empty());
}

namespace {

/// "TABLE.COLUMN" of every text of a database.
std::vector<std::pair<std::string, std::string>> texts_of(const std::string& path) {
    const SQLite::Database database(path, SQLite::OPEN_READONLY);
    SQLite::Statement select(
        database, "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
                  "WHERE m.type = 'table' AND c.type LIKE 'TEXT%'");
    std::vector<std::pair<std::string, std::string>> texts;
    while (select.executeStep()) {
        texts.emplace_back(select.getColumn(0).getString(), select.getColumn(1).getString());
    }
    return texts;
}

/// Everything that the program prints and writes of a database, by its kind.
std::map<std::string, std::string> outputs_of(const std::string& database) {
    std::map<std::string, std::string> all;
    const std::vector<std::vector<std::string>> commands{
        {"report", database},
        {"report", database, "--json"},
        {"report", database, "--html", "report.html", "--games", "games.csv", "--pgn", "games.pgn",
         "--csv", "tables", "--force"},
        {"report", database, "--table", "standings"},
        {"report", database, "--table", "seats"},
        {"merge", "merged.sqlite", database},
        {"site", database, "--out", "site", "--errors", "--force"},
        {"site", database, "--out", "site", "--errors", "--force", "--json"}};
    const tests::TemporaryFolder folder;
    for (const std::vector<std::string>& words : commands) {
        std::vector<std::string> command{tests::referee_path()};
        command.insert(command.end(), words.begin(), words.end());
        const tests::Output output = tests::run(command, folder.path());
        const std::string name = fmt::format("{}", fmt::join(words, " "));
        all[name + ", printed"] = output.out;
        all[name + ", errors"] = output.err;
        // JSON remains JSON.
        if (words.back() == "--json" && output.status == 0) {
            CHECK(nlohmann::json::accept(output.out));
        }
    }
    for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
        const std::string kind = entry.path().extension();
        if (entry.is_regular_file() && kind != ".png" && kind != ".sqlite" && kind != ".js") {
            all[entry.path().lexically_relative(folder.path()).string()] =
                tests::read_file(entry.path());
        }
    }
    return all;
}

} // namespace

TEST_CASE(
    "no text of a database leaves the program as it is, in no format", "[text][database][slow]") {
    const tests::TemporaryFolder folder;
    const std::string clean = folder / "clean.sqlite";
    tests::store_tournament(clean, 9);
    const auto texts = texts_of(clean);
    REQUIRE(texts.size() > 15);
    std::vector<std::pair<std::string, std::string>> edits;
    for (const auto& [table, column] : texts) {
        if (table != "tournament") {
            edits.emplace_back(
                table + "." + column,
                fmt::format("UPDATE {0} SET {1} = {1} || '{2}'", table, column, hostile_text));
        }
    }
    const SQLite::Database database(clean, SQLite::OPEN_READONLY);
    SQLite::Statement keys(database, "SELECT key FROM tournament");
    while (keys.executeStep()) {
        const std::string key = keys.getColumn(0).getString();
        edits.emplace_back(
            "tournament." + key,
            fmt::format(
                "UPDATE tournament SET value = value || '{}' WHERE key = '{}'", hostile_text, key));
    }
    int shown = 0;
    for (const auto& [place, sql] : edits) {
        const std::string path = folder / "hostile.sqlite";
        fs::copy_file(clean, path, fs::copy_options::overwrite_existing);
        tests::edit_database(path, sql);
        for (const auto& [what, text] : outputs_of(path)) {
            CAPTURE(place, what);
            CHECK(raw_in(text).empty());
            shown += text.find("x\\x1b[31m") != std::string::npos ? 1 : 0;
        }
    }
    CHECK(shown > 20); // they are there, made visible
}
