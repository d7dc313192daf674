#pragma once

/// How long duel thinks.

#include <algorithm>
#include <chrono>

namespace referee::battlesnake::duel {

/// How long a move may be searched: part of the limit is kept as a margin for start, answer and a
/// busy machine. 0 means no limit and takes 1 s.
inline std::chrono::milliseconds time_to_search(int time_limit_ms) {
    constexpr int without_limit = 1000;
    if (time_limit_ms <= 0) {
        return std::chrono::milliseconds(without_limit);
    }
    return std::chrono::milliseconds(std::max(time_limit_ms * 7 / 10 - 5, time_limit_ms / 4));
}

} // namespace referee::battlesnake::duel
