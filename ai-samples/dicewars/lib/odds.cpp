#include "dicewars/lib/odds.hpp"

#include <cmath>
#include <vector>

namespace referee::dicewars::sample {
namespace {

/// The number of ways in which `dice` dice give each sum.
std::vector<double> ways_of(int dice) {
    std::vector<double> ways{1};
    for (int i = 0; i < dice; ++i) {
        std::vector<double> more(ways.size() + 6, 0);
        for (std::size_t sum = 0; sum < ways.size(); ++sum) {
            for (std::size_t die = 1; die <= 6; ++die) {
                more[sum + die] += ways[sum];
            }
        }
        ways = more;
    }
    return ways;
}

double exact_success(int attack, int defence) {
    const std::vector<double> attackers = ways_of(attack);
    const std::vector<double> defenders = ways_of(defence);
    double won = 0;
    for (std::size_t a = 0; a < attackers.size(); ++a) {
        for (std::size_t d = 0; d < std::min(a, defenders.size()); ++d) {
            won += attackers[a] * defenders[d]; // integers below 2^53
        }
    }
    return won / std::pow(6.0, attack + defence);
}

Odds make_success() {
    constexpr double decimals = 1e8;
    Odds odds{};
    for (int attack = 1; attack <= max_dice; ++attack) {
        for (int defence = 1; defence <= max_dice; ++defence) {
            // The quotient of two integers is the double nearest to the decimal number.
            odds[attack][defence] =
                std::round(exact_success(attack, defence) * decimals) / decimals;
        }
    }
    return odds;
}

Odds make_failure() {
    Odds odds = success_table();
    for (auto& row : odds) {
        for (double& chance : row) {
            chance = 1 - chance;
        }
    }
    return odds;
}

} // namespace

const Odds& success_table() {
    static const Odds odds = make_success();
    return odds;
}

const Odds& failure_table() {
    static const Odds odds = make_failure();
    return odds;
}

} // namespace referee::dicewars::sample
