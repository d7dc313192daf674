// What a tournament tells: its report for people and its exports for other programs.

#include "tournament/arena.hpp"

#include "version.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

using namespace tournament_tests;

namespace {

/// A tournament of an AI that is faulty in each game against one that isn't.
class FaultyArena : public Arena {
  public:
    explicit FaultyArena(int fields) : Arena(fields) {
        fs::create_directories(*this / "my records");
        tests::write_script(
            *this / "broken", "#!/bin/sh\necho 'cannot read <state> & \"board\"' >&2\nexit 3\n");
        const Output played = run(
            {program(), "tournament", "--fields", *this / "fields", "--db", *this / "db.sqlite",
             "--ai", "broken, \"quoted\" & <b>=" + (*this / "broken"), "--ai",
             gems_ai("reference-c"), "--work", *this / "work", "--records", *this / "my records",
             "--time-limit", "7s"});
        INFO(played.err);
        REQUIRE(played.status == 0);
    }

    Output report(const std::vector<std::string>& more) const {
        std::vector<std::string> words{program(), "report", *this / "db.sqlite"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    }
};

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        lines.push_back(line);
    }
    return lines;
}

/// The cells of a line of CSV (RFC 4180, without line ends in cells).
std::vector<std::string> cells_of_row(const std::string& line) {
    std::vector<std::string> cells(1);
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' && is_quoted && i + 1 < line.size() && line[i + 1] == '"') {
            cells.back() += line[++i];
        } else if (line[i] == '"') {
            is_quoted = !is_quoted;
        } else if (line[i] == ',' && !is_quoted) {
            cells.emplace_back();
        } else {
            cells.back() += line[i];
        }
    }
    return cells;
}

std::vector<std::map<std::string, std::string>> rows_of_csv(const std::string& csv) {
    const std::vector<std::string> lines = lines_of(csv);
    const std::vector<std::string> header = cells_of_row(lines.at(0));
    std::vector<std::map<std::string, std::string>> rows;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::vector<std::string> cells = cells_of_row(lines[i]);
        REQUIRE(cells.size() == header.size());
        for (std::size_t column = 0; column < cells.size(); ++column) {
            if (column == 0) {
                rows.emplace_back();
            }
            rows.back()[header[column]] = cells[column];
        }
    }
    return rows;
}

bool is_number(const std::string& text) {
    return std::regex_match(text, std::regex("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?"));
}

} // namespace

TEST_CASE(
    "A report says when, where and how it was played, and who was faulty", "[tournament][slow]") {
    FaultyArena arena(2);
    const Output report = arena.report({"--title", "Cup of <2026>"});
    REQUIRE(report.status == 0);
    CHECK_THAT(report.out, StartsWith("Cup of <2026>\nplayed 20"));
    CHECK_THAT(report.out, ContainsSubstring("limits: time limit 7s"));
    CHECK_THAT(report.out, ContainsSubstring("machine: "));
    CHECK_THAT(report.out, ContainsSubstring(std::string("\nreferee ") + referee::version + "\n"));
    CHECK_THAT(report.out, ContainsSubstring("exit in 4 games"));
    CHECK_THAT(report.out, ContainsSubstring("turn 0, seat 1: "));
    CHECK_THAT(report.out, ContainsSubstring("    | cannot read <state> & \"board\""));

    const auto json = nlohmann::json::parse(arena.report({"--json"}).out);
    REQUIRE(json["fault_details"].size() == 3); // the first three of a kind
    CHECK(json["fault_details"][0]["stderr"] == "cannot read <state> & \"board\"\n");
    CHECK(json["fault_details"][0]["games"] == 4);
    CHECK(json["played"]["machines"].size() == 1);
}

