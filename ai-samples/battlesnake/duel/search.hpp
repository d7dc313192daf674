#pragma once

/// The search of duel: paranoid alpha-beta with iterative deepening until the time is up. tree.hpp
/// explains the tree.

#include "battlesnake/duel/evaluation.hpp"
#include "battlesnake/duel/ordering.hpp"
#include "battlesnake/duel/table.hpp"
#include "battlesnake/lib/opponents.hpp"

#include <chrono>
#include <functional>

namespace referee::battlesnake::duel {

struct SearchConfig {
    Weights weights;
    int max_depth = 40;    ///< turns
    int reduced_from = 1;  ///< steps from this number on are searched a turn less deeply at first
    int reduced_depth = 3; ///< from this depth on
    int twice_reduced_from = 2; ///< steps from this number on even two turns less deeply
    int twice_reduced_depth = 5;
    /// Against one opponent, one turn more for each so many turns of depth beyond that; 0 for
    /// never.
    int reduced_each = 4;
    /// Below this value, if each step has a reply that refutes it, the step comes from a mixed
    /// strategy (standoff.hpp). It is for a duel, and lower where less than a half is certain.
    int desperate = 2'500;
    int uses_habits = 1; ///< 0 for no
    /// The weight, in percent, of points that come with its own death. The search assumes the worst
    /// of its opponents; with full weight nearly any draw would look better than playing on.
    int death_percent = 40;
};

struct SearchResult {
    Direction direction = Direction::up;
    int value = 0;           ///< from 0 to all_points
    int depth = 0;           ///< turns searched completely
    std::uint64_t nodes = 0; ///< turns tried
    /// The cells to which its own head is expected to go, if each opponent answers with the worst.
    std::vector<Cell> line{};
};

/// What the search knows of other moves and positions. A program that is started for each move
/// begins with the habits only.
struct Experience {
    sample::AllHabits habits{}; ///< of the opponents in this game
    Table table{16};
    Ordering ordering;
};

/// Searches until `is_late` says so (it is asked every 64 turns tried), always to depth 1 at least.
SearchResult search(
    const sample::Situation& situation, const SearchConfig& config, Experience& experience,
    const std::function<bool()>& is_late);

} // namespace referee::battlesnake::duel
