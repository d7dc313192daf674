// A race to the top: its error rate holds, it saves games, and nothing depends on the workers.

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/stored/racing.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <random>
#include <set>

using namespace racing;

TEST_CASE("A race finds the best and stops by itself", "[racing]") {
    Strengths strengths{200, 150, 0, 0, -50, -80};
    const Outcome outcome = race({strengths, 2, 3000, 1});
    REQUIRE(outcome.race.undecided.empty());
    CHECK(outcome.race.inside == std::vector<int>{0, 1});
    CHECK(outcome.race.outside.size() == 4);
    CHECK(outcome.race.fields < 3000);
    CHECK(outcome.is_final);
}

TEST_CASE("A race whose fields are used up says that it isn't certain", "[racing]") {
    const Outcome outcome = race({Strengths{10, 0, -10}, 1, 20, 1});
    CHECK_FALSE(outcome.race.undecided.empty());
    CHECK(outcome.is_final);
}

TEST_CASE("A race is the same in whatever order its matches end", "[racing]") {
    const Setup setup{Strengths{100, 60, 40, 0, 0, -30, -70}, 2, 2000, 3};
    const Outcome first = race(setup, 1);
    const Outcome other = race(setup, 2);
    const Outcome alone = race(setup, 3, 1); // a single worker
    CHECK(first.matches == other.matches);
    CHECK(first.matches == alone.matches);
    CHECK(first.race.inside == alone.race.inside);
    CHECK(first.race.fields == alone.race.fields);
}

TEST_CASE("In a race every AI plays at most once on a field, at first equally often", "[racing]") {
    for (const int seats : {2, 3, 4}) {
        Setup setup{Strengths(9, 0), 2, 60, 1};
        setup.seats = seats;
        const Outcome outcome = race(setup);
        std::map<int, std::set<int>> on_field;
        std::map<int, int> early;
        for (const auto& [field, group] : outcome.matches) {
            CHECK(static_cast<int>(group.size()) == seats);
            for (const int ai : group) {
                CHECK(on_field[field].insert(ai).second);
                early[ai] += field < 8 ? 1 : 0;
            }
        }
        CHECK(on_field.size() == 60);
        for (int field = 0; field < 8; ++field) {
            CHECK(static_cast<int>(on_field[field].size()) == 9 / seats * seats);
        }
        // The AIs that sit out are drawn.
        for (const auto& [ai, count] : early) {
            CHECK(count >= 4);
        }
    }
}

TEST_CASE("In a race the pairs whose order is least certain play on", "[racing]") {
    // Two at the border, one clearly in, three clearly out.
    const Outcome outcome = race({Strengths{400, 10, 0, -300, -350, -400}, 2, 400, 1});
    std::map<int, int> late;
    for (std::size_t match = outcome.matches.size() - 100; match < outcome.matches.size();
         ++match) {
        for (const int ai : outcome.matches[match].second) {
            ++late[ai];
        }
    }
    CHECK(late[1] + late[2] > 180);
    CHECK(outcome.race.inside == std::vector<int>{0});
    CHECK(outcome.race.undecided.size() < 4);
}

TEST_CASE("The last of a game for four are joined by others", "[racing]") {
    Setup setup{Strengths{10, 0, -400, -400, -400, -400}, 1, 400, 1};
    setup.seats = 4;
    const Outcome outcome = race(setup);
    for (const auto& [field, group] : outcome.matches) {
        CHECK(std::set<int>(group.begin(), group.end()).size() == 4);
    }
    REQUIRE(outcome.race.outside == std::vector<int>{2, 3, 4, 5});
    std::set<int> joined;
    for (std::size_t match = outcome.matches.size() - 20; match < outcome.matches.size(); ++match) {
        const std::vector<int>& group = outcome.matches[match].second;
        CHECK(std::count(group.begin(), group.end(), 0) == 1);
        CHECK(std::count(group.begin(), group.end(), 1) == 1);
        joined.insert(group.begin(), group.end());
    }
    CHECK(joined.size() == 6); // drawn anew for each field
}

