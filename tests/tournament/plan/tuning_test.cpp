// The plans of `referee tune`, played without programs.

#include "pages/report/tuning.hpp"
#include "support/catch.hpp"
#include "tournament/plan/tuning.hpp"
#include "tournament/statistics/adjusted_estimate.hpp"

#include <cmath>
#include <memory>
#include <random>
#include <sstream>

using namespace referee;

namespace {

/// Three parameters: the first should be 10 and is 30, the second should be 5 and is so, and the
/// third does nothing.
TuningConfig three() {
    TuningConfig tuning;
    tuning.names = {"far", "near", "idle"};
    tuning.parameters = {{30, 0, 60, 2, true}, {5, 0, 20, 2, true}, {7, 0, 50, 2, true}};
    tuning.declared = {30, 5, 7};
    tuning.places = {0, 1, 2};
    tuning.iterations = 1500;
    tuning.test_fields = 600;
    tuning.sprt.elo0 = 0;
    tuning.sprt.elo1 = 20;
    return tuning;
}

PlanConfig config_of(const TuningConfig& tuning, int ais = 2) {
    PlanConfig config;
    config.format = Format::tuning;
    config.ais = ais;
    config.fields = 50 + tuning.test_fields;
    config.seed = 1;
    config.tuning = std::make_shared<TuningConfig>(tuning);
    return config;
}

/// In Elo; an opponent without values has 0.
double strength_of_values(const std::vector<double>& values) {
    if (values.empty()) {
        return 0;
    }
    const double far = (values[0] - 10) / 2;
    const double near = (values[1] - 5) / 2;
    return 100 - 2 * far * far - 2 * near * near;
}

/// Two games; what comes of them depends on the match alone.
double points_of(const PlannedMatch& match) {
    std::mt19937 generator(static_cast<unsigned>(match.index));
    const double elo = strength_of_values(match.values[0]) - strength_of_values(match.values[1]);
    std::bernoulli_distribution is_won(1 / (1 + std::pow(10, -elo / 400)));
    const int first = is_won(generator) ? 1 : 0;
    return first + (is_won(generator) ? 1 : 0);
}

/// Plays the plan to the end, `workers` matches at a time, which end in any order.
std::vector<PlannedMatch> play(Plan& plan, std::size_t workers, unsigned seed) {
    std::mt19937 generator(seed);
    std::vector<PlannedMatch> played;
    std::vector<PlannedMatch> running;
    while (true) {
        PlannedMatch match;
        if (running.size() < workers && plan.next(match) == Plan::Step::match) {
            running.push_back(match);
            played.push_back(match);
            continue;
        }
        if (running.empty()) {
            return played;
        }
        std::swap(running[generator() % running.size()], running.back());
        match = running.back();
        running.pop_back();
        const double points = points_of(match);
        plan.finished(match, {points, 2 - points}, {0, 0});
    }
}

} // namespace

TEST_CASE("Tuning finds what was gained, and which parameter does nothing", "[tune]") {
    SpsaPlan plan(config_of(three()));
    play(plan, 1, 1);
    REQUIRE(plan.is_over());
    const std::vector<double> result = plan.spsa().result();
    INFO(tuning_text(plan, "ai"));
    CHECK(strength_of_values(result) > 60); // −100 at the start, at most 100
    CHECK(plan.test().decision() == SprtDecision::accepts_elo1);
    const std::string text = tuning_text(plan, "ai");
    CHECK_THAT(text, ContainsSubstring("Gain: the result is better than the start values."));
    const ShareInterval adjusted =
        adjusted_estimate(plan.test().counts(), plan.test().config()).share;
    CHECK_THAT(text, ContainsSubstring("Elo " + elo_text(adjusted) + "\nLLR"));
    CHECK_THAT(text, ContainsSubstring("the Elo are adjusted for stopping"));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("far")) { // the effect of "near" is too weak for six tests
            CHECK_THAT(line, ContainsSubstring("has an effect"));
        }
        if (line.starts_with("idle")) {
            CHECK_THAT(line, ContainsSubstring("no effect seen"));
        }
    }
}

