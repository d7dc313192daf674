// The columns of the tables: the same figures under the same names in every output.

#include "tournament/report/csv.hpp"
#include "tournament/report/figures.hpp"

#include "support/stored/stored_tournament.hpp"
#include "tournament/arena.hpp"
#include "tournament/store/store.hpp"

#include <cmath>
#include <map>
#include <sstream>

using namespace referee;
using namespace tournament_tests;

namespace {

using nlohmann::json;

/// A tournament whose points differ from the shares of the games: drawn games and a second place
/// are worth something.
const Arena& played_arena() {
    static const Arena arena(6, 4);
    static const bool is_played = [] {
        const Output played = run(arena.command("db.sqlite", {"--points", "3,1"}));
        INFO(played.err);
        REQUIRE(played.status == 0);
        REQUIRE(run({program(), "site", arena / "db.sqlite", arena / "site"}).status == 0);
        return true;
    }();
    REQUIRE(is_played);
    return arena;
}

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells(1);
    bool is_quoted = false;
    for (const char c : line) {
        is_quoted = c == '"' ? !is_quoted : is_quoted;
        if (c == ',' && !is_quoted) {
            cells.emplace_back();
        } else if (c != '"' && c != '\r') {
            cells.back() += c;
        }
    }
    return cells;
}

/// The rows of a CSV text, by column. No cell has quotes or line ends.
std::vector<std::map<std::string, std::string>> rows_of(const std::string& csv) {
    std::istringstream lines(csv);
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> header = cells_of(line);
    std::vector<std::map<std::string, std::string>> rows;
    while (std::getline(lines, line)) {
        const std::vector<std::string> cells = cells_of(line);
        for (std::size_t i = 0; i < header.size(); ++i) {
            rows.resize(rows.size() + (i == 0 ? 1 : 0));
            rows.back()[header[i]] = i < cells.size() ? cells[i] : "";
        }
    }
    return rows;
}

/// True if a cell of CSV has this value; there numbers are rounded.
bool is_cell_of(const json& value, const std::string& cell) {
    if (value.is_number_float()) {
        return std::abs(std::stod(cell) - value.get<double>()) < 1e-4;
    }
    return cell == (value.is_null()     ? ""
                    : value.is_string() ? value.get<std::string>()
                                        : value.dump());
}

json report_of(const Arena& arena) {
    const Output report = run({program(), "report", arena / "db.sqlite", "--json"});
    REQUIRE(report.status == 0);
    return json::parse(report.out);
}

} // namespace

TEST_CASE("report and site have the same figures under the same keys", "[tournament][report]") {
    const Arena& arena = played_arena();
    const json report = report_of(arena);
    const json site = json::parse(read_file(arena / "site/standings.json"));
    REQUIRE(report["standings"].size() == 3);
    REQUIRE(site["standings"].size() == 3);
    CHECK(site["games"] == report["games"]);
    for (std::size_t row = 0; row < 3; ++row) {
        const json& expected = report["standings"][row];
        const json& found = site["standings"][row];
        for (const auto& [key, value] : expected.items()) {
            INFO(expected["name"] << ": " << key);
            REQUIRE(found.contains(key));
            CHECK(found[key] == value);
        }
        for (const char* const key : {"entry", "version", "sha256", "baseline", "state"}) {
            CHECK(found.contains(key));
        }
        CHECK(found.size() == expected.size() + 5);
    }
    // Else the points could be the shares.
    CHECK(report["standings"][0]["points"] != report["standings"][0]["share"]);
}

TEST_CASE("report and CSV have the same figures under the same names", "[tournament][report]") {
    const Arena& arena = played_arena();
    const json report = report_of(arena);
    const Output csv = run({program(), "report", arena / "db.sqlite", "--table", "standings"});
    REQUIRE(csv.status == 0);
    auto rows = rows_of(csv.out);
    REQUIRE(rows.size() == 3);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        std::size_t columns = 0;
        for (const auto& [key, value] : report["standings"][row].items()) {
            const json parts = value.is_object() ? value : json{{"", value}};
            for (const auto& [part, figure] : parts.items()) {
                const std::string column = part.empty() ? key : key + "_" + part;
                INFO(rows[row]["name"] << ": " << column);
                REQUIRE(rows[row].contains(column));
                INFO(rows[row][column] << " for " << figure.dump());
                CHECK(is_cell_of(figure, rows[row][column]));
                ++columns;
            }
        }
        CHECK(rows[row].size() == columns);
    }
}

