#pragma once

/// Checks of what a game promises (game.hpp) that need nothing but the game and a field: random
/// games are played, and each broken promise is reported once. What seats are offered is checked by
/// offers_check.hpp, what they may know by secrets_check.hpp.

#include "game/breach.hpp"
#include "game/game.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
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
    /// How players bring a game about that nobody wins; ranks that go against scores.
    std::vector<std::string> warnings;
};

/// A warning if a seat has a better rank than one whose score is higher, or rank 1 alone with the
/// same score; empty if not.
std::string ranks_against_scores(const Ending& ending);

GameEnds how_games_end(const GameInfo& info, const Field& field, std::uint64_t seed);

/// What the seats answer in a game that is tried.
enum class TriedAnswers {
    legal,
    spoilt,   ///< some are faults or nonsense
    nonsense, ///< all are
    late      ///< all
};

inline constexpr auto all_tried_answers = std::to_array(
    {TriedAnswers::legal, TriedAnswers::spoilt, TriedAnswers::spoilt, TriedAnswers::nonsense,
     TriedAnswers::late});

/// What is wrong with games on a field, whatever is answered: the rules neither end a game nor rank
/// it at its limit of turns, an effect isn't what apply() promises, the effects don't repeat the
/// game, games touch each other, files or frames aren't well-formed. Breaches refer to the field.
std::vector<Breach> broken_promises(
    const GameInfo& info, const Field& field, std::uint64_t seed,
    std::span<const TriedAnswers> games = all_tried_answers);

/// One answer of each seat that moves, drawn from what is offered: every other time its first word
/// first, so that rare kinds of answers come, too. None, and a breach, if a seat is offered
/// nothing.
std::vector<GivenAnswer> drawn_answers(const Position& position, Rng& rng, Breaches& breaches);

/// The start of a game that is played at random, its last positions, and others drawn from all over
/// it; `count` at most, 5 at least. They refer to the field.
std::vector<std::unique_ptr<Position>> positions_of_game(
    const GameInfo& info, const Field& field, std::size_t count, Rng& rng, Breaches& breaches);

} // namespace referee
