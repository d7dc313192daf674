#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// Throws UserError for an AI without a file, '[NAME=]PATH', that is named like one that was built
/// or installed for the game: the message says where that one lies. All others are left to
/// read_contestants(), which says more about them.
void refuse_missing_ais(const std::vector<std::string>& ais, std::string_view game);

} // namespace referee
