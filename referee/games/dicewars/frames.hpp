#pragma once

/// The state of dicewars as a picture for the terminal, as JSON for viewers, and as canonical text.

#include "games/dicewars/field.hpp"
#include "games/dicewars/files.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace referee::dicewars {

/// The map, or a list of areas where the field has no hexes, and a line for each player.
std::string
render(const State& state, const FieldSetup& field, const std::optional<Event>& last, bool colours);

/// {"game":"dicewars","turn":…,"mover":…,"end":…,"winner":…,"battles":…,"owners":"…","dice":"…",
/// "players":[…],"last":{…},"map":{…}}: owners and dice are a digit for each area; "map" stands in
/// the frame before the first command only, because it never changes: "hexes" [[area,x,y],…] if the
/// field has them, "centres" [[x,y],…] by area, "edges" [[area,area],…].
std::string frame(const State& state, const FieldSetup& field, const std::optional<Event>& last);

/// How a game ends, by End.
inline constexpr std::array<std::string_view, 5> end_names{
    "none", "conquest", "idle", "battles", "turns"};

/// Every value of the state, one spelling only.
std::string canonical_text(const State& state, const Board& board);

} // namespace referee::dicewars
