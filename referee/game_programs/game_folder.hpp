#pragma once

/// The files of a game's folder. Somebody else made them, and a page shows some of them to others:
/// they are read from one descriptor of the folder (os/beneath.hpp), so a link leads nowhere, no
/// FIFO or device is waited for, and nothing is read without a limit.

#include "game_programs/limits.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace referee {

/// The text of a file in the folder itself; empty if there is none. Throws UserError for a link,
/// for whatever isn't a regular file, and for more than max_game_text bytes; InternalError,
/// Interrupted.
std::string read_game_text(const std::filesystem::path& folder, std::string_view name);

/// True for what may lie in a game's folder and isn't part of its rules: fields/, reference/,
/// starters/, matches/.
bool is_beside_rules(const std::string& name);

/// SHA-256 of a game's files: sorted paths, modes and bytes, and the targets of links, without what
/// lies beside the rules, what is only shown, and what Python compiles. Throws UserError,
/// InternalError, Interrupted.
std::string sha256_of_game(const std::filesystem::path& folder);

/// Copies the files of which that is the hash, with their modes, into a folder that is empty or
/// isn't there; links stay links.
void copy_rules(const std::filesystem::path& from, const std::filesystem::path& to);

} // namespace referee
