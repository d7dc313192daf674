// Nash averaging and alpha-rank: closed forms, and the figures that open_spiel prints.

#include "support/catch.hpp"
#include "support/pairs_played.hpp"
#include "tournament/statistics/alpha_rank.hpp"
#include "tournament/statistics/nash_averaging.hpp"
#include "tournament/statistics/without_ladder.hpp"

#include <cmath>
#include <random>

using namespace referee;
using tests::pairs_played;

namespace {

Eigen::MatrixXd matrix(const std::vector<std::vector<double>>& rows) {
    Eigen::MatrixXd all(rows.size(), rows.front().size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < rows[i].size(); ++j) {
            all(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = rows[i][j];
        }
    }
    return all;
}

void check_all(const Eigen::VectorXd& found, const std::vector<double>& expected, double margin) {
    REQUIRE(found.size() == static_cast<Eigen::Index>(expected.size()));
    for (std::size_t i = 0; i < expected.size(); ++i) {
        INFO("entry " << i);
        CHECK(found[static_cast<Eigen::Index>(i)] == Approx(expected[i]).margin(margin));
    }
}

const Eigen::MatrixXd rock_paper_scissors = matrix({{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}});

/// With one more AI: a copy of the last one.
Eigen::MatrixXd with_copy(const Eigen::MatrixXd& of) {
    const Eigen::Index count = of.rows();
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(count + 1, count + 1);
    all.topLeftCorner(count, count) = of;
    all.row(count).head(count) = of.row(count - 1);
    all.col(count).head(count) = of.col(count - 1);
    return all;
}

} // namespace

TEST_CASE("The Nash mixture of rock, paper, scissors has a third of each", "[ladderless]") {
    // open_spiel/python/egt/nash_averaging_test.py, test_simple_game: 1/3 each, values 0.
    const NashAverage average = nash_average(rock_paper_scissors);
    check_all(average.mixture, {1. / 3, 1. / 3, 1. / 3}, 1e-9);
    check_all(average.gains, {0, 0, 0}, 1e-9);
    // Of a circle with gains a, b, c each AI has the gain between the two others as its weight.
    check_all(
        nash_average(matrix({{0, 100, -200}, {-100, 0, 300}, {200, -300, 0}})).mixture,
        {3. / 6, 2. / 6, 1. / 6}, 1e-6);
}

TEST_CASE("One AI that beats all has the whole Nash mixture", "[ladderless]") {
    const NashAverage average =
        nash_average(matrix({{0, 30, 500}, {-30, 0, 400}, {-500, -400, 0}}));
    check_all(average.mixture, {1, 0, 0}, 1e-9);
    check_all(average.gains, {0, -30, -500}, 1e-6);
}

TEST_CASE("A dominated AI changes nobody's share", "[ladderless]") {
    const NashAverage average =
        nash_average(matrix({{0, -1, 1, 2}, {1, 0, -1, 2}, {-1, 1, 0, 2}, {-2, -2, -2, 0}}));
    check_all(average.mixture, {1. / 3, 1. / 3, 1. / 3, 0}, 1e-9);
    check_all(average.gains, {0, 0, 0, -2}, 1e-9);
}

TEST_CASE("Copies divide their share of the Nash mixture and change nothing else", "[ladderless]") {
    Eigen::MatrixXd copied = rock_paper_scissors;
    for (int copies = 2; copies < 6; ++copies) {
        copied = with_copy(copied);
        const NashAverage average = nash_average(copied);
        INFO(copies << " copies");
        CHECK(average.mixture[0] == Approx(1. / 3).margin(1e-6));
        CHECK(average.mixture[1] == Approx(1. / 3).margin(1e-6));
        for (int copy = 0; copy < copies; ++copy) {
            CHECK(average.mixture[2 + copy] == Approx(1. / 3 / copies).margin(1e-6));
        }
        CHECK(average.gains.cwiseAbs().maxCoeff() < 1e-6);
    }
    // Where all are equal, entropy alone decides.
    check_all(nash_average(Eigen::MatrixXd::Zero(4, 4)).mixture, {.25, .25, .25, .25}, 1e-12);
}

