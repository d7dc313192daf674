#pragma once

/// The game of one plan: the thief chooses a plan, the cops choose theirs, both at once, and what
/// follows is estimated from where the plans lead. Payoffs are those of the thief, means over
/// simulated futures. The courses of walls and gates are the same for all plans, because a unit can
/// at most stop a wall; so a pair of plans costs less than a microsecond in each future.

#include "cops/lib/foresight/futures.hpp"

#include <cstdint>
#include <vector>

namespace referee::cops::sample {

/// What an estimate of the rest of a game is made from, at the end of a plan. Distances are in
/// steps; a lead is how many steps the nearest cop is farther from a gate than the thief. In order:
/// 1; the lead at the best gate, what is positive of it, and the way to that gate; both leads at
/// the other gates; how near the nearest and the second cop are, and all together; whether a cop is
/// beside the thief, or within two steps; whether a cop is on the way; how many are nearer to the
/// gate.
inline constexpr std::size_t feature_count = 13;
using Features = std::array<double, feature_count>;
inline constexpr std::size_t way_feature = 3; ///< in tens of steps

/// Where the units of a side are after each tick of a plan in each future.
using Track = std::vector<std::int16_t>;

class PlanGame {
  public:
    /// Keeps references to its arguments.
    PlanGame(const Situation& situation, const std::vector<Future>& futures);

    std::size_t futures() const { return boards_.size(); }
    std::size_t length() const { return length_; }
    std::size_t cops() const { return cops_; }
    const Situation& situation() const { return situation_; }

    /// The board of a future in a tick of the plan.
    const Ground& ground(std::size_t future, std::size_t tick) const {
        return boards_[future].grounds[tick];
    }

    /// The place of the thief after each tick: [future · length + tick]. From the tick in which he
    /// steps on a gate he stays there.
    Track thief_track(const std::vector<Step>& plan) const;
    /// The places of one cop, in the same order. `steps`: length() of them.
    Track cop_track(std::size_t cop, const Step* steps) const;

    /// The place to which a step leads in a tick. `is_thief`: gates are open to him.
    Place
    stepped(std::size_t future, std::size_t tick, Place from, Step step, bool is_thief) const {
        const Ground& board = ground(future, tick);
        const Place to = step == Step::wait ? from : from + board.offset(static_cast<int>(step));
        return board.is_free(to) || (is_thief && board.is_gate(to)) ? to : from;
    }

    /// Whether a cop catches the thief in a tick.
    bool is_caught(Place thief_before, Place thief, Place cop_before, Place cop) const {
        return thief == cop || (is_wide_ && is_caught_wide(thief_before, thief, cop_before, cop));
    }

    /// The thief's payoff when he is caught, or escapes, in a tick of the plan.
    double caught_in(std::size_t tick) const { return now_ + static_cast<double>(tick); }
    double escaped_in(std::size_t tick) const {
        return 2 * ticks_ - now_ - static_cast<double>(tick) - 1;
    }
    /// The number of ticks of the plan that are still played.
    std::size_t played() const { return played_; }

    /// The estimated payoff at the end of the plan; the tracks of all cops in order.
    double rest(std::size_t future, Place thief, const std::vector<const Track*>& cops) const;
    /// The features that the estimate is made from.
    Features features(std::size_t future, Place thief, const std::vector<const Track*>& cops) const;

    /// The thief's payoff in one future, and the mean over all.
    double
    payoff(std::size_t future, const Track& thief, const std::vector<const Track*>& cops) const;
    double payoff(const Track& thief, const std::vector<const Track*>& cops) const;

  private:
    struct Board {
        std::vector<Ground> grounds; ///< by tick of the plan, and the one after it
        std::vector<std::vector<std::uint8_t>> from_gates; ///< steps to each gate, by place
        /// Steps between places, made when a row is first needed; empty until then.
        mutable std::vector<std::vector<std::uint8_t>> between;
    };

    bool is_caught_wide(Place thief_before, Place thief, Place cop_before, Place cop) const;
    int steps_between(const Board& board, Place thief, Place cop) const;

    const Situation& situation_;
    std::vector<Board> boards_;
    std::size_t length_;
    std::size_t played_;
    std::size_t cops_;
    double now_;
    double ticks_;
    bool is_wide_; ///< capture is possible at a distance
};

/// The estimated payoff of a position with these features before tick `now`.
double estimate(const Features& features, double now, double ticks);

} // namespace referee::cops::sample
