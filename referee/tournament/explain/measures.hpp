#pragma once

/// What a frame measures of each contestant: of a seat its number, of a team the mean of its seats.

#include "game/teams.hpp"

#include <optional>
#include <string>
#include <vector>

namespace referee {

/// By place, by measure of the game (GameInfo::measures); nothing where it isn't known, or the seat
/// no longer plays. `frame` as Position::to_json(). Fewer places than the game has if the frame has
/// fewer.
std::vector<std::vector<std::optional<double>>>
measures_by_place(const std::string& frame, const Teams& places);

} // namespace referee
