// A season with real processes: versions, rejections, baselines, final.

#include "season/arena.hpp"
#include "support/processes.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <regex>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace season_tests;

TEST_CASE(
    "a version that is submitted is checked, accepted and gets its games", "[season][tournament]") {
    const Cup cup("games = 3\n");
    cup.hand_in_player("alice", "1", 90);
    cup.hand_in_player("bob", "1", 10);
    cup.play();
    CHECK_THAT(cup.note("alice", "1"), ContainsSubstring("accepted. It plays."));
    CHECK_THAT(cup.note("alice", "1"), ContainsSubstring("no problems found"));
    CHECK_THAT(cup.note("alice", "1"), ContainsSubstring("a game against the reference AI"));
    const auto matches = cup.matches();
    CHECK(matches.at("alice@1") >= 3);
    CHECK(matches.at("bob@1") >= 3);
    CHECK(matches.count("half") == 1); // the baseline plays along
    const referee::Store store(cup.database(), referee::Store::Access::read);
    REQUIRE(store.versions().size() == 3);
    for (const referee::StoredVersion& version : store.versions()) {
        CHECK(version.sha256.size() == 64);
    }
}

TEST_CASE(
    "a season without entries and baselines starts, with empty tables", "[season][tournament]") {
    const Cup cup;
    write_file(
        cup.path("season.ini"),
        "generate = 2\nfield-set = max_moves=10\nfield-set = rows=40\nreference = " +
            cup.player_folder("half", 50) + "\n");
    cup.play();
    CHECK(fs::exists(cup.path("site/index.html")));
    CHECK(run({tests::referee_path(), "report", cup.database()}).status == 0);
    cup.hand_in_player("alice", "1", 90);
    cup.play();
    CHECK_THAT(cup.note("alice", "1"), ContainsSubstring("accepted. It plays."));
}

TEST_CASE("a season names all its limits, and refuses other matches", "[season][tournament]") {
    const Cup cup;
    cup.hand_in_player("alice", "1", 90);
    cup.play();
    const std::string settings = read_file(cup.path("season.ini"));
    for (const std::string change : {"seats = fixed\n", "points = 3,1\n"}) {
        write_file(cup.path("season.ini"), settings + change);
        const Output refused = run(cup.command({"--once"}));
        CHECK(refused.status == 2);
        CHECK_THAT(
            refused.err, ContainsSubstring("differs from that of the games in the database"));
    }
    write_file(
        cup.path("season.ini"),
        std::regex_replace(settings, std::regex("time-limit = 20s"), "time-limit = 30s"));
    cup.play();
    cup.play();
    CHECK_THAT(
        run({tests::referee_path(), "report", cup.database()}).out,
        ContainsSubstring("limits: time limit 20s, confinement default; later time limit 30s, "
                          "confinement default\n"));
}

TEST_CASE("an entry may have a limit of its own, in its checks too", "[season][tournament]") {
    const Cup cup("games = 1\ntime-limit = alice=50s\ntime-limit = half=70s\n");
    // Each plays only if it finds the limit that it expects.
    for (const auto& [entry, seconds] : {std::pair("alice", 50), {"bob", 20}, {"carol", 50}}) {
        const std::string folder = cup.player_folder(entry, 50);
        tests::write_script(
            folder + "/ai",
            fmt::format(
                "#!/bin/sh\ngrep -q 'time_limit_ms {}000$' match.dat && exec $REFEREE_AI_DIR/player 50\n",
                seconds));
        write_file(folder + "/ai.ini", "command = ai\n");
        cup.hand_in(entry, "1", folder);
    }
    cup.play();
    for (const char* const entry : {"alice", "bob"}) {
        INFO(cup.note(entry, "1"));
        CHECK(cup.note(entry, "1").find("exit status") == std::string::npos);
        CHECK(cup.matches().contains(entry + std::string("@1")));
    }
    CHECK_THAT(cup.note("carol", "1"), ContainsSubstring("exit status 1"));
    // A final has the limits of those who take part, and a batch those of its versions.
    write_file(
        cup.path("season.ini"), read_file(cup.path("season.ini")) + "time-limit = zoe=90s\n");
    const Output final = run(cup.command({"--final", "top 2", "--final-fields", "1"}));
    INFO(final.err);
    REQUIRE(final.status == 0);
    const std::string ini = read_file(cup.path("final/tournament.ini"));
    CHECK_THAT(ini, ContainsSubstring("time-limit = 20s\ntime-limit = alice=50s\n"));
    CHECK(ini.find("zoe") == std::string::npos);
    const Output played = run(
        {tests::referee_path(), "tournament", "--config", cup.path("final/tournament.ini"),
         "--json"});
    INFO(played.err);
    REQUIRE(played.status == 0);
    const nlohmann::json parsed = nlohmann::json::parse(played.out);
    for (const auto& row : parsed.at("standings")) {
        INFO(row.dump());
        for (const auto& [kind, count] : row.at("faults").items()) {
            CHECK(count == 0);
        }
    }
}