TEST_CASE("A page shows faults, escapes what AIs say, and links to records", "[tournament][slow]") {
    FaultyArena arena(2);
    // The folders of the page, of the database and of the records are three.
    const std::string path = arena / "pages/new/page.html";
    REQUIRE(arena.report({"--html", path, "--title", "Cup & <b>"}).status == 0);
    const std::string page = read_file(path);
    CHECK_THAT(page, ContainsSubstring("<h1>Cup &amp; &lt;b&gt;</h1>"));
    CHECK_THAT(page, ContainsSubstring("cannot read &lt;state&gt; &amp; &quot;board&quot;"));
    CHECK_THAT(page, ContainsSubstring("title=\"broken, &quot;quoted&quot; &amp; &lt;b&gt;\""));
    // One script, which finds rows, and a policy that lets no other run.
    CHECK(page.find("<script") == page.rfind("<script"));
    CHECK_THAT(page, ContainsSubstring("default-src 'none'"));
    CHECK_THAT(page, ContainsSubstring("script-src 'sha256-"));
    CHECK_THAT(page, ContainsSubstring("prefers-color-scheme: dark"));
    CHECK_THAT(page, ContainsSubstring("max-width: 640px"));
    const std::regex link("href=\"([^\"]*)\"");
    int links = 0;
    for (auto at = std::sregex_iterator(page.begin(), page.end(), link);
         at != std::sregex_iterator(); ++at) {
        std::string target = (*at)[1];
        if (target.starts_with('#')) {
            CHECK_THAT(page, ContainsSubstring("id=\"" + target.substr(1) + "\""));
            continue;
        }
        if (target == "data:,") {
            continue;
        }
        ++links;
        target = std::regex_replace(target, std::regex("%20"), " ");
        CHECK(fs::exists(fs::path(path).parent_path() / target));
    }
    // Three faults, four games, three that were lost with a fault, and where three of them turned.
    CHECK(links == 3 + 4 + 3 + 3);
}

TEST_CASE("Reasons of faults are a table, and a note names who only made faults", "[tournament]") {
    FaultyArena arena(1);
    const Output report = arena.report({});
    CHECK_THAT(
        report.out,
        ContainsSubstring("note: every answer of broken, \"quoted\" & <b> was a fault"));
    CHECK(report.out.find("every answer of reference-c") == std::string::npos);
    REQUIRE(arena.report({"--csv", arena / "tables"}).status == 0);
    const std::string text = read_file(arena / "tables/faults.csv");
    CHECK(arena.report({"--table", "faults"}).out == text);
    CHECK_THAT(
        text, StartsWith("name,fault,games,game,field,turn,seat,reason,stderr,record\r\n"
                         "\"broken, \"\"quoted\"\" & <b>\",exit,2,1,f-001,0,1,exit status 3,"));
}

TEST_CASE("Faults in the preparation are no answers", "[tournament]") {
    const Arena arena(1, 2);
    // With one move a game such an AI has as many faults as answers, all of which are good.
    fs::create_directory(arena / "hasty");
    fs::copy(gems_ai("reference-c"), arena / "hasty/player");
    tests::write_script(
        arena / "hasty/start",
        "#!/bin/sh\ngrep -q 'phase prepare' match.dat && exit 4\nexec \"$REFEREE_AI_DIR/player\"\n");
    write_file(arena / "hasty/ai.ini", "command = {dir}/start\nprepare = yes\n");
    const Output played = run(
        {program(), "tournament", "--fields", arena / "fields", "--db", arena / "db.sqlite", "--ai",
         "hasty=" + (arena / "hasty"), "--ai", gems_ai("reference-c"), "--work", arena / "work",
         "--time-limit", "60s"});
    INFO(played.err);
    REQUIRE(played.status == 0);
    CHECK_THAT(played.out, ContainsSubstring("preparation"));
    CHECK(played.out.find("every answer") == std::string::npos);
}

TEST_CASE("A table of faults has no control characters", "[tournament]") {
    const Arena arena(1);
    tests::write_script(
        arena / "loud", "#!/bin/sh\nprintf 'red \\033[31m\\007\\nsecond\\n' >&2\nexit 3\n");
    REQUIRE(
        run({program(), "tournament", "--fields", arena / "fields", "--db", arena / "db.sqlite",
             "--ai", "loud=" + (arena / "loud"), "--ai", gems_ai("reference-c"), "--work",
             arena / "work", "--time-limit", "60s"})
            .status == 0);
    const std::string table =
        run({program(), "report", arena / "db.sqlite", "--table", "faults"}).out;
    CHECK_THAT(table, ContainsSubstring("red "));
    CHECK_THAT(table, ContainsSubstring("\nsecond"));
    CHECK(std::none_of(table.begin(), table.end(), [](char letter) {
        return letter == '\033' || letter == '\007';
    }));
}

