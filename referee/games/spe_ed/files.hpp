#pragma once

/// The files of spe_ed: the state files of a player and the reading of result.dat.
/// referee/games/spe_ed/README.md, "Files" and "Answer".

#include "game/game.hpp"
#include "games/spe_ed/rules.hpp"

#include <string>
#include <string_view>

namespace referee::spe_ed {

/// The state files besides match.dat, in the order of StateFiles::of().
std::span<const StateFile> state_files();

/// Fills player.dat, opponent.dat, gamefield.dat and the keys of match.dat for a player, from 0.
void write_state(const State& state, int player, StateFiles& files);

/// What result.dat says: an action, or why it isn't one.
struct ReadAction {
    Action action = Action::none;
    std::string error; ///< empty if it could be read
};
ReadAction read_action(std::string_view text);

/// The rows of the board, top row first, numbers separated by blanks, each ended by LF.
void append_board(std::string& text, const Board& board);
/// "number x y direction speed active", ended by LF.
void append_player(std::string& text, const State& state, int player);

} // namespace referee::spe_ed
