#include "spe_ed/voronoi-2/position.hpp"

#include <algorithm>

namespace referee::spe_ed::voronoi_2 {

void Position::set(const State& state) {
    state_ = state;
    layout_.emplace(state.board);
    free_.emplace(free_cells(*layout_, state.board));
    standing_.fill(std::nullopt);
    bits_.clear();
    for (int y = 0; y < state.board.height(); ++y) {
        for (int x = 0; x < state.board.width(); ++x) {
            bits_.push_back(layout_->bit(x, y));
        }
    }
}

void Position::play(const Actions& actions, Changes& changes) {
    play_round(state_, actions, changes);
    for (int i = 0; i < changes.cell_count; ++i) {
        free_->remove(bits_[changes.cells[static_cast<std::size_t>(i)].index]);
    }
}

void Position::take_back(const Changes& changes) {
    undo(state_, changes);
    for (int i = 0; i < changes.cell_count; ++i) {
        const Changes::Cell& cell = changes.cells[static_cast<std::size_t>(i)];
        if (cell.before == 0) {
            free_->add(bits_[cell.index]);
        }
    }
}

void Position::stand(int player) {
    Player& stands = state_.players[player];
    Board& board = state_.board;
    Cells& walls = standing_[static_cast<std::size_t>(player)].emplace(*layout_);
    for (const Direction direction :
         {stands.direction, left_of(stands.direction), right_of(stands.direction)}) {
        const int max = std::min<int>(
            stands.speed + (direction == stands.direction ? 1 : 0),
            board.room(stands.x, stands.y, direction));
        for (int step = 1; step <= max; ++step) {
            const int index = board.index(stands.x, stands.y) + step * board.stride(direction);
            if (board[index] == 0) {
                board[index] = static_cast<std::int8_t>(player + 1);
                free_->remove(bits_[static_cast<std::size_t>(index)]);
                walls.add(bits_[static_cast<std::size_t>(index)]);
            }
        }
    }
    stands.out_round = state_.round; // out for the rules
}

} // namespace referee::spe_ed::voronoi_2
