#pragma once

/// The search of chance: its own move, the best move after that, and the best one after both. Later
/// moves don't count in full, because unknown stones fall in; how much they count is learned.
/// ai-samples/gems/README.md, "chance".

#include "gems/lib/chance.hpp"
#include "gems/lib/sample.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace referee::gems::sample {

/// Log-odds of a game that has ended; larger than any others.
inline constexpr float certain = 12;
/// How much less an end counts for every move that it comes later.
inline constexpr float later_end = 1;

/// A tried move, as far as it can be foreseen.
struct Tried {
    Swap swap;
    State after;
    int mover = 0;
    int falling = 0; ///< stones that fall in
    float odds =
        0; ///< log_odds() of the mover after it; at the end of the game ±certain, 0 if drawn
    float worth = 0; ///< the odds plus the terms for falling stones and for whose turn it is then
};

/// What is expected after a move.
struct Prospect {
    std::array<float, Features::count> features{};
    float odds = 0; ///< by all weights; ±certain or nearly so where the end is foreseen
    bool is_decided = false;
    std::vector<Swap> line; ///< this move and the following ones
};

class Outlook {
  public:
    Outlook(const Parameters& parameters, const ChanceWeights& weights)
        : parameters_(parameters), weights_(weights) {}

    /// All moves of a position, sorted by their immediate worth, best first.
    std::vector<Tried> moves(const State& state);

    /// Looks `depth` moves ahead, from 1 to 3, including `move`.
    Prospect prospect(const Tried& move, int depth);

    std::uint64_t tried() const { return tried_; }

  private:
    Tried try_move(const State& state, const Swap& swap);
    std::optional<Tried> best_move(const State& state);
    float gain(const Tried& before, const Tried& move) const;

    const Parameters& parameters_;
    const ChanceWeights& weights_;
    std::uint64_t tried_ = 0;
};

/// The move after which the chance to win is best, `depth` moves ahead. Once `out_of_time` says so,
/// only the moves examined so far count. Expects a legal swap to exist. The value is the chance to
/// win minus the chance to lose, in percent.
Choice best_by_chance(
    const Situation& situation, const ChanceWeights& weights, int depth,
    const std::function<bool()>& out_of_time);

} // namespace referee::gems::sample
