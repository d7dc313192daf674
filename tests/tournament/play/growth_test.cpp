// Tournaments that grow, with the real executable.

#include "tournament/arena.hpp"

#include <csignal>

using namespace tournament_tests;

namespace {

/// An arena in which the command can name other AIs and fields.
class GrowingArena : public Arena {
  public:
    using Arena::Arena;

    std::vector<std::string> command(
        const std::string& database, const std::string& ais, const std::string& fields,
        const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{program(), "tournament",     "--work",   *this / "work",
                                       "--db",    *this / database, "--fields", *this / fields};
        for (const char name : ais) {
            // Some lose points with every move, so that the AIs differ.
            const std::string path = name < 'd' ? built("trivial-ai") : gems_ai("reference-c");
            words.insert(words.end(), {"--ai", fmt::format("{}={}", name, path)});
        }
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    /// Copies fields so that the new ones stand between those that are there.
    void copy_fields(const std::string& folder, int from, int to) const {
        fs::create_directories(*this / folder);
        for (int field = from; field <= to; ++field) {
            // The last digit first: 1, 11, 21, 2, 12 …
            fs::copy_file(
                *this / fmt::format("fields/f-{:03}.dat", field),
                *this / fmt::format("{}/{}{}.dat", folder, field % 10, field / 10));
        }
    }

    std::string in_words(const std::string& database) const {
        const Output report = run({program(), "report", *this / database});
        REQUIRE(report.status == 0);
        return report.out;
    }
};

} // namespace

TEST_CASE(
    "A tournament that grows twice, killed again and again, gives the same result as one "
    "that knew all from the start",
    "[tournament][slow]") {
    GrowingArena arena(10, 4);
    arena.copy_fields("some", 1, 3);
    const auto kill_some = [&](const std::vector<std::string>& command) {
        int kills = 0;
        for (int attempt = 0; attempt < 3; ++attempt) {
            kills += arena.interrupt(command, "grown.sqlite", SIGKILL, 60) ? 1 : 0;
            CHECK(arena.is_clean());
        }
        CHECK(kills > 0);
    };
    kill_some(arena.command("grown.sqlite", "abcdefgh", "some"));
    arena.copy_fields("some", 4, 6);
    kill_some(arena.command("grown.sqlite", "abcdiefgh", "some"));
    arena.copy_fields("some", 7, 10);
    const auto whole_command = arena.command("grown.sqlite", "jabcdiefgh", "some");
    kill_some(whole_command);
    const Output last = run(whole_command);
    INFO(last.err);
    REQUIRE(last.status == 0);
    CHECK_THAT(last.out, ContainsSubstring("900 of 900 games"));

    REQUIRE(run(arena.command("whole.sqlite", "jabcdiefgh", "some")).status == 0);
    CHECK(arena.stored("grown.sqlite") == arena.stored("whole.sqlite"));
    CHECK(arena.tables("grown.sqlite") == arena.tables("whole.sqlite"));
    CHECK(run(whole_command).err.find("before;") == std::string::npos); // nothing more to do
}

TEST_CASE("Only what is missing is played when a tournament grows", "[tournament]") {
    GrowingArena arena(3);
    REQUIRE(run(arena.command("db.sqlite", "abc", "fields/f-00[12].dat")).status == 0);
    const Output grown = run(arena.command("db.sqlite", "abcd", "fields"));
    REQUIRE(grown.status == 0);
    CHECK_THAT(grown.err, ContainsSubstring("4 AIs on 3 fields now, 3 AIs on 2 fields before"));
    CHECK_THAT(grown.err, ContainsSubstring("resuming after 12 of 36 games"));
    CHECK_THAT(grown.out, ContainsSubstring("36 of 36 games"));
}

TEST_CASE("An excluded AI doesn't count, and comes back with all its games", "[tournament]") {
    GrowingArena arena(3);
    const auto all = arena.command("db.sqlite", "abcd", "fields");
    REQUIRE(run(all).status == 0);
    const auto before = arena.tables("db.sqlite");
    REQUIRE(run(arena.command("rest.sqlite", "abd", "fields")).status == 0);
    const auto rest = arena.tables("rest.sqlite");

    // In a report: the database stays as it is.
    const Output report =
        run({program(), "report", arena / "db.sqlite", "--exclude", "c", "--json"});
    REQUIRE(report.status == 0);
    CHECK(nlohmann::json::parse(report.out)["games"] == 18);
    CHECK(report.out.find("\"c\"") == std::string::npos);
    CHECK(arena.tables("db.sqlite") == before);

    // For good, whether the command names it or not.
    REQUIRE(run(arena.command("db.sqlite", "abcd", "fields", {"--exclude", "c"})).status == 0);
    CHECK(arena.tables("db.sqlite") == rest);
    REQUIRE(run(arena.command("db.sqlite", "abd", "fields", {"--exclude", "c"})).status == 0);
    CHECK(arena.tables("db.sqlite") == rest);
    const Output back = run(all);
    CHECK_THAT(back.err, ContainsSubstring("36 of its 36 games in the new plan"));
    CHECK_THAT(back.err, ContainsSubstring("resuming after 36 of 36 games"));
    CHECK(arena.tables("db.sqlite") == before);

    const Output unknown =
        run(arena.command("db.sqlite", "abcd", "fields", {"--exclude", "nobody"}));
    CHECK(unknown.status == 2);
    CHECK_THAT(unknown.err, ContainsSubstring("--exclude nobody: there is no AI of that name"));
    const Output nobody = run(
        {program(), "report", arena / "db.sqlite", "--exclude", "a", "--exclude", "b", "--exclude",
         "c", "--exclude", "d"});
    CHECK(nobody.status == 2);
    CHECK_THAT(nobody.err, ContainsSubstring("--exclude: no AI is left"));
}

TEST_CASE("What can't grow says so in one line, and nothing is lost", "[tournament]") {
    GrowingArena arena(4);
    const auto refuses = [&](const std::string& database, const std::string& ais,
                             const std::string& fields, const std::vector<std::string>& more,
                             const std::string& why) {
        const auto before = arena.tables(database);
        const Output refused = run(arena.command(database, ais, fields, more));
        INFO(refused.err);
        CHECK(refused.status == 2);
        CHECK_THAT(refused.err, ContainsSubstring(why));
        // Beside it perhaps a warning that the fields are few.
        const bool is_warned = refused.err.find("warning: ") != std::string::npos;
        CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == (is_warned ? 2 : 1));
        CHECK(arena.tables(database) == before);
    };
    for (const std::string format : {"knockout", "ladder"}) {
        const std::vector<std::string> more{"--format", format};
        const std::string database = format + ".sqlite";
        REQUIRE(run(arena.command(database, "abc", "fields", more)).status == 0);
        refuses(database, "abcd", "fields", more, "a " + format + " can't grow");
    }
    REQUIRE(run(arena.command("shard.sqlite", "abc", "fields", {"--shard", "1/2"})).status == 0);
    refuses("shard.sqlite", "abcd", "fields", {"--shard", "1/2"}, "merge the shards");
    const std::vector<std::string> sprt{"--sprt", "0,50"};
    REQUIRE(run(arena.command("sprt.sqlite", "ab", "fields/f-00[34].dat", sprt)).status == 0);
    refuses("sprt.sqlite", "ab", "fields", sprt, "--fields after the old one");

