#include "battlesnake/duel/evaluation.hpp"

#include "battlesnake/duel/learned.hpp"

#include <algorithm>
#include <cmath>

namespace referee::battlesnake::duel {
namespace {

// Weights of what only hazards bring, in the units of Weights.
constexpr int per_missing_health = 6;
constexpr int per_harm = 10; ///< of the cell on which the head lies

/// Cells of land; those that hurt count a quarter.
int worth_of(const Land& land) {
    return land.cells - land.hurting * 3 / 4;
}

/// What health and hazards cost a snake in a game with hazards.
template <int words>
int harm_to(const Position<words>& position, const Part& part) {
    if (!position.hurting().any()) {
        return 0;
    }
    return per_missing_health * (full_health - part.health) +
           per_harm * std::max(0, position.harm(part.head));
}

/// What a snake's own needs cost it: food and room.
int needs(const Part& part, const Land& land, int far, const Weights& weights) {
    const bool is_hungry = part.health < weights.hungry_health;
    int cost = (is_hungry ? weights.hungry_food_step : weights.food_step) *
               std::min(land.food_distance, far);
    cost += (land.has_tail ? weights.cramped_tail : weights.cramped) *
            std::max(0, part.length() - worth_of(land));
    if (is_hungry && land.food_distance > part.health) {
        cost += weights.starving;
    }
    return cost - weights.food * land.foods - (land.has_tail ? weights.tail : 0);
}

/// The learned part of the log-odds to outlive another snake.
template <int words>
float odds_against(const Position<words>& position, const Lands& lands, int index, int other) {
    Features features;
    find_features(position, lands, index, other, features);
    int covered = 0;
    for (unsigned rest = position.living(); rest != 0; rest &= rest - 1) {
        covered += position.part(std::countr_zero(rest)).length();
    }
    const float fullness =
        static_cast<float>(covered) /
        static_cast<float>(position.geometry().width * position.geometry().height);
    float empty = 0;
    float full = 0;
    for (int i = 0; i < feature_count; ++i) {
        empty += features[i] * learned_weights[i].empty;
        full += features[i] * learned_weights[i].full;
    }
    return empty + fullness * (full - empty);
}

int from_odds(float odds) {
    return static_cast<int>(max_prospects * odds / (2 + std::abs(odds)));
}

/// With several opponents, a value between their mean and the strongest of them.
template <int words>
int learned_prospects(
    const Position<words>& position, const Lands& lands, int index, const Weights& weights) {
    float sum = 0;
    float min = 1e9F;
    int count = 0;
    for (unsigned rest = position.living() & ~(1U << index); rest != 0; rest &= rest - 1) {
        const float odds = odds_against(position, lands, index, std::countr_zero(rest));
        sum += odds;
        min = std::min(min, odds);
        ++count;
    }
    if (count == 0) {
        return 0;
    }
    const float odds =
        (sum / static_cast<float>(count) * static_cast<float>(100 - weights.strongest) +
         min * static_cast<float>(weights.strongest)) /
        100;
    return from_odds(odds);
}

/// By the network, for the index of two living snakes.
template <int words>
int net_prospects(
    const Position<words>& position, const Lands& lands, const Reaches& reaches, int index,
    const Net& net) {
    NetInputs inputs;
    const int other = std::countr_zero(position.living() & ~(1U << index));
    find_inputs(position, lands, reaches, index, other, inputs);
    return from_odds(net.value(inputs));
}

/// By the weights set by hand.
template <int words>
int set_prospects(
    const Position<words>& position, const Lands& lands, int index, const Weights& weights) {
    const int far = position.geometry().width + position.geometry().height;
    const Part& self = position.part(index);
    const Land& own = lands[index];
    int largest = 0;
    int longest = 0;
    int min_needs = 1'000'000;
    for (unsigned rest = position.living() & ~(1U << index); rest != 0; rest &= rest - 1) {
        const int other = std::countr_zero(rest);
        largest = std::max(largest, worth_of(lands[other]));
        longest = std::max(longest, position.part(other).length());
        min_needs = std::min(min_needs, needs(position.part(other), lands[other], far, weights));
    }
    int value = weights.cell * (worth_of(own) - largest) - harm_to(position, self);
    if (position.is_constrictor()) { // there is no food, and all are as long
        return std::clamp(value, -max_prospects, max_prospects);
    }
    value += weights.length *
             std::clamp(self.length() - longest, -3 * weights.max_lead, weights.max_lead);
    value -= needs(self, own, far, weights);
    value += weights.opponent * min_needs / 100;
    return std::clamp(value, -max_prospects, max_prospects);
}

} // namespace

template <int words>
int prospects(const Position<words>& position, int index, const Weights& weights) {
    const bool are_two = std::popcount(position.living()) == 2;
    const int percent = !position.is_standard() ? 0 // the games to learn from were standard ones
                        : are_two               ? weights.learned_of_two
                                                : weights.learned_of_more;
    Lands lands;
    int value = 0;
    if (are_two && percent > 0) {
        Reaches reaches;
        find_lands(position, lands, reaches);
        value += percent * net_prospects(position, lands, reaches, index, *weights.net);
    } else {
        find_lands(position, lands);
        value += percent > 0 ? percent * learned_prospects(position, lands, index, weights) : 0;
    }
    if (percent < 100) {
        value += (100 - percent) * set_prospects(position, lands, index, weights);
    }
    return value / 100;
}

Places::Places(int count, const std::vector<double>& points) {
    const auto of_place = [&](int place) {
        return place <= static_cast<int>(points.size()) ? points[place - 1] : 0.0;
    };
    double min = of_place(1);
    double max = min;
    for (int place = 2; place <= count; ++place) {
        min = std::min(min, of_place(place));
        max = std::max(max, of_place(place));
    }
    for (int place = 1; place <= count; ++place) {
        const double share = max > min ? (of_place(place) - min) / (max - min) : 0;
        sums_[place] = sums_[place - 1] + static_cast<int>(share * all_points);
    }
}

template int prospects(const Position<1>&, int, const Weights&);
template int prospects(const Position<2>&, int, const Weights&);
template int prospects(const Position<6>&, int, const Weights&);
template int prospects(const Position<10>&, int, const Weights&);

} // namespace referee::battlesnake::duel