TEST_CASE("a version may be a single program", "[season][tournament]") {
    const Cup cup;
    fs::create_directories(cup.path("entries/carol"));
    fs::copy_file(tests::built("season-player"), cup.path("entries/carol/v1"));
    cup.hand_in_player("bob", "1", 50);
    cup.play();
    CHECK(cup.matches().at("carol@v1") >= 2);
}

TEST_CASE("an entry can't lead to the files of others", "[season][hostile]") {
    const Cup cup;
    cup.hand_in_player("bob", "1", 90);
    cup.play();
    const std::string thief = cup.path("entries/thief");
    fs::create_directories(thief + "/.1");
    SECTION("by a link") {
        fs::create_symlink(cup.path("versions"), thief + "/.1/loot");
        write_file(thief + "/.1/ai.ini", "command = loot/bob/player 90\n");
        fs::rename(thief + "/.1", thief + "/1");
        cup.play();
        CHECK_THAT(cup.note("thief", "1"), ContainsSubstring("a link to a place outside"));
    }
    SECTION("by its command") {
        std::string stolen;
        for (const auto& entry : fs::directory_iterator(cup.path("versions/bob"))) {
            stolen = entry.path().string() + "/player";
        }
        write_file(thief + "/.1/ai.ini", "command = " + stolen + " 90\n");
        fs::rename(thief + "/.1", thief + "/1");
        cup.play();
        CHECK_THAT(
            cup.note("thief", "1"), ContainsSubstring("neither in the folder nor installed"));
    }
}

TEST_CASE("changing an accepted version changes nothing that plays", "[season][tournament]") {
    const Cup cup;
    cup.hand_in_player("alice", "1", 90);
    cup.hand_in_player("bob", "1", 50);
    cup.play();
    // The same name and version with other bytes is another version, and judged like any other.
    write_file(cup.path("entries/alice/1/ai.ini"), "command = player 5\n");
    fs::create_directories(cup.path("entries/alice/1/more"));
    cup.play();
    const referee::Store store(cup.database(), referee::Store::Access::read);
    std::set<std::string> hashes;
    for (const referee::StoredVersion& version : store.versions()) {
        if (version.entry == "alice") {
            hashes.insert(version.sha256);
        }
    }
    CHECK(hashes.size() == 2);
    CHECK(cup.matches().at("alice@1") >= 2);
}

TEST_CASE("marks by baselines are the same for the same entries", "[season][tournament][slow]") {
    std::string first;
    for (const int others : {0, 2}) {
        const Cup cup("games = 2\nmark-games = 10\n", 12);
        cup.hand_in_player("alice", "1", 100);
        cup.hand_in_player("bob", "1", 0);
        for (int i = 0; i < others; ++i) {
            cup.hand_in_player(fmt::format("other{}", i), "1", 30 + 20 * i);
        }
        cup.play();
        const Output marks = run(cup.command({"--marks", "-"}));
        REQUIRE(marks.status == 0);
        std::istringstream lines(marks.out);
        std::string own;
        for (std::string line; std::getline(lines, line);) {
            own += line.rfind("other", 0) == 0 ? "" : line + "\n";
        }
        CHECK_THAT(own, ContainsSubstring("entry,version,sha256,half,half low,points"));
        CHECK_THAT(own, ContainsSubstring("alice,1,"));
        // Every mark is given; what follows the state are a name and a team, which nobody has.
        CHECK(
            std::regex_replace(own, std::regex(",plays,[^\n]*"), "").find(",,") ==
            std::string::npos);
        CHECK_THAT(own, ContainsSubstring(",plays,"));
        first = first.empty() ? own : first;
        CHECK(own == first);
    }
}

