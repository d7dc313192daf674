#pragma once

/// The AIs' own time: for `--game-time`, and to tell a late AI from a busy machine. What the
/// machine takes from an AI isn't counted.

#include "game/game.hpp"
#include "keeper/protocol.hpp"
#include "match/result.hpp"
#include "os/machine.hpp"

#include <chrono>
#include <cstdint>
#include <vector>

namespace referee {

/// An AI is charged for its time on a core, and for the time that it let pass while its core was
/// idle: it slept. It isn't charged while others were on its core, nor while the core waited for a
/// disk or the host of a virtual machine. Where nobody knows how long cores are idle, only its time
/// on a core counts.
class OwnTime {
  public:
    /// `limit`: of all AIs together in the game; 0: none.
    OwnTime(std::chrono::nanoseconds limit, IdleClock idle_clock)
        : limit_(limit), idle_clock_(std::move(idle_clock)) {}

    /// Some AIs are started together now.
    void begin(std::int64_t now_ns);
    /// One of them has ended, at this time or earlier. `core`: the one that it may use; −1: any.
    /// Returns its own time in this run.
    std::int64_t add(Seat seat, int core, const ResourceUse& use, std::int64_t now_ns);

    /// A run doesn't count, for which add() has returned this time.
    void take_back(Seat seat, std::int64_t own_ns) {
        by_seat_[seat] -= own_ns;
        sum_ns_ -= own_ns;
    }

    /// False: nobody knows how long cores are idle, so an own time is one on a core.
    bool knows_idle() const { return !idle_.empty(); }

    bool is_over() const { return limit_.count() > 0 && sum_ns_ >= limit_.count(); }
    std::int64_t of(Seat seat) const { return by_seat_[seat]; }
    /// The seat that has used most.
    Seat most() const;

  private:
    std::chrono::nanoseconds limit_;
    IdleClock idle_clock_;
    std::int64_t read_ns_ = 0;
    std::vector<std::int64_t> idle_; ///< at that time
    SeatArray<std::int64_t> by_seat_;
    std::int64_t sum_ns_ = 0;
};

} // namespace referee
