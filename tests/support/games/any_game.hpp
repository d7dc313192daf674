#pragma once

/// Fields of all games, and games played on them with legal answers or with any: for tests of what
/// every game must keep to.

#include "support/catch.hpp"

#include "base/random.hpp"
#include "game/game.hpp"
#include "game/registry.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tests {

/// Games are given up after so many turns.
inline constexpr int max_turns = 300;

/// A new field, read back.
referee::LoadedField
created(const referee::Game& game, std::uint64_t seed, const referee::CreateRequest& request);

/// Small fields for every number of players, and the default one.
std::vector<referee::LoadedField> fields_of(const referee::Game& game);

/// Calls `look` with fields of all games.
template <typename Look>
void for_all_fields(Look look) {
    for (const referee::Game* const game : referee::all_games()) {
        for (const referee::LoadedField& field : fields_of(*game)) {
            CAPTURE(game->info().name, field.field->seats());
            look(*game, field);
        }
    }
}

/// What an AI does: a fault, or an answer in any form.
using Given = std::pair<referee::Fault, std::string>;

/// What an AI may write or do: mostly a legal answer, sometimes one of all kinds of others.
Given any_answer(const referee::Position& position, referee::Seat seat, referee::Rng& rng);

struct PlayedTurn {
    int number = 0;
    std::vector<referee::Seat> seats;
    std::vector<Given> given; ///< by index in `seats`, like effects
    std::vector<referee::Effect> effects;
    std::string state; ///< after it
};

struct PlayedGame {
    std::vector<PlayedTurn> turns;
    std::optional<referee::Ending> ending;
};

/// Gives the answers of the turn to another position.
std::vector<referee::Effect> apply(referee::Position& position, const PlayedTurn& turn);

/// A game in which every answer is any_answer().
PlayedGame played_with_faults(const referee::Field& field, std::uint64_t seed);
/// A game of legal answers.
PlayedGame played_at_random(const referee::Field& field, std::uint64_t seed);

} // namespace tests