TEST_CASE("marks without matches that give them are refused", "[season][tournament]") {
    const Cup cup;
    cup.hand_in_player("alice", "1", 80);
    cup.play();
    const Output output = run(cup.command({"--marks", "-"}));
    CHECK(output.status == 2);
    CHECK(output.out.empty());
    CHECK_THAT(
        output.err,
        ContainsSubstring("marks need matches against baselines; write 'baseline = PATH"));
}

TEST_CASE("a final is an ordinary tournament of the best on new fields", "[season][tournament]") {
    const Cup cup("games = 4\n");
    cup.hand_in_player("alice", "1", 100);
    cup.hand_in_player("bob", "1", 60);
    cup.hand_in_player("carol", "1", 0);
    cup.play();
    const Output made = run(cup.command({"--final", "top 2", "--final-fields", "3"}));
    INFO(made.err);
    REQUIRE(made.status == 0);
    CHECK_THAT(made.out, ContainsSubstring("a final of 2 AIs ("));
    const Output bracket = run(cup.command({"--final", "top 2", "--format", "bracket"}));
    CHECK(bracket.status == 2);
    CHECK_THAT(
        bracket.err,
        ContainsSubstring("--format bracket: a final can't have this format; choose from: "));
    const std::string ini = read_file(cup.path("final/tournament.ini"));
    std::vector<std::string> table;
    const auto standings = nlohmann::json::parse(read_file(cup.path("site/standings.json")));
    for (const auto& row : standings.at("standings")) {
        if (!row["baseline"].get<bool>()) {
            table.push_back(row["entry"]);
        }
    }
    REQUIRE(table.size() == 3);
    const std::size_t first = ini.find("ai = " + table[0] + "=ais/" + table[0]);
    const std::size_t second = ini.find("ai = " + table[1] + "=ais/" + table[1]);
    CHECK(first < second); // in the order of the table
    CHECK(second != std::string::npos);
    CHECK_THAT(ini, !ContainsSubstring("ai = " + table[2]));
    CHECK_THAT(ini, !ContainsSubstring("half")); // baselines are out of competition
    std::set<std::string> seen;
    for (const auto& entry : fs::directory_iterator(cup.path("fields"))) {
        seen.insert(read_file(entry.path()));
    }
    int fields = 0;
    for (const auto& entry : fs::directory_iterator(cup.path("final/fields"))) {
        ++fields;
        CHECK(seen.count(read_file(entry.path())) == 0);
    }
    CHECK(fields == 3);
    const Output played = run(
        {tests::referee_path(), "tournament", "--config", cup.path("final/tournament.ini"),
         "--json"});
    INFO(played.err);
    CHECK(played.status == 0);
    CHECK(nlohmann::json::parse(played.out)["standings"].size() == 2);
}

