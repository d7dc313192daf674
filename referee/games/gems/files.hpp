#pragma once

/// The files of gems: the state files of a player and the reading of result.dat.
/// referee/games/gems/README.md, "Files" and "Answer".

#include "game/game.hpp"
#include "games/gems/rules.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace referee::gems {

/// The state files besides match.dat, in the order of StateFiles::of().
std::span<const StateFile> state_files();

/// Fills player.dat, opponent.dat, gamefield.dat and the keys of match.dat for player 0 or 1.
void write_state(const State& state, const Parameters& parameters, int player, StateFiles& files);

/// What result.dat says: a swap, or why it isn't one.
struct ReadSwap {
    Swap swap;                          ///< numbers outside the board are −1 or 10
    std::array<std::string, 4> asked{}; ///< the numbers as they were written
    std::string error;                  ///< empty if it could be read
};
ReadSwap read_swap(std::string_view text);

/// The swap as it was written: with numbers of any size.
std::string text_as_written(const ReadSwap& read);

/// The swap in the words of result.dat.
std::string text_of(const Swap& swap);

/// The rows of the board, top row first, characters separated by blanks, each ended by LF.
void append_board(std::string& text, const Board& board);

// Why a swap is illegal, for the author of an AI.

/// "2 0 3 0: no line of three arises": which rule an illegal swap breaks.
std::string reason_of(const ReadSwap& read);

/// The usual confusions of coordinates under which the swap would be legal on this board.
std::vector<std::string_view> legal_readings(const Board& board, const Swap& swap);

} // namespace referee::gems
