#pragma once

/// Which state files an AI may miss. Apart from game.hpp, because few need it.

#include "game/game.hpp"

namespace referee {

/// True for a state file that not every field of the game brings with it. Its description begins
/// so, for people and for us; it is written only if it has content.
inline bool is_in_some_games(const StateFile& file) {
    return file.holds.starts_with("in some games: ");
}

} // namespace referee