TEST_CASE("Tuning doesn't depend on the workers", "[tune]") {
    for (const int ais : {2, 4}) {
        TuningConfig tuning = three();
        tuning.iterations = 200;
        SpsaPlan alone(config_of(tuning, ais));
        SpsaPlan many(config_of(tuning, ais));
        const auto first = play(alone, 1, 1);
        const auto second = play(many, 40, 2);
        CHECK(alone.spsa().point() == many.spsa().point());
        CHECK(alone.spsa().result() == many.spsa().result());
        CHECK(tuning_json(alone, "ai") == tuning_json(many, "ai"));
        REQUIRE(first.size() == second.size());
        for (std::size_t i = 0; i < first.size(); ++i) {
            CHECK(first[i].values == second[i].values);
        }
    }
}

TEST_CASE("Where nothing can be gained tuning says so", "[tune]") {
    TuningConfig tuning = three();
    tuning.parameters[0].start = tuning.declared[0] = 10;
    SpsaPlan plan(config_of(tuning));
    play(plan, 4, 1);
    CHECK(plan.test().decision() != SprtDecision::accepts_elo1);
    CHECK_THAT(tuning_text(plan, "ai"), ContainsSubstring("Keep the start"));
    CHECK(tuning_text(plan, "ai").find("To play with the result") == std::string::npos);
}

TEST_CASE("The test plays only on fields that were not used for tuning", "[tune]") {
    TuningConfig tuning = three();
    tuning.iterations = 100;
    SpsaPlan plan(config_of(tuning));
    for (const PlannedMatch& match : play(plan, 3, 1)) {
        CHECK((match.index < 100) == (match.field < 50));
    }
}

TEST_CASE("Against opponents both sides of an iteration play the same one", "[tune]") {
    TuningConfig tuning = three();
    tuning.iterations = 60;
    SpsaPlan plan(config_of(tuning, 4));
    const auto played = play(plan, 1, 1);
    for (std::size_t i = 0; i < 120; i += 2) {
        CHECK(played[i].group == std::vector<int>{0, static_cast<int>(2 + i / 2 % 2)});
        CHECK(played[i + 1].group == std::vector<int>{1, static_cast<int>(2 + i / 2 % 2)});
        CHECK(played[i].field == played[i + 1].field);
    }
}

TEST_CASE("Only chosen parameters are tuned; the others keep their values", "[tune]") {
    TuningConfig tuning = three();
    tuning.names = {"near"};
    tuning.parameters = {tuning.parameters[1]};
    tuning.places = {1};
    tuning.iterations = 50;
    SpsaPlan plan(config_of(tuning));
    for (const PlannedMatch& match : play(plan, 1, 1)) {
        for (const std::vector<double>& values : match.values) {
            CHECK(values[0] == 30);
            CHECK(values[2] == 7);
        }
    }
}

TEST_CASE("A sweep plays each point of the grid on the same fields", "[tune]") {
    TuningConfig tuning = three();
    tuning.method = TuningMethod::sweep;
    tuning.points = grid_of({tuning.parameters[0]}, 4);
    tuning.names = {"far"};
    tuning.places = {0};
    CHECK(tuning.points == std::vector<std::vector<double>>{{0}, {20}, {40}, {60}});
    tuning.sweep_fields = 100;
    SweepPlan plan(config_of(tuning));
    play(plan, 8, 1);
    for (const PairCounts& counts : plan.counts()) {
        CHECK(counts.pairs() == 100);
    }
    CHECK(plan.counts()[1].mean() > 0.6); // 20 is better than 30
    CHECK(plan.counts()[3].mean() < 0.1);
    CHECK_THAT(sweep_text(plan, "ai"), ContainsSubstring("far=20"));
}