TEST_CASE("Every game and seat is a row of --games", "[tournament][slow]") {
    FaultyArena arena(3);
    REQUIRE(arena.report({"--games", arena / "games.csv"}).status == 0);
    const auto rows = rows_of_csv(read_file(arena / "games.csv"));
    REQUIRE(rows.size() == 12);
    std::map<std::string, double> shares;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        CHECK(rows[row].at("game") == std::to_string(row / 2 + 1));
        CHECK(rows[row].at("match") == std::to_string(row / 4 + 1));
        CHECK(rows[row].at("seat") == std::to_string(row % 2 + 1));
        for (const char* const column :
             {"rank", "score", "points", "share", "turns", "moves", "exit", "wall_ms", "cpu_ms"}) {
            CHECK(is_number(rows[row].at(column)));
        }
        shares[rows[row].at("ai")] += std::stod(rows[row].at("share"));
    }
    CHECK(shares.at("reference-c") == 6);
    CHECK(shares.at("broken, \"quoted\" & <b>") == 0);
    CHECK(arena.report({"--games", arena / "games.csv"}).status == 2);
    CHECK_THAT(
        arena.report({"--games", "10"}).err, ContainsSubstring("--games 10: name a file, e.g."));
    CHECK(arena.report({"--games", arena / "games.csv", "--force"}).status == 0);
}

TEST_CASE("A PGN has headers and a result for each game", "[tournament]") {
    Arena arena(4);
    REQUIRE(run(arena.command("db.sqlite")).status == 0);
    REQUIRE(
        run({program(), "report", arena / "db.sqlite", "--pgn", arena / "cup.pgn", "--title",
             "a \"cup\""})
            .status == 0);
    // PGN standard, 8.1.1: seven tags in this order, then the text that ends with the result.
    const std::string pgn = read_file(arena / "cup.pgn");
    const std::regex game(
        "\\[Event \"a \\\\\"cup\\\\\"\"\\]\n\\[Site \"[^\"]*\"\\]\n"
        "\\[Date \"[0-9]{4}\\.[0-9]{2}\\.[0-9]{2}\"\\]\n\\[Round \"([0-9]+)\\.[12]\"\\]\n"
        "\\[White \"([^\"]*)\"\\]\n\\[Black \"([^\"]*)\"\\]\n"
        "\\[Result \"(1-0|0-1|1/2-1/2)\"\\]\n"
        "\\[UTCDate \"[0-9.]{10}\"\\]\n\\[UTCTime \"[0-9:]{8}\"\\]\n"
        "\\[Termination \"[^\"]+\"\\]\n\\[Variant \"gems\"\\]\n\\[Turns \"[0-9]+\"\\]\n\n"
        "(1-0|0-1|1/2-1/2)\n\n");
    std::map<std::string, double> points;
    std::size_t length = 0;
    int games = 0;
    for (auto at = std::sregex_iterator(pgn.begin(), pgn.end(), game); at != std::sregex_iterator();
         ++at) {
        ++games;
        length += static_cast<std::size_t>(at->length());
        const std::string result = (*at)[4];
        CHECK((*at)[5] == result);
        const double white = result == "1-0" ? 1 : result == "0-1" ? 0 : 0.5;
        points[(*at)[2]] += white;
        points[(*at)[3]] += 1 - white;
    }
    CHECK(games == 24);
    CHECK(length == pgn.size()); // nothing else
    const auto summary = arena.tables("db.sqlite");
    for (const auto& row : summary["standings"]) {
        CHECK(points.at(row["name"]) == Approx(row["share"].get<double>()));
    }
}

TEST_CASE("Tables are exported a file each, with numbers in columns of their own", "[tournament]") {
    Arena arena(10);
    REQUIRE(run(arena.command("db.sqlite", {"--csv", arena / "new/tables"})).status == 0);
    const auto standings = rows_of_csv(read_file(arena / "new/tables/standings.csv"));
    REQUIRE(standings.size() == 3);
    for (const auto& row : standings) {
        for (const char* const column :
             {"rating", "rating_low", "rating_high", "games", "wins", "faults_timeout"}) {
            INFO(column << " " << row.at(column));
            CHECK((row.at(column).empty() || is_number(row.at(column))));
        }
        // The AI that lost everything has a bound instead of a rating, and so has the program that
        // won it, under both its names.
        CHECK(is_number(row.at(row.at("name") == "trivial" ? "rating_high" : "rating_low")));
    }
    const auto pairs = rows_of_csv(read_file(arena / "new/tables/pairs.csv"));
    REQUIRE(pairs.size() == 3);
    CHECK(is_number(pairs[0].at("by_points_4")));
    CHECK(is_number(pairs[0].at("result_low")));
    CHECK(rows_of_csv(read_file(arena / "new/tables/winrates.csv")).size() == 6);

    const Output one = run({program(), "report", arena / "db.sqlite", "--table", "standings"});
    CHECK(one.out == read_file(arena / "new/tables/standings.csv"));
    // A table that doesn't exist is refused before anything is played.
    const Output none = run(arena.command("other.sqlite", {"--table", "nothing"}));
    CHECK(none.status == 2);
    CHECK_THAT(none.err, ContainsSubstring("--table nothing: there is no such table"));
    CHECK_FALSE(fs::exists(arena / "other.sqlite"));
}

