#pragma once

/// What features.cpp measures: the board, the others' possible moves, and the space after a move.

#include "games/spe_ed/areas.hpp"
#include "games/spe_ed/features.hpp"
#include "games/spe_ed/moves.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace referee::spe_ed {

inline constexpr std::array<int, 4> horizons{2, 4, 8, 16};

/// The cells that a move writes.
struct Path {
    std::array<int, max_speed> cells;
    int count = 0;

    Path(const Board& board, const Player& player, int round) {
        for_each_written(board, player, round, [this](int cell) {
            cells[static_cast<std::size_t>(count++)] = cell;
        });
    }
    bool meets(const Path& other) const {
        const auto end = other.cells.begin() + other.count;
        return std::any_of(cells.begin(), cells.begin() + count, [&](int cell) {
            return std::find(other.cells.begin(), end, cell) != end;
        });
    }
};

/// The part common to all actions: the board and the others' possible moves.
struct Situation {
    const State& state;
    const int player;
    const CellLayout layout;
    const Cells free;
    Cells threatened; ///< cells that somebody may write in this round
    const Player* nearest = nullptr;
    int distance = std::numeric_limits<int>::max();
    int others = 0;

    /// For an active player.
    Situation(const State& shown, int own);

    const Player& me() const { return state.players[player]; }
    int bit_of(int cell) const {
        return layout.bit(cell % state.board.width(), cell / state.board.width());
    }
    template <typename Visit>
    void for_each_other(const Visit& visit) const {
        for (int i = 0; i < state.player_count; ++i) {
            if (i != player && state.players[i].active()) {
                visit(state.players[i]);
            }
        }
    }
    /// Each possible move of a player.
    template <typename Visit>
    void for_each_move(const Player& mover, const Visit& visit) const {
        for (int action = 0; action < action_count; ++action) {
            const Player next = turned(mover, static_cast<Action>(action));
            if (is_possible(state.board, next, state.round)) {
                visit(Path(state.board, next, state.round));
            }
        }
    }
    /// The share of the others' moves that would write one of these cells, summed up; at most 1.
    float risk(const Path& own) const;
};

/// The areas after an action, in cells.
struct Room {
    int reach = 0;
    int usable = 0;
    int area = 0;
    int other_area = 0;
    int pairs = 0;
    bool is_contested = false;
    std::array<int, horizons.size()> within{};
};

/// The space of a player after its move, on the cells that are then free.
Room room_of(const Situation& situation, const Player& own, const Cells& free);

} // namespace referee::spe_ed
