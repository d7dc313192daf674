#pragma once

/// Games whose rules are a program: the contract of game.hpp, fulfilled by asking that program.

#include "game/game.hpp"

#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace referee {

/// The game in a folder with a game.ini. Nothing is started before a field is read or made. Throws
/// UserError with file and line.
std::unique_ptr<const Game> read_program_game(const std::filesystem::path& folder);

/// Saves the request that carries out these answers in the position or, without answers, shows it
/// to the viewer, and says how to repeat it. Empty if the rules aren't a program.
std::string how_to_repeat(const Position& position, std::span<const Answer> answers, Seat viewer);

/// While it exists, what the rules of a game reply is compared with what a second process replies
/// that hasn't seen all of the game and that is started anew now and then: a reply may depend on
/// nothing but its request. A difference makes the game broken. Does nothing for built-in games.
class Audit {
  public:
    explicit Audit(const Game& game);
    ~Audit();
    Audit(const Audit&) = delete;
    Audit& operator=(const Audit&) = delete;

  private:
    const Game& game_;
};

} // namespace referee
