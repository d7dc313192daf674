// Marks by baselines: referee/season/README.md, "Marks".

#include "season/marks.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
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

    Marks marks(int games) const { return read_marks(*store_, games, 5); }
    const Store& store() const { return *store_; }

  private:
    void add(const std::string& name, bool is_baseline) {
        const StoredAi ai{name, name, name};
        store_->add_version(
            {name, "1", name, is_baseline, StoredVersion::Status::accepted, -1, ""}, &ai);
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
    CHECK_THAT(marks_csv(season.marks(15), season.store()), ContainsSubstring("e0,1,e0,,,\r\n"));
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
