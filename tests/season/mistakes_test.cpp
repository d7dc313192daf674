// What a season says to an organiser who makes a mistake.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/stat.h>

using namespace tests;

namespace {

namespace fs = std::filesystem;

/// A season's folder with a baseline and an entry, both the same AI.
class CourseCup {
  public:
    CourseCup() {
        fs::create_directories(folder_ / "cup/entries/anna");
        fs::copy(gems_ai("reference-c"), folder_ / "cup/entries/anna/v1");
        set("");
    }

    std::string path(const std::string& name = "") const { return folder_ / ("cup/" + name); }
    /// Writes season.ini: the settings of a short season and these lines.
    void set(const std::string& lines) const {
        write_file(
            path("season.ini"), "title = Course cup\ngame = gems\ngenerate = 2\ngames = 1\n"
                                "max-games = 1\ntime-limit = 60s\nbaseline = half=" +
                                    gems_ai("reference-c") + "\n" + lines);
    }
    Output run_once() const { return run({referee_path(), "season", path(), "--once"}); }

  private:
    TemporaryFolder folder_;
};

} // namespace

TEST_CASE("a wrong value in season.ini is told with file and line", "[season]") {
    const CourseCup cup;
    const std::string file = "referee: " + cup.path("season.ini") + ":";
    const std::vector<std::pair<std::string, std::string>> rows{
        {"hour-budget = soon\n", "8: hour-budget soon: invalid value; "},
        {"\nmark-games = many\n", "9: mark-games many: invalid value; "},
        {"seats = 4\n",
         "8: seats '4': seats says how AIs are assigned to seats (rotate, all or fixed); "
         "their number is 'players = 4'"},
        {"players = rotate\n", "8: players 'rotate': players is the number of seats"},
        {"games = 3\n", "8: 'games' is given twice; delete one of the lines"},
        {"publish-errors = some\n", "8: publish-errors some: "},
        {"baseline = a/bot, b/bot\n", "8: baseline a/bot, b/bot: two baselines are named 'bot'; "},
        {"gmaes = 3\n", "8: unknown key 'gmaes'; did you mean 'games'?"},
        {"field-set = max_moves=30\nfield-set = max_move=30\n", "8: field-set max_move: gems has"},
    };
    for (const auto& [lines, said] : rows) {
        cup.set(lines);
        const Output output = cup.run_once();
        CHECK(output.status == 2);
        CHECK_THAT(output.err, StartsWith(file + said));
    }
    CHECK_FALSE(fs::exists(cup.path("fields"))); // nothing was made before all was right
    // A value of the command line is not one of the file.
    cup.set("hour-budget = 5m\n");
    const Output output = run({referee_path(), "season", cup.path(), "--hour-budget", "late"});
    CHECK_THAT(output.err, StartsWith("referee: --hour-budget late: "));
}

TEST_CASE("what a season can't do is refused before its fields are made", "[season]") {
    const CourseCup cup;
    const std::vector<std::pair<std::vector<std::string>, std::string>> rows{
        {{"--jobs", "999"}, "--jobs 999: there "},
        {{"--marks", "-"}, "--marks: the season hasn't begun; run first: referee season "},
        {{"--final", "top 2"}, "--final: the season hasn't begun; "},
        {{"--format", "bracket"}, "--format bracket: a final can't have this format"},
    };
    for (const auto& [words, said] : rows) {
        std::vector<std::string> command{referee_path(), "season", cup.path()};
        command.insert(command.end(), words.begin(), words.end());
        const Output output = run(command);
        CHECK(output.status == 2);
        CHECK_THAT(output.err, StartsWith("referee: " + said));
    }
    CHECK_FALSE(fs::exists(cup.path("fields")));
}

