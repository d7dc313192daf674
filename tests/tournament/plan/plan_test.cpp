// Plans of tournaments: referee/tournament/README.md, "Formats".

#include "base/error.hpp"
#include "match/match.hpp"
#include "support/catch.hpp"
#include "support/user_error.hpp"
#include "tournament/plan/plan.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

using namespace referee;

namespace {

PlanConfig config(Format format, int ais, int seats, int fields, std::uint64_t seed = 0) {
    PlanConfig config;
    config.format = format;
    config.ais = ais;
    config.seats = seats;
    config.fields = fields;
    config.seed = seed;
    return config;
}

/// All matches of a plan that doesn't depend on results.
std::vector<PlannedMatch> matches_of(const PlanConfig& config) {
    const auto plan = make_plan(config);
    std::vector<PlannedMatch> matches;
    PlannedMatch match;
    while (plan->next(match) == Plan::Step::match) {
        CHECK(match.index == static_cast<std::int64_t>(matches.size()));
        matches.push_back(match);
    }
    CHECK(static_cast<std::int64_t>(matches.size()) == plan->size());
    return matches;
}

/// Plays a plan; the AI with the lowest number wins in every group.
std::vector<PlannedMatch> played(const PlanConfig& config) {
    const auto plan = make_plan(config);
    std::vector<PlannedMatch> matches;
    std::vector<PlannedMatch> running;
    PlannedMatch match;
    while (true) {
        const Plan::Step step = plan->next(match);
        if (step == Plan::Step::match) {
            matches.push_back(match);
            running.push_back(match);
            continue;
        }
        if (running.empty()) {
            CHECK(step == Plan::Step::end);
            return matches;
        }
        // The last first: the order in which matches end must not matter.
        std::vector<double> points;
        for (const int ai : running.back().group) {
            points.push_back(-ai);
        }
        plan->finished(running.back(), points, points);
        running.pop_back();
    }
}

} // namespace

TEST_CASE("A round robin plays all groups on every field, field by field", "[tournament-plan]") {
    const auto matches = matches_of(config(Format::round_robin, 4, 2, 3));
    REQUIRE(matches.size() == 18);
    CHECK(matches[0].group == std::vector<int>{0, 1});
    CHECK(matches[5].group == std::vector<int>{2, 3});
    CHECK(matches[5].field == 0);
    CHECK(matches[6].field == 1);
    CHECK(matches_of(config(Format::round_robin, 6, 4, 2)).size() == 30);
}

TEST_CASE(
    "A gauntlet has the challenger in every group and nobody else in all", "[tournament-plan]") {
    PlanConfig gauntlet = config(Format::gauntlet, 5, 3, 2);
    gauntlet.challenger = 2;
    const auto matches = matches_of(gauntlet);
    CHECK(matches.size() == 12);
    std::set<std::vector<int>> groups;
    for (const PlannedMatch& match : matches) {
        CHECK(std::count(match.group.begin(), match.group.end(), 2) == 1);
        CHECK(std::set<int>(match.group.begin(), match.group.end()).size() == 3);
        groups.insert(match.group);
    }
    CHECK(groups.size() == 6);
}

TEST_CASE("Sampled groups let all play equally often and meet equally often", "[tournament-plan]") {
    for (const auto& [ais, seats] : {std::pair(9, 4), {5, 3}, {12, 8}, {7, 2}}) {
        const int fields = 40 * ais;
        const auto matches = matches_of(config(Format::sampled, ais, seats, fields));
        std::vector<int> games(static_cast<std::size_t>(ais));
        std::map<std::pair<int, int>, int> met;
        for (const PlannedMatch& match : matches) {
            CHECK(
                std::set<int>(match.group.begin(), match.group.end()).size() == match.group.size());
            for (const int ai : match.group) {
                ++games[static_cast<std::size_t>(ai)];
                for (const int other : match.group) {
                    met[{ai, other}] += ai < other ? 1 : 0;
                }
            }
        }
        const auto [min, max] = std::minmax_element(games.begin(), games.end());
        INFO(ais << " AIs, " << seats << " seats: " << *min << " to " << *max << " games");
        CHECK(*max - *min <= 2);
        const double even = 1.0 * fields * seats * (seats - 1) / ais / (ais - 1);
        for (const auto& [pair, count] : met) {
            if (pair.first < pair.second) {
                CHECK(count > 0.9 * even);
                CHECK(count < 1.1 * even);
            }
        }
    }
}

