#pragma once

/// Which player reaches each cell first if all move step by step: voronoi's evaluation of a
/// position.

#include "games/spe_ed/rules.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace referee::spe_ed::voronoi {

/// By player, the number of cells that it reaches before all others. Ties belong to nobody.
struct Areas {
    std::array<int, max_players> own{};
    /// By player: whether its area touches another player's, so that both compete for space.
    std::array<bool, max_players> is_contested{};
};

/// Measures areas; reuses its memory from call to call.
class AreaMap {
  public:
    /// All active players start at once from their heads. Each spreads by as many cells per round
    /// as its speed, but at most `max_pace`.
    const Areas& measure(const State& state, int max_pace);

    /// An estimate of the number of cells that a player alone can fill: those it can reach, but of
    /// the parts connected by a single cell, from which it can't come back, only the best.
    int usable(const State& state, int player);

  private:
    void lay_out(const Board& board);
    void spread(int player, std::uint16_t code, Areas& areas);

    int stride_ = 0;
    std::vector<std::uint16_t> grid_; ///< with a frame: 0 free, 1 blocked, else player and round
    std::array<std::vector<std::uint16_t>, max_players> frontier_;
    std::vector<std::uint16_t> next_;
    Areas areas_;
    std::vector<int> order_;  ///< of discovery, for usable()
    std::vector<int> lowest_; ///< the earliest discovered cell that it can return to
    std::vector<int> worth_;
    std::vector<int> branch_; ///< the best part behind a cell
    struct Visit {
        int cell;
        int side;
    };
    std::vector<Visit> visits_;
};

} // namespace referee::spe_ed::voronoi
