// Marks by baselines: referee/season/README.md, "Marks".

#include "season/marks.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "tournament/report/text.hpp"
#include "tournament/store/excluded.hpp"
#include "tournament/store/store.hpp"

#include <random>

using namespace referee;

namespace {

/// A season's database with a baseline and entries, without anything being played.
class MarkedSeason {
  public:
    explicit MarkedSeason(int entries) {
        StoredTournament head;
        head.game = "gems";
        head.format = season_format;
        head.matches = 1 << 20U;
        std::vector<StoredField> fields;
        for (int field = 0; field < 20; ++field) {
            fields.push_back({"f" + std::to_string(field), "f", "f" + std::to_string(field)});
        }
        store_ =
            std::make_unique<Store>(folder_ / "db.sqlite", head, std::vector<StoredAi>{}, fields);
        add("base", true);
        for (int entry = 0; entry < entries; ++entry) {
            add("e" + std::to_string(entry), false);
        }
    }

    /// The first matches, on one field; the first AI loses each game by a fault.
    void lose_by_faults(int first, int second, int matches) {
        for (int game = 0; game < 2 * matches; ++game) {
            GameOutcome outcome;
            outcome.index = game;
            outcome.match = game / 2;
            outcome.seats.resize(2);
            SeatOutcome& loser = outcome.seats[static_cast<std::size_t>(game % 2)];
            SeatOutcome& winner = outcome.seats[static_cast<std::size_t>(1 - game % 2)];
            loser.ai = first;
            loser.rank = 2;
            loser.faults[static_cast<std::size_t>(Fault::crash)] = 1;
            winner.ai = second;
            winner.share = 1;
            store_->add(outcome);
        }
    }

    /// A double match; the first wins `won` of its two games.
    void play(int first, int second, int field, int won) {
        const std::int64_t match = store_->next_match();
        for (int rotation = 0; rotation < 2; ++rotation) {
            GameOutcome game;
            game.index = match * 2 + rotation;
            game.match = match;
            game.field = field;
            game.seats.resize(2);
            game.seats[0].ai = rotation == 0 ? first : second;
            game.seats[1].ai = rotation == 0 ? second : first;
            const bool wins = rotation < won;
            const std::size_t winner = (rotation == 0) == wins ? 0 : 1;
            game.seats[winner].share = 1;
            game.seats[1 - winner].rank = 2;
            store_->add(game);
        }
    }

    /// A version that isn't accepted.
    void add_refused(const std::string& name, StoredVersion::Status status) {
        store_->add_version({name, "9", name, false, status, -1, ""}, nullptr);
    }

    /// Another version of the entry.
    void add_version(const std::string& name, const std::string& version) {
        add(name, false, version);
    }
    void change(std::size_t number, StoredVersion::Status status, const std::string& text) {
        store_->change_version(number, status, text);
    }

    Marks marks(int games) const { return read_marks(*store_, games, 5); }
    const Store& store() const { return *store_; }

  private:
    void add(const std::string& name, bool is_baseline, const std::string& version = "1") {
        const std::string hash = version == "1" ? name : name + version;
        const StoredAi ai{is_baseline ? name : name + "@" + version, name, hash};
        store_->add_version(
            {name, version, hash, is_baseline, StoredVersion::Status::accepted, -1, ""}, &ai);
    }

    tests::TemporaryFolder folder_;
    std::unique_ptr<Store> store_;
};

} // namespace

TEST_CASE("a baseline that was beaten with confidence gives a point", "[season]") {
    MarkedSeason season(3);
    for (int field = 0; field < 15; ++field) {
        season.play(1, 0, field, 2);
        season.play(2, 0, field, 1);
        season.play(3, 0, field, 0);
    }
    const Marks marks = season.marks(15);
    REQUIRE(marks.rows.size() == 3);
    CHECK(marks.rows[0].points == 1);
    CHECK(marks.rows[1].points == 0);
    CHECK(marks.rows[2].points == 0);
    CHECK(marks.rows[1].shares[0]->share == Approx(0.5));
}

TEST_CASE("there is no mark while a match is missing", "[season]") {
    MarkedSeason season(1);
    for (int field = 0; field < 14; ++field) {
        season.play(1, 0, field, 2);
    }
    CHECK(!season.marks(15).rows[0].points);
    CHECK(season.marks(14).rows[0].points == 1);
    CHECK_THAT(
        marks_csv(season.marks(15), season.store()),
        ContainsSubstring("e0,1,e0,,,,plays; matches against baselines are missing,,\r\n"));
}

