// What a season announces: moments with their time zones, names, and what isn't public yet.

#include "season/announcement.hpp"

#include "base/error.hpp"
#include "pages/markdown.hpp"
#include "pages/site/announcement.hpp"
#include "season/arena.hpp"

using namespace season_tests;
using referee::Links;
using referee::read_zoned_time;
using referee::UserError;
using referee::utc_text;

TEST_CASE("a moment is read with its time zone", "[season][announcement]") {
    const auto utc = [](const char* text) { return utc_text(read_zoned_time(text).time); };
    CHECK(utc("2026-12-01 17:00 UTC") == "2026-12-01T17:00:00Z");
    CHECK(utc("2026-12-01T17:00:30Z") == "2026-12-01T17:00:30Z");
    CHECK(utc("2026-12-01 18:00 +01:00") == "2026-12-01T17:00:00Z");
    CHECK(utc("2026-12-01 00:00 -03:30") == "2026-12-01T03:30:00Z");
    CHECK(utc("2026-12-01 18:00 Europe/Berlin") == "2026-12-01T17:00:00Z");
    CHECK(utc("2026-07-01 18:00 Europe/Berlin") == "2026-07-01T16:00:00Z"); // summer time
    CHECK(utc("2026-12-01 18:00 Asia/Kolkata") == "2026-12-01T12:30:00Z");
    CHECK(read_zoned_time("2026-07-01 18:00 Europe/Berlin").text == "2026-07-01 18:00 CEST");
    CHECK(read_zoned_time("2026-12-01T17:00:00Z").text == "2026-12-01 17:00 UTC");
}

TEST_CASE("a moment that is none is refused with what to write", "[season][announcement]") {
    const auto refusal = [](const std::string& text) {
        try {
            read_zoned_time(text);
        } catch (const UserError& problem) {
            return std::string(problem.what());
        }
        return std::string();
    };
    for (const std::string text :
         {"", "tomorrow", "2026-12-01", "2026-13-01 18:00 UTC", "2026-02-29 18:00 UTC",
          "2026-12-01 24:00 UTC", "2026-12-01 18:60 UTC", "1-1-1 1:1 UTC",
          "2026-12-01 18:00+1 UTC"}) {
        INFO(text);
        CHECK_THAT(refusal(text), ContainsSubstring("write "));
    }
    CHECK_THAT(refusal("2026-12-01 18:00"), ContainsSubstring("it has no time zone"));
    for (const std::string zone :
         {"Europe/Nowhere", "../../etc/passwd", "Europe", "+25:00", "MEZ "}) {
        INFO(zone);
        CHECK_THAT(refusal("2026-12-01 18:00 " + zone), ContainsSubstring("no time zone"));
    }
    // In spring clocks skip an hour, in autumn they show one twice.
    CHECK_THAT(
        refusal("2026-03-29 02:30 Europe/Berlin"),
        ContainsSubstring("clocks in Europe/Berlin skip"));
    CHECK_THAT(
        refusal("2026-10-25 02:30 Europe/Berlin"), ContainsSubstring("show this time twice"));
}

TEST_CASE("moments of a calendar begin when they say", "[season][announcement]") {
    referee::Calendar calendar;
    CHECK(calendar.is_empty());
    CHECK(!calendar.is_late(1));
    calendar.deadline = referee::ZonedTime{100};
    calendar.freeze = referee::ZonedTime{50};
    calendar.embargo = referee::ZonedTime{120};
    constexpr std::int64_t second = 1'000'000'000;
    CHECK(!calendar.is_late(100 * second));
    CHECK(calendar.is_late(100 * second + 1));
    CHECK(!calendar.is_frozen(49));
    CHECK(calendar.is_frozen(50));
    CHECK(calendar.is_frozen(1000));
    CHECK(calendar.next(0) == 50);
    CHECK(calendar.next(50) == 100);
    CHECK(calendar.has_embargo(119));
    CHECK(!calendar.has_embargo(120));
    CHECK(!calendar.next(120));
    calendar.unfreeze = referee::ZonedTime{60};
    CHECK(!calendar.is_frozen(60));
    referee::require_order(calendar);
    calendar.unfreeze = referee::ZonedTime{50};
    CHECK_THROWS_AS(referee::require_order(calendar), UserError);
    calendar.freeze.reset();
    CHECK_THROWS_AS(referee::require_order(calendar), UserError);
}

