#pragma once

/// What a run of an AI has used, on its way from the kernel's counters to the game.

#include <cstdint>

namespace referee {

struct ResourceUse {
    std::int64_t wall_ns = 0;   ///< from just before the start, or the question, to the end
    std::int64_t cpu_ns = 0;    ///< user and system time of the program and its children
    std::int64_t peak_kb = 0;   ///< largest resident size of one process, KiB
    std::int64_t leftovers = 0; ///< processes that were left running
};

} // namespace referee
