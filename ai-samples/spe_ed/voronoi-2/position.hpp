#pragma once

/// The position that voronoi-2 searches on: a state that also has its free cells as a bitboard.

#include "games/spe_ed/learning/areas.hpp"
#include "games/spe_ed/learning/moves.hpp"
#include "games/spe_ed/rules.hpp"

#include <array>
#include <optional>
#include <vector>

namespace referee::spe_ed::voronoi_2 {

class Position {
  public:
    void set(const State& state);
    const State& state() const { return state_; }
    const CellLayout& layout() const { return *layout_; }
    const Cells& free() const { return *free_; }
    int bit_of(const Player& player) const { return layout_->bit(player.x, player.y); }

    void play(const Actions& actions, Changes& changes);
    /// Takes back the last round played.
    void take_back(const Changes& changes);

    /// The player doesn't move any more. The cells that its next move could reach become walls, and
    /// it spreads from them.
    void stand(int player);
    /// The player is out of the game.
    void remove(int player) { state_.players[player].out_round = state_.round; }
    /// The walls of a player that doesn't move, otherwise null.
    const Cells* standing(int player) const {
        const auto& walls = standing_[static_cast<std::size_t>(player)];
        return walls ? &*walls : nullptr;
    }

  private:
    State state_;
    std::optional<CellLayout> layout_;
    std::optional<Cells> free_;
    std::vector<int> bits_; ///< by index of a cell on the board
    std::array<std::optional<Cells>, max_players> standing_;
};

} // namespace referee::spe_ed::voronoi_2
