// Ratings, their intervals and rank sets, briefly; `make statistics` simulates them in full.

#include "statistics/simulations.hpp"
#include "support/catch.hpp"
#include "tournament/statistics/cycles.hpp"
#include "tournament/statistics/plackett_luce.hpp"
#include "tournament/statistics/ratings.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

using namespace referee;

namespace {

/// Adds the two games of a double match; `first` wins as many as `points` says (0, 1 or 2).
void add_match(Ratings& ratings, int field, int first, int second, int points) {
    for (int game = 0; game < 2; ++game) {
        const bool is_won = game < points;
        ratings.add(field, {first, second}, {is_won ? 1 : 2, is_won ? 2 : 1});
    }
}

} // namespace

TEST_CASE("Equal ratings share a rank, whatever their order", "[statistics]") {
    CHECK(ranks_of_ratings({}).empty());
    CHECK(ranks_of_ratings({-20, 100, 100 - 1e-9, 0, 100}) == std::vector<int>{5, 1, 1, 4, 1});
    CHECK(ranks_of_ratings({0, 1e-5}) == std::vector<int>{2, 1});
}

TEST_CASE("Two players' ratings are Bradley-Terry's", "[statistics]") {
    Ratings ratings(2);
    for (int game = 0; game < 100; ++game) {
        ratings.add(game, {0, 1}, {game < 75 ? 1 : 2, game < 75 ? 2 : 1});
    }
    const auto found = ratings.fit().ratings;
    // 75 wins of 100, and Firth's half a win for each.
    CHECK(found[0].elo - found[1].elo == Approx(400 * std::log10(75.5 / 25.5)).margin(1e-6));
    CHECK(found[0].elo == Approx(-found[1].elo).margin(1e-6));
}

TEST_CASE("Strengths are the same wherever the search for them begins", "[statistics]") {
    FinishingOrders orders;
    std::mt19937_64 random(5);
    Eigen::VectorXd before;
    for (int field = 0; field < 60; ++field) {
        for (int ai = 0; ai < 6; ++ai) {
            const bool is_won = random() % 10 < 7;
            orders.add(field, {ai, (ai + 1 + field % 6) % 7}, {is_won ? 1 : 2, is_won ? 2 : 1});
        }
        if (field == 40) {
            before = bias_reduced(orders, 7, std::vector<int>(7)).thetas;
        }
    }
    const Eigen::VectorXd found = bias_reduced(orders, 7, std::vector<int>(7)).thetas;
    CHECK((found - before).cwiseAbs().maxCoeff() > 1e-3);
    CHECK(found.cwiseAbs().maxCoeff() > 0.1);
    const Eigen::VectorXd again = bias_reduced(orders, 7, std::vector<int>(7), before).thetas;
    CHECK((found - again).cwiseAbs().maxCoeff() < 1e-6);
    const Eigen::VectorXd from_far =
        bias_reduced(orders, 7, std::vector<int>(7), Eigen::VectorXd(-5 * found)).thetas;
    CHECK((found - from_far).cwiseAbs().maxCoeff() < 1e-6);
}

TEST_CASE("Ratings are iterated until no step is left, also over a wide range", "[statistics]") {
    // A chain in which each has beaten the next in ten games: each of these pairs has its virtual
    // game, since nothing else says how far they are apart. 10.5 : 0.5.
    constexpr int ais = 20;
    Ratings ratings(ais);
    for (int field = 0; field < 5; ++field) {
        for (int ai = 0; ai + 1 < ais; ++ai) {
            add_match(ratings, field, ai, ai + 1, 2);
        }
    }
    const auto found = ratings.fit().ratings;
    for (std::size_t ai = 1; ai < found.size(); ++ai) {
        INFO("AI " << ai);
        CHECK(found[ai - 1].elo - found[ai].elo == Approx(400 * std::log10(21.0)).margin(1e-3));
    }
}

TEST_CASE(
    "Neither the order of games nor that of fields moves a rating or its interval, and an anchor "
    "only shifts them",
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
    const auto rated = [&](bool are_fields_reversed) {
        Ratings ratings(3);
        for (const Game& game : games) {
            ratings.add(are_fields_reversed ? 39 - game.field : game.field, game.ais, game.ranks);
        }
        return ratings;
    };
    const auto before = rated(false).fit().ratings;
    std::shuffle(games.begin(), games.end(), generator);
    const auto after = rated(true).fit().ratings;
    const auto anchored = rated(false).fit(1, 1500).ratings;
    CHECK(anchored[1].elo == Approx(1500));
    for (std::size_t i = 0; i < before.size(); ++i) {
        REQUIRE(before[i].low);
        CHECK(after[i].elo == Approx(before[i].elo).margin(1e-6));
        CHECK(*after[i].low == Approx(*before[i].low).margin(1e-6));
        CHECK(*after[i].high == Approx(*before[i].high).margin(1e-6));
        CHECK(
            anchored[i].elo - anchored[0].elo ==
            Approx(before[i].elo - before[0].elo).margin(1e-6));
    }
}

