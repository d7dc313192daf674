#pragma once

/// Why a swap is illegal, for the author of an AI.

#include "games/gems/files.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace referee::gems {

/// "2 0 3 0: no line of three arises": which rule an illegal swap breaks.
std::string reason_of(const ReadSwap& read);

/// The usual confusions of coordinates under which the swap would be legal on this board.
std::vector<std::string_view> legal_readings(const Board& board, const Swap& swap);

} // namespace referee::gems