    REQUIRE(run(arena.command("db.sqlite", "abc", "fields")).status == 0);
    refuses(
        "db.sqlite", "ab", "fields", {},
        "it has games of the AI 'c'; give it with --ai, exclude it with --exclude, or use another --db");
    refuses("db.sqlite", "abc", "fields/f-00[12].dat", {}, "it has games on the field 'f-003'");
}

TEST_CASE(
    "A round robin is played on until the best is certain, and counts in full again afterwards",
    "[tournament][slow]") {
    GrowingArena arena(40, 4);
    arena.copy_fields("some", 1, 4);
    // Only d of the four AIs doesn't lose points with every move.
    REQUIRE(run(arena.command("db.sqlite", "abcd", "some")).status == 0);
    const auto before = arena.tables("db.sqlite");
    arena.copy_fields("some", 5, 40);
    const Output race = run(arena.command("db.sqlite", "abcd", "some", {"--until-decided"}));
    INFO(race.err);
    REQUIRE(race.status == 0);
    CHECK_THAT(
        race.err, ContainsSubstring("4 AIs on 40 fields (racing) now, 4 AIs on 4 fields "
                                    "(round-robin) before; "));
    CHECK_THAT(race.err, ContainsSubstring("the others are kept, but don't count"));
    CHECK_THAT(race.out, ContainsSubstring("Race: the best AI at 95 % confidence: d"));

    // The same race from nothing has played the same matches.
    REQUIRE(
        run(arena.command("new.sqlite", "abcd", "some", {"--format", "racing", "--top", "1"}))
            .status == 0);
    CHECK(arena.stored("db.sqlite") == arena.stored("new.sqlite"));
    CHECK(arena.tables("db.sqlite") == arena.tables("new.sqlite"));
    // Both ways to ask for it are the same.
    CHECK(run(arena.command("new.sqlite", "abcd", "some", {"--until-decided", "1"})).status == 0);
    CHECK_THAT(
        run(arena.command("new.sqlite", "abcd", "some", {"--until-decided", "2"})).err,
        ContainsSubstring("4 AIs on 40 fields now, 4 AIs on 40 fields before; "));

    // Back to the round robin: every game counts again, the race's too.
    const Output back = run(arena.command("db.sqlite", "abcd", "some"));
    REQUIRE(back.status == 0);
    CHECK_THAT(back.err, ContainsSubstring("(round-robin) now"));
    CHECK_THAT(back.err, !ContainsSubstring("don't count"));
    CHECK_THAT(back.out, ContainsSubstring("480 of 480 games"));
    CHECK(before["games"] == 48);
}

TEST_CASE(
    "What can't decide is said beforehand, and what can't be combined is refused", "[tournament]") {
    GrowingArena arena(2);
    const Output few = run(arena.command("db.sqlite", "ab", "fields", {"--until-decided"}));
    CHECK(few.status == 0);
    CHECK_THAT(few.err, ContainsSubstring("warning: 2 fields can't decide this race"));
    const Output sprt = run(arena.command("test.sqlite", "ab", "fields", {"--sprt", "0,50"}));
    CHECK_THAT(
        sprt.err, ContainsSubstring("warning: 2 fields may be too few for the sequential test"));
    // The verdict comes before the tables.
    CHECK(sprt.out.find("SPRT: ") < sprt.out.find("Standings"));
    for (const std::vector<std::string>& other :
         {std::vector<std::string>{"--format", "sampled"}, {"--top", "1"}, {"--sprt", "0,9"}}) {
        std::vector<std::string> more{"--until-decided"};
        more.insert(more.end(), other.begin(), other.end());
        const Output refused = run(arena.command("other.sqlite", "ab", "fields", more));
        CHECK(refused.status == 2);
        CHECK_THAT(refused.err, ContainsSubstring("leave out " + other[0]));
    }
    const Output shard =
        run(arena.command("other.sqlite", "ab", "fields", {"--until-decided", "--shard", "1/2"}));
    CHECK(shard.status == 2);
}
