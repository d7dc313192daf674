#pragma once

/// Playing a recorded game through the rules again.

#include "games/registry.hpp"
#include "match/record.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace referee {

/// Where a record and the rules disagree.
struct Difference {
    int line = 0; ///< in the record
    std::string what;
};

struct Replay {
    std::vector<Difference> differences; ///< in their order; empty: the record is right
    int turns = 0;
    bool is_finished = false; ///< false: the game was broken off
};

/// Called with the state at the start and after every turn (with the moves that led there), and,
/// `is_step`, after each step within a turn.
using ReplayWatcher = std::function<void(
    const Position& position, std::span<const RecordedMove> moves, bool is_step)>;

/// Replays the game, compares every move's effect and every state, and stops at the first
/// difference. Throws UserError if the record holds no playable game at all.
Replay replay_game(const std::string& path, const RecordedGame& game, const ReplayWatcher& watcher);

} // namespace referee