TEST_CASE("A large knockout is rated without bounds, which would take hours", "[statistics]") {
    const auto bounds_of_knockout = [](int ais) {
        Ratings ratings(ais);
        int field = 0;
        for (int step = 1; step < ais; step *= 2) {
            for (int ai = 0; ai + step < ais; ai += 2 * step) {
                add_match(ratings, field++, ai, ai + step, 2);
            }
        }
        const auto result = ratings.fit().ratings;
        CHECK(result.front().rank == 1);
        return std::count_if(result.begin(), result.end(), [](const Ratings::Rating& rating) {
            return rating.low || rating.high;
        });
    };
    CHECK(bounds_of_knockout(64) == 1);
    CHECK(bounds_of_knockout(256) == 0);
}

TEST_CASE("Fewer than ten fields give no intervals", "[statistics]") {
    for (const int fields : {9, 10}) {
        Ratings ratings(2);
        for (int field = 0; field < fields; ++field) {
            ratings.add(field, {0, 1}, {1 + field % 2, 2 - field % 2});
        }
        CHECK(ratings.fit().ratings[0].low.has_value() == (fields == 10));
    }
}

TEST_CASE(
    "An AI that was always second and always ahead of the others has no upper bound",
    "[statistics]") {
    Ratings ratings(4);
    for (int field = 0; field < 30; ++field) {
        for (int game = 0; game < 4; ++game) {
            const bool is_c_ahead = (field + game) % 2 == 0;
            ratings.add(field, {0, 1, 2, 3}, {1, 2, is_c_ahead ? 3 : 4, is_c_ahead ? 4 : 3});
        }
    }
    const auto found = ratings.fit().ratings;
    for (const std::size_t ai : {0U, 1U}) {
        CHECK_FALSE(found[ai].high);
        REQUIRE(found[ai].low);
        CHECK(*found[ai].low > 100);
    }
    CHECK(*found[2].high > *found[2].low);
}

TEST_CASE(
    "In a gauntlet whose challenger has lost everything no AI is ranked above the others",
    "[statistics]") {
    Ratings ratings(7);
    for (int field = 0; field < 20; ++field) {
        for (int opponent = 1; opponent < 7; ++opponent) {
            add_match(ratings, field, 0, opponent, 0);
        }
    }
    const auto found = ratings.fit().ratings;
    for (std::size_t ai = 1; ai < found.size(); ++ai) {
        CHECK_FALSE(found[ai].low);
        CHECK_FALSE(found[ai].high);
    }
    CHECK(found[0].high);
}

TEST_CASE(
    "An AI that met only the weakest is not ranked above those it never met", "[statistics]") {
    // 0 to 3 beat one another by turns and always 4; 5 has only met 4.
    Ratings ratings(6);
    for (int field = 0; field < 20; ++field) {
        for (int a = 0; a < 4; ++a) {
            for (int b = a + 1; b < 4; ++b) {
                add_match(ratings, field, a, b, (field + a + b) % 3);
            }
            add_match(ratings, field, a, 4, 2);
        }
        add_match(ratings, field, 5, 4, 2);
    }
    const auto result = ratings.fit();
    CHECK_FALSE(result.ratings[5].low);
    CHECK(result.ratings[5].best_rank == 1);
    CHECK(result.ratings[5].worst_rank == 5); // ahead of 4 for certain
    CHECK(result.ratings[4].high);
}

TEST_CASE(
    "Bounds, and intervals of AIs with few losses, are correct as often as claimed",
    "[statistics]") {
    // So strong that most tournaments are won outright: then a bound is printed.
    tests::RatedArena arena;
    arena.ais = 2;
    arena.fields = 10;
    arena.spread = 700;
    for (const tests::Coverage& coverage : tests::rating_coverage(arena, 2000).cells) {
        INFO(coverage.cell << ": " << coverage.share());
        CHECK(coverage.share() >= 0.93);
    }
}

