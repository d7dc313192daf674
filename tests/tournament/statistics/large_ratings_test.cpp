// More than 500 AIs: figures from iterations and random draws beside the exact ones.

#include "support/catch.hpp"
#include "tournament/statistics/ratings.hpp"
#include "tournament/statistics/sparse_information.hpp"

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <string>
#include <vector>

using namespace referee;

namespace {

enum class Opponents { by_lot, alike };

struct Plan {
    int ais = 0;
    int seats = 2;
    int rounds = 20; ///< matches of each AI
    int fields = 100;
    double draws = 0; ///< share of the places that are shared with the one before
    Opponents opponents = Opponents::by_lot;
    double deviation = 150; ///< of strengths, Elo
};

/// Matches (a game for each seat) between AIs of known strengths. The games of a match are alike
/// more often than by chance.
Ratings played(const Plan& plan, unsigned seed) {
    boost::random::mt19937 random(seed);
    boost::random::normal_distribution<double> normal;
    boost::random::uniform_01<double> uniform;
    std::vector<double> thetas(static_cast<std::size_t>(plan.ais));
    for (double& theta : thetas) {
        theta = normal(random) * plan.deviation / elo_per_theta;
    }
    Ratings ratings(plan.ais);
    const auto seats = static_cast<std::size_t>(plan.seats);
    std::vector<int> order(thetas.size());
    std::vector<double> keys(thetas.size());
    for (int round = 0; round < plan.rounds; ++round) {
        for (std::size_t ai = 0; ai < keys.size(); ++ai) {
            keys[ai] = plan.opponents == Opponents::by_lot
                           ? uniform(random)
                           : thetas[ai] + normal(random) * 30 / elo_per_theta;
        }
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
        for (std::size_t begin = 0; begin + seats <= order.size(); begin += seats) {
            const int field = static_cast<int>(uniform(random) * plan.fields);
            std::vector<int> ais(&order[begin], &order[begin] + seats);
            std::vector<double> strengths;
            for (const int ai : ais) {
                strengths.push_back(thetas[ai] + 0.4 * normal(random));
            }
            for (std::size_t game = 0; game < seats; ++game) {
                std::vector<std::pair<double, std::size_t>> finish;
                for (std::size_t i = 0; i < seats; ++i) {
                    finish.emplace_back(std::log(-std::log(uniform(random))) - strengths[i], i);
                }
                std::sort(finish.begin(), finish.end());
                std::vector<int> ranks(seats);
                int rank = 1;
                for (std::size_t place = 0; place < seats; ++place) {
                    rank = uniform(random) < plan.draws ? rank : static_cast<int>(place) + 1;
                    ranks[finish[place].second] = rank;
                }
                ratings.add(field, ais, ranks);
            }
        }
    }
    return ratings;
}

/// How the figures of many AIs differ from the exact ones.
struct Errors {
    double rating = 0;     ///< largest, in standard errors
    double width = 0;      ///< root of the mean square of the relative error of an interval's width
    double mean_width = 0; ///< mean of it
    double worst_width = 0; ///< largest
    int intervals = 0;
    int lost = 0;    ///< intervals that only one of the two has
    int pairs = 0;   ///< that met, with intervals
    double pair = 0; ///< as `width`, of differences
    int certain = 0; ///< pairs that met and are certain by exact figures
    int kept = 0;    ///< also by the others
    int added = 0;   ///< by the others only
};

Errors errors_of(const Ratings::Result& exact, const Ratings::Result& found) {
    Errors errors;
    for (std::size_t ai = 0; ai < exact.ratings.size(); ++ai) {
        const Ratings::Rating& known = exact.ratings[ai];
        const Ratings::Rating& own = found.ratings[ai];
        if (!known.low || !known.high || !own.low || !own.high) {
            errors.lost += known.is_in_core && known.low.has_value() != own.low.has_value() ? 1 : 0;
            continue;
        }
        const double width = *known.high - *known.low;
        const double error = (*own.high - *own.low) / width - 1;
        errors.rating = std::max(errors.rating, std::abs(own.elo - known.elo) / (width / 4));
        errors.width += error * error;
        errors.mean_width += error;
        errors.worst_width = std::max(errors.worst_width, std::abs(error));
        ++errors.intervals;
    }
    errors.width = std::sqrt(errors.width / std::max(1, errors.intervals));
    errors.mean_width /= std::max(1, errors.intervals);
    for (const Ratings::Difference& known : exact.differences) {
        const bool is_certain = found.any_pair->is_certain(known.first, known.second);
        errors.certain += known.is_certain ? 1 : 0;
        errors.kept += known.is_certain && is_certain ? 1 : 0;
        errors.added += !known.is_certain && is_certain ? 1 : 0;
        const Ratings::Difference own = found.any_pair->between(known.first, known.second);
        if (known.low && own.low) {
            const double error = (*own.high - *own.low) / (*known.high - *known.low) - 1;
            errors.pair += error * error;
            ++errors.pairs;
        }
    }
    errors.pair = std::sqrt(errors.pair / std::max(1, errors.pairs));
    return errors;
}

std::string text_of(const Errors& errors) {
    return fmt::format(
        "ratings off by at most {:.3f} standard errors; {} widths by {:.4f} (mean {:+.4f}, at most "
        "{:.3f}), {} lost; {} differences by {:.4f}; {} certain, {} kept, {} added",
        errors.rating, errors.intervals, errors.width, errors.mean_width, errors.worst_width,
        errors.lost, errors.pairs, errors.pair, errors.certain, errors.kept, errors.added);
}

} // namespace

