#pragma once

/// The AIs that `referee new` writes.

#include "ai/starters.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// Creates the folder, which must not exist or be empty. Throws UserError.
void make_new_folder(const std::filesystem::path& folder);

/// How programs of a language are built and started.
struct Language {
    std::string_view name;
    std::string_view source;  ///< the path of a game's starter, with {game}
    std::string_view program; ///< the name of the source in a new AI
    std::string_view build;   ///< the command that builds it; empty: none is needed
    std::string_view command; ///< as in ai.ini
    std::string_view tool;    ///< the program that must be installed
};

/// The text of the starter of a game in a language; empty if there is none.
std::string_view starter_of(std::string_view game, const Language& language);

/// The languages in which a game has a starter.
std::vector<const Language*> languages_of(std::string_view game);

} // namespace referee
