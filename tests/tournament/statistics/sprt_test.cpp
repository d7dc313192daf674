// The sequential test: its likelihood ratio, its texts, its error rates, and which AI it judges.

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/stored/stored_games.hpp"
#include "tournament/report/text.hpp"
#include "tournament/statistics/sprt.hpp"
#include "tournament/statistics/sprt_reference.hpp"

#include <algorithm>
#include <cmath>
#include <random>

using namespace referee;

namespace {

/// A test that has seen these numbers of pairs, by points (0, ½, 1, 1½, 2).
Sprt tested(const std::array<int, 5>& by_points, double elo0, double elo1) {
    SprtConfig config;
    config.elo0 = elo0;
    config.elo1 = elo1;
    Sprt test(config);
    std::int64_t match = 0;
    for (std::size_t points = 0; points < 5; ++points) {
        for (int pair = 0; pair < by_points[points]; ++pair) {
            test.add(match++, static_cast<double>(points) / 2);
        }
    }
    return test;
}

} // namespace

TEST_CASE(
    "The log-likelihood ratio equals that of an independent solver up to 400 Elo", "[statistics]") {
    for (const auto& figure : tests::sprt_reference) {
        PairCounts counts;
        std::copy(figure.by_points.begin(), figure.by_points.end(), counts.by_points);
        SprtConfig config;
        config.elo0 = figure.elo0;
        config.elo1 = figure.elo1;
        INFO(
            "pairs " << counts.by_points[0] << " " << counts.by_points[1] << " "
                     << counts.by_points[2] << " " << counts.by_points[3] << " "
                     << counts.by_points[4] << ", elo0 " << config.elo0 << ", elo1 "
                     << config.elo1);
        CHECK(log_likelihood_ratio(counts, config) == Approx(figure.ratio).margin(0.01));
    }
}

TEST_CASE("An AI that has lost all pairs is never called better", "[statistics]") {
    for (const double elo1 : {50.0, 230.0, 240.0, 300.0, 400.0}) {
        INFO("elo1 " << elo1);
        CHECK(tested({20, 0, 0, 0, 0}, 0, elo1).decision() != SprtDecision::accepts_elo1);
        CHECK(tested({20, 0, 0, 0, 0}, 0, elo1).ratio() < 0);
    }
    CHECK(tested({0, 0, 20, 0, 0}, 0, 400).decision() == SprtDecision::accepts_elo0);
}

TEST_CASE("A verdict of the sequential test claims only what it controls", "[statistics]") {
    const auto verdict = [](const std::array<int, 5>& by_points, double elo0, double elo1) {
        return tested(by_points, elo0, elo1).verdict("A", "B");
    };
    const std::array<int, 5> won{0, 0, 0, 0, 200};
    const std::array<int, 5> lost{200, 0, 0, 0, 0};
    CHECK(verdict(won, 0, 50) == "H1 accepted: A is better than B");
    CHECK(verdict(won, 5, 50) == "H1 accepted: A is more than 5 normalised Elo better than B");
    CHECK(verdict(won, -20, 0) == "H1 accepted: A is less than 20 normalised Elo worse than B");
    CHECK(verdict(lost, 0, 50) == "H0 accepted: A is less than 50 normalised Elo better than B");
    CHECK(verdict(lost, -20, 0) == "H0 accepted: A is worse than B");
    CHECK(verdict(lost, -50, -5) == "H0 accepted: A is more than 5 normalised Elo worse than B");
    CHECK(verdict({0, 1, 1, 1, 0}, 0, 50) == "undecided between 0 and 50 normalised Elo");
    CHECK(
        tested({3, 14, 60, 20, 3}, 0, 10).text("A", "B") ==
        "SPRT: undecided between 0 and 10 normalised Elo\n"
        "LLR 0.24 (-2.94, 2.94) [0, 10]\n"
        "Ptnml(0-2): 3, 14, 60, 20, 3");
}

TEST_CASE("A game won by nobody is half a game for both in the sequential test", "[statistics]") {
    tests::StoredGames played(2, 12);
    played.set_sprt("0,50");
    for (int field = 0; field < 12; ++field) {
        played.add_match(field, {{{0, 1}, {1, 1}, {}, true}, {{1, 0}, {1, 1}, {}, true}});
    }
    const TournamentSummary summary = played.tables();
    REQUIRE(summary.sprt_test);
    CHECK(summary.sprt_test->counts().by_points[2] == 12);
}