TEST_CASE("a version is checked with the limits and rights of its season", "[season][slow]") {
    const CourseCup cup;
    const TemporaryFolder library;
    ::chmod(library.path().c_str(), 0755);
    write_file(library / "opening.txt", "1\n");
    write_script(
        cup.path("entries/anna/v2"), "#!/bin/sh\nread -r word < " + (library / "opening.txt") +
                                         " || exit 7\nexec " + gems_ai("reference-c") + "\n");
    const std::string begin = read_file(cup.path("season.ini"));
    const auto set = [&](const std::string& lines) {
        std::string text = begin;
        text.replace(text.find("time-limit = 60s\n"), 17, "");
        write_file(cup.path("season.ini"), text + "field-set = max_moves=4\n" + lines);
    };
    set("time-limit = none\nallow-read = " + library.path() + "\nallow-read = " + build_folder() +
        "\n");
    const Output output = cup.run_once();
    INFO(output.err);
    CHECK(output.status == 0);
    CHECK_THAT(output.err, ContainsSubstring("anna v1: accepted"));
    CHECK_THAT(output.err, ContainsSubstring("anna v2: accepted"));
}

TEST_CASE("a season goes on with a site that holds other files", "[season][slow]") {
    const CourseCup cup;
    cup.set("field-set = max_moves=4\n");
    fs::create_directories(cup.path("site/entry")); // a first write that was killed
    write_file(cup.path("site/robots.txt"), "User-agent: *\n");
    ::setenv("REFEREE_TEST_SCAN", "100000", 1);
    const pid_t pid = start({referee_path(), "season", cup.path()});
    ::unsetenv("REFEREE_TEST_SCAN");
    for (int look = 0; look < 6000 && !fs::exists(cup.path("site/index.html")); ++look) {
        ::poll(nullptr, 0, 10);
    }
    CHECK(fs::exists(cup.path("site/index.html"))); // while it runs
    CHECK(read_file(cup.path("site/robots.txt")) == "User-agent: *\n");
    ::kill(pid, SIGTERM);
    CHECK(wait_for_exit(pid) == 128 + SIGTERM);
}

TEST_CASE("a season without entries says where they belong", "[season]") {
    const CourseCup cup;
    fs::remove_all(cup.path("entries/anna"));
    const Output output = cup.run_once();
    INFO(output.err);
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("0 games of 0 versions and 1 baseline so far; "));
    CHECK_THAT(
        output.err, ContainsSubstring(
                        "note: no version has been submitted; a version is a file or "
                        "folder " +
                        cup.path("entries/NAME/VERSION")));
}

TEST_CASE("marks on few fields are told to be few", "[season][slow]") {
    const CourseCup cup;
    cup.set("field-set = max_moves=4\nmark-games = 2\n");
    REQUIRE(cup.run_once().status == 0);
    const Output marks =
        run({referee_path(), "season", cup.path(), "--marks", cup.path("marks.csv")});
    CHECK(marks.status == 0);
    CHECK_THAT(
        marks.out, ContainsSubstring("all matches that count are played for 1 of 1 version"));
    CHECK_THAT(marks.err, ContainsSubstring("note: matches on fewer than 10 fields are too few"));
    CHECK_THAT(read_file(cup.path("marks.csv")), ContainsSubstring("anna,v1,"));
}

TEST_CASE("a first start that fails leaves no fields behind", "[season]") {
    const CourseCup cup;
    cup.set("baseline = gone\n");
    const Output output = cup.run_once();
    CHECK(output.status == 2);
    CHECK_THAT(output.err, ContainsSubstring("gone: there is no such file"));
    CHECK_FALSE(fs::exists(cup.path("fields")));
}

TEST_CASE("settings of fields that come too late get a note", "[season][slow]") {
    const CourseCup cup;
    cup.set("field-set = max_moves=4\n");
    const Output first = cup.run_once();
    INFO(first.err);
    REQUIRE(first.status == 0);
    CHECK(first.err.find("first start") == std::string::npos);
    CHECK(cup.run_once().err.find("first start") == std::string::npos);
    for (const char* const line : {"field-set = max_moves=6\n", "field-seed = 7\n"}) {
        cup.set(line);
        const Output later = cup.run_once();
        CHECK(later.status == 0);
        CHECK_THAT(
            later.err, ContainsSubstring(
                           "note: the fields in " + cup.path("fields") +
                           " were generated at the first start; "));
    }
}