TEST_CASE("A report into a closed pipe ends silently", "[tournament]") {
    Arena arena(2);
    REQUIRE(run(arena.command("db.sqlite")).status == 0);
    const Output piped = run(
        {"/bin/bash", "-c",
         program() + " report " + (arena / "db.sqlite") +
             " --json | true; echo \"${PIPESTATUS[0]}\""});
    INFO(piped.out);
    CHECK((piped.out == "141\n" || piped.out == "0\n")); // whether true was faster
    CHECK(piped.err.empty());
}

TEST_CASE("A knockout names its winner, places and how contests were settled", "[tournament]") {
    Arena arena(4);
    const std::vector<std::string> knockout{"--format", "knockout", "--tie-fields", "1"};
    const Output played = run(arena.command("db.sqlite", knockout));
    INFO(played.out);
    REQUIRE(played.status == 0);
    const auto json = arena.tables("db.sqlite");
    REQUIRE(json["contests"].size() == 4);
    CHECK(json["contests"][3]["round"] == "final");
    // Two of the three are the same program: they are tied on all fields if they meet.
    const auto winner = json["standings"][0];
    CHECK(winner["rank"] == 1);
    CHECK(winner["name"] == json["contests"][2]["name"]);
    CHECK_THAT(
        played.out,
        ContainsSubstring("Winner of the knockout: " + winner["name"].get<std::string>()));
    for (const auto& row : json["contests"]) {
        CHECK(row["fields"] == (row["settled_by"] == "points" ? 3 : 4));
    }
    CHECK(run(arena.command("db.sqlite", knockout)).status == 0);
    CHECK(arena.tables("db.sqlite") == json);
}

TEST_CASE(
    "A race stops AIs whose place is certain, resumes, and continues with more fields",
    "[tournament][slow]") {
    Arena arena(40, 4);
    // One of three is certainly the worst: the other two are the same program.
    const std::vector<std::string> racing{"--format", "racing", "--top", "2"};
    for (int attempt = 0; attempt < 3; ++attempt) {
        arena.interrupt(arena.command("killed.sqlite", racing), "killed.sqlite", SIGKILL, 12);
        CHECK(arena.is_clean());
    }
    REQUIRE(run(arena.command("killed.sqlite", racing)).status == 0);
    std::vector<std::string> alone = racing;
    alone.insert(alone.end(), {"--jobs", "1"});
    const Output whole = run(arena.command("whole.sqlite", alone));
    REQUIRE(whole.status == 0);
    CHECK(arena.tables("killed.sqlite") == arena.tables("whole.sqlite"));
    CHECK_THAT(whole.out, ContainsSubstring("Race: the best 2 at 95 % confidence: "));
    CHECK_THAT(whole.out, ContainsSubstring("note: the race chose who plays and when to stop"));
    // The standings have the race's verdict beside each name, and its order.
    CHECK_THAT(whole.out, ContainsSubstring("  top 2  "));
    std::vector<std::string> verdicts;
    const nlohmann::json tables = arena.tables("whole.sqlite");
    for (const nlohmann::json& row : tables["standings"]) {
        verdicts.push_back(row["race"]);
    }
    CHECK(verdicts == std::vector<std::string>{"in", "in", "out"});

    fs::create_directory(arena / "few");
    for (int field = 1; field <= 15; ++field) {
        const std::string name = fmt::format("f-{:03}.dat", field);
        fs::copy_file(arena / ("fields/" + name), arena / ("few/" + name));
    }
    auto few = arena.command("grown.sqlite", racing);
    std::replace(few.begin(), few.end(), arena / "fields/*.dat", arena / "few/*.dat");
    REQUIRE(run(few).status == 0);
    REQUIRE(run(arena.command("grown.sqlite", racing)).status == 0);
    CHECK(arena.tables("grown.sqlite") == arena.tables("whole.sqlite"));
}

TEST_CASE("Options of one format are refused with another", "[tournament]") {
    Arena arena(2);
    const Output top = run(arena.command("db.sqlite", {"--top", "2"}));
    CHECK(top.status == 2);
    CHECK_THAT(top.err, ContainsSubstring("--top is only for --format racing"));
    const Output shard = run(arena.command("db.sqlite", {"--format", "racing", "--shard", "1/2"}));
    CHECK(shard.status == 2);
    CHECK_THAT(shard.err, ContainsSubstring("the format racing depends on results"));
}