TEST_CASE("A plan is a function of its seed", "[tournament-plan]") {
    const auto groups = [](std::uint64_t seed) {
        std::vector<std::vector<int>> all;
        for (const PlannedMatch& match : matches_of(config(Format::sampled, 9, 4, 50, seed))) {
            all.push_back(match.group);
        }
        return all;
    };
    CHECK(groups(1) == groups(1));
    CHECK(groups(1) != groups(2));
}

TEST_CASE("A knockout ends with one winner and lets the best win", "[tournament-plan]") {
    for (const int ais : {2, 3, 5, 8, 13}) {
        const auto matches = played(config(Format::knockout, ais, 2, 2, 7));
        CHECK(static_cast<int>(matches.size()) == 2 * (ais - 1));
        CHECK(std::count(matches.back().group.begin(), matches.back().group.end(), 0) == 1);
        // A loser is eliminated: with these results all but AI 0 lose exactly once.
        std::map<int, int> losses;
        for (std::size_t i = 0; i < matches.size(); i += 2) {
            CHECK(matches[i].group == matches[i + 1].group);
            ++losses[*std::max_element(matches[i].group.begin(), matches[i].group.end())];
        }
        CHECK(static_cast<int>(losses.size()) == ais - 1);
        CHECK_FALSE(losses.contains(0));
    }
    CHECK(played(config(Format::knockout, 7, 4, 1)).size() == 2);
    CHECK_THROWS_AS(make_plan(config(Format::knockout, 6, 4, 1)), UserError);
}