TEST_CASE("names and teams are read from CSV as spreadsheets write it", "[season][announcement]") {
    const tests::TemporaryFolder folder;
    const std::string file = folder / "entrants.csv";
    write_file(
        file,
        "\xEF\xBB\xBFteam,mail,entry,name\r\n\"Red, \"\"the\"\"\nBlue\",x@y,alice,Alice L.\r\n"
        "\r\n,,bob\r\n");
    const referee::Entrants entrants = referee::read_entrants(file);
    REQUIRE(entrants.size() == 2);
    CHECK(entrants.at("alice").name == "Alice L.");
    CHECK(entrants.at("alice").team == "Red, \"the\"\nBlue");
    CHECK(entrants.at("bob").name.empty());
    for (const auto& [text, why] :
         {std::pair("name\nalice\n", "no column 'entry'"), std::pair("entry\na b\n", ":2: entry"),
          std::pair("entry\nx\nx\n", ":3: entry 'x' is there twice"),
          std::pair("entry,name\nx,\"y\n", "a quoted cell has no end"),
          std::pair("", "no column 'entry'"), std::pair("entry,name\n,Bob\n", "it has no name")}) {
        write_file(file, text);
        CHECK_THROWS_WITH(referee::read_entrants(file), ContainsSubstring(why));
    }
    CHECK_THROWS_AS(referee::read_entrants(folder / "none.csv"), UserError);
}

TEST_CASE("Markdown on the front page holds no HTML and runs nothing", "[season][announcement]") {
    const std::string html = referee::markdown_html(
        "# Rules\n\n- *one*\n\n###### Deep\n\n<script>alert(1)</script>\n\n[a](javascript:b) <b>c</b>\n",
        2, Links::all);
    CHECK_THAT(html, ContainsSubstring("<h3>Rules</h3>"));
    CHECK_THAT(html, ContainsSubstring("<em>one</em>"));
    CHECK_THAT(html, ContainsSubstring("<h6>Deep</h6>"));
    CHECK_THAT(html, !ContainsSubstring("<script"));
    CHECK_THAT(html, !ContainsSubstring("javascript:"));
    CHECK_THAT(html, !ContainsSubstring("<b>"));
}

TEST_CASE("tables of Markdown are tables, and dead ends aren't links", "[season]") {
    const std::string html = referee::markdown_html(
        "See [fields](../x/NAME.md) and [one](https://example.org/).\n\n"
        "| file | meaning |\n| --- | :-- |\n| `a|b` | <i>x</i> \\| *y* |\n| c | |\n\n"
        "```\n| no | table |\n| --- | --- |\n```\n\n| no table\n",
        0, Links::absolute);
    CHECK_THAT(html, ContainsSubstring("See fields and <a href=\"https://example.org/\">one</a>"));
    CHECK_THAT(html, ContainsSubstring("<tr><th>file</th><th>meaning</th></tr>"));
    CHECK_THAT(html, ContainsSubstring("<td><code>a|b</code></td>"));
    CHECK_THAT(html, ContainsSubstring("| <em>y</em></td>"));
    CHECK_THAT(html, !ContainsSubstring("<i>"));
    CHECK_THAT(html, ContainsSubstring("<tr><td>c</td><td></td></tr>"));
    CHECK_THAT(html, ContainsSubstring("| no | table |\n| --- | --- |\n</code>"));
    CHECK_THAT(html, ContainsSubstring("<p>| no table</p>"));
}

