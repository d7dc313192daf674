#include "battlesnake/area.hpp"

#include <bit>

namespace referee::battlesnake::sample {
namespace {

/// A set of cells: bit x + 1 of row y + 1, as the rules number cells.
class Cells {
  public:
    std::uint32_t& operator[](int row) { return rows_[row]; }
    std::uint32_t operator[](int row) const { return rows_[row]; }
    void add(Cell cell) { rows_[cell / stride] |= 1U << (cell % stride); }
    void remove(Cell cell) { rows_[cell / stride] &= ~(1U << (cell % stride)); }

  private:
    std::array<std::uint32_t, most_side + 2> rows_{};
};

/// Gives free the cells that tails leave, turn by turn.
class Releases {
  public:
    explicit Releases(const State& state) : state_(state) {
        for (int seat = 1; seat <= state.count; ++seat) {
            if (state.lives(seat)) {
                tails_[seat - 1] = state.snake(seat).tail;
            }
        }
    }

    /// Frees what can be entered in turn number `turn` from now, counted from 1. False when nothing
    /// is left to be freed later.
    bool free(Cells& open, int turn) {
        bool is_more = false;
        for (int seat = 1; seat <= state_.count; ++seat) {
            if (!state_.lives(seat)) {
                continue;
            }
            const Snake& snake = state_.snake(seat);
            const int step = turn - 1 - snake.stacked;
            if (step > snake.path.size()) {
                continue;
            }
            is_more = true;
            if (step >= 0) {
                Cell& tail = tails_[seat - 1];
                open.add(tail);
                if (step < snake.path.size()) {
                    tail = neighbour(tail, snake.path[step]);
                }
            }
        }
        return is_more;
    }

  private:
    const State& state_;
    std::array<Cell, most_snakes> tails_{};
};

struct Sets {
    Cells open; ///< neither wall nor body
    Cells food;
};

Sets sets_of(const State& state) {
    Sets sets;
    for (int row = 1; row <= state.height; ++row) {
        for (int column = 1; column <= state.width; ++column) {
            const auto cell = static_cast<Cell>(row * stride + column);
            const std::uint32_t bit = 1U << column;
            sets.open[row] |= state.board.owner(cell) == 0 ? bit : 0;
            sets.food[row] |= state.board.has_food(cell) ? bit : 0;
        }
    }
    return sets;
}

/// The cells of that row that are in the set or beside one of it.
std::uint32_t spread(const Cells& cells, int row) {
    return cells[row] | cells[row] << 1 | cells[row] >> 1 | cells[row - 1] | cells[row + 1];
}

} // namespace

Territory territory(const State& state) {
    Territory result;
    result.food_distance.fill(never);
    Sets sets = sets_of(state);
    Releases releases(state);
    std::array<Cells, most_snakes> reached;
    std::array<Cells, most_snakes> fresh;
    std::array<int, most_snakes> seats{};
    int count = 0;
    for (int seat = 1; seat <= state.count; ++seat) {
        if (state.lives(seat)) {
            seats[count++] = seat;
            reached[seat - 1].add(state.snake(seat).head);
        }
    }
    // From the longest: who comes later can't take a cell that a longer one reaches in the same
    // turn.
    const auto length = [&](int i) { return state.snake(seats[i]).length(); };
    for (int i = 1; i < count; ++i) {
        for (int j = i; j > 0 && length(j) > length(j - 1); --j) {
            std::swap(seats[j], seats[j - 1]);
        }
    }
    Cells open = sets.open;
    for (int turn = 1;; ++turn) {
        const bool is_more = releases.free(open, turn);
        bool is_growing = false;
        for (int row = 1; row <= state.height; ++row) {
            std::uint32_t taken = 0; // in this turn, by a longer one
            for (int i = 0; i < count;) {
                // All of one length at once: what two of them reach is nobody's.
                std::uint32_t once = 0;
                std::uint32_t twice = 0;
                int end = i;
                for (; end < count && length(end) == length(i); ++end) {
                    const std::uint32_t here =
                        spread(reached[seats[end] - 1], row) & open[row] & ~taken;
                    fresh[seats[end] - 1][row] = here;
                    twice |= once & here;
                    once |= here;
                }
                for (; i < end; ++i) {
                    fresh[seats[i] - 1][row] &= ~twice;
                }
                taken |= once;
            }
            open[row] &= ~taken;
            is_growing = is_growing || taken != 0;
        }
        for (int i = 0; i < count; ++i) {
            const int seat = seats[i];
            for (int row = 1; row <= state.height; ++row) {
                const std::uint32_t here = fresh[seat - 1][row];
                reached[seat - 1][row] |= here;
                result.cells[seat - 1] += std::popcount(here);
                if ((here & sets.food[row]) != 0 && result.food_distance[seat - 1] == never) {
                    result.food_distance[seat - 1] = turn;
                }
            }
        }
        if (!is_growing && !is_more) {
            return result;
        }
    }
}

int claim(const State& state, int seat, Direction step) {
    State after = state;
    Moves moves{};
    moves[seat - 1] = step;
    after.living = static_cast<std::uint8_t>(1U << (seat - 1)); // only the living move
    advance(after, moves);
    if (!after.lives(seat)) {
        return 0;
    }
    after.living = state.living;
    return territory(after).cells[seat - 1];
}

int room(const State& state, Cell first) {
    Sets sets = sets_of(state);
    Releases releases(state);
    releases.free(sets.open, 1);
    Cells reached;
    reached.add(first);
    sets.open.remove(first);
    int cells = 1;
    for (int turn = 2;; ++turn) {
        const bool is_more = releases.free(sets.open, turn);
        const Cells before = reached;
        bool is_growing = false;
        for (int row = 1; row <= state.height; ++row) {
            const std::uint32_t here = spread(before, row) & sets.open[row];
            reached[row] |= here;
            sets.open[row] &= ~here;
            cells += std::popcount(here);
            is_growing = is_growing || here != 0;
        }
        if (!is_growing && !is_more) {
            return cells;
        }
    }
}

int steps_to_food(const State& state, Cell from) {
    Sets sets = sets_of(state);
    Cells reached;
    reached.add(from);
    for (int steps = 0;; ++steps) {
        bool is_growing = false;
        Cells before = reached;
        for (int row = 1; row <= state.height; ++row) {
            if ((before[row] & sets.food[row]) != 0) {
                return steps;
            }
            const std::uint32_t here = spread(before, row) & sets.open[row] & ~before[row];
            reached[row] |= here;
            is_growing = is_growing || here != 0;
        }
        if (!is_growing) {
            return never;
        }
    }
}

} // namespace referee::battlesnake::sample
