#pragma once

/// How long duel searches a move.

#include <algorithm>
#include <chrono>
#include <ctime>

namespace referee::battlesnake::duel {

/// How long a move may be searched.
struct SearchTime {
    std::chrono::nanoseconds alone; ///< by a program with a core of its own
    std::chrono::nanoseconds busy;  ///< where the answer may have to wait for a core; never longer
};

/// A time limit in milliseconds; 0 means no limit and takes 1 s. The start of the program isn't in
/// it, but in the reserve.
inline SearchTime search_time(int time_limit_ms) {
    using std::chrono::nanoseconds;
    if (time_limit_ms <= 0) {
        return {std::chrono::seconds(1), std::chrono::seconds(1)};
    }
    constexpr int reserve_part = 12; // of a long limit
    constexpr nanoseconds start = std::chrono::milliseconds(5);
    const nanoseconds limit = std::chrono::milliseconds(time_limit_ms);
    const nanoseconds busy = std::max(limit * 7 / 10 - start, limit / 4);
    return {std::max(limit - start - limit / reserve_part, busy), busy};
}

/// Counts from its construction.
class Clock {
  public:
    void set_limit(int time_limit_ms) { time_ = search_time(time_limit_ms); }

    /// True if the search must end.
    bool is_late() {
        const Nanoseconds passed = std::chrono::steady_clock::now() - begin_;
        // The processor time takes a system call: it is asked for at the beginning, once after a
        // quarter, and at the end.
        if (passed < time_.busy) {
            if (!is_settled_ && passed >= time_.busy / 4) {
                is_settled_ = true;
                settled_at_ = passed;
                settled_processor_ = processor_time();
            }
            return false;
        }
        return passed >= time_.alone ||
               passed - settled_at_ - (processor_time() - settled_processor_) > max_wait();
    }

  private:
    using Nanoseconds = std::chrono::nanoseconds;

    /// A program that has waited longer for a core since it settled isn't alone. The first quarter
    /// doesn't count: programs that start together share a core until the kernel moves one of them.
    Nanoseconds max_wait() const {
        return std::max<Nanoseconds>(std::chrono::milliseconds(1), time_.alone / 100);
    }

    static Nanoseconds processor_time() {
        std::timespec time{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
    }

    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    SearchTime time_{};
    bool is_settled_ = false;
    Nanoseconds settled_at_{}; ///< after the beginning
    Nanoseconds settled_processor_ = processor_time();
};

} // namespace referee::battlesnake::duel