TEST_CASE("further matches, other fields and other opponents change no mark", "[season]") {
    MarkedSeason season(2);
    for (int field = 0; field < 12; ++field) {
        season.play(1, 0, field, 2);
    }
    const std::string before = marks_csv(season.marks(12), season.store());
    for (int field = 0; field < 20; ++field) {
        season.play(1, 0, field, 0);
        season.play(1, 2, field, 0);
    }
    const std::string after = marks_csv(season.marks(12), season.store());
    CHECK(before.substr(0, before.find("e1,")) == after.substr(0, after.find("e1,")));
}

TEST_CASE("everybody has a row in the marks, with what became of them", "[season]") {
    MarkedSeason season(2);
    for (int field = 0; field < 12; ++field) {
        season.play(1, 0, field, 2);
        season.play(2, 0, field, 0);
    }
    season.add_refused("e0", StoredVersion::Status::rejected); // e0 1 plays on
    season.add_refused("refused", StoredVersion::Status::rejected);
    season.add_refused("slow", StoredVersion::Status::late);
    const Entrants entrants{
        {"e0", {"Ada \"A\"", "blue"}}, {"absent", {"Bob", ""}}, {"new", {"", "blue, red"}}};
    const Marks marks = read_marks(season.store(), 12, 0, entrants, {"e0", "new", "guest"});
    const std::string csv = marks_csv(marks, season.store(), entrants);
    CHECK(csv.starts_with("entry,version,sha256,base,base low,points,state,name,team\r\n"));
    const auto row = [&](const std::string& begin, const std::string& end) {
        INFO(csv);
        const std::size_t at = csv.find("\r\n" + begin);
        REQUIRE(at != std::string::npos);
        const std::size_t line_end = csv.find("\r\n", at + 2);
        CHECK_THAT(csv.substr(at + 2, line_end - at - 2), EndsWith(end));
    };
    row("absent,,,", ",,nothing was submitted,Bob,");
    row("e0,1,e0,1.0000,", ",1,plays,\"Ada \"\"A\"\"\",blue");
    row("e1,1,e1,0.0000,", ",0,plays,,");
    row("guest,,,", ",,waits for its check,,");
    row("new,,,", ",,waits for its check,,\"blue, red\"");
    row("refused,9,refused,", ",,rejected: no version of it plays,,");
    row("slow,9,slow,", ",,late: no version of it plays,,");
    CHECK(marks.rows.size() == 7);
    // Its games were lost by faults.
    MarkedSeason faulty(1);
    faulty.lose_by_faults(1, 0, 3);
    CHECK_THAT(
        marks_csv(faulty.marks(12), faulty.store()),
        ContainsSubstring(
            ",rests: it lost too many games in a row by faults; matches against baselines are missing,"));
}

TEST_CASE("marks don't depend on the order of the games", "[season]") {
    std::vector<int> fields(12);
    std::mt19937 random{1};
    std::string first;
    for (int order = 0; order < 3; ++order) {
        for (std::size_t i = 0; i < fields.size(); ++i) {
            fields[i] = static_cast<int>(i);
        }
        std::shuffle(fields.begin(), fields.end(), random);
        MarkedSeason season(1);
        for (const int field : fields) {
            season.play(1, 0, field, field % 4 == 0 ? 1 : 2);
        }
        const std::string csv = marks_csv(season.marks(12), season.store());
        first = first.empty() ? csv : first;
        CHECK(csv == first);
    }
}

TEST_CASE("a table of a season says why a rated version has no rank", "[season][report]") {
    MarkedSeason season(4);
    season.add_version("e0", "2");
    for (int field = 0; field < 12; ++field) {
        for (int ai = 1; ai <= 5; ++ai) {
            season.play(ai, 0, field, ai == 5 ? 2 : field % 3);
        }
    }
    const auto note = [&] { return tables_of(read_summary(season.store(), {}))[0].note; };
    CHECK_THAT(
        note(), ContainsSubstring("– in \"rank\": ") &&
                    ContainsSubstring("it is a baseline, which plays out of competition") &&
                    ContainsSubstring("a newer version plays instead") &&
                    !ContainsSubstring("no rated game") && !ContainsSubstring("excluded"));
    season.change(3, StoredVersion::Status::broken, std::string(copy_mark) + "e2 is like e1\n");
    season.change(4, StoredVersion::Status::broken, "its files were deleted");
    CHECK_THAT(
        note(), ContainsSubstring("the organiser has excluded it") &&
                    ContainsSubstring("it can no longer be played") &&
                    !ContainsSubstring("no rated game"));
    // One without a game has the other reason.
    season.add_version("e9", "1");
    CHECK_THAT(note(), ContainsSubstring("it has no rated game, or a single one"));
    CHECK_THAT(
        marks_csv(season.marks(12), season.store()),
        ContainsSubstring(",excluded by the organiser,,\r\n") &&
            ContainsSubstring(",broken: it can no longer be played,,\r\n"));
}