TEST_CASE("Figures of many AIs are near the exact ones", "[statistics][large]") {
    std::vector<Plan> plans;
    for (int seats = 2; seats <= 8; ++seats) {
        for (const double draws : {0.0, 0.3}) {
            plans.push_back({120, seats, 60 / seats, 40, draws});
        }
    }
    plans.push_back({120, 2, 30, 40, 0, Opponents::alike});
    plans.push_back({120, 2, 30, 2000}); // nearly a field for each match
    plans.push_back({500, 2, 25, 100});
    for (const Plan& plan : plans) {
        const Ratings ratings = played(plan, 1);
        const Errors errors = errors_of(ratings.fit_exactly(), ratings.fit_of_many());
        INFO(plan.ais << " AIs, " << plan.seats << " seats, " << plan.draws << " draws");
        INFO(text_of(errors));
        CHECK(errors.intervals > plan.ais * 9 / 10);
        CHECK(errors.lost == 0);
        CHECK(errors.rating < 0.01);
        CHECK(errors.width < 0.06);
        CHECK(std::abs(errors.mean_width) < 0.02);
        CHECK(errors.worst_width < 0.25);
        CHECK(errors.pair < 0.06);
    }
}

TEST_CASE("Of many AIs hardly more pairs are certain than exactly", "[statistics][large]") {
    for (const int seats : {2, 4}) {
        Plan plan{150, seats, 120 / seats, 60};
        plan.deviation = 500;
        const Ratings ratings = played(plan, 4);
        const Ratings::Result exact = ratings.fit_exactly();
        const Ratings::Result found = ratings.fit_of_many();
        const Errors errors = errors_of(exact, found);
        INFO(text_of(errors));
        CHECK(errors.certain > 200);
        CHECK(errors.kept > 0);
        CHECK(errors.added <= errors.certain / 100);
        for (std::size_t ai = 0; ai < exact.ratings.size(); ++ai) {
            CHECK(found.ratings[ai].rank == Approx(exact.ratings[ai].rank).margin(1));
            CHECK(found.ratings[ai].best_rank <= exact.ratings[ai].best_rank + 2);
            CHECK(found.ratings[ai].worst_rank >= exact.ratings[ai].worst_rank - 2);
        }
    }
}

