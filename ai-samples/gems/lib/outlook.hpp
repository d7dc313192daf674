#pragma once

/// The search of chance: its own move, the best move after that, and the best one after both. None
/// of the later ones counts in full, because stones fall in that nobody knows; how much they count
/// is learnt. ai-samples/gems/README.md, "chance".

#include "gems/lib/chance.hpp"
#include "gems/lib/sample.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace referee::gems::sample {

/// Log-odds of a game that has ended; more than any others.
inline constexpr float certain = 12;
/// How much less, for every move that it comes later.
inline constexpr float later_end = 1;

/// A move tried, as far as it can be foreseen.
struct Tried {
    Swap swap;
    State after;
    int mover = 0;
    int falling = 0; ///< stones that fall in
    float odds = 0;  ///< log_odds() of the mover after it; of an end ±certain, 0 if drawn
    float worth = 0; ///< the odds, what the falling stones promise, and whose turn it is then
};

/// What is expected after a move.
struct Prospect {
    std::array<float, Features::count> features{};
    float odds = 0; ///< weighed by all of them; ±certain or nearly so where the end is foreseen
    bool is_decided = false;
    std::vector<Swap> line; ///< this move and those after it
};

class Outlook {
  public:
    Outlook(const Parameters& parameters, const ChanceWeights& weights)
        : parameters_(parameters), weights_(weights) {}

    /// All moves of a position, the best at once first.
    std::vector<Tried> moves(const State& state);

    /// Looks `depth` moves ahead, from 1 to 3, `move` counted.
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

/// The move after which the chance to win is best, `depth` moves ahead. Once `out_of_time` says
/// so, only those moves count that have been looked at. Expects a legal swap to exist. The value is
/// the chance to win less that to lose, in percent.
Choice best_by_chance(
    const Situation& situation, const ChanceWeights& weights, int depth,
    const std::function<bool()>& out_of_time);

} // namespace referee::gems::sample
