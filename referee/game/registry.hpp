#pragma once

/// All games that the referee knows: one for each folder in this folder.

#include "game/game.hpp"

#include <span>
#include <string_view>

namespace referee {

std::span<const Game* const> all_games();

/// A game beside those of the folders, for as long as this object lives. Create it before other
/// threads look for games. Throws InternalError if there is a game of that name.
class AddedGame {
  public:
    explicit AddedGame(const Game& game);
    ~AddedGame();
    AddedGame(const AddedGame&) = delete;
    AddedGame& operator=(const AddedGame&) = delete;

  private:
    const Game& game_;
};

/// The game of that name. Throws UserError that lists the games.
const Game& game_named(std::string_view name);

/// A field with its game.
struct LoadedField {
    const Game* game = nullptr;
    std::string path;   ///< as given, for messages
    std::string name;   ///< the file's name without folder and ".dat", for people
    std::string text;   ///< its bytes
    std::string sha256; ///< of its bytes
    std::unique_ptr<const Field> field;
};

/// Reads and checks a field. Throws UserError "FILE:LINE: …".
LoadedField load_field(const std::string& path);
/// The same from bytes (a record holds the field's text).
LoadedField load_field(const std::string& path, std::string bytes);

} // namespace referee
