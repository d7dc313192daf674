// The parts of a site: referee/season/README.md, "The site".

#include "game/registry.hpp"
#include "os/output.hpp"
#include "pages/html.hpp"
#include "pages/page.hpp"
#include "pages/report/data.hpp"
#include "pages/report/elements.hpp"
#include "pages/site/replays.hpp"
#include "pages/site/site.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/stored_tournament.hpp"
#include "tournament/store/store.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>

using namespace referee;

namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

} // namespace

TEST_CASE("the viewer's modules become one script without imports and exports", "[season][view]") {
    for (const Game* const each : all_games()) {
        const std::string game(each->info().name);
        CAPTURE(game);
        const std::string script = viewer_script(game);
        CHECK(count_of(script, "modules[\"view/games/" + game + ".js\"]") == 1);
        CHECK(script.find("\nimport {") == std::string::npos);
        CHECK(script.find("\nexport ") == std::string::npos);
        CHECK(script.find("await import(") == std::string::npos);
        for (const WebFile& file : web_files()) {
            const bool is_in = is_in_page(file.name, game, PageKind::file) ||
                               file.name == "site/day.js" || file.name == "site/best.js";
            CHECK(
                count_of(script, "modules[\"view/" + std::string(file.name) + "\"]") ==
                (is_in ? 1U : 0U));
        }
    }
}

TEST_CASE("a replay of a site has no inline script", "[season][view]") {
    const std::string page = replay_skeleton("Game 1", "000001", "A <cup>");
    // The viewer sets styles of what it draws.
    CHECK_THAT(page, ContainsSubstring("script-src 'self'; style-src 'self' 'unsafe-inline';"));
    CHECK(page.find("<style") == std::string::npos);
    CHECK(page.find("{{") == std::string::npos);
    CHECK(count_of(page, "<script") == count_of(page, "<script src="));
    CHECK_THAT(page, ContainsSubstring("<script src=\"000001.js\">"));
    CHECK_THAT(page, ContainsSubstring("A &lt;cup&gt;"));
    CHECK(page.find("<cup>") == std::string::npos);
}

TEST_CASE("links are percent-encoded", "[season]") {
    CHECK(link("../", "entry/a b\"<", "x") == "<a href=\"../entry/a%20b%22%3C\">x</a>");
}

TEST_CASE("numbers in names count by value", "[season]") {
    std::vector<std::string> names{"e10", "e2", "e1", "alice", "field-010", "field-009", "e2b"};
    std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
        return natural_order(a, b) < 0;
    });
    CHECK(
        names ==
        std::vector<std::string>{"alice", "e1", "e2", "e2b", "e10", "field-009", "field-010"});
    CHECK(natural_order("e1", "e1") == 0);
}

TEST_CASE("the chart's ratings are on the table's scale at any time", "[season]") {
    const tests::TemporaryFolder folder;
    tests::store_tournament(folder / "db.sqlite", 9);
    const Store store(folder / "db.sqlite", Store::Access::read);
    const SiteData data = read_site_data(store, {folder / "site", "Title"});
    REQUIRE(data.history.size() > 2);
    const std::vector<double>& last = data.history.back().elo;
    double table = 0;
    double chart = 0;
    int rated = 0;
    for (const AiRow& row : data.standings.summary.standings) {
        if (row.rating.is_in_core) {
            table += row.rating.elo;
            chart += last[static_cast<std::size_t>(row.ai)];
            ++rated;
        }
    }
    REQUIRE(rated > 0);
    CHECK(chart == Approx(table).margin(1e-6));
    for (const RatingsAt& at : data.history) {
        double sum = 0; // over those that had played: programs don't change
        for (std::size_t ai = 0; ai < at.elo.size(); ++ai) {
            sum += at.played[ai] > 0 ? at.elo[ai] - last[ai] : 0;
        }
        CHECK(sum == Approx(0).margin(1e-6));
    }
}

