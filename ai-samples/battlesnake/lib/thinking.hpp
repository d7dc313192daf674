#pragma once

/// Shared by duel and its older version: how long they think, and how they report it.

#include "battlesnake/lib/sample.hpp"

#include <chrono>
#include <cstdint>
#include <span>
#include <string>

namespace referee::battlesnake::sample {

/// How long to search for a move: part of the limit is kept as a margin for start, answer and a
/// busy machine. 0 means no limit; the search then takes 1 s.
std::chrono::milliseconds time_to_search(int time_limit_ms);

/// The result of a search.
struct Finding {
    int value = 0;
    int depth = 0;           ///< turns searched completely
    std::uint64_t nodes = 0; ///< turns tried
    /// Where our own head is expected to go.
    std::span<const Cell> line;
};

/// The result for notes.dat; the replay page plots the value as a curve and draws the line.
std::string notes_on(const Situation& situation, const Finding& finding);

} // namespace referee::battlesnake::sample
