#include "spe_ed/lib/voronoi_area.hpp"

#include <algorithm>

namespace referee::spe_ed::voronoi {
namespace {

constexpr std::uint16_t blocked = 1;
constexpr int code_of_round = 8; ///< a cell's code: code_of_round · round + player, rounds from 1
constexpr std::uint16_t tie = 2;

} // namespace

void AreaMap::lay_out(const Board& board) {
    stride_ = board.width() + 2;
    grid_.assign(
        static_cast<std::size_t>(stride_) * (static_cast<std::size_t>(board.height()) + 2),
        blocked);
    for (int y = 0; y < board.height(); ++y) {
        std::uint16_t* const row = &grid_[static_cast<std::size_t>((y + 1) * stride_ + 1)];
        const int first = board.index(0, y);
        for (int x = 0; x < board.width(); ++x) {
            row[x] = board[first + x] == 0 ? 0 : blocked;
        }
    }
}

void AreaMap::spread(int player, std::uint16_t code, Areas& areas) {
    const std::array<int, 4> steps{-stride_, 1, stride_, -1};
    next_.clear();
    for (const std::uint16_t from : frontier_[static_cast<std::size_t>(player)]) {
        if (grid_[from] == tie) {
            continue; // another player has reached it in the same round
        }
        for (const int step : steps) {
            std::uint16_t& content = grid_[from + step];
            if (content == 0) {
                content = code;
                next_.push_back(static_cast<std::uint16_t>(from + step));
                ++areas.own[static_cast<std::size_t>(player)];
            } else if (content >= code_of_round && content % code_of_round != player) {
                const auto other = static_cast<std::size_t>(content % code_of_round);
                areas.is_contested[other] = true;
                areas.is_contested[static_cast<std::size_t>(player)] = true;
                if (content / code_of_round == code / code_of_round) {
                    content = tie; // both reach it in the same round
                    --areas.own[other];
                }
            }
        }
    }
    frontier_[static_cast<std::size_t>(player)].swap(next_);
}

const Areas& AreaMap::measure(const State& state, int max_pace) {
    lay_out(state.board);
    areas_ = {};
    std::array<int, max_players> pace{};
    bool goes_on = false;
    for (int i = 0; i < state.player_count; ++i) {
        const Player& player = state.players[i];
        frontier_[static_cast<std::size_t>(i)].clear();
        if (player.active()) {
            pace[static_cast<std::size_t>(i)] = std::clamp<int>(player.speed, 1, max_pace);
            frontier_[static_cast<std::size_t>(i)].push_back(
                static_cast<std::uint16_t>((player.y + 1) * stride_ + player.x + 1));
            goes_on = true;
        }
    }
    for (int round = 1; goes_on; ++round) {
        goes_on = false;
        for (int i = 0; i < state.player_count; ++i) {
            const auto code = static_cast<std::uint16_t>(code_of_round * round + i);
            for (int step = 0; step < pace[static_cast<std::size_t>(i)]; ++step) {
                spread(i, code, areas_);
            }
            goes_on = goes_on || !frontier_[static_cast<std::size_t>(i)].empty();
        }
    }
    return areas_;
}

int AreaMap::usable(const State& state, int player) {
    lay_out(state.board);
    const std::array<int, 4> steps{-stride_, 1, stride_, -1};
    const Player& own = state.players[player];
    const int start = (own.y + 1) * stride_ + own.x + 1;
    order_.assign(grid_.size(), 0);
    lowest_.resize(grid_.size());
    worth_.resize(grid_.size());
    visits_.clear();
    // A depth-first search for the cells behind which there is no way back (Tarjan's low points).
    // The player can enter only one of the parts behind such cells, so only the best one counts.
    int count = 0;
    branch_.assign(grid_.size(), 0);
    const auto enter = [&](int cell) {
        order_[cell] = ++count;
        lowest_[cell] = count;
        worth_[cell] = 1;
        visits_.push_back({cell, 0});
    };
    enter(start);
    while (true) {
        Visit& visit = visits_.back();
        const int cell = visit.cell;
        if (visit.side < 4) {
            const int next = cell + steps[static_cast<std::size_t>(visit.side++)];
            if (grid_[next] != 0) {
                continue;
            }
            if (order_[next] == 0) {
                enter(next);
            } else {
                lowest_[cell] = std::min(lowest_[cell], order_[next]);
            }
            continue;
        }
        visits_.pop_back();
        const int total = worth_[cell] + branch_[cell];
        if (visits_.empty()) {
            return total - 1; // without the head's own cell
        }
        const int from = visits_.back().cell;
        if (lowest_[cell] >= order_[from]) {
            branch_[from] = std::max(branch_[from], total);
        } else {
            // In one piece with the cell before it, so the parts behind it are behind that, too.
            worth_[from] += worth_[cell];
            branch_[from] = std::max(branch_[from], branch_[cell]);
            lowest_[from] = std::min(lowest_[from], lowest_[cell]);
        }
    }
}

} // namespace referee::spe_ed::voronoi
