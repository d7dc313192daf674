#pragma once

/// Batches of the training environment, played at random and beside the referee.

#include "base/random.hpp"
#include "game/game.hpp"
#include "game/registry.hpp"
#include "python/batch.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace tests {

/// The actions of a batch's games and players, in their order: `parts` numbers each.
using Actions = std::vector<std::int32_t>;

/// A batch of small games, with features if the game has any.
referee::BatchConfig small_batch(std::string_view game, int size, std::uint64_t seed = 7);

/// Actions for all games and players: legal ones, drawn at random; one in `wrong` is none.
Actions random_actions(const referee::Batch& batch, referee::Rng& rng, std::uint64_t wrong);

/// The seats that move next in a game of the batch.
std::vector<referee::Seat> movers_of(const referee::Batch& batch, int game);

/// A game of the batch as the referee plays it.
class InReferee {
  public:
    InReferee(const referee::Batch& batch, int game);

    /// Gives the answers that the actions of that game stand for.
    std::vector<referee::Effect>
    play(const referee::Batch& batch, int game, const Actions& actions);

    std::unique_ptr<referee::Position> position;

  private:
    referee::LoadedField field_;
};

/// Plays a batch and, beside it, its first game in the referee; calls `look` after each turn.
void play_beside(
    referee::Batch& batch, int max_turns, std::uint64_t wrong,
    const std::function<void(const InReferee&)>& look);

} // namespace tests
