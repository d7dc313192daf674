// The site of a played season: files, links, what it keeps to itself.

#include "season/arena.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

using namespace season_tests;

namespace {

/// A small season with everything that a page can show.
const Cup& played_cup() {
    static const Cup cup("games = 4\nrest-after = 3\n");
    static const bool others_play_on = [] {
        cup.hand_in_player("alice", "1", 20);
        cup.hand_in_player("bob", "1", 60);
        cup.hand_in_player("mallory", "1", 50, "late");
        cup.play();
        const std::map<std::string, int> before = cup.matches();
        cup.hand_in_player("alice", "2", 95);
        cup.hand_in_script("bob", "2", "exit 1");
        cup.play();
        const std::map<std::string, int> after = cup.matches();
        // One that rests does so after another start, too; the games of one that was replaced stay.
        return after.at("mallory@1") == before.at("mallory@1") &&
               after.at("alice@1") == before.at("alice@1") && after.at("alice@2") >= 4 &&
               after.count("bob@2") == 0;
    }();
    REQUIRE(others_play_on);
    return cup;
}

std::vector<std::string> pages_below(const std::string& folder) {
    std::vector<std::string> pages;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".html") {
            pages.push_back(entry.path().string());
        }
    }
    std::sort(pages.begin(), pages.end());
    return pages;
}

std::string unescaped_url(const std::string& url) {
    std::string text;
    for (std::size_t i = 0; i < url.size(); ++i) {
        if (url[i] == '%') {
            text += static_cast<char>(std::stoi(url.substr(i + 1, 2), nullptr, 16));
            i += 2;
        } else {
            text += url[i];
        }
    }
    return text;
}

/// Follows all links of all pages; returns their number.
int followed_links(const std::string& site) {
    int links = 0;
    for (const std::string& page : pages_below(site)) {
        const std::string html = read_file(page);
        const std::regex link("(?:href|src)=\"([^\"#]*)\"");
        for (std::sregex_iterator at(html.begin(), html.end(), link), end; at != end; ++at) {
            const std::string url = (*at)[1];
            if (url == "data:,") {
                continue;
            }
            INFO(page << " links to " << url);
            CHECK(url.find(':') == std::string::npos); // nothing from outside
            CHECK(url[0] != '/');                      // works under any path
            CHECK(fs::exists(fs::path(page).parent_path() / unescaped_url(url)));
            ++links;
        }
    }
    return links;
}

/// Numbers of the games in the lists of a page.
std::vector<int> listed_games(const std::string& page) {
    const std::string html = read_file(page);
    const std::regex row(
        "<tr><td>(?:<a[^>]*>)?([0-9]+)(?:</a>)?</td>\\s*<td class=\"word\"><ul class=\"seats[a-z ]*\">");
    std::vector<int> numbers;
    for (std::sregex_iterator at(html.begin(), html.end(), row), end; at != end; ++at) {
        numbers.push_back(std::stoi((*at)[1]));
    }
    return numbers;
}

} // namespace

TEST_CASE("every link of a site leads to a file of it", "[season][tournament][site][slow]") {
    CHECK(followed_links(played_cup().path("site")) > 100);
}

