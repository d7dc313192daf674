// Intervals, tests and ratings, proven by simulation; spec: tournament.md, "Statistics".

#include "support/catch.hpp"
#include "tournament/ratings.hpp"
#include "tournament/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace referee;

namespace {

/// Results of a pair of games whose true score is `score`, in the ways that pairs can hang
/// together.
enum class Kind { independent, with_draws, field_decides };

double draw_pair(std::mt19937& generator, double score, Kind kind) {
    std::uniform_real_distribution<double> uniform;
    const auto one_game = [&] {
        if (kind == Kind::with_draws) {
            // As many draws as the score allows up to 40 %.
            const double draws = std::min(0.4, 2 * std::min(score, 1 - score));
            const double drawn = uniform(generator);
            return drawn < score - draws / 2 ? 1.0 : drawn < score + draws / 2 ? 0.5 : 0.0;
        }
        return uniform(generator) < score ? 1.0 : 0.0;
    };
    if (kind == Kind::field_decides) {
        // On four fields of ten, as far as the score allows, the seat decides: such a pair is 1:1.
        const double even = std::min(0.4, 2 * std::min(score, 1 - score));
        if (uniform(generator) < even) {
            return 1;
        }
        const double rest = even < 1 ? (score - even / 2) / (1 - even) : 0;
        return (uniform(generator) < rest ? 1 : 0) + (uniform(generator) < rest ? 1 : 0);
    }
    const double first = one_game();
    return first + one_game();
}

} // namespace

TEST_CASE(
    "The 95 % interval of a match covers the true score in at least 88 % of simulated matches",
    "[statistics]") {
    std::mt19937 generator(1);
    constexpr int tries = 4000;
    for (const Kind kind : {Kind::independent, Kind::with_draws, Kind::field_decides}) {
        for (const double score : {0.5, 0.8, 0.97, 1.0}) {
            for (const int pairs : {5, 10, 50}) {
                int covered = 0;
                for (int attempt = 0; attempt < tries; ++attempt) {
                    PairCounts counts;
                    for (int pair = 0; pair < pairs; ++pair) {
                        counts.add(draw_pair(generator, score, kind));
                    }
                    const ShareInterval interval = statistics_of(counts).share;
                    covered +=
                        interval.low <= score + 1e-12 && score <= interval.high + 1e-12 ? 1 : 0;
                }
                INFO(
                    "kind " << static_cast<int>(kind) << ", score " << score << ", pairs " << pairs
                            << ": " << covered << " of " << tries);
                CHECK(covered >= 0.88 * tries);
            }
        }
    }
}

TEST_CASE("Wilson's interval has the values of its formula", "[statistics]") {
    // 10 of 10: z²/(n + z²) below one.
    CHECK(wilson(1, 10).low == Approx(10 / (10 + 1.959963985 * 1.959963985)));
    CHECK(wilson(1, 10).high == 1);
    CHECK(wilson(0, 10).low == 0);
    CHECK(wilson(0.5, 100).low == Approx(0.4038).margin(1e-4));
    CHECK(wilson(0.5, 100).high == Approx(0.5962).margin(1e-4));
    CHECK(wilson(0.3, 0).low == 0);
    CHECK(wilson(0.3, 0).high == 1);
}

TEST_CASE(
    "All-wins, all-losses, all-draws and nothing at all print sensible words", "[statistics]") {
    const auto text_of = [](double points, int pairs) {
        PairCounts counts;
        for (int i = 0; i < pairs; ++i) {
            counts.add(points);
        }
        return elo_text(statistics_of(counts).share);
    };
    CHECK(text_of(2, 10) == "≥ +287");
    CHECK(text_of(0, 10) == "≤ -287");
    CHECK_THAT(text_of(1, 10), StartsWith("+0 ["));
    CHECK(text_of(1, 0) == "–");
    for (int pairs = 0; pairs < 30; ++pairs) {
        for (const double points : {0.0, 0.5, 1.0, 1.5, 2.0}) {
            const std::string text = text_of(points, pairs);
            INFO(text);
            CHECK(text.find("nan") == std::string::npos);
            CHECK(text.find("inf") == std::string::npos);
        }
    }
}

TEST_CASE("A pair is worth as many independent games as its variance says", "[statistics]") {
    PairCounts split;   // the seat decides every game: nothing varies
    PairCounts doubled; // both games of a pair always end alike
    for (int i = 0; i < 20; ++i) {
        split.add(1);
        doubled.add(i % 2 == 0 ? 2 : 0);
    }
    CHECK(statistics_of(split).games_per_pair == 2);
    CHECK(statistics_of(doubled).games_per_pair == Approx(1));
    CHECK(statistics_of(doubled).sign_test == Approx(1));
    PairCounts clear;
    for (int i = 0; i < 10; ++i) {
        clear.add(2);
    }
    CHECK(statistics_of(clear).sign_test == Approx(2.0 / 1024));
}

