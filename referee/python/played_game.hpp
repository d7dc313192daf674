#pragma once

/// One game as the referee plays it, with the state files that it writes for AIs, but without AIs:
/// to see what a program would read, and to try its answers.

#include "game/game.hpp"
#include "game/registry.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct PlayedGameConfig {
    std::string game;
    std::uint64_t seed = 0; ///< of the field, as for `create --seed`
    int players = 0;        ///< 0: the game's default
    std::map<std::string, std::string> settings{};
    std::string field{}; ///< a file to play on instead; then the rest doesn't count
};

/// Players count from 0. Not for several threads at once.
class PlayedGame {
  public:
    /// Starts the game. Throws UserError.
    explicit PlayedGame(const PlayedGameConfig& config);

    std::string_view name() const { return field_.game->info().name; }
    int players() const { return field_.field->seats(); }
    /// The text of the field.
    const std::string& field() const { return field_.text; }
    /// Those who must answer now, ascending; none: the game is over.
    std::vector<int> to_move() const;
    /// The number of the turn, from 0.
    int turn() const { return position_->turn(); }
    /// The state in the form of Position::canonical_text().
    std::string state() const { return position_->canonical_text(); }

    /// What the player would find in its work folder, by name of the file. match.dat has the lines
    /// game, players, seat, turn and phase, and those of the game. Throws UserError if there is no
    /// such player.
    std::map<std::string, std::string> files(int player) const;
    /// Plays a turn; by player the text of result.dat. Returns by player "none", or the fault of
    /// its answer. Throws UserError if these aren't the players to move.
    std::map<int, std::string> play(const std::map<int, std::string>& answers);

  private:
    LoadedField field_;
    std::unique_ptr<Position> position_;
};

} // namespace referee