TEST_CASE(
    "a site of many games has pages and folders of bounded size",
    "[season][tournament][site][slow]") {
    const Cup& cup = played_cup(); // its record stands for two of the games
    const tests::TemporaryFolder folder;
    const std::string database = folder / "large.sqlite";
    const std::string site = folder / "site";
    REQUIRE(run({tests::built("stored-results"), "season", database, "160"}).status == 0);
    fs::copy_file(cup.path("records/game-000001.jsonl"), folder / "game.jsonl");
    int games = 0;
    {
        SQLite::Database changed(database, SQLite::OPEN_READWRITE);
        changed.exec("UPDATE games SET record = 'game.jsonl' WHERE id IN (3, 700, 800)");
        games = changed.execAndGet("SELECT count(*) FROM games").getInt();
    }
    REQUIRE(games > 1000);
    const auto publish = [&] {
        return run({tests::referee_path(), "site", database, site}).status;
    };
    REQUIRE(publish() == 0);
    // An address that was given out before there were folders stays.
    REQUIRE(fs::remove(site + "/replay/1/000801.html"));
    tests::write_file(site + "/replay/000801.html", "");
    REQUIRE(publish() == 0);
    CHECK(followed_links(site) > 1000);
    for (const std::string page :
         {"replay/000004.html", "replay/1/000701.html", "replay/000801.html"}) {
        INFO(page);
        CHECK_THAT(read_file(site + "/" + page), ContainsSubstring("viewer.js"));
    }
    CHECK(!fs::exists(site + "/replay/1/000801.html"));
    std::map<std::string, int> files;
    for (const auto& entry : fs::recursive_directory_iterator(site)) {
        ++files[entry.path().parent_path().string()];
        const bool is_page =
            entry.path().extension() == ".html" && entry.path().filename() != "report.html";
        INFO(entry.path().string());
        CHECK((!is_page || entry.file_size() < 300'000));
    }
    for (const auto& [name, count] : files) {
        INFO(name);
        CHECK(count <= 1000);
    }
    // Each game is in the list of all games, and in that of an entry that plays often, once.
    for (const std::string list : {"games", "entry/~reference"}) {
        std::vector<int> numbers = listed_games(site + "/" + list + ".html");
        for (const std::string& page : fs::exists(site + "/" + list)
                                           ? pages_below(site + "/" + list)
                                           : std::vector<std::string>()) {
            const std::vector<int> more = listed_games(page);
            CHECK(more.size() == 200);
            numbers.insert(numbers.end(), more.begin(), more.end());
        }
        const std::set<int> once(numbers.begin(), numbers.end());
        INFO(list);
        CHECK(once.size() == numbers.size());
        CHECK((list == "games" ? static_cast<int>(once.size()) == games : !once.empty()));
    }
    const std::string index = read_file(site + "/games-index.js");
    const auto found = nlohmann::json::parse(
        index.substr(index.find('{'), index.rfind('}') - index.find('{') + 1));
    CHECK(static_cast<int>(found["games"].size()) == games);
}

TEST_CASE("the site has all entries, versions and games", "[season][tournament][site][slow]") {
    const Cup& cup = played_cup();
    const std::string alice = read_file(cup.path("site/entry/alice.html"));
    CHECK_THAT(alice, ContainsSubstring("<h1>alice</h1>"));
    CHECK_THAT(alice, ContainsSubstring(">active<"));
    CHECK_THAT(alice, ContainsSubstring(">old<"));
    CHECK_THAT(read_file(cup.path("site/entry/bob.html")), ContainsSubstring(">rejected<"));
    CHECK_THAT(read_file(cup.path("site/entry/mallory.html")), ContainsSubstring(">resting<"));
    CHECK(fs::exists(cup.path("site/entry/~half.html")));
    CHECK(fs::exists(cup.path("site/pair/alice@bob.html")));
    const auto standings = nlohmann::json::parse(read_file(cup.path("site/standings.json")));
    REQUIRE(standings["standings"].size() == 4);
    for (const auto& row : standings["standings"]) { // a baseline plays out of competition
        INFO(row.dump());
        CHECK(row["rank"].is_null() == row["baseline"].get<bool>());
        CHECK(row["rank_best"].is_null() == row["baseline"].get<bool>());
    }
    CHECK(standings["games"] == cup.game_count());
    const auto feed = nlohmann::json::parse(read_file(cup.path("site/feed.json")));
    CHECK(feed["version"] == "https://jsonfeed.org/version/1.1");
    CHECK_THAT(feed["items"].dump(), ContainsSubstring("alice 2 ("));
    CHECK_THAT(read_file(cup.path("site/games.csv")), ContainsSubstring("alice@2"));
    CHECK_THAT(read_file(cup.path("site/games.pgn")), ContainsSubstring("[White \"alice@2\"]"));
    int replays = 0;
    for (const std::string& page : pages_below(cup.path("site/replay"))) {
        replays += fs::exists(page.substr(0, page.size() - 5) + ".js") ? 1 : 0;
    }
    CHECK(replays == cup.game_count());
}

TEST_CASE("each author gets a note on what became of a version", "[season][tournament][site]") {
    const Cup& cup = played_cup();
    CHECK_THAT(cup.note("alice", "1"), ContainsSubstring("A newer version plays instead"));
    CHECK_THAT(cup.note("alice", "2"), ContainsSubstring("It plays."));
    CHECK_THAT(cup.note("bob", "1"), ContainsSubstring("It plays."));
    const std::string rejected = cup.note("bob", "2");
    CHECK_THAT(rejected, ContainsSubstring("rejected. The last accepted version stays active."));
    CHECK_THAT(rejected, ContainsSubstring("check found problems"));
    CHECK_THAT(rejected, ContainsSubstring("it must end with exit status 0"));
    CHECK_THAT(rejected, !ContainsSubstring(cup.path())); // nobody's paths
    const std::string resting = cup.note("mallory", "1");
    CHECK_THAT(resting, ContainsSubstring("resting."));
    CHECK_THAT(resting, ContainsSubstring("crash"));
    CHECK_THAT(resting, ContainsSubstring("| out of luck"));
}

TEST_CASE("what an author alone may read isn't on the site", "[season][tournament][site]") {
    const Cup& cup = played_cup();
    REQUIRE_THAT(cup.note("mallory", "1"), ContainsSubstring("out of luck"));
    for (const auto& entry : fs::recursive_directory_iterator(cup.path("site"))) {
        if (entry.is_regular_file()) {
            INFO(entry.path().string());
            const std::string text = read_file(entry.path().string());
            CHECK(text.find("out of luck") == std::string::npos);
            CHECK(text.find(cup.path()) == std::string::npos);
        }
    }
    SECTION("unless all may") {
        REQUIRE(
            run({tests::referee_path(), "site", cup.database(), cup.path("open"), "--errors"})
                .status == 0);
        CHECK_THAT(
            read_file(cup.path("open/entry/mallory.html")), ContainsSubstring("out of luck"));
    }
}

TEST_CASE("one more game changes few files of a site", "[season][tournament][site]") {
    const Cup& cup = played_cup();
    const auto site = [&] {
        const Output output =
            run({tests::referee_path(), "site", cup.database(), cup.path("second")});
        REQUIRE(output.status == 0);
        const std::size_t at = output.out.rfind(", ");
        return std::stoi(output.out.substr(at + 2));
    };
    CHECK(site() > 50);
    CHECK(site() == 0);
    SECTION("and a replay that was lost is made again") {
        fs::remove(cup.path("second/replay/000001.html"));
        CHECK(site() > 0);
        CHECK(fs::exists(cup.path("second/replay/000001.html")));
    }
}

TEST_CASE("a record that is gone costs its replay only", "[season][tournament][site]") {
    const Cup& cup = played_cup();
    const std::string record = cup.path("records/game-000001.jsonl");
    fs::rename(record, record + ".away");
    const Output output = run({tests::referee_path(), "site", cup.database(), cup.path("third")});
    fs::rename(record + ".away", record);
    CHECK(output.status == 0);
    CHECK_THAT(output.err, ContainsSubstring("1 games have no replay"));
    CHECK(!fs::exists(cup.path("third/replay/000001.html")));
    CHECK(read_file(cup.path("third/index.html")).find("000001") == std::string::npos);
}