TEST_CASE("A plan of more matches than can be counted is refused", "[tournament-plan]") {
    CHECK(make_plan(config(Format::round_robin, 120, 8, 1))->size() == 840'261'910'995);
    CHECK_THAT(
        tests::user_error_of([] { make_plan(config(Format::round_robin, 140, 8, 1)); }),
        ContainsSubstring("140 AIs in groups of 8 on 1 field would be more than 2^40 matches"));
    // Here their number has more than 64 bits.
    PlanConfig gauntlet = config(Format::gauntlet, 3000, 8, 5);
    gauntlet.challenger = 0;
    CHECK_THROWS_AS(make_plan(gauntlet), UserError);
    CHECK(make_plan(config(Format::sampled, 3000, 8, 5))->size() == 5);
}

namespace {

/// Plays a plan of two fields and one for ties among four AIs; `points` gives those of the AI with
/// the lower number on a field, of 2.
Verdict knockout_of_four(const std::function<double(int field, int low, int high)>& points) {
    PlanConfig four = config(Format::knockout, 4, 2, 3);
    four.tie_fields = 1;
    const auto plan = make_plan(four);
    PlannedMatch match;
    while (plan->next(match) == Plan::Step::match) {
        const bool is_turned = match.group[0] > match.group[1];
        const double low = points(
            match.field, std::min(match.group[0], match.group[1]),
            std::max(match.group[0], match.group[1]));
        std::vector<double> sums{low, 2 - low};
        if (is_turned) {
            std::swap(sums[0], sums[1]);
        }
        // The higher number has the higher score.
        plan->finished(match, sums, {1.0 * match.group[0], 1.0 * match.group[1]});
    }
    CHECK(plan->next(match) == Plan::Step::end);
    return *plan->verdict();
}

} // namespace

TEST_CASE("A knockout names places: AIs eliminated in one round share them", "[tournament-plan]") {
    const Verdict verdict = knockout_of_four([](int, int, int) { return 1.5; });
    CHECK(verdict.is_final);
    CHECK(verdict.places[0] == 1);
    CHECK(std::count(verdict.places.begin(), verdict.places.end(), 2) == 1);
    CHECK(std::count(verdict.places.begin(), verdict.places.end(), 3) == 2);
    REQUIRE(verdict.contests.size() == 3);
    CHECK(verdict.contests[0].round == "semifinal");
    CHECK(verdict.contests[2].round == "final");
    for (const Contest& contest : verdict.contests) {
        CHECK(contest.settlement == Settlement::points);
        CHECK(contest.fields == 2);
        CHECK(contest.further_fields == 0);
    }
}

TEST_CASE("A tie in a knockout plays a further field, and this settles it", "[tournament-plan]") {
    // One field each; the third goes to the one with the higher number.
    const Verdict verdict = knockout_of_four([](int field, int, int) {
        return field == 0 ? 2 : field == 1 ? 0 : 0.5;
    });
    CHECK(verdict.places[3] == 1);
    for (const Contest& contest : verdict.contests) {
        CHECK(contest.settlement == Settlement::further_fields);
        CHECK(contest.further_fields == 1);
        CHECK(contest.fields == 3);
        CHECK(contest.order[0] == std::max(contest.group[0], contest.group[1]));
    }
}

TEST_CASE("A tie on all fields is settled by scores, and says so", "[tournament-plan]") {
    const Verdict verdict = knockout_of_four([](int, int, int) { return 1.0; });
    CHECK(verdict.places[3] == 1);
    CHECK(verdict.contests[2].settlement == Settlement::score);
}

TEST_CASE("A tie without scores is settled by the draw, and says so", "[tournament-plan]") {
    PlanConfig two = config(Format::knockout, 2, 2, 1);
    const auto plan = make_plan(two);
    PlannedMatch match;
    REQUIRE(plan->next(match) == Plan::Step::match);
    CHECK_FALSE(plan->verdict()->is_final);
    plan->finished(match, {1, 1}, {7, 7});
    CHECK(plan->next(match) == Plan::Step::end);
    CHECK(plan->verdict()->contests[0].settlement == Settlement::lot);
    CHECK(plan->verdict()->places[static_cast<std::size_t>(match.group[0])] == 1);
}

TEST_CASE("The points of thirds and halves tie whatever order they come in", "[tournament-plan]") {
    PlanConfig two = config(Format::knockout, 2, 2, 6);
    two.tie_fields = 1;
    for (const bool is_reversed : {false, true}) {
        const auto plan = make_plan(two);
        std::vector<PlannedMatch> matches(5);
        for (PlannedMatch& match : matches) {
            REQUIRE(plan->next(match) == Plan::Step::match);
        }
        if (is_reversed) {
            std::reverse(matches.begin(), matches.end());
        }
        for (const PlannedMatch& match : matches) {
            const double thirds = match.field < 3 ? 1.0 / 3 : 0.5;
            plan->finished(
                match, {match.field < 3 ? thirds : 0.5, match.field == 3 ? 1.5 : 0}, {0, 0});
        }
        PlannedMatch further;
        CHECK(plan->next(further) == Plan::Step::end); // 2 to 1.5: no tie
        CHECK(plan->verdict()->contests[0].points[0] == Approx(2));
    }
}

TEST_CASE("The places of a ladder are where its AIs stand", "[tournament-plan]") {
    const auto plan = make_plan(config(Format::ladder, 4, 2, 1));
    PlannedMatch match;
    while (plan->next(match) == Plan::Step::match) {
        // The last climbs until it meets the first, with which it is tied.
        const double own = match.group[0] == 0 ? 1 : 0;
        plan->finished(match, {own, 2 - own}, {0, 5});
    }
    const Verdict verdict = *plan->verdict();
    CHECK(verdict.is_final);
    CHECK(verdict.places == std::vector<int>{1, 3, 4, 2});
    CHECK(verdict.contests[0].settlement == Settlement::points);
    CHECK(verdict.contests[2].settlement == Settlement::kept);
}

TEST_CASE("On a ladder the best climbs to the top", "[tournament-plan]") {
    // AI 0 begins at the top; turned round, the best begins at the bottom.
    const auto plan = make_plan(config(Format::ladder, 5, 2, 1));
    PlannedMatch match;
    std::vector<std::vector<int>> groups;
    while (plan->next(match) == Plan::Step::match) {
        groups.push_back(match.group);
        plan->finished(match, {1.0 * match.group[0], 1.0 * match.group[1]}, {0, 0});
    }
    CHECK(groups == std::vector<std::vector<int>>{{3, 4}, {2, 4}, {1, 4}, {0, 4}});
    const auto waiting = make_plan(config(Format::ladder, 5, 2, 1));
    CHECK(waiting->next(match) == Plan::Step::match);
    CHECK(waiting->next(match) == Plan::Step::wait);
}

namespace {

/// An order that draws seats, with AIs named a, b, c …
PlanConfig seated(Format format, int ais, int seats, int fields, std::uint64_t seed = 0) {
    PlanConfig drawn = config(format, ais, seats, fields, seed);
    drawn.draws_seats = true;
    for (int ai = 0; ai < ais; ++ai) {
        drawn.ai_keys.push_back(seating_key(std::string(1, static_cast<char>('a' + ai))));
    }
    for (int field = 0; field < fields; ++field) {
        drawn.field_keys.push_back(seating_key("field " + std::to_string(field)));
    }
    return drawn;
}

} // namespace

TEST_CASE("Every AI sits directly before every other about equally often", "[tournament-plan]") {
    std::map<std::pair<int, int>, int> before;
    std::set<std::vector<int>> cycles;
    const auto rotations = seat_plan(4, SeatOrders::rotate);
    for (const PlannedMatch& match : matches_of(seated(Format::round_robin, 8, 4, 20))) {
        for (const std::vector<int>& rotation : rotations) {
            for (std::size_t place = 0; place < 4; ++place) {
                ++before[{
                    match.group[static_cast<std::size_t>(rotation[place])],
                    match.group[static_cast<std::size_t>(rotation[(place + 1) % 4])]}];
            }
        }
        std::vector<int> sorted = match.group;
        std::sort(sorted.begin(), sorted.end());
        std::vector<int> cycle;
        for (const int ai : match.group) {
            cycle.push_back(
                static_cast<int>(std::find(sorted.begin(), sorted.end(), ai) - sorted.begin()));
        }
        std::rotate(cycle.begin(), std::find(cycle.begin(), cycle.end(), 0), cycle.end());
        cycles.insert(cycle);
    }
    CHECK(cycles.size() == 6); // all orders around the table
    REQUIRE(before.size() == 56);
    // 70 groups, 20 fields, 16 neighbours in each match: 400 on average; drawn, its standard
    // deviation is about 29 (the four games of a match have the same neighbours).
    for (const auto& [pair, count] : before) {
        INFO(pair.first << " before " << pair.second);
        CHECK(count > 250);
        CHECK(count < 550);
    }
}

TEST_CASE("The seating doesn't depend on which other AIs take part", "[tournament-plan]") {
    const auto base_orders = [](const PlanConfig& config) {
        std::map<std::pair<std::uint64_t, std::set<std::uint64_t>>, std::vector<std::uint64_t>> all;
        for (const PlannedMatch& match : matches_of(config)) {
            std::vector<std::uint64_t> names;
            for (const int ai : match.group) {
                names.push_back(config.ai_keys[static_cast<std::size_t>(ai)]);
            }
            all[{
                config.field_keys[static_cast<std::size_t>(match.field)],
                {names.begin(), names.end()}}] = names;
        }
        return all;
    };
    const auto small = base_orders(seated(Format::round_robin, 5, 4, 3));
    PlanConfig grown = seated(Format::round_robin, 6, 4, 5);
    std::reverse(grown.ai_keys.begin(), grown.ai_keys.end());
    std::reverse(grown.field_keys.begin(), grown.field_keys.end());
    const auto large = base_orders(grown);
    CHECK(small.size() == 15);
    CHECK(large.size() == 75);
    for (const auto& [match, names] : small) {
        CHECK(large.at(match) == names);
    }
    CHECK(base_orders(seated(Format::round_robin, 5, 4, 3, 1)) != small);
}

TEST_CASE("Rotations give every AI every seat once", "[tournament-plan]") {
    for (int seats = 1; seats <= 8; ++seats) {
        const auto plan = seat_plan(seats, SeatOrders::rotate);
        CHECK(static_cast<int>(plan.size()) == seats);
        for (int seat = 0; seat < seats; ++seat) {
            std::set<int> sitting;
            for (int rotation = 0; rotation < seats; ++rotation) {
                CHECK(plan[rotation][seat] == (seat + rotation) % seats);
                sitting.insert(plan[rotation][seat]);
            }
            CHECK(static_cast<int>(sitting.size()) == seats);
        }
    }
    CHECK(seat_plan(4, SeatOrders::all).size() == 24);
}