TEST_CASE(
    "two entries with the same files are told to the organiser, who decides",
    "[season][copies][tournament][slow]") {
    const Cup cup("games = 2\n");
    cup.hand_in_player("alice", "1", 80);
    cup.hand_in_player("carol", "1", 20);
    cup.play();
    cup.hand_in("bob", "1", cup.player_folder("bob-1", 80));
    CHECK_THAT(
        cup.play().err,
        ContainsSubstring("note: bob 1 has the same files as alice 1; write 'decide = "
                          "both|first|none alice bob' into season.ini\n"));
    CHECK_THAT(cup.note("bob", "1"), ContainsSubstring("bob 1: accepted. It plays."));
    CHECK_THAT(cup.note("bob", "1"), !ContainsSubstring("same files")); // told to nobody else
    const std::vector<std::string> final_words{"--final", "top 3", "--final-fields", "2"};
    const Output undecided = run(cup.command(final_words));
    CHECK(undecided.status == 2);
    CHECK_THAT(undecided.err, ContainsSubstring("nobody should win by lot against a copy"));
    const std::string settings = read_file(cup.path("season.ini"));
    write_file(cup.path("season.ini"), settings + "decide = both bob alice\n");
    const Output both = run(cup.command(final_words));
    REQUIRE(both.status == 0);
    CHECK_THAT(both.err, ContainsSubstring("note: bob 1 has the same files as alice 1"));
    const std::string ini = read_file(cup.path("final/tournament.ini"));
    for (const char* const name : {"alice", "bob", "carol"}) {
        CHECK_THAT(ini, ContainsSubstring(std::string("ai = ") + name + "=ais/" + name));
    }
    CHECK_THAT(ini, ContainsSubstring("# Note: "));
    fs::remove_all(cup.path("final"));
    // The first plays.
    write_file(cup.path("season.ini"), settings + "decide = first alice bob\n");
    CHECK_THAT(
        cup.play().err,
        ContainsSubstring("bob 1: excluded by the organiser: bob 1 has the same files"));
    CHECK_THAT(cup.play().err, !ContainsSubstring("excluded")); // once
    CHECK_THAT(cup.note("bob", "1"), ContainsSubstring("it doesn't play: bob 1 has the same"));
    // The same word everywhere, and none that contradicts it.
    CHECK_THAT(
        cup.note("bob", "1"),
        StartsWith("bob 1: excluded by the organiser. No version of this entry plays.\n") &&
            !ContainsSubstring("Submit") && !ContainsSubstring("resting"));
    CHECK_THAT(
        read_file(cup.path("site/entry/bob.html")),
        ContainsSubstring("excluded by the organiser") && !ContainsSubstring(">broken<"));
    CHECK_THAT(
        read_file(cup.path("site/index.html")),
        ContainsSubstring("<span class=\"tag\">excluded by the organiser</span>") &&
            !ContainsSubstring("none was accepted"));
    CHECK_THAT(cup.note("alice", "1"), ContainsSubstring("alice 1: accepted. It plays."));
    REQUIRE(run(cup.command(final_words)).status == 0);
    CHECK_THAT(read_file(cup.path("final/tournament.ini")), !ContainsSubstring("ai = bob"));
    // A new version that is the same is excluded, and the log says so; one that differs plays.
    const std::string other = cup.player_folder("bob-2", 80);
    write_file(other + "/ai.ini", read_file(other + "/ai.ini") + "author = Bob\n");
    cup.hand_in("bob", "2", other);
    CHECK_THAT(cup.play().err, ContainsSubstring("bob 2: accepted"));
    CHECK_THAT(cup.note("bob", "2"), StartsWith("bob 2: accepted"));
    cup.hand_in("bob", "3", cup.player_folder("bob-3", 80));
    CHECK_THAT(
        cup.play().err, ContainsSubstring("bob 3: accepted") &&
                            ContainsSubstring("bob 3: excluded by the organiser: bob 3 has"));
    CHECK_THAT(
        cup.note("bob", "3"),
        StartsWith("bob 3: excluded by the organiser. The last accepted version stays active.\n"));
    // The decision is taken back.
    write_file(cup.path("season.ini"), settings);
    cup.play();
    CHECK_THAT(cup.note("bob", "3"), ContainsSubstring("bob 3: accepted. It plays."));
}

TEST_CASE("an AI of the organiser that isn't there is named at once", "[season][tournament]") {
    const Cup cup("reference = refrence\n");
    cup.hand_in_player("alice", "1", 80);
    const Output output = run(cup.command({"--once"}));
    CHECK(output.status == 2);
    CHECK_THAT(
        output.err,
        StartsWith("referee: " + cup.path("refrence") + ": there is no such file; did you mean "));
    CHECK_THAT(output.err, ContainsSubstring("ai/gems/reference?\n"));
    CHECK(!fs::exists(cup.database())); // and alice isn't rejected for it
}

