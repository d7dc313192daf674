#pragma once

/// The value of a position as the chance to win: a logistic regression on features of both players
/// and of the coming moves, learned from self-play. ai-samples/gems/README.md, "chance"; the
/// weights are printed by ai-samples/gems/training.

#include "games/gems/rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace referee::gems::sample {

/// A piecewise linear function has a weight at each of these knots and is extrapolated from the
/// last two.
inline constexpr std::array<float, 9> life_knots{1, 2, 4, 7, 10, 14, 18, 24, 30};
inline constexpr std::array<float, 6> shield_knots{0, 2, 4, 7, 11, 15};
inline constexpr std::array<float, 8> account_knots{0, 3, 6, 9, 11, 12, 13, 14};
inline constexpr std::array<float, 7> gain_knots{0, 0.3F, 0.6F, 0.9F, 1.3F, 2, 4};

/// The offset of each feature's weights.
struct Features {
    static constexpr std::size_t life = 0;
    static constexpr std::size_t shield = life + life_knots.size();
    static constexpr std::size_t red = shield + shield_knots.size();
    static constexpr std::size_t yellow = red + account_knots.size();
    static constexpr std::size_t green = yellow + account_knots.size();
    static constexpr std::size_t purple = green + account_knots.size();
    /// An account times how much of the opponent's life and shield one payment takes.
    static constexpr std::size_t red_hits = purple + account_knots.size();
    static constexpr std::size_t yellow_hits = red_hits + 1;
    static constexpr std::size_t green_hits = yellow_hits + 1;
    static constexpr std::size_t near_death = green_hits + 1; ///< 10 / (life + shield + 3)
    static constexpr std::size_t red_kills = near_death + 1;  ///< three red stones would be enough
    /// Of a move: the unknown stones that fall in, which may dissolve, too.
    static constexpr std::size_t falling = red_kills + 1;
    static constexpr std::size_t turn = falling + 1; ///< whose turn it is then
    /// The gain of the best move then, in log-odds, and of the best one after that.
    static constexpr std::size_t gain = turn + 1;
    static constexpr std::size_t next_gain = gain + gain_knots.size();
    static constexpr std::size_t count = next_gain + 1;
};

using ChanceWeights = std::array<float, Features::count>;

/// Learned from self-play.
extern const ChanceWeights chance_weights;

/// Calls add(feature, amount) for each knot that contributes to a piecewise linear function at
/// `value`.
template <std::size_t Count, typename Add>
void add_curve(
    const std::array<float, Count>& knots, std::size_t first, float value, float sign, Add& add) {
    std::size_t at = 0;
    while (at + 2 < Count && value >= knots[at + 1]) {
        ++at;
    }
    const float part = (value - knots[at]) / (knots[at + 1] - knots[at]);
    add(first + at, sign * (1 - part));
    add(first + at + 1, sign * part);
}

/// The features of one player. Accounts are in fifteenths of the price that the field sets.
template <typename Add>
void add_player(
    const Player& own, const Player& other, const Parameters& values, float sign, Add& add) {
    const float scale = 15.0F / static_cast<float>(values.threshold);
    const float red = static_cast<float>(own.red) * scale;
    const float yellow = static_cast<float>(own.yellow) * scale;
    const float green = static_cast<float>(own.green) * scale;
    const float purple =
        static_cast<float>(own.purple) * 15.0F / static_cast<float>(values.purple_threshold);
    const float target = static_cast<float>(other.life + other.shield);
    add_curve(life_knots, Features::life, static_cast<float>(own.life), sign, add);
    add_curve(shield_knots, Features::shield, static_cast<float>(own.shield), sign, add);
    add_curve(account_knots, Features::red, red, sign, add);
    add_curve(account_knots, Features::yellow, yellow, sign, add);
    add_curve(account_knots, Features::green, green, sign, add);
    add_curve(account_knots, Features::purple, purple, sign, add);
    add(Features::red_hits, sign * red / 15 * std::min(1.0F, 10 / target));
    add(Features::yellow_hits, sign * yellow / 15 * std::min(1.0F, 6 / target));
    add(Features::green_hits, sign * green / 15 * std::min(1.0F, 3 / target));
    add(Features::near_death, sign * 10 / static_cast<float>(own.life + own.shield + 3));
    add(Features::red_kills, red >= 12 && target <= 10 ? sign : 0);
}

/// The log-odds, log(chance / (1 − chance)), that a player (0 or 1) wins, from the players' units
/// alone: whose turn it is and the board are left out.
float log_odds(
    const State& state, const Parameters& values, const ChanceWeights& weights, int player);

/// The chance, 0 to 1, for the given log-odds.
double chance_of(double log_odds);

} // namespace referee::gems::sample
