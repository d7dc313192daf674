#pragma once

/// The files of battlesnake: the state files of a seat and the reading of result.dat.
/// referee/games/battlesnake/README.md, "Files" and "Answer".

#include "game/game.hpp"
#include "games/battlesnake/rules.hpp"

#include <string>
#include <string_view>

namespace referee::battlesnake {

/// The state files besides match.dat, in the order of StateFiles::of().
std::span<const StateFile> state_files();

/// Fills player.dat, opponent.dat, gamefield.dat and the keys of match.dat for a seat; hazards.dat
/// only if the game isn't a standard one.
void write_state(const State& state, const Setup& setup, int seat, StateFiles& files);

/// Calls `look` with each cell that has hazards now and the number of their layers, by rows from
/// the bottom.
template <typename Look>
void for_each_hazard(const State& state, const Hazards& hazards, Look look) {
    for (int y = 0; y < state.height && !hazards.is_empty(); ++y) {
        for (int x = 0; x < state.width; ++x) {
            if (const int layers = hazards.layers(cell_at(x, y), state.turn)) {
                look(cell_at(x, y), layers);
            }
        }
    }
}

/// What result.dat says: a direction, or why it isn't one.
struct ReadDirection {
    Direction direction = Direction::up;
    std::string error; ///< empty if it could be read
};
ReadDirection read_direction(std::string_view text);

/// What is seen on a cell: `.` free, `F` food, `A`…`H` head of a living snake, `a`…`h` its body.
char character_of(const State& state, Cell cell);

/// One row per line, top row first, characters without blanks between them.
void append_board(std::string& text, const State& state);

} // namespace referee::battlesnake
