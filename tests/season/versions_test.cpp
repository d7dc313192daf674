// Versions, resting, and names: referee/season/README.md, "Versions".

#include "season/entries/entries.hpp"
#include "season/entries/versions.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/stored_games.hpp"

#include <filesystem>
#include <set>
#include <sys/stat.h>

using namespace referee;

namespace {

using Status = StoredVersion::Status;

StoredVersion version(const std::string& entry, const std::string& name, Status status, int ai) {
    return {entry, name, std::string(64, 'a'), false, status, ai, ""};
}

GameOutcome game(std::int64_t index, int winner, int loser, int faults) {
    GameOutcome outcome;
    outcome.index = index;
    outcome.seats.resize(2);
    outcome.seats[0].ai = winner;
    outcome.seats[0].share = 1;
    outcome.seats[1].ai = loser;
    outcome.seats[1].rank = 2;
    outcome.seats[1].faults[static_cast<std::size_t>(Fault::crash)] = faults;
    return outcome;
}

} // namespace

TEST_CASE("the last accepted version of an entry is active", "[season]") {
    const std::vector<StoredVersion> versions{
        version("a", "1", Status::accepted, 0), version("b", "1", Status::accepted, 1),
        version("a", "2", Status::accepted, 2), version("a", "3", Status::rejected, -1)};
    const auto states = states_of(versions, FaultStreaks(5));
    CHECK(states[0] == VersionState::old);
    CHECK(states[1] == VersionState::active);
    CHECK(states[2] == VersionState::active);
    CHECK(states[3] == VersionState::rejected);
}

TEST_CASE("when the active version breaks the one before is active again", "[season]") {
    const std::vector<StoredVersion> versions{
        version("a", "1", Status::accepted, 0), version("a", "2", Status::broken, 1)};
    const auto states = states_of(versions, FaultStreaks(5));
    CHECK(states[0] == VersionState::active);
    CHECK(states[1] == VersionState::broken);
}

TEST_CASE("versions of others with the same files are named", "[season]") {
    std::vector<StoredVersion> versions{
        version("a", "1", Status::accepted, 0), version("a", "2", Status::accepted, 1),
        version("b", "7", Status::accepted, 2), version("half", "1", Status::accepted, 3),
        version("c", "1", Status::rejected, -1)};
    versions[3].is_baseline = true;
    CHECK(same_files(versions, 2) == "a 1, a 2, the baseline half");
    CHECK(same_files(versions, 0) == "b 7, the baseline half"); // not its own other version
    versions[2].sha256[0] = 'b';
    CHECK(same_files(versions, 2).empty());
}

TEST_CASE("an entry may be called like a baseline", "[season]") {
    std::vector<StoredVersion> versions{
        version("depth2", "1", Status::accepted, 0), version("depth2", "1", Status::accepted, 1)};
    versions[0].is_baseline = true;
    const auto states = states_of(versions, FaultStreaks(5));
    CHECK(states[0] == VersionState::active);
    CHECK(states[1] == VersionState::active);
    CHECK(ai_name(versions[0], {}) == "depth2");
    CHECK(ai_name(versions[1], {}) == "depth2@1");
}

TEST_CASE("entries with equal results share a rank, as in the tournament's table", "[season]") {
    int ties = 0;
    for (int wins = 1; wins <= 5; ++wins) { // of B and C, each against D and E
        tests::StoredGames played(5, 6);
        std::vector<StoredVersion> versions;
        for (int ai = 0; ai < 5; ++ai) {
            versions.push_back(
                version(std::string(1, static_cast<char>('a' + ai)), "1", Status::accepted, ai));
        }
        for (int field = 0; field < 6; ++field) {
            const auto meet = [&](int one, int other, bool is_won) {
                played.add_match(
                    field, {{{one, other}, {is_won ? 1 : 2, is_won ? 2 : 1}},
                            {{other, one}, {is_won ? 2 : 1, is_won ? 1 : 2}}});
            };
            meet(0, 1, field > 0);
            meet(0, 2, field > 0);
            played.add_match(field, {{{1, 2}, {1, 2}}, {{2, 1}, {1, 2}}});
            for (const int one : {1, 2}) {
                meet(one, 3, field < wins);
                meet(one, 4, field >= wins);
            }
            meet(3, 4, field % 2 == 0);
        }
        const SeasonStandings standings = read_standings(played.store(), versions, 5);
        std::set<int> ranks;
        for (const SeasonRow& row : standings.rows) {
            CHECK(row.row.rank == row.row.rating.rank);
            ties += ranks.insert(row.row.rank).second ? 0 : 1;
        }
    }
    CHECK(ties >= 5);
}

TEST_CASE("a version rests after so many games in a row lost by faults", "[season]") {
    FaultStreaks streaks(3);
    streaks.count(game(0, 0, 1, 1));
    streaks.count(game(1, 0, 1, 2));
    CHECK(!streaks.is_resting(1));
    streaks.count(game(2, 0, 1, 1));
    CHECK(streaks.is_resting(1));
    CHECK(!streaks.is_resting(0));
}