TEST_CASE("the games of a site sum to its standings", "[tournament][report]") {
    const Arena& arena = played_arena();
    const json site = json::parse(read_file(arena / "site/standings.json"));
    auto games = rows_of(read_file(arena / "site/games.csv"));
    for (const json& row : site["standings"]) {
        double points = 0;
        double share = 0;
        double score = 0;
        std::int64_t moves = 0;
        std::int64_t count = 0;
        for (auto& game : games) {
            if (game["ai"] == row["name"].get<std::string>()) {
                points += std::stod(game["points"]);
                share += std::stod(game["share"]);
                score += std::stod(game["score"]);
                moves += std::stoll(game["moves"]);
                ++count;
            }
        }
        INFO(row["name"]);
        CHECK(row["points"].get<double>() == Approx(points));
        CHECK(row["share"].get<double>() == Approx(share));
        CHECK(row["score"].get<double>() == Approx(score));
        CHECK(row["moves"] == moves);
        CHECK(row["games"] == count);
    }
}

TEST_CASE("text, the report's page and a site show the same figures", "[tournament][report]") {
    const Arena& arena = played_arena();
    const json report = report_of(arena);
    const Store store(arena / "db.sqlite", Store::Access::read);
    const TournamentSummary summary = read_summary(store, {});
    const ReportTable standings = table_of("standings", "", ai_figures(summary), summary.standings);
    const std::string site = read_file(arena / "site/index.html");
    const auto has = [&](const std::string& heading) {
        return std::count(standings.header.begin(), standings.header.end(), heading) == 1;
    };
    const auto column = [&](const std::string& heading) {
        const auto at = std::find(standings.header.begin(), standings.header.end(), heading);
        REQUIRE(at != standings.header.end());
        return static_cast<std::size_t>(at - standings.header.begin());
    };
    const bool has_faults =
        std::any_of(summary.standings.begin(), summary.standings.end(), [](const AiRow& row) {
            return row.fault_count() > 0;
        });
    CHECK(has("faults") == has_faults); // a column of zeros tells nothing
    for (std::size_t row = 0; row < 3; ++row) {
        const json& expected = report["standings"][row];
        CHECK(standings.rows[row][column("AI")] == expected["name"].get<std::string>());
        CHECK(standings.rows[row][column("rank")] == expected["rank"].dump());
        CHECK(std::stod(standings.rows[row][column("points")]) == expected["points"]);
        CHECK(standings.rows[row][column("games")] == expected["games"].dump());
        const double rate = expected["share"].get<double>() / expected["games"].get<double>();
        CHECK_THAT(
            site, ContainsSubstring(fmt::format(
                      "<td>{}</td><td>{:.1f}</td>{}</tr>", expected["games"].dump(), 100 * rate,
                      has_faults ? "<td>" + standings.rows[row][column("faults")] + "</td>" : "")));
    }
    const Output text = run({program(), "report", arena / "db.sqlite"});
    CHECK_THAT(text.out, ContainsSubstring(aligned(standings)));
}

TEST_CASE("columns that tell nothing are left out, and others say what is missing", "[report]") {
    const auto figure = [](const char* key, std::vector<std::string> cells, const char* missing) {
        Figure<int> made{key, key, in_table, "meaning", {}};
        made.printed.cell = [cells](int row) { return cells[static_cast<std::size_t>(row)]; };
        made.missing = missing;
        return made;
    };
    const Figures<int> figures{
        figure("games", {"0", "0"}, ""),        figure("zeros", {"0", "0.00"}, ""),
        figure("nothing", {"–", "–"}, "why"),   figure("empty", {"", ""}, ""),
        figure("some", {"–", "3"}, "none yet"), figure("one", {"0", "1"}, "")};
    const ReportTable table = table_of<int>("table", "", figures, {0, 1});
    CHECK(table.header == std::vector<std::string>{"games", "some", "one"});
    CHECK(table.meanings == std::vector<std::string>(3, "meaning"));
    CHECK(table.rows[0] == std::vector<std::string>{"0", "–", "0"});
    CHECK(table.note == "– in \"some\": none yet.");
}

TEST_CASE("a running tournament's page has the keys of the report", "[report]") {
    ProgressView view;
    view.done = 4;
    view.planned = 8;
    view.standings = {{1, 2.5, 7, 3}, {0, 0.5, 1, 3}};
    const json progress = json::parse(live_progress(view, {"a", "b"}, 1000));
    CHECK(progress["ais"] == json::parse(R"([{"name": "b", "games": 3, "share": 2.5, "points": 7.0},
                        {"name": "a", "games": 3, "share": 0.5, "points": 1.0}])"));
    CHECK(progress["left_out"] == 0);
    const json cut = json::parse(live_progress(view, {"a", "b"}, 260));
    CHECK(cut["ais"].size() == 1);
    CHECK(cut["left_out"] == 1);
}

TEST_CASE("a column can stand elsewhere in text than in JSON", "[report]") {
    const auto figure = [](const char* key, const char* before) {
        return Figure<int>{
            key,
            key,
            in_table,
            "",
            {[](int row) { return std::to_string(row); }, [](int row) { return Json(row); }},
            before};
    };
    const Figures<int> figures{figure("a", ""), figure("b", "a"), figure("c", "e"),
                               figure("d", ""), figure("e", ""),  figure("f", "missing")};
    std::string order;
    for (const Figure<int>& column : columns_of(figures, in_table)) {
        order += column.key;
    }
    CHECK(order == "badcef");
    CHECK(columns_of(figures, in_site).empty());
    CHECK(object_of(figures, 1).dump() == R"({"a":1,"b":1,"c":1,"d":1,"e":1,"f":1})");
}

