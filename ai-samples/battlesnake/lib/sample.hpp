#pragma once

/// Shared by all battlesnake sample AIs: reading the work folder, answering, looking one step
/// ahead. Files: referee/games/battlesnake/README.md, "Files".

#include "games/battlesnake/rules.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace referee::battlesnake::sample {

inline constexpr std::array<Direction, 4> directions{
    Direction::up, Direction::down, Direction::left, Direction::right};

/// Everything an AI knows. Snakes in `state` are numbered by seat; of a dead snake only its death
/// is known. Future food is unknown.
struct Situation {
    State state;
    Hazards hazards; ///< those of now, taken as lasting: what comes and goes is unknown
    int seat = 1;
    int max_turns = 5000;
    std::vector<double> points{1}; ///< by rank, best first; missing ones are 0
    std::uint64_t seed = 0;
    int time_limit_ms = 500; ///< 0 means no limit
};

/// An answer and, for notes.dat, how it was found.
struct Choice {
    Direction direction = Direction::up;
    std::string notes;
};

/// Reads the state files of a folder. Throws std::runtime_error, which names the file, if one can't
/// be read. What match.dat doesn't specify has its default value.
Situation read_situation(const std::filesystem::path& folder);

/// Writes result.dat and notes.dat. Throws std::runtime_error if result.dat can't be
/// written.
void write_choice(const std::filesystem::path& folder, const Choice& choice);

/// A list of directions without allocation.
struct DirectionList {
    std::array<Direction, 4> items{};
    int count = 0;
    void add(Direction direction) { items[count++] = direction; }
    const Direction* begin() const { return items.data(); }
    const Direction* end() const { return items.data() + count; }
};

/// True if moving onto this cell is fatal whatever the others do: it is a wall, or a segment that
/// will still be there.
inline bool is_deadly(const State& state, Cell cell) {
    if (state.board.is_wall(cell)) {
        return true;
    }
    const int owner = state.board.owner(cell);
    return owner != 0 && (state.snake(owner).tail != cell || state.snake(owner).stacked > 0);
}

/// Health that the snake's head loses on that cell in its next step, besides hunger.
inline int harm_of_step(const Situation& situation, Cell cell) {
    return situation.state.board.has_food(cell)
               ? 0
               : situation.hazards.harm(cell, situation.state.turn);
}

/// Steps from one cell to another on an empty board; on a wrapped one, over the border if that is
/// shorter.
int steps_between(const State& state, Cell a, Cell b);

/// The steps of a snake that are not deadly.
DirectionList open_steps(const State& state, int seat);

/// True if another living snake of at least the same length could move onto this cell next.
bool is_contested(const State& state, int seat, Cell cell);

/// Runs a whole AI: reads the current folder, asks `choose`, answers. Returns the exit status: 1,
/// with a line on standard error, if a file is faulty.
int run(const std::function<Choice(const Situation&)>& choose);

} // namespace referee::battlesnake::sample
