#pragma once

/// Checks of what a game promises (game.hpp) that need nothing but the game and a field: random
/// games are played, and each broken promise is reported once, in a line for people.

#include "game/game.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace referee {

/// A field that `create` makes with the game's example settings, or, if these don't fit the number
/// of players, with none. Throws UserError.
std::unique_ptr<const Field> small_field(const Game& game, int players, std::uint64_t seed);

/// How games on a field end that are played at random, and by seats that wait or repeat themselves,
/// one alone or all together.
struct GameEnds {
    int games = 0;
    int by_rules = 0; ///< the others went on to the limit of turns
    int ranked = 0;   ///< of the others: the rules rank the seats there
    /// How players bring a game about that nobody wins.
    std::vector<std::string> warnings;
};

GameEnds how_games_end(const GameInfo& info, const Field& field, std::uint64_t seed);

/// What is wrong with the games on a field, whatever is answered: the rules neither end a game nor
/// rank it at its limit of turns, an effect
/// isn't what apply() promises, the effects don't repeat the game, games touch each other, files or
/// frames aren't well-formed.
std::vector<std::string>
broken_promises(const GameInfo& info, const Field& field, std::uint64_t seed);

/// For games with GameInfo::hidden: what a seat, or everybody, learns of what they mustn't know.
/// Two positions that differ only in that must look the same: state files, frame, offered answers.
/// Somewhere the views of two seats must differ.
std::vector<std::string> told_secrets(const GameInfo& info, const Field& field, std::uint64_t seed);

/// What is wrong with the answers that the game offers: none is, an offered one is refused, or one
/// that isn't offered is taken and has an effect of its own.
std::vector<std::string> wrong_offers(const GameInfo& info, const Field& field, std::uint64_t seed);

} // namespace referee