TEST_CASE("Identical AIs share a rank and have no interval of width zero", "[statistics]") {
    Ratings ratings(4);
    for (int field = 0; field < 20; ++field) {
        for (int a = 0; a < 4; ++a) {
            for (int b = a + 1; b < 4; ++b) {
                add_match(ratings, field, a, b, 1);
            }
        }
    }
    for (const auto& rating : ratings.fit().ratings) {
        CHECK(rating.rank == 1);
        CHECK(rating.best_rank == 1);
        CHECK(rating.worst_rank == 4);
        REQUIRE(rating.low);
        CHECK(*rating.high - *rating.low > 20);
    }
}

TEST_CASE("Groups that never met are rated and ranked apart", "[statistics]") {
    Ratings ratings(5);
    for (int field = 0; field < 20; ++field) {
        add_match(ratings, field, 0, 1, field % 4 == 0 ? 0 : 2);
        add_match(ratings, field, 2, 3, field % 3 == 0 ? 0 : 2);
    }
    const auto result = ratings.fit();
    CHECK(result.groups == 2);
    CHECK(result.ratings[0].group == result.ratings[1].group);
    CHECK(result.ratings[2].group == result.ratings[3].group);
    CHECK(result.ratings[0].group != result.ratings[2].group);
    CHECK(result.ratings[4].group == -1);
    CHECK(result.ratings[0].rank == 1);
    CHECK(result.ratings[2].rank == 1);
    CHECK(result.ratings[0].elo == Approx(-result.ratings[1].elo).margin(1e-6));
    CHECK(result.differences.size() == 2);
}

TEST_CASE("Rank sets narrow with evidence, and differences say who is better", "[statistics]") {
    Ratings ratings(3);
    for (int field = 0; field < 60; ++field) {
        add_match(ratings, field, 0, 1, field % 5 == 0 ? 0 : 2);
        add_match(ratings, field, 0, 2, field % 6 == 0 ? 0 : 2);
        add_match(ratings, field, 1, 2, field % 2 == 0 ? 0 : 2);
    }
    const auto result = ratings.fit();
    CHECK(result.ratings[0].best_rank == 1);
    CHECK(result.ratings[0].worst_rank == 1);
    CHECK(result.ratings[1].best_rank == 2);
    CHECK(result.ratings[1].worst_rank == 3);
    for (const auto& difference : result.differences) {
        REQUIRE(difference.low);
        REQUIRE(difference.p_value);
        CHECK(difference.is_certain == (difference.first == 0));
        CHECK((*difference.p_value < 0.02) == (difference.first == 0));
        CHECK(*difference.low < difference.elo);
        CHECK(difference.elo < *difference.high);
    }
}

TEST_CASE("Rock, paper and scissors contradict every rating, and that is found", "[statistics]") {
    Ratings ratings(4);
    for (int field = 0; field < 30; ++field) {
        for (int ai = 0; ai < 3; ++ai) {
            add_match(ratings, field, ai, (ai + 1) % 3, (field + 3 * ai) % 10 == 0 ? 0 : 2);
            add_match(ratings, field, ai, 3, field % 3 == 0 ? 0 : 2);
        }
    }
    const auto cycle = certain_cycle(fields_ahead(ratings.orders(), 4));
    REQUIRE(cycle);
    REQUIRE(cycle->steps.size() == 3);
    for (int place = 0; place < 3; ++place) {
        CHECK(cycle->steps[place].ai == place);
        CHECK(cycle->steps[place].ahead == 27);
        CHECK(cycle->steps[place].behind == 3);
    }
    CHECK(cycle->p_value < 0.001);
}

TEST_CASE("A circle of five is found where no three AIs form one", "[statistics]") {
    Ratings ratings(5);
    for (int field = 0; field < 30; ++field) {
        for (int ai = 0; ai < 5; ++ai) {
            add_match(ratings, field, ai, (ai + 1) % 5, 2);
        }
    }
    const auto cycle = certain_cycle(fields_ahead(ratings.orders(), 5));
    REQUIRE(cycle);
    CHECK(cycle->steps.size() == 5);
}

TEST_CASE("Two AIs that are ahead of one another by turns form no circle", "[statistics]") {
    Ratings ratings(3);
    for (int field = 0; field < 60; ++field) {
        for (int ai = 0; ai < 3; ++ai) {
            add_match(ratings, field, ai, (ai + 1) % 3, field % 2 == 0 ? 2 : 0);
        }
    }
    CHECK_FALSE(certain_cycle(fields_ahead(ratings.orders(), 3)));
}

