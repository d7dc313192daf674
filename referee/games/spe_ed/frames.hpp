#pragma once

/// The state of spe_ed as a picture for the terminal, as JSON for viewers, and as canonical text.

#include "games/spe_ed/rules.hpp"

#include <array>
#include <string>
#include <string_view>

namespace referee::spe_ed {

/// The board, two rows in a line of half blocks with colours, else one row per line of characters;
/// then a line for each player.
std::string render(const State& state, bool colours);

/// {"game":"spe_ed","round":…,"width":…,"height":…,"running":…,"board":["row", …],"players":[{…}]}
/// Characters of a row: '.' free, 1..6 a player's, 'x' where two met. "out" is null while a player
/// plays.
std::string frame(const State& state);

/// Every value of the state, in a unique form.
std::string canonical_text(const State& state);

/// Why a player is out, in a few words; empty while it plays.
std::string reason_of(const Player& player);

/// Why the player is out, as the rest of a sentence: "ran into a trail".
std::string fate_of(const Player& player);

// The inverse of canonical_text() in frames.hpp.

/// A state of the game that began with `start`. Throws UserError if the text isn't a state.
State read_state(std::string_view text, const State& start);

} // namespace referee::spe_ed
