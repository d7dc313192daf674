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