TEST_CASE("the page on tournaments explains every column", "[report]") {
    const std::string page = read_file(tests::source_folder() + "/referee/tournament/README.md");
    TournamentSummary summary;
    summary.names = {"A", "B"};
    summary.meetings = Meetings(2);
    summary.verdict.emplace().race.emplace();
    std::string missing;
    const auto look = [&](const auto& figures) {
        for (const auto& figure : figures) {
            if (figure.key.empty()) {
                continue;
            }
            const bool is_measurement = std::any_of(
                measurements.begin(), measurements.end(),
                [&](const Measurement& measurement) { return measurement.name == figure.key; });
            const bool is_fault = named<Fault>(figure.key).has_value();
            const std::string row = fmt::format("`{}` | {} |\n", figure.key, figure.meaning);
            missing += is_measurement || is_fault || page.find(row) != std::string::npos ? "" : row;
        }
    };
    look(ai_figures(summary));
    look(win_rate_figures(summary));
    look(seat_figures());
    look(pair_figures(summary));
    look(difference_figures(summary));
    look(contest_figures(summary));
    look(game_figures());
    INFO("rows that referee/tournament/README.md, \"Columns of the exports\", must have:");
    CHECK(missing == "");
}

TEST_CASE("a text that a spreadsheet would calculate has an apostrophe before it", "[report]") {
    CHECK(csv_text_cell("=1+1") == "'=1+1");
    CHECK(csv_text_cell("+1") == "'+1");
    CHECK(csv_text_cell("-2+3") == "'-2+3");
    CHECK(csv_text_cell("@x") == "'@x");
    CHECK(csv_text_cell("\tx") == "'\tx");
    CHECK(csv_text_cell("\rx") == "'\\x0dx");
    CHECK(csv_text_cell("=a,\"b\"") == "\"'=a,\"\"b\"\"\"");
    CHECK(csv_text_cell("a=1") == "a=1");
    CHECK(csv_text_cell("") == "");
    CHECK(csv_cell("-12.5") == "-12.5"); // a number stays one
}

TEST_CASE("AIs whose names are formulas are text in every CSV", "[tournament][report]") {
    const Arena arena(2, 4);
    const std::vector<std::string> names{"=HYPERLINK(\"http://x\")", "+1", "@x", "-2+3"};
    std::vector<std::string> command{program(),      "tournament",
                                     "--fields",     arena / "fields",
                                     "--db",         arena / "db.sqlite",
                                     "--work",       arena / "work",
                                     "--time-limit", "60s",
                                     "--csv",        arena / "csv",
                                     "--games",      arena / "games.csv"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string folder = arena / ("ai" + std::to_string(i));
        fs::create_directory(folder);
        fs::copy(i == 0 ? built("trivial-ai") : gems_ai("reference-c"), folder + "/player");
        write_file(folder + "/ai.ini", "name = " + names[i] + "\ncommand = player\n");
        command.insert(command.end(), {"--ai", folder});
    }
    const Output played = run(command);
    INFO(played.err);
    REQUIRE(played.status == 0);
    REQUIRE(run({program(), "site", arena / "db.sqlite", arena / "site"}).status == 0);
    std::vector<std::string> files{arena / "games.csv", arena / "site/games.csv"};
    for (const auto& table : fs::directory_iterator(arena / "csv")) {
        files.push_back(table.path().string());
    }
    CHECK(files.size() >= 6);
    for (const std::string& file : files) {
        INFO(file);
        const std::string csv = read_file(file);
        for (const std::string& name : {std::string("=HYPERLINK"), names[1], names[2], names[3]}) {
            for (const char* const before : {",", "\n", ",\"", "\n\""}) {
                CHECK(csv.find(before + name + (name[0] == '=' ? "(" : ",")) == std::string::npos);
            }
        }
        if (file.find("by_seat") == std::string::npos) {
            CHECK_THAT(csv, ContainsSubstring("\"'=HYPERLINK(\"\"http://x\"\")\""));
            // The others have made no fault.
            CHECK((csv.find("'+1,") != std::string::npos || file.ends_with("faults.csv")));
        }
    }
    // Only texts: a number stays one.
    tests::edit_database(arena / "db.sqlite", "UPDATE seats SET score = -2.5");
    const Output again = run({program(), "report", arena / "db.sqlite", "--table", "standings"});
    for (auto& row : rows_of(again.out)) {
        CHECK(std::stod(row["score"]) == -2.5 * std::stod(row["games"]));
    }
    const Output games =
        run({program(), "report", arena / "db.sqlite", "--games", arena / "again.csv"});
    REQUIRE(games.status == 0);
    CHECK_THAT(read_file(arena / "again.csv"), ContainsSubstring(",1,-2.5,"));
}