TEST_CASE(
    "After a stop of the sequential test the report says that intervals are not adjusted",
    "[statistics]") {
    tests::StoredGames played(2, 100);
    played.set_sprt("0,50");
    for (int field = 0; field < 100; ++field) {
        played.add_match(field, {{{0, 1}, {1, 2}}, {{1, 0}, {2, 1}}});
    }
    const TournamentSummary summary = played.tables();
    REQUIRE(summary.sprt_test);
    CHECK(summary.sprt_test->decision() == SprtDecision::accepts_elo1);
    CHECK(std::any_of(summary.notes.begin(), summary.notes.end(), [](const std::string& note) {
        return note.find("not adjusted") != std::string::npos;
    }));
}

TEST_CASE("In JSON the sequential test is an object of numbers", "[statistics]") {
    tests::StoredGames played(2, 12);
    played.set_sprt("0,50");
    for (int field = 0; field < 12; ++field) {
        const int won = field < 10 ? 1 : 2;
        played.add_match(field, {{{0, 1}, {won, 3 - won}}, {{1, 0}, {2, 1}}});
    }
    const auto sprt = nlohmann::json::parse(tables_json(played.tables())).at("sprt");
    CHECK(sprt.at("ptnml") == std::vector<int>{0, 0, 2, 0, 10});
    CHECK(sprt.at("pairs") == 12);
    CHECK(sprt.at("elo0") == 0);
    CHECK(sprt.at("elo1") == 50);
    CHECK(sprt.at("upper").get<double>() == Approx(2.944).margin(0.001));
    CHECK(sprt.at("lower").get<double>() == Approx(-2.944).margin(0.001));
    PairCounts counts;
    for (int pair = 0; pair < 12; ++pair) {
        counts.add(pair < 10 ? 2 : 1);
    }
    CHECK(sprt.at("llr").get<double>() == Approx(log_likelihood_ratio(counts, {0, 50})));
    CHECK(sprt.at("accepted").is_null());
    CHECK(sprt.at("verdict") == "undecided between 0 and 50 normalised Elo");
}

TEST_CASE("The sequential test errs no more often than was asked", "[statistics]") {
    std::mt19937 generator(3);
    SprtConfig config;
    config.elo0 = 0;
    config.elo1 = 40;
    // A game with 30 % draws whose normalised Elo is as given.
    const auto wrong_share = [&](double normalised, SprtDecision wrong) {
        const double deviation = std::sqrt(0.7) / 2;
        const double score = 0.5 + normalised * std::log(10.0) / 800 * deviation;
        std::uniform_real_distribution<double> uniform;
        const auto one_game = [&] {
            const double drawn = uniform(generator);
            return drawn < score - 0.15 ? 1.0 : drawn < score + 0.15 ? 0.5 : 0.0;
        };
        constexpr int tries = 600;
        int errors = 0;
        for (int attempt = 0; attempt < tries; ++attempt) {
            Sprt test(config);
            for (std::int64_t pair = 0; test.decision() == SprtDecision::none && pair < 5000;
                 ++pair) {
                const double first = one_game();
                test.add(pair, first + one_game());
            }
            CHECK(test.decision() != SprtDecision::none);
            errors += test.decision() == wrong ? 1 : 0;
        }
        return static_cast<double>(errors) / tries;
    };
    // 5 %, and three standard errors of 600 tries above it.
    const double bound = 0.05 + 3 * std::sqrt(0.05 * 0.95 / 600);
    CHECK(wrong_share(config.elo0, SprtDecision::accepts_elo1) <= bound);
    CHECK(wrong_share(config.elo1, SprtDecision::accepts_elo0) <= bound);
}

TEST_CASE(
    "The sequential test is judged on the beginning of the plan without a gap", "[statistics]") {
    SprtConfig config;
    config.elo0 = 0;
    config.elo1 = 100;
    Sprt forwards(config);
    Sprt backwards(config);
    for (int i = 0; i < 200; ++i) {
        forwards.add(i, i % 7 == 0 ? 1 : 2);
        if (i == 199) {
            break;
        }
    }
    for (int i = 199; i > 0; --i) {
        backwards.add(i, i % 7 == 0 ? 1 : 2);
        CHECK(backwards.decision() == SprtDecision::none);
    }
    backwards.add(0, 1);
    CHECK(forwards.decision() == SprtDecision::accepts_elo1);
    CHECK(forwards.text("A", "B") == backwards.text("A", "B"));
    Sprt short_one(config);
    for (int i = 0; i < 9; ++i) {
        short_one.add(i, 2);
    }
    CHECK(short_one.decision() == SprtDecision::none);
    CHECK_THROWS_AS(read_sprt("5"), UserError);
    CHECK_THROWS_AS(read_sprt("5,0"), UserError);
    CHECK_THROWS_AS(read_sprt("0,5,0.7,0.1"), UserError);
    CHECK(read_sprt("-2,8,0.1,0.2").beta == 0.2);
}
