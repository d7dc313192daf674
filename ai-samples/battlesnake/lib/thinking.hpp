#pragma once

/// What duel and its older version share: how long they think, and what they tell about it.

#include "battlesnake/lib/sample.hpp"

#include <chrono>
#include <cstdint>
#include <span>
#include <string>

namespace referee::battlesnake::sample {

/// How long a move may be searched: part of the limit is kept as a margin for start, answer and a
/// busy machine. 0 means no limit and takes 1 s.
std::chrono::milliseconds time_to_search(int time_limit_ms);

/// What a search has found.
struct Finding {
    int value = 0;
    int depth = 0;           ///< turns searched completely
    std::uint64_t nodes = 0; ///< turns tried
    /// Where the own head is expected to go.
    std::span<const Cell> line;
};

/// The finding for notes.dat; on the replay page the value is a curve, and the line is drawn.
std::string notes_on(const Situation& situation, const Finding& finding);

} // namespace referee::battlesnake::sample
