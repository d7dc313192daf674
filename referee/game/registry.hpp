#pragma once

/// All games that the referee knows: one for each folder of referee/games, and those that a
/// GameSource finds.

#include "game/game.hpp"
#include "game/teams.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// Where games are found besides. Rooms above this one know how; they register a source at start.
class GameSource {
  public:
    virtual ~GameSource() = default;
    /// The game of that name, or null. `beside`: the folder of the field or record that names it;
    /// empty if there is none. The game lives as long as the source. Throws UserError.
    virtual const Game* find(std::string_view name, const std::filesystem::path& beside) = 0;
    /// The games that are installed, by name.
    virtual std::vector<const Game*> installed() = 0;
};

/// From now on games are also looked for there. Call it before other threads look for games.
void set_game_source(GameSource& source);

/// The built-in games.
const std::vector<const Game*>& built_in_games();

/// The built-in games and those that are installed.
std::vector<const Game*> all_games();

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

/// The game of that name. `beside` as in GameSource::find(). Throws UserError that lists the games.
const Game& game_named(std::string_view name, const std::filesystem::path& beside = {});

/// A field with its game.
struct LoadedField {
    const Game* game = nullptr;
    std::string path;   ///< as given, for messages
    std::string name;   ///< the file's name without folder and ".dat", for people
    std::string text;   ///< its bytes
    std::string sha256; ///< of its bytes
    std::unique_ptr<const Field> field;

    Teams teams() const { return teams_of(game->info(), field->seats()); }
};

/// What the results on a field depend on: its hash and, where the rules are a program, theirs.
std::string identity_of(const LoadedField& field);

/// Reads and checks a field. Throws UserError "FILE:LINE: …".
LoadedField load_field(const std::string& path);
/// Loads a field from its bytes (a record holds the field's text).
LoadedField load_field(const std::string& path, std::string bytes);

} // namespace referee