TEST_CASE(
    "Wide apart, the best AI's rating isn't pulled to the middle, and one lucky win of the worst "
    "leaves a wide interval",
    "[statistics]") {
    // 0 beats 1 in 36 of 40 games, 1 beats 2 in 39, 0 beats 2 always.
    Ratings ratings(3);
    for (int field = 0; field < 20; ++field) {
        add_match(ratings, field, 0, 1, field < 4 ? 1 : 2);
        add_match(ratings, field, 1, 2, field == 0 ? 1 : 2);
        add_match(ratings, field, 0, 2, 2);
    }
    const auto result = ratings.fit();
    const auto& best = result.ratings[0];
    const auto& worst = result.ratings[2];
    CHECK(best.elo - result.ratings[1].elo > 330);
    REQUIRE(worst.low);
    REQUIRE(worst.high);
    CHECK(worst.elo - *worst.low > 1.5 * (*worst.high - worst.elo));
}

TEST_CASE(
    "An AI whose games are all on one field has a rating without an interval, and leaves those of "
    "others as they are",
    "[statistics]") {
    const auto played = [](int games) {
        Ratings ratings(3);
        for (int field = 0; field < 20; ++field) {
            add_match(ratings, field, 0, 1, field % 3);
        }
        for (int game = 0; game < games; ++game) {
            add_match(ratings, 3, 2, game % 2, game % 3);
        }
        return ratings.fit();
    };
    const Ratings::Result alone = played(0);
    const double width = *alone.differences[0].high - *alone.differences[0].low;
    for (int games = 1; games <= 40; ++games) {
        CAPTURE(games);
        const Ratings::Result result = played(games);
        for (const Ratings::Rating& rating : result.ratings) {
            CHECK(std::isfinite(rating.elo));
        }
        const Ratings::Rating& newcomer = result.ratings[2];
        CHECK((!newcomer.low || !newcomer.high));
        for (const Ratings::Difference& difference : result.differences) {
            if (difference.first + difference.second == 1) {
                const double own = *difference.high - *difference.low;
                CHECK(own == Approx(width).epsilon(0.2));
            } else {
                CHECK((!difference.low || !difference.high));
                CHECK_FALSE(difference.is_certain);
            }
        }
    }
}

TEST_CASE(
    "A newcomer at three seats leaves the differences of others as they are", "[statistics]") {
    const auto played = [](bool has_newcomer) {
        Ratings ratings(5);
        std::mt19937 generator(3);
        for (int field = 0; field < 30; ++field) {
            std::vector<int> group{0, 1, 2, 3};
            std::shuffle(group.begin(), group.end(), generator);
            for (int rotation = 0; rotation < 3; ++rotation) {
                std::vector<int> ranks{1, 2, 3};
                std::shuffle(ranks.begin(), ranks.end(), generator);
                ratings.add(field, {group[0], group[1], group[2]}, ranks);
                std::rotate(group.begin(), group.begin() + 1, group.begin() + 3);
            }
        }
        if (has_newcomer) {
            ratings.add(7, {4, 0, 1}, {1, 2, 3});
            ratings.add(7, {0, 1, 4}, {1, 2, 3});
            ratings.add(7, {1, 4, 0}, {1, 2, 3});
        }
        return ratings.fit();
    };
    // Of differences: the zero of ratings is the mean of all, the newcomer's among them.
    const auto widths_of = [](const Ratings::Result& result) {
        std::map<std::pair<int, int>, double> widths;
        for (const Ratings::Difference& difference : result.differences) {
            if (difference.low && std::max(difference.first, difference.second) < 4) {
                widths[std::minmax(difference.first, difference.second)] =
                    *difference.high - *difference.low;
            }
        }
        return widths;
    };
    const auto before = widths_of(played(false));
    const auto after = widths_of(played(true));
    CHECK(before.size() == 6);
    CHECK(after.size() == 6);
    for (const auto& [pair, width] : before) {
        CAPTURE(pair.first, pair.second);
        CHECK(after.at(pair) == Approx(width).epsilon(0.2));
    }
}

TEST_CASE(
    "Intervals of the best and the worst hold where fields favour a seat", "[statistics][slow]") {
    tests::RatedArena arena;
    arena.fields = 20;
    arena.spread = 3000;
    arena.seat_effect = 400;
    int held = 0;
    int tries = 0;
    for (const tests::Coverage& coverage : tests::rating_coverage(arena, 400).cells) {
        held += coverage.held;
        tries += coverage.tries;
    }
    // .92 by t alone.
    INFO(held << " of " << tries);
    CHECK(static_cast<double>(held) / tries >= 0.935);
}