namespace {

/// 20 AIs, standard deviation 120 Elo, a gap of at least 20 below the third.
void check_races(int races) {
    std::mt19937_64 generator(20261121);
    const Simulation simulation =
        simulate(races, 3, 40'000, [&] { return drawn(20, 3, 120, 20, generator); });
    const std::string figures = fmt::format(
        "{} races: {} wrong, {} undecided; games in the median {:.0f}, had all played on {:.0f}",
        races, simulation.wrong, simulation.undecided, simulation.median_games,
        simulation.median_without_stops);
    INFO(figures);
    CHECK(simulation.wrong <= races / 20);
    CHECK(simulation.undecided == 0);
    CHECK(simulation.median_games < 0.2 * simulation.median_without_stops);
}

/// Races in which nothing can be decided rightly: all are wrong that decide at the border.
void check_ties(const Strengths& strengths, int top) {
    constexpr int races = 60;
    const Simulation simulation = simulate(races, top, 400, [&] { return strengths; });
    INFO("wrong " << simulation.wrong << ", undecided " << simulation.undecided);
    CHECK(simulation.wrong <= races / 20 + 1);
}

} // namespace

TEST_CASE("Races are wrong as seldom as they say, and save most games", "[racing][slow]") {
    check_races(40);
}

TEST_CASE("500 races are wrong as seldom as they say, and save most games", "[.statistics]") {
    check_races(500);
}

TEST_CASE("A race among equals hardly ever decides anything", "[racing][slow]") {
    check_ties(Strengths(10, 0), 1);
    check_ties(Strengths(10, 0), 3);
    check_ties({200, 200, 0, 0, 0, 0, 0, 0, 0, 0}, 3); // one place, and eight who may take it
}

TEST_CASE("Races for all or for none are refused", "[racing]") {
    CHECK_THROWS_AS(race({Strengths{1, 0}, 2, 10, 1}), referee::UserError);
}

namespace {

/// A race of two, match by match; `expected`: the first one's share of the points.
class Duel {
  public:
    explicit Duel(int fields) : generator_(1) {
        config_.format = referee::Format::racing;
        config_.ais = 2;
        config_.fields = fields;
        for (int ai = 0; ai < 2; ++ai) {
            config_.ai_keys.push_back(referee::seating_key(std::to_string(ai)));
        }
        for (int field = 0; field < fields; ++field) {
            config_.field_keys.push_back(referee::seating_key(std::to_string(field)));
        }
    }
    void begin() {
        plan_ = referee::make_plan(config_);
        won_ = played_ = 0;
    }
    /// False if the race is over.
    bool play(double expected) {
        referee::PlannedMatch match;
        if (plan_->next(match) != referee::Plan::Step::match) {
            return false;
        }
        std::vector<double> points(2);
        for (int game = 0; game < 2; ++game) {
            const bool is_firsts = uniform_(generator_) < expected;
            points[(match.group[0] == 0) == is_firsts ? 0 : 1] += 1;
            won_ += is_firsts ? 1 : 0;
            played_ += 1;
        }
        plan_->finished(match, points, {0, 0});
        return true;
    }
    double share() const { return won_ / played_; }
    referee::Race race() const { return *plan_->verdict()->race; }
    const referee::Plan& plan() const { return *plan_; }

  private:
    std::mt19937_64 generator_;
    std::uniform_real_distribution<double> uniform_;
    referee::PlanConfig config_;
    std::unique_ptr<referee::Plan> plan_;
    double won_ = 0;
    double played_ = 0;
};

} // namespace

TEST_CASE("A race ends within its forecast in about eight of ten cases", "[racing][slow]") {
    constexpr double truth = 0.57;
    Duel duel(20'000);
    int tries = 0;
    int held = 0;
    for (int attempt = 0; attempt < 150; ++attempt) {
        duel.begin();
        for (int match = 0; match < 80; ++match) {
            duel.play(truth);
        }
        const referee::Race now = duel.race();
        if (now.undecided.empty() || !now.border || !now.border->matches) {
            continue;
        }
        CHECK(now.border->inner != now.border->outer);
        int more = 0;
        while (duel.play(truth)) {
            ++more;
        }
        const referee::Forecast& forecast = *now.border->matches;
        ++tries;
        // It is decided after batches of 8 only, and one is played while the last is judged.
        held += more + 16 >= forecast.low && (!forecast.high || more - 16 <= *forecast.high);
    }
    INFO(held << " of " << tries);
    CHECK(tries > 80);
    CHECK(held >= 0.7 * tries);
    CHECK(held <= 0.95 * tries);
}

TEST_CASE("A race tells how it stands, and between whom it is hardest to decide", "[racing]") {
    Duel duel(4000);
    duel.begin();
    for (int match = 0; match < 60; ++match) {
        duel.play(0.55);
    }
    const std::vector<std::string> names{"anna", "bert"};
    CHECK_THAT(duel.plan().status(names), StartsWith("race for the best; undecided: "));
    CHECK_THAT(duel.plan().status(names), ContainsSubstring("\nbetween "));
    while (duel.play(0.9)) {
    }
    CHECK(duel.plan().status(names) == "race for the best; in: anna; out: 1");
    CHECK_FALSE(duel.race().border.has_value());
}

TEST_CASE("A race needs some fields even if every match is clear", "[racing]") {
    referee::PlanConfig config;
    config.format = referee::Format::racing;
    config.ais = 4;
    const int needed = referee::min_fields_of_race(config, 1000);
    CHECK(needed >= 8);
    CHECK(needed < 60);
    config.confidence = 0.9999;
    CHECK(referee::min_fields_of_race(config, 1000) > needed);
    CHECK(referee::min_fields_of_race(config, 5) == 5); // not decided
}