TEST_CASE("an entry that is gone or changed is told to the organiser", "[season][slow]") {
    const CourseCup cup;
    cup.set("field-set = max_moves=4\n");
    REQUIRE(cup.run_once().status == 0);
    fs::remove(cup.path("entries/anna/v1"));
    fs::copy(gems_ai("random"), cup.path("entries/anna/v1"));
    CHECK_THAT(
        cup.run_once().err,
        ContainsSubstring("anna v1: accepted (its files have changed; a new version should"));
    write_script(cup.path("entries/anna/v2"), "#!/bin/sh\nexit 1\n");
    CHECK_THAT(cup.run_once().err, ContainsSubstring("anna v2: rejected; see notes/anna/v2.txt"));
    CHECK(fs::exists(cup.path("notes/anna/v2.txt")));
    fs::remove_all(cup.path("entries/anna"));
    const Output gone = cup.run_once();
    CHECK(gone.status == 0);
    CHECK_THAT(
        gone.err,
        ContainsSubstring("anna: entries/anna has no version, but the accepted one plays on; "
                          "to withdraw it, delete versions/anna"));
    fs::remove_all(cup.path("versions/anna"));
    const Output withdrawn = cup.run_once();
    CHECK(withdrawn.status == 0);
    CHECK_THAT(
        withdrawn.err,
        ContainsSubstring("anna v1 can't be played: its files were deleted: it is withdrawn"));
    CHECK_THAT(withdrawn.err, !ContainsSubstring("has changed since it was read"));
    CHECK_THAT(read_file(cup.path("notes/anna/v1.txt")), ContainsSubstring("it is withdrawn"));
    CHECK_THAT(
        read_file(cup.path("site/entry/anna.html")),
        ContainsSubstring("None of its versions plays now."));
    const auto table = nlohmann::json::parse(read_file(cup.path("site/standings.json")));
    REQUIRE(table["standings"].size() == 1);
    CHECK(table["standings"][0]["entry"] == "half");
}

TEST_CASE("a site isn't written into a folder with other files", "[season][slow]") {
    const CourseCup cup;
    cup.set("field-set = max_moves=4\n");
    REQUIRE(cup.run_once().status == 0);
    fs::create_directory(cup.path("full"));
    write_file(cup.path("full/index.html"), "somebody's own\n");
    const std::string database = cup.path("season.sqlite");
    const Output refused = run({referee_path(), "site", database, cup.path("full")});
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, ContainsSubstring("full: the folder has other files; name a new one"));
    CHECK(read_file(cup.path("full/index.html")) == "somebody's own\n");
    for (int time = 0; time < 2; ++time) { // its own site is brought up to date
        CHECK(run({referee_path(), "site", database, cup.path("public")}).status == 0);
    }
    CHECK_THAT(read_file(cup.path("public/index.html")), ContainsSubstring("<title>Course cup<"));
    CHECK(run({referee_path(), "site", database, cup.path("full"), "--force"}).status == 0);
    CHECK_THAT(
        run({referee_path(), "site", database, cup.path("full/index.html")}).err,
        ContainsSubstring("index.html: this is a file; name the folder of the site"));
    // season.ini says what is frozen or under embargo, so a mistake there publishes nothing.
    write_file(cup.path("season.ini"), "what\n");
    const Output mistaken = run({referee_path(), "site", database, cup.path("public")});
    CHECK(mistaken.status == 2);
    CHECK_THAT(mistaken.err, ContainsSubstring("season.ini:1: "));
    CHECK_THAT(read_file(cup.path("public/index.html")), ContainsSubstring("<title>Course cup<"));
}
