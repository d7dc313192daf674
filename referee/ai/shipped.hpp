#pragma once

/// Where this program finds the AIs and fields that were built or installed with it: in its own
/// build folder, or in lib/referee and share/referee of the prefix in which it is installed.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The folder with the games whose rules are programs; each has a game.ini. It may not exist.
std::filesystem::path folder_of_games();

/// The folder with the games and AIs as WebAssembly, which `make wasm` makes; it may not exist.
std::filesystem::path folder_of_modules();

/// The folder with the AIs of a game, or with its fields; it may not exist.
std::filesystem::path folder_of_ais(std::string_view game);
std::filesystem::path folder_of_fields(std::string_view game);

/// The page with a game's rules: the installed one, else its path in the source folder.
std::string rules_of(std::string_view game);

/// Names of the AIs of a game that were built or installed, sorted.
std::vector<std::string> available_ais(std::string_view game);

/// "make build/games/NAME", to be typed in the sources, if this program was built there and the
/// game, whose rules are a program, wasn't; else empty.
std::string make_for_game(std::string_view game);

/// "make build/ai/GAME/NAME" for an AI that has sources here; for all others `otherwise`.
std::string
make_for_ai(std::string_view game, std::string_view name, std::string_view otherwise = "");

/// Throws UserError for an AI '[NAME=]PATH' whose file doesn't exist, but whose name is that of one
/// built or installed for the game, or of one that `make` can build: the message says where that
/// one is, or what to type. Leaves all others to read_contestants(), whose messages say more.
void refuse_missing_ais(const std::vector<std::string>& ais, std::string_view game);

} // namespace referee