TEST_CASE(
    "the chart of ratings has their intervals, and says whether the order is certain", "[season]") {
    const tests::TemporaryFolder folder;
    {
        PlanConfig plan_config;
        plan_config.ais = 3;
        plan_config.fields = 15;
        const auto plan = make_plan(plan_config);
        StoredTournament tournament;
        tournament.game = "gems";
        tournament.format = "round-robin";
        tournament.matches = plan->size();
        tournament.points = {1, 0};
        std::vector<StoredAi> ais;
        std::vector<StoredField> fields;
        for (int number = 1; number <= plan_config.fields; ++number) {
            const std::string digits = std::to_string(number);
            if (number <= plan_config.ais) {
                ais.push_back({"ai" + digits, "/ai" + digits, std::string(64, digits.front())});
            }
            fields.push_back({"f" + digits, "/f" + digits, std::string(64, '0')});
        }
        Store store(folder / "db.sqlite", tournament, ais, fields);
        store.add_machine({1, "a processor", 2});
        PlannedMatch match;
        while (plan->next(match) == Plan::Step::match) {
            for (const int rotation : {0, 1}) {
                GameOutcome game = tests::stored_game(match, rotation);
                if (match.field % 3 == 0) { // everybody wins now and then
                    for (SeatOutcome& seat : game.seats) {
                        seat.rank = seat.share == 1 ? 2 : 1;
                        seat.share = seat.points = seat.share == 0.5 ? 0.5 : 1 - seat.share;
                    }
                }
                store.add(game);
            }
        }
    }
    const Store store(folder / "db.sqlite", Store::Access::read);
    write_site(store, {folder / "site", "Title"});
    const std::string page = tests::read_file(folder / "site/index.html");
    const SiteData data = read_site_data(store, {folder / "site", "Title"});
    std::size_t known = 0;
    bool is_open = false;
    for (const SeasonRow& row : data.standings.rows) {
        known += row.row.rating.is_in_core && row.row.rating.low && row.row.rating.high ? 1 : 0;
        is_open = is_open || row.row.rank_best < row.row.rank_worst;
    }
    REQUIRE(known > 0);
    CHECK(count_of(page, "class=\"interval\"") == 2 * known); // wide and narrow
    CHECK_THAT(
        page,
        ContainsSubstring(
            is_open ? "The order of the lines isn't certain" : "order at the end is certain"));
}

TEST_CASE("what a page says of itself to other sites has no addresses of its own", "[season]") {
    // A site doesn't know where it is published, and Open Graph knows no relative addresses.
    const tests::TemporaryFolder folder;
    tests::store_tournament(folder / "db.sqlite", 9);
    const Store store(folder / "db.sqlite", Store::Access::read);
    write_site(store, {folder / "site", "Title"});
    int pages = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder / "site")) {
        CHECK(file.path().filename() != "preview.png");
        if (file.path().extension() != ".html") {
            continue;
        }
        const std::string page = tests::read_file(file.path());
        INFO(file.path());
        pages += count_of(page, "property=\"og:title\"") == 1 ? 1 : 0;
        CHECK(count_of(page, "og:image") == 0);
        CHECK(count_of(page, "summary_large_image") == 0);
    }
    CHECK(pages > 10);
}

TEST_CASE("a file that holds the text already isn't written", "[season]") {
    const tests::TemporaryFolder folder;
    CHECK(write_if_changed(folder / "page", "one"));
    const auto time = std::filesystem::last_write_time(folder / "page");
    CHECK(!write_if_changed(folder / "page", "one"));
    CHECK(std::filesystem::last_write_time(folder / "page") == time);
    CHECK(write_if_changed(folder / "page", "two"));
    CHECK(tests::read_file(folder / "page") == "two");
    CHECK(!std::filesystem::exists(folder / "page.part"));
}

namespace {

/// The names of the AIs' pages in the site of a tournament of three, and which AI each is about.
std::map<std::string, std::string> pages_of(const std::vector<std::string>& ais) {
    const tests::TemporaryFolder folder;
    tests::store_tournament(folder / "db.sqlite", 9);
    for (std::size_t i = 0; i < ais.size(); ++i) {
        tests::edit_database(
            folder / "db.sqlite", "UPDATE ais SET name = '" + ais[i] + "' WHERE name = 'ai" +
                                      std::to_string(i + 1) + "'");
    }
    const Store store(folder / "db.sqlite", Store::Access::read);
    SiteConfig config;
    config.folder = folder / "site";
    config.title = "Title";
    write_site(store, config);
    std::map<std::string, std::string> pages;
    for (const auto& file : std::filesystem::directory_iterator(folder / "site/entry")) {
        const std::string html = tests::read_file(file.path().string());
        const std::size_t begin = html.find("<h1>") + 4;
        pages[html.substr(begin, html.find("</h1>") - begin)] = file.path().filename().string();
    }
    return pages;
}

} // namespace

TEST_CASE("no page of a site overwrites another, whatever the AIs are called", "[season]") {
    const std::vector<std::vector<std::string>> names{
        {"002", "a b", "a?b"}, {"Alice", "alice", "ALICE"}, {"..", ".", " "}, {"~x", "x", "x~"}};
    for (const std::vector<std::string>& ais : names) {
        const std::map<std::string, std::string> pages = pages_of(ais);
        std::set<std::string> files;
        for (const auto& [ai, file] : pages) {
            std::string lower = file;
            std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) {
                return static_cast<char>(std::tolower(c));
            });
            files.insert(lower);
            CHECK(file.find_first_of("/ ?") == std::string::npos);
        }
        CAPTURE(ais);
        CHECK(pages.size() == 3);
        CHECK(files.size() == 3);
    }
}

TEST_CASE("an AI's page keeps its name when others join", "[season]") {
    auto before = pages_of({"002", "a b", "last"});
    auto after = pages_of({"002", "a b", "! first"});
    CHECK(before["002"] == "002.html");
    CHECK(before["002"] == after["002"]);
    CHECK_THAT(before["a b"], StartsWith("a-b~"));
    CHECK(before["a b"] == after["a b"]);
    CHECK(before["last"] == "last.html");
}

