#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// Throws UserError for an AI '[NAME=]PATH' whose file doesn't exist, but whose name is that of one
/// built or installed for the game: the message says where that one is. Leaves all others to
/// read_contestants(), whose messages say more.
void refuse_missing_ais(const std::vector<std::string>& ais, std::string_view game);

} // namespace referee
