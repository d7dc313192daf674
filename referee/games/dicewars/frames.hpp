#pragma once

/// The state of dicewars as a picture for the terminal, as JSON for viewers, and as canonical text.

#include "games/dicewars/field.hpp"
#include "games/dicewars/files.hpp"
#include "games/dicewars/rules.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace referee::dicewars {

/// The map, or a list of areas where the field has no hexes, and a line for each player.
std::string
render(const State& state, const FieldSetup& field, const std::optional<Event>& last, bool colours);

/// {"game":"dicewars","turn":…,"mover":…,"end":…,"winner":…,"battles":…,"owners":"…","dice":"…",
/// "players":[…],"last":{…},"map":{…}}: owners and dice are a digit for each area; "map" is only in
/// the frame before the first command, because it never changes: "hexes" [[area,x,y],…] if the
/// field has them, "centres" [[x,y],…] by area, "edges" [[area,area],…].
/// A battle in "last" has the sums and each die, "attack_dice" and "defence_dice", a digit each.
std::string frame(const State& state, const FieldSetup& field, const std::optional<Event>& last);
/// The frame with the sums of dice only, as in last.dat.
std::string
public_frame(const State& state, const FieldSetup& field, const std::optional<Event>& last);

/// Every value of the state, in a unique form.
std::string canonical_text(const State& state, const Board& board);

// The inverse of canonical_text() in frames.hpp.

/// The state of a game on that field. Throws UserError if the text isn't a state.
State read_state(std::string_view text, const Setup& setup);

} // namespace referee::dicewars