TEST_CASE("fields of one name have a page each", "[season]") {
    const tests::TemporaryFolder folder;
    tests::store_tournament(folder / "db.sqlite", 9);
    tests::edit_database(folder / "db.sqlite", "UPDATE fields SET name = 'f'");
    const Store store(folder / "db.sqlite", Store::Access::read);
    const SiteData data = read_site_data(store, {folder / "site", "Title"});
    const std::set<std::string> files(data.field_files.begin(), data.field_files.end());
    CHECK(files.size() == 3);
    CHECK(data.field_files[0] == "f.html");
}

TEST_CASE("the site of a tournament has a page for each AI, pair and field", "[season]") {
    const tests::TemporaryFolder folder;
    tests::store_tournament(folder / "db.sqlite", 9);
    const Store store(folder / "db.sqlite", Store::Access::read);
    SiteConfig config;
    config.folder = folder / "site";
    config.title = "<i>Title</i>";
    const SiteResult first = write_site(store, config);
    CHECK(first.written == first.files);
    namespace fs = std::filesystem;
    const auto files_in = [&](const std::string& name) {
        int count = 0;
        for (const auto& entry : fs::directory_iterator(folder / ("site/" + name))) {
            (void)entry;
            ++count;
        }
        return count;
    };
    CHECK(files_in("entry") == 3);
    CHECK(files_in("pair") == 3);
    CHECK(files_in("field") == 3);
    const std::string page = tests::read_file(folder / "site/index.html");
    CHECK_THAT(page, ContainsSubstring("&lt;i&gt;Title&lt;/i&gt;"));
    CHECK(page.find("<i>") == std::string::npos);
    CHECK(count_of(page, "<script") == count_of(page, "<script src="));
    CHECK(page.find("style=\"") == std::string::npos);
    // Below 10 fields no interval says how settled the order of the chart is.
    CHECK(page.find("class=\"interval\"") == std::string::npos);
    CHECK_THAT(
        page, ContainsSubstring("The order at the end of the lines isn't certain: there are"));
    CHECK(page.find("class=\"state\"") == std::string::npos); // nobody can enter
    // The report is a page of the site, and leads back into it.
    const std::string report = tests::read_file(folder / "site/report.html");
    CHECK_THAT(report, ContainsSubstring("<a href=\"entry/ai1.html\">ai1</a>"));
    CHECK_THAT(report, ContainsSubstring("href=\"pair/ai1@ai2.html\""));
    CHECK_THAT(
        tests::read_file(folder / "site/entry/ai1.html"), ContainsSubstring("../report.html"));
    CHECK(report.find("no such cell") == std::string::npos); // reasons are for the author
    SECTION("and a second time nothing is written") {
        CHECK(write_site(store, config).written == 0);
    }
}

TEST_CASE("the chart ends at the table's ratings, also those of copies", "[season]") {
    const tests::TemporaryFolder folder;
    PlanConfig plan_config;
    plan_config.ais = 4;
    plan_config.fields = 15;
    const auto plan = make_plan(plan_config);
    StoredTournament tournament;
    tournament.game = "gems";
    tournament.format = "round-robin";
    tournament.matches = plan->size();
    tournament.points = {1, 0};
    std::vector<StoredAi> ais;
    for (const char* const number : {"1", "2", "3", "4"}) {
        const bool is_copy = number[0] == '2';
        ais.push_back(
            {std::string("ai") + number, std::string("/ai") + number,
             std::string(64, is_copy ? '1' : number[0])});
    }
    std::vector<StoredField> fields;
    for (int number = 1; number <= plan_config.fields; ++number) {
        const std::string digits = std::to_string(number);
        fields.push_back({"f" + digits, "/f" + digits, std::string(64, '0')});
    }
    Store store(folder / "db.sqlite", tournament, ais, fields);
    store.add_machine({1, "a processor", 2});
    PlannedMatch match;
    while (plan->next(match) == Plan::Step::match) {
        for (const int rotation : {0, 1}) {
            GameOutcome game = tests::stored_game(match, rotation);
            // Everybody wins now and then, and the copies by chance differently.
            const bool is_turned = (match.field + game.seats[0].ai + game.seats[1].ai) % 3 == 0;
            for (SeatOutcome& seat : game.seats) {
                if (is_turned) {
                    seat.rank = seat.share == 1 ? 2 : 1;
                    seat.share = seat.points = seat.share == 0.5 ? 0.5 : 1 - seat.share;
                }
            }
            store.add(game);
        }
    }
    const SiteData data = read_site_data(store, {folder / "site", "Title"});
    int rated = 0;
    for (const AiRow& row : data.standings.summary.standings) {
        if (row.rating.is_in_core) {
            CAPTURE(row.ai);
            CHECK(
                data.history.back().elo[static_cast<std::size_t>(row.ai)] ==
                Approx(row.rating.elo).margin(1));
            ++rated;
        }
    }
    CHECK(rated == 4);
}