namespace {

/// Runs `referee site` on the season's database.
Output
make_site(const Cup& cup, const std::string& folder, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{tests::referee_path(), "site", cup.database(), folder};
    words.insert(words.end(), more.begin(), more.end());
    Output output = run(words);
    INFO(output.err);
    REQUIRE(output.status == 0);
    return output;
}

std::size_t files_in(const std::string& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

} // namespace

TEST_CASE(
    "a version after the deadline is refused by name, until the deadline is moved",
    "[season][announcement][tournament]") {
    const Cup cup("games = 1\n");
    const std::string settings = read_file(cup.path("season.ini"));
    write_file(cup.path("season.ini"), settings + "deadline = 2020-01-01 12:00 Europe/Berlin\n");
    cup.hand_in_player("alice", "1", 90);
    const Output late = cup.play();
    CHECK_THAT(late.err, ContainsSubstring("alice 1: late: it was submitted or changed at 20"));
    CHECK_THAT(late.err, ContainsSubstring("the deadline was 2020-01-01 12:00 CET"));
    CHECK_THAT(
        cup.note("alice", "1"), ContainsSubstring("alice 1: late. No version of this entry"));
    CHECK(cup.game_count() == 0);
    CHECK_THAT(read_file(cup.path("site/entry/alice.html")), ContainsSubstring(">late<"));
    CHECK_THAT(read_file(cup.path("site/index.html")), ContainsSubstring("Submissions closed"));
    CHECK_THAT(
        read_file(cup.path("site/index.html")),
        ContainsSubstring(
            "<strong>Closed</strong>: the deadline is over. Games that are still owed"));
    CHECK_THAT(cup.play().err, !ContainsSubstring("late")); // it is said once
    write_file(cup.path("season.ini"), settings + "deadline = 2099-01-01 12:00 UTC\n");
    cup.play();
    CHECK_THAT(cup.note("alice", "1"), ContainsSubstring("accepted. It plays."));
    CHECK(cup.game_count() > 0);
    CHECK_THAT(
        read_file(cup.path("site/index.html")),
        ContainsSubstring("<strong>Open</strong> until the deadline. Games are being played"));
    // What was accepted stays; a file that is changed after the deadline makes a late version.
    write_file(cup.path("season.ini"), settings + "deadline = 2020-01-01 12:00 UTC\n");
    write_file(cup.path("entries/alice/1/ai.ini"), "command = player 95\n");
    cup.play();
    CHECK_THAT(
        cup.note("alice", "1"), ContainsSubstring("late. The last accepted version stays active."));
    const referee::Store store(cup.database(), referee::Store::Access::read);
    CHECK(store.versions().size() == 3); // with the baseline
}

TEST_CASE(
    "what is frozen or under embargo isn't published, and names are",
    "[season][announcement][tournament]") {
    const Cup cup("games = 1\nabout = about.txt\nentrants = entrants.csv\n");
    write_file(cup.path("about.txt"), "# Prizes\n\nA cup.\n");
    write_file(cup.path("entrants.csv"), "entry,name,team\nalice,Alice <L.>,Reds\n");
    cup.hand_in_player("alice", "1", 90);
    cup.play();
    const std::string site = cup.path("public");
    make_site(cup, site);
    CHECK(files_in(site + "/replay") > 0);
    const std::string index = read_file(site + "/index.html");
    CHECK_THAT(index, ContainsSubstring("<h3>Prizes</h3>"));
    CHECK_THAT(index, ContainsSubstring("<strong>Open</strong>: versions can be handed in"));
    CHECK_THAT(index, ContainsSubstring("Alice &lt;L.&gt;"));
    CHECK_THAT(index, ContainsSubstring(">Reds<"));
    CHECK_THAT(index, !ContainsSubstring("clock.js"));
    const std::string settings = read_file(cup.path("season.ini"));
    SECTION("embargo") {
        write_file(cup.path("season.ini"), settings + "embargo = 2099-01-01 00:00 UTC\n");
        CHECK_THAT(
            make_site(cup, site).err, ContainsSubstring("files that the site no longer has"));
        CHECK(files_in(site + "/replay") == 0);
        CHECK_THAT(read_file(site + "/index.html"), ContainsSubstring("Replays from"));
        CHECK_THAT(read_file(site + "/index.html"), ContainsSubstring("src=\"clock.js\""));
        CHECK(fs::exists(site + "/clock.js"));
        CHECK_THAT(read_file(site + "/games.csv"), ContainsSubstring("alice@1"));
    }
    SECTION("embargo that comes while a season with --once plays") {
        write_file(cup.path("season.ini"), settings + "on-note = sh later\n");
        write_file(
            cup.path("later"),
            "grep -q embargo season.ini || echo 'embargo = 2099-01-01 00:00 UTC' "
            ">>season.ini\n");
        cup.hand_in_player("bob", "1", 50);
        cup.play();
        CHECK_THAT(read_file(cup.path("season.ini")), ContainsSubstring("embargo"));
        CHECK(files_in(cup.path("site/replay")) == 0);
    }
    SECTION("freeze") {
        write_file(cup.path("season.ini"), settings + "freeze = 2020-01-01 00:00 UTC\n");
        make_site(cup, site);
        CHECK_THAT(read_file(site + "/index.html"), ContainsSubstring("Standings frozen since"));
        CHECK_THAT(read_file(site + "/index.html"), !ContainsSubstring("Alice"));
        CHECK_THAT(read_file(site + "/games.csv"), !ContainsSubstring("alice"));
        CHECK_THAT(read_file(site + "/report.html"), !ContainsSubstring("alice"));
        CHECK_THAT(read_file(site + "/standings.json"), ContainsSubstring("\"frozen\": true"));
        CHECK(files_in(site + "/replay") == 0);
        make_site(cup, cup.path("own"), {"--unfrozen"});
        CHECK_THAT(read_file(cup.path("own/index.html")), ContainsSubstring("Alice"));
        CHECK_THAT(
            run({tests::referee_path(), "report", cup.database()}).out,
            ContainsSubstring("alice@1"));
    }
    SECTION("a mistake isn't passed over") {
        write_file(cup.path("season.ini"), settings + "freeze = soon\n");
        const Output refused = run({tests::referee_path(), "site", cup.database(), site});
        CHECK(refused.status == 2);
        CHECK_THAT(refused.err, ContainsSubstring("'soon': not a moment; write a date"));
        const Output season = run(cup.command({"--once"}));
        CHECK(season.status == 2);
        CHECK_THAT(season.err, ContainsSubstring("season.ini:"));
    }
}

TEST_CASE(
    "the organiser's command gets each decision once, and again if it fails",
    "[season][on-note][tournament]") {
    const Cup cup("games = 1\non-note = sh tell\n");
    ::setenv("REFEREE_TEST_SCAN", "1", 1); // it waits for the next look before each try
    write_file(
        cup.path("tell"),
        "cat >>told; echo \"$REFEREE_ENTRY/$REFEREE_VERSION/$REFEREE_STATUS\" >>told\n"
        "grep -q \"^$REFEREE_ENTRY \" \"$REFEREE_NOTE\"\n");
    cup.hand_in_player("alice", "1", 90);
    cup.play(); // it begins now
    cup.hand_in_player("bob", "1", 50);
    cup.hand_in_script("alice", "2", "exit 3");
    cup.play();
    const std::string told = read_file(cup.path("told"));
    CHECK_THAT(told, ContainsSubstring("bob 1: accepted. It plays.\n"));
    CHECK_THAT(told, ContainsSubstring("\nbob/1/accepted\n"));
    CHECK_THAT(told, ContainsSubstring("\nalice/2/rejected\n"));
    cup.play();
    CHECK(read_file(cup.path("told")) == told);
    write_file(cup.path("tell"), "echo no mail today; exit 1\n");
    cup.hand_in_script("bob", "2", "exit 3");
    CHECK_THAT(
        cup.play().err, ContainsSubstring("on-note for bob 2: exit status 1: no mail today"));
    write_file(cup.path("tell"), "cat >>told\n");
    cup.play();
    CHECK_THAT(read_file(cup.path("told")), ContainsSubstring("bob 2: rejected."));
    ::unsetenv("REFEREE_TEST_SCAN");
}
