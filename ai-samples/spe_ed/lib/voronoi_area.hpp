#pragma once

/// Who reaches which cell first if all players move step by step: the value of a position for
/// voronoi.

#include "games/spe_ed/rules.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace referee::spe_ed::voronoi {

/// By player, the number of cells that it reaches before all others. Ties belong to nobody.
struct Areas {
    std::array<int, max_players> own{};
    /// By player: whether its area touches another one's, so that both fight for the same space.
    std::array<bool, max_players> is_contested{};
};

/// Measures areas; keeps its memory from call to call.
class AreaMap {
  public:
    /// All active players start at once from their heads. Each spreads over as many cells a round
    /// as its speed is, but at most `max_pace`.
    const Areas& measure(const State& state, int max_pace);

    /// The cells that a player alone can use up, as an estimate: what it can reach, but of the
    /// parts that hang together by one cell only, of which it can't come back, the best.
    int usable(const State& state, int player);

  private:
    void lay_out(const Board& board);
    void spread(int player, std::uint16_t code, Areas& areas);

    int stride_ = 0;
    std::vector<std::uint16_t> grid_; ///< with a frame: 0 free, 1 blocked, else by whom and when
    std::array<std::vector<std::uint16_t>, max_players> frontier_;
    std::vector<std::uint16_t> next_;
    Areas areas_;
    std::vector<int> order_;  ///< of discovery, for usable()
    std::vector<int> lowest_; ///< the earliest discovery that can be come back to
    std::vector<int> worth_;
    std::vector<int> branch_; ///< the best part that hangs on a cell
    struct Visit {
        int cell;
        int side;
    };
    std::vector<Visit> visits_;
};

} // namespace referee::spe_ed::voronoi