TEST_CASE("answers that were late for lack of a core don't make a version rest", "[season]") {
    struct Case {
        int late;
        int crashes;
        std::int64_t starved;
        bool rests;
    };
    for (const Case& each :
         {Case{3, 0, 3, false},
          {3, 0, 2, true},
          {3, 1, 3, true},
          {0, 1, 0, true},
          // A restart for lack of a core is starved, too, and excuses no other fault.
          {0, 1, 1, true},
          {3, 0, 4, false},
          {3, 0, not_measured, true}}) {
        CAPTURE(each.late, each.crashes, each.starved);
        FaultStreaks streaks(2);
        for (int index = 0; index < 2; ++index) {
            GameOutcome outcome = game(index, 0, 1, each.crashes);
            outcome.seats[1].faults[static_cast<std::size_t>(Fault::timeout)] = each.late;
            outcome.seats[1].measured.starved = each.starved;
            streaks.count(outcome);
        }
        CHECK(streaks.is_resting(1) == each.rests);
    }
}

TEST_CASE("a game lost without faults, or won, ends the row", "[season]") {
    FaultStreaks streaks(2);
    streaks.count(game(0, 0, 1, 1));
    streaks.count(game(1, 0, 1, 0));
    streaks.count(game(2, 0, 1, 1));
    CHECK(!streaks.is_resting(1));
    streaks.count(game(3, 1, 0, 0));
    streaks.count(game(4, 0, 1, 1));
    CHECK(!streaks.is_resting(1));
}

TEST_CASE("whether a version rests doesn't depend on which game finished first", "[season]") {
    const std::vector<GameOutcome> games{
        game(0, 0, 1, 1), game(1, 1, 0, 0), game(2, 0, 1, 1), game(3, 0, 1, 1), game(4, 0, 1, 1)};
    FaultStreaks forwards(3);
    FaultStreaks backwards(3);
    for (std::size_t i = 0; i < games.size(); ++i) {
        forwards.count(games[i]);
        backwards.count(games[games.size() - 1 - i]);
    }
    CHECK(forwards.is_resting(1));
    CHECK(backwards.is_resting(1));
}

TEST_CASE("equal names of AIs are told apart by their hashes", "[season]") {
    const StoredVersion again = version("a", "1", Status::accepted, 1);
    CHECK(ai_name(again, {{"a@1", "", ""}}) == "a@1~aaaaaaaa");
}

TEST_CASE("names of entries and versions have plain characters only", "[season]") {
    CHECK(objection_to_name("alice-2.1_x").empty());
    for (const char* const name : {"a b", "a@b", "a/b", "ä", "a\nb", "<b>"}) {
        CHECK(!objection_to_name(name).empty());
    }
    CHECK(!objection_to_name(std::string(65, 'a')).empty());
}

TEST_CASE("scanning finds whole versions, the oldest first, and follows no links", "[season]") {
    const tests::TemporaryFolder folder;
    namespace fs = std::filesystem;
    fs::create_directories(folder / "a/2");
    fs::create_directories(folder / "a/.upload");
    fs::create_directories(folder / "b/1");
    fs::create_directories(folder / ".hidden/1");
    fs::create_directories(folder / "bad name/1");
    fs::create_symlink("/etc", folder / "a/link");
    fs::create_symlink(folder / "a", folder / "c");
    tests::write_file(folder / "b/program", "x");
    tests::write_file(folder / "readme", "x");
    const auto [found, ignored] = scan_entries(folder.path());
    REQUIRE(found.size() == 3);
    CHECK(found[0].entry + "/" + found[0].version == "a/2");
    CHECK(found[1].entry + "/" + found[1].version == "b/1");
    CHECK(found[2].entry + "/" + found[2].version == "b/program");
    // What an organiser may have meant as an entry is named; what begins with a dot isn't.
    std::set<std::string> said;
    for (const IgnoredName& name : ignored) {
        said.insert(name.text);
    }
    CHECK(
        said ==
        std::set<std::string>{
            "bad name: ignored because of its name: only letters, digits, '.', '_' and '-' are "
            "allowed",
            "a/link: ignored: a version is a folder or a file, not a link",
            "c: ignored: an entry is a folder with its versions in it",
            "readme: ignored: an entry is a folder with its versions in it"});
}

TEST_CASE("a copy of an entry holds its files and links within it, and nothing else", "[season]") {
    const tests::TemporaryFolder folder;
    namespace fs = std::filesystem;
    fs::create_directories(folder / "entry/sub");
    tests::write_script(folder / "entry/run", "#!/bin/sh\n");
    tests::write_file(folder / "entry/sub/data", "42");
    fs::create_symlink("sub/data", folder / "entry/link");
    constexpr std::uint64_t enough = 1 << 20U;
    SECTION("all is well") {
        copy_entry(folder / "entry", folder / "copy", enough);
        CHECK(tests::read_file(folder / "copy/link") == "42");
        CHECK(fs::is_symlink(folder / "copy/link"));
        CHECK(
            (fs::status(folder / "copy/run").permissions() & fs::perms::owner_exec) !=
            fs::perms::none);
        CHECK(
            (fs::status(folder / "copy/sub/data").permissions() & fs::perms::owner_exec) ==
            fs::perms::none);
    }
    SECTION("a link that leads out") {
        fs::create_symlink("../../etc", folder / "entry/out");
        CHECK_THROWS_WITH(
            copy_entry(folder / "entry", folder / "copy", enough),
            ContainsSubstring("a link to a place outside the folder"));
    }
    SECTION("something that is no file") {
        REQUIRE(::mkfifo((folder / "entry/pipe").c_str(), 0600) == 0);
        CHECK_THROWS_WITH(
            copy_entry(folder / "entry", folder / "copy", enough),
            ContainsSubstring("neither a file nor a folder"));
    }
    SECTION("too much") {
        CHECK_THROWS_WITH(
            copy_entry(folder / "entry", folder / "copy", 3), ContainsSubstring("too large"));
    }
}