TEST_CASE("on a terminal a season shows one line of its progress", "[season][tournament][slow]") {
    if (tests::lacks("script", "a season on a terminal")) {
        return;
    }
    const Cup cup("games = 20\n");
    cup.hand_in_player("alice", "1", 80);
    cup.hand_in_script("slow", "1", "sleep 1; exit 1"); // longer than until the next line
    const std::string command =
        tests::referee_path() + " season " + cup.path() + " --once --jobs 1 2>&1 >/dev/null";
    const std::string shown = run({"/usr/bin/script", "-qec", command, "/dev/null"}).out;
    INFO(shown);
    CHECK_THAT(shown, ContainsSubstring("; checking "));
    CHECK_THAT(shown, ContainsSubstring(" games"));
    // Each line is taken back before the next one, and nothing is below it.
    CHECK_THAT(shown, ContainsSubstring("\x1b[1A\x1b[J"));
    CHECK_THAT(shown, !ContainsSubstring("\x1b[2A"));
    const std::size_t begin = shown.rfind("\x1b[1A\x1b[J");
    CHECK(shown.find("games", begin) == std::string::npos);                    // none is left
    CHECK_THAT(run(cup.command({"--once"})).err, !ContainsSubstring("games")); // a log has events
}

TEST_CASE(
    "a running season accepts new versions, at once on a signal, and ends on another",
    "[season][tournament][slow]") {
    const Cup cup("games = 2\nmax-games = 2\n");
    cup.hand_in_player("alice", "1", 90);
    // By itself it looks once, at its start.
    ::setenv("REFEREE_TEST_SCAN", "100000", 1);
    const pid_t pid = tests::start(cup.command());
    ::unsetenv("REFEREE_TEST_SCAN");
    const auto comes = [&](const std::string& file) {
        for (int look = 0; look < 6000 && !fs::exists(cup.path(file)); ++look) {
            ::poll(nullptr, 0, 10);
        }
        return fs::exists(cup.path(file));
    };
    CHECK(comes("notes/alice/1.txt"));
    cup.hand_in_player("bob", "1", 50);
    ::kill(pid, SIGUSR1);
    CHECK(comes("notes/bob/1.txt"));
    CHECK(comes("site/index.html"));
    ::kill(pid, SIGTERM);
    CHECK(tests::wait_for_exit(pid) == 128 + SIGTERM);
}

TEST_CASE("a mistake in season.ini is reported with its line", "[season][tournament]") {
    const Cup cup("gamse = 3\n");
    const Output output = run(cup.command({"--once"}));
    CHECK(output.status == 2);
    CHECK_THAT(output.err, ContainsSubstring("season.ini:9: unknown key 'gamse'"));
}

TEST_CASE("two seasons can't run in one folder", "[season][tournament]") {
    const Cup cup;
    cup.hand_in_player("alice", "1", 90);
    cup.hand_in_player("bob", "1", 90);
    cup.play();
    const referee::Store store(cup.database(), referee::Store::Access::write);
    const Output second = run(cup.command({"--once"}));
    CHECK(second.status == 2);
    CHECK_THAT(second.err, ContainsSubstring("this season is already running; stop that process"));
}

TEST_CASE("what a killed season was copying is removed at the next start", "[season][tournament]") {
    const Cup cup;
    const std::string entry = cup.player_folder("alice", 50);
    write_file(entry + "/ai.ini", "command = player 50\nbuild = sleep 600\n");
    cup.hand_in("alice", "1", entry);
    const auto drafts = [&] {
        std::vector<std::string> found;
        std::error_code code;
        for (const auto& at : fs::directory_iterator(cup.path("versions/alice"), code)) {
            if (at.path().extension() == ".part") {
                found.push_back(at.path().filename());
            }
        }
        return found;
    };
    const pid_t season = tests::start(cup.command());
    REQUIRE(tests::comes_true([&] { return !drafts().empty(); }));
    tests::kill_tree(season); // a worker that saw its end would clear up
    tests::wait_for_exit(season);
    REQUIRE(!drafts().empty());
    fs::remove_all(cup.path("entries/alice"));
    // Names that only look like one, such as an accepted version's, stay.
    fs::create_directories(cup.path("versions/alice/1-abcdef01"));
    fs::create_directories(cup.path("versions/alice/notes.part"));
    cup.play();
    CHECK(drafts() == std::vector<std::string>{"notes.part"});
    CHECK(fs::exists(cup.path("versions/alice/1-abcdef01")));
}

TEST_CASE("a decision about an entry that isn't there gets a note", "[season][tournament]") {
    const Cup cup("games = 1\ndecide = both alice nobody\n");
    cup.hand_in_player("alice", "1", 90);
    CHECK_THAT(cup.play().err, ContainsSubstring("note: decide: there is no entry 'nobody' in "));
}