TEST_CASE(
    "Plackett-Luce recovers known ratings from 400 games of four within its intervals",
    "[statistics]") {
    std::mt19937 generator(5);
    const std::vector<double> truth{250, 120, 60, 0, -80, -150, -200};
    const double mean =
        std::accumulate(truth.begin(), truth.end(), 0.0) / static_cast<double>(truth.size());
    int inside = 0;
    int all = 0;
    for (int attempt = 0; attempt < 5; ++attempt) {
        Ratings ratings(static_cast<int>(truth.size()), 200);
        for (int game = 0; game < 400; ++game) {
            std::vector<int> group(truth.size());
            std::iota(group.begin(), group.end(), 0);
            std::shuffle(group.begin(), group.end(), generator);
            group.resize(4);
            // The first of exponential times with the strengths as rates is a Plackett-Luce order.
            std::vector<double> times;
            for (const int ai : group) {
                times.push_back(std::exponential_distribution<double>(
                    std::pow(10, truth[static_cast<std::size_t>(ai)] / 400))(generator));
            }
            std::vector<int> ranks;
            for (const double time : times) {
                ranks.push_back(
                    1 +
                    static_cast<int>(std::count_if(
                        times.begin(), times.end(), [&](double other) { return other < time; })));
            }
            ratings.add(game, group, ranks);
        }
        const auto found = ratings.fit();
        for (std::size_t i = 0; i < truth.size(); ++i) {
            REQUIRE(found[i].low);
            REQUIRE(found[i].high);
            CHECK(std::abs(found[i].elo - (truth[i] - mean)) < 90);
            inside += *found[i].low <= truth[i] - mean && truth[i] - mean <= *found[i].high ? 1 : 0;
            ++all;
        }
    }
    INFO(inside << " of " << all << " inside");
    CHECK(inside >= 0.88 * all);
}

TEST_CASE(
    "Ratings don't depend on the order of the games, and an anchor only shifts them",
    "[statistics]") {
    struct Game {
        int field;
        std::vector<int> ais;
        std::vector<int> ranks;
    };
    std::mt19937 generator(9);
    std::vector<Game> games;
    for (int field = 0; field < 40; ++field) {
        const int loser = static_cast<int>(generator() % 3);
        games.push_back(
            {field, {0, 1, 2}, {loser == 0 ? 3 : 1, loser == 1 ? 3 : 1, loser == 2 ? 3 : 1}});
        games.push_back({field, {0, 1}, {1, field % 3 == 0 ? 1 : 2}});
    }
    const auto rated = [&] {
        Ratings ratings(3, 50);
        for (const Game& game : games) {
            ratings.add(game.field, game.ais, game.ranks);
        }
        return ratings;
    };
    const auto before = rated().fit();
    std::shuffle(games.begin(), games.end(), generator);
    const auto after = rated().fit();
    const auto anchored = rated().fit(1, 1500);
    CHECK(anchored[1].elo == Approx(1500));
    for (std::size_t i = 0; i < before.size(); ++i) {
        CHECK(after[i].elo == Approx(before[i].elo).margin(1e-3));
        CHECK(*after[i].low == Approx(*before[i].low).margin(0.1));
        CHECK(
            anchored[i].elo - anchored[0].elo ==
            Approx(before[i].elo - before[0].elo).margin(1e-3));
    }
}

TEST_CASE("Two players' ratings are Bradley-Terry's", "[statistics]") {
    Ratings ratings(2, 0);
    for (int game = 0; game < 100; ++game) {
        ratings.add(game, {0, 1}, {game < 75 ? 1 : 2, game < 75 ? 2 : 1});
    }
    const auto found = ratings.fit();
    // 75 wins of 100, drawn a little to the middle by the prior.
    CHECK(found[0].elo - found[1].elo == Approx(400 * std::log10(3.0)).margin(8));
    CHECK(found[0].elo == Approx(-found[1].elo).margin(1e-6));
    CHECK_FALSE(found[0].low);
}

TEST_CASE("Who has won all has a rating with one bound, and few fields give none", "[statistics]") {
    Ratings all(3, 100);
    for (int field = 0; field < 20; ++field) {
        all.add(field, {0, 1}, {1, 2});
        all.add(field, {1, 2}, {1 + field % 2, 2 - field % 2});
    }
    const auto found = all.fit();
    CHECK(found[0].low);
    CHECK_FALSE(found[0].high);
    CHECK(found[1].low);
    CHECK(found[1].high);
    Ratings few(2, 100);
    for (int field = 0; field < 9; ++field) {
        few.add(field, {0, 1}, {1 + field % 2, 2 - field % 2});
    }
    CHECK_FALSE(few.fit()[0].low);
}
