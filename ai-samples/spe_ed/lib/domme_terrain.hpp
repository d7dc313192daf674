#pragma once

/// The board as the DommeAI sees it, and what it measures on it. ai-samples/spe_ed/README.md,
/// "domme".

#include "games/spe_ed/rules.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace referee::spe_ed::domme {

/// The occupied cells, with a frame of blocked places around the board that is wider than any
/// move, so that looking ahead needs no bounds check. A place is the index of a cell in it.
class Terrain {
  public:
    static constexpr int margin = max_speed + 1;

    /// Cells with the value 0 are free.
    explicit Terrain(const Board& board);
    /// The terrain with all places marked that active enemies of player `me` can reach in this
    /// round: the "enemy board".
    static Terrain with_enemies(const State& state, int me);

    int place(int x, int y) const { return (y + margin) * stride_ + x + margin; }
    int place_count() const { return static_cast<int>(blocked_.size()); }
    int step(Direction direction) const {
        return step_y[static_cast<std::size_t>(direction)] * stride_ +
               step_x[static_cast<std::size_t>(direction)];
    }
    bool is_free(int place) const { return blocked_[place] == 0; }
    /// Number of free cells ahead up to the border or an obstacle: "dist".
    int run(int place, Direction direction) const {
        return runs_[static_cast<std::size_t>(direction)][place];
    }
    /// The longer way to the left or right that ends where a player can turn again: "maxLR".
    int side_way(int place, Direction direction) const;
    /// How far a player gets ahead, left or right, and then to a side: "T". Stops at the first
    /// value above the limit.
    int outlook(int place, Direction direction, int limit) const;

  private:
    Terrain(const Board& board, int stride);
    void measure_runs();
    int way_with_turn(int place, Direction direction) const;

    int stride_;
    std::vector<std::uint8_t> blocked_; ///< 0 where a cell is free
    std::array<std::vector<std::uint8_t>, 4> runs_;
};

/// Manhattan distance to the nearest active enemy, 0 if there is none.
int nearest_enemy(const State& state, int me);

} // namespace referee::spe_ed::domme