TEST_CASE("No AI gains against the Nash mixture of any differences", "[ladderless]") {
    std::mt19937 generator(5);
    std::normal_distribution<double> normal(0, 150);
    for (const int ais : {3, 4, 7, 20, 40}) {
        for (int attempt = 0; attempt < 8; ++attempt) {
            Eigen::MatrixXd advantages = Eigen::MatrixXd::Zero(ais, ais);
            for (int i = 0; i < ais; ++i) {
                for (int j = 0; j < i; ++j) {
                    // Ladders, circles, and what lies between.
                    advantages(i, j) = normal(generator) + attempt % 4 * 60.0 * (i - j);
                    advantages(j, i) = -advantages(i, j);
                }
            }
            const NashAverage average = nash_average(advantages);
            INFO(ais << " AIs, attempt " << attempt);
            CHECK(average.mixture.sum() == Approx(1));
            CHECK(average.mixture.minCoeff() >= 0);
            CHECK(average.gains.maxCoeff() < 0.01);
            // Whoever loses against the mixture has no share of it.
            CHECK((average.mixture.array() * average.gains.array()).abs().maxCoeff() < 0.01);
        }
    }
}

TEST_CASE("alpha-rank has the figures that open_spiel prints", "[ladderless]") {
    // open_spiel/python/egt/alpharank_test.py, test_stationary_distribution: the payoffs of Han and
    // others 2013 with m = 20 and alpha = 0.1.
    const double r = 1;
    const double t = 2;
    const double p = 0;
    const double s = -1;
    const double delta = 4;
    const double eps = 0.25;
    check_all(
        alpha_rank(
            matrix(
                {{r - eps / 2, r - eps, 0, s + delta - eps, r - eps},
                 {r, r, s, s, s},
                 {0, t, p, p, p},
                 {t - delta, t, p, p, p},
                 {r, t, p, p, p}}),
            {20, 0.1}),
        {0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039}, 1e-7);
    // The page on alpha-rank in the documentation of open_spiel, "symmetric 2-player game
    // rankings": 0.33 for each agent, with alpha = 1e2.
    for (const double intensity : {0.1, 100.0}) {
        check_all(alpha_rank(rock_paper_scissors, {50, intensity}), {1. / 3, 1. / 3, 1. / 3}, 1e-9);
    }
}

TEST_CASE("alpha-rank follows its closed forms", "[ladderless]") {
    // Between two the masses are as the chances to take over: e^(u·(m − 1)) in a constant-sum game,
    // with u = α·m/(m − 1)·(payoff − half the sum).
    const double u = 2.0 * 10 / 9 * 0.1;
    const Eigen::VectorXd two = alpha_rank(matrix({{0.5, 0.6}, {0.4, 0.5}}), {10, 2});
    CHECK(two[0] / two[1] == Approx(std::exp(9 * u)));
    // Without selection nothing counts.
    check_all(alpha_rank(matrix({{0.5, 1}, {0, 0.5}}), {50, 0}), {0.5, 0.5}, 1e-12);
    // The best of a ladder has it all; where nobody ever loses to worse ones, too.
    for (const double win : {0.6, 1.0}) {
        check_all(
            alpha_rank(matrix({{0.5, win, win}, {1 - win, 0.5, win}, {1 - win, 1 - win, 0.5}})),
            {1, 0, 0}, 1e-9);
    }
    // A dominated AI has no mass, and the circle keeps its thirds.
    check_all(
        alpha_rank(
            matrix({{0.5, 0.1, 0.9, 1}, {0.9, 0.5, 0.1, 1}, {0.1, 0.9, 0.5, 1}, {0, 0, 0, 0.5}})),
        {1. / 3, 1. / 3, 1. / 3, 0}, 1e-9);
}

TEST_CASE("Ranges of the figures narrow with the fields", "[ladderless]") {
    const std::vector<std::vector<int>> circle{
        {0, 8, 2, 9}, {0, 0, 8, 9}, {0, 0, 0, 9}, {0, 0, 0, 0}};
    double width = 1;
    for (const int fields : {20, 400}) {
        const auto rows = without_ladder(pairs_played(circle, fields), {0, 1, 2, 3});
        REQUIRE(rows.size() == 4);
        CHECK(rows.back().ai == 3);
        CHECK(rows.back().nash.value == 0);
        CHECK(rows.back().gain.value < -200);
        CHECK(rows.back().alpha_rank.value < 1e-6);
        double sum = 0;
        double widest = 0;
        for (const WithoutLadder& row : rows) {
            sum += row.nash.value;
            widest = std::max(widest, row.nash.high - row.nash.low);
            CHECK(row.nash.low <= row.nash.value);
            CHECK(row.nash.value <= row.nash.high);
            CHECK(row.alpha_rank.low <= row.alpha_rank.value);
            CHECK(row.alpha_rank.value <= row.alpha_rank.high);
        }
        CHECK(sum == Approx(1));
        CHECK(widest > 0);
        CHECK(widest < 0.8 * width);
        width = widest;
    }
    CHECK(without_ladder(pairs_played(circle, 20), {0, 1}).empty());
}
