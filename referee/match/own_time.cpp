#include "match/own_time.hpp"

#include "os/clock.hpp"

#include <algorithm>

namespace referee {
namespace {

/// Reading the clocks of all cores costs as much as a short move adds to it, so they are read once
/// in this time, and only after runs that were off their core for longer than `short_ns`: the
/// clocks count in steps of 10 ms. What is missed is in the AI's favour.
constexpr std::int64_t fresh_ns = second_ns / 20;
constexpr std::int64_t short_ns = second_ns / 50;

} // namespace

void OwnTime::begin(std::int64_t now_ns) {
    if (read_ns_ == 0 || now_ns - read_ns_ > fresh_ns) {
        read_ns_ = now_ns;
        idle_ = idle_clock_();
    }
}

std::int64_t OwnTime::add(Seat seat, int core, const ResourceUse& use, std::int64_t now_ns) {
    std::int64_t own = use.cpu_ns;
    const std::int64_t off_core = use.wall_ns - use.cpu_ns;
    if (off_core > short_ns && knows_idle()) {
        std::int64_t idle = 0;
        const std::vector<std::int64_t> now = idle_clock_();
        for (std::size_t i = 0; i < std::min(now.size(), idle_.size()); ++i) {
            if (core < 0 || static_cast<std::size_t>(core) == i) {
                idle = std::max(idle, now[i] - idle_[i]);
            }
        }
        // Its core may have been idle only before it was started, and after it had ended.
        const std::int64_t outside = std::max<std::int64_t>(0, now_ns - read_ns_ - use.wall_ns);
        own += std::clamp<std::int64_t>(idle - outside, 0, off_core);
    }
    by_seat_[seat] += own;
    sum_ns_ += own;
    return own;
}

Seat OwnTime::most() const {
    Seat most = 1;
    for (Seat seat = 2; seat <= max_seats; ++seat) {
        most = by_seat_[seat] > by_seat_[most] ? seat : most;
    }
    return most;
}

} // namespace referee