TEST_CASE("Groups, copies, anchors and all wins are as without many AIs", "[statistics][large]") {
    // Two groups of 20, of which 0 and 20 win all, 1 and 2 are one program, and 40 never plays.
    std::vector<int> same_as(41);
    std::iota(same_as.begin(), same_as.end(), 0);
    same_as[2] = 1;
    Ratings ratings(same_as);
    boost::random::mt19937 random(5);
    boost::random::uniform_01<double> uniform;
    for (int round = 0; round < 400; ++round) {
        const int group = static_cast<int>(uniform(random) * 2) * 20;
        const int one = group + static_cast<int>(uniform(random) * 20);
        const int other = group + static_cast<int>(uniform(random) * 20);
        if (one == other) {
            continue;
        }
        const bool is_won = one == group || (other != group && uniform(random) < 0.5);
        ratings.add(
            static_cast<int>(uniform(random) * 30), {one, other}, {is_won ? 1 : 2, is_won ? 2 : 1});
    }
    for (const int anchor : {-1, 5}) {
        const Ratings::Result exact = ratings.fit_exactly(anchor, 1000);
        const Ratings::Result found = ratings.fit_of_many(anchor, 1000);
        CHECK(found.groups == exact.groups);
        CHECK(found.fields == exact.fields);
        for (std::size_t ai = 0; ai < same_as.size(); ++ai) {
            CAPTURE(anchor, ai);
            const Ratings::Rating& known = exact.ratings[ai];
            const Ratings::Rating& own = found.ratings[ai];
            CHECK(own.games == known.games);
            CHECK(own.group == known.group);
            CHECK(own.is_in_core == known.is_in_core);
            CHECK(own.elo == Approx(known.elo).margin(3));
            CHECK(own.best_rank <= known.best_rank);
            CHECK(own.worst_rank >= known.worst_rank);
            if (known.is_in_core) {
                CHECK(own.low.has_value() == known.low.has_value());
            } else {
                CHECK_FALSE((own.low || own.high)); // bounds are left out
            }
        }
        CHECK(found.ratings[1].elo == found.ratings[2].elo);
        CHECK(found.any_pair->between(1, 2).evidence == 0);
        CHECK_FALSE(found.any_pair->is_certain(3, 23)); // never met, not even through others
    }
    CHECK(ratings.fit_of_many(5, 1000).ratings[5].elo == Approx(1000));
}

TEST_CASE(
    "Of many AIs those that met have differences, others when asked for", "[statistics][large]") {
    Plan plan{600, 2, 10, 40};
    plan.deviation = 500;
    const Ratings ratings = played(plan, 2);
    const Ratings::Result found = ratings.fit();
    REQUIRE(found.any_pair);
    REQUIRE(found.approximation);
    CHECK(found.differences.size() <= 3000);
    CHECK(found.differences.size() > 2500);
    const Ratings::Difference& listed = found.differences.front();
    const Ratings::Difference again = found.any_pair->between(listed.second, listed.first);
    CHECK(again.first == listed.first);
    CHECK(again.low == listed.low);
    for (const Ratings::Difference& difference : found.differences) {
        REQUIRE(
            difference.is_certain ==
            found.any_pair->is_certain(difference.first, difference.second));
        REQUIRE((difference.any_time_p_value <= 0.05) == difference.is_certain);
    }
    const auto by_elo = [](const Ratings::Rating& a, const Ratings::Rating& b) {
        return (a.is_in_core ? a.elo : 0) < (b.is_in_core ? b.elo : 0);
    };
    const auto best = std::max_element(found.ratings.begin(), found.ratings.end(), by_elo);
    const auto worst = std::min_element(found.ratings.begin(), found.ratings.end(), by_elo);
    const Ratings::Difference widest = found.any_pair->between(
        static_cast<int>(worst - found.ratings.begin()),
        static_cast<int>(best - found.ratings.begin()));
    CHECK(widest.elo == Approx(best->elo - worst->elo));
    REQUIRE(widest.low);
    CHECK(*widest.low < widest.elo);
}

TEST_CASE("Information of thousands of AIs takes room for pairs that met", "[statistics][large]") {
    const Ratings ratings = played({5000, 2, 5, 40}, 3);
    const SparseMatrix information = zero_information(ratings.orders(), ratings.ais());
    CHECK(information.nonZeros() <= 5000 + 2 * 5 * 2500);
    CHECK(information.nonZeros() > 5000 + 2 * 5 * 2400);
}
