#include "battlesnake/lib/area.hpp"

#include "battlesnake/lib/bits.hpp"

#include <algorithm>
#include <utility>

namespace referee::battlesnake::sample {
namespace {

/// The board that a flood spreads over. Bodies give way as their tails move on, turn by turn.
template <int words>
class Land {
  public:
    using Set = Bits<words>;

    Set open; ///< cells neither taken nor covered by a body
    Set food;

    explicit Land(const State& state) : state_(state), width_(state.width), height_(state.height) {
        for (int y = 0; y < state.height; ++y) {
            first_column_.add(y * width_);
            last_column_.add(y * width_ + width_ - 1);
            for (int x = 0; x < width_; ++x) {
                const Cell cell = cell_at(x, y);
                if (state.board.owner(cell) == 0) {
                    open.add(y * width_ + x);
                }
                if (state.board.has_food(cell)) {
                    food.add(y * width_ + x);
                }
            }
        }
        for (int seat = 1; seat <= state.count; ++seat) {
            tails_[seat - 1] = state.snake(seat).tail;
        }
    }

    int bit_of(Cell cell) const { return y_of(cell) * width_ + x_of(cell); }

    /// The cells of the set, and those beside them. Beyond the last row they are not open.
    Set spread(const Set& set) const {
        Set all = set | (set - last_column_).up(1) | (set - first_column_).down(1) |
                  set.up(width_) | set.down(width_);
        if (state_.wrapped) {
            spread_over_border(set, first_column_, last_column_, width_, height_, all);
        }
        return all;
    }

    /// Opens the cells that become free in turn number `turn` from now, counted from 1 without
    /// gaps. False when no cell is left to open later.
    bool free(int turn) {
        if (state_.constrictor) {
            return false; // tails stay for ever
        }
        bool is_more = false;
        for (unsigned seats = state_.living; seats != 0; seats &= seats - 1) {
            const int index = std::countr_zero(seats);
            const Snake& snake = state_.snakes[index];
            const int step = turn - 1 - snake.stacked;
            if (step > snake.path.size()) {
                continue;
            }
            is_more = true;
            if (step >= 0) {
                Cell& tail = tails_[index];
                open.add(bit_of(tail));
                if (step < snake.path.size()) {
                    tail = neighbour(state_, tail, snake.path[step]);
                }
            }
        }
        return is_more;
    }

  private:
    const State& state_;
    int width_;
    int height_;
    Set first_column_;
    Set last_column_;
    std::array<Cell, max_snakes> tails_{};
};

/// A snake in the flood.
template <int words>
struct Claimant {
    int seat = 0;
    int length = 0;
    Bits<words> reached;
    Bits<words> fresh;
};

/// Living snakes, longest first, so that a later one can't take a cell that a longer one reaches in
/// the same turn.
template <int words>
int find_claimants(
    const State& state, const Land<words>& land, std::array<Claimant<words>, max_snakes>& all) {
    int count = 0;
    for (int seat = 1; seat <= state.count; ++seat) {
        if (!state.lives(seat)) {
            continue;
        }
        const int length = state.snake(seat).length();
        int at = count++;
        for (; at > 0 && all[at - 1].length < length; --at) {
            all[at] = all[at - 1];
        }
        all[at] = {seat, length, {}, {}};
        all[at].reached.add(land.bit_of(state.snake(seat).head));
    }
    return count;
}

template <int words>
Territory territory_of(const State& state) {
    Territory result{};
    Land<words> land(state);
    std::array<Claimant<words>, max_snakes> claimants;
    const int count = find_claimants(state, land, claimants);
    for (int turn = 1;; ++turn) {
        const bool is_more = land.free(turn);
        bool is_growing = false;
        for (int i = 0; i < count;) {
            // All of one length at once: a cell that two of them reach belongs to nobody.
            Bits<words> once;
            Bits<words> twice;
            const int begin = i;
            for (; i < count && claimants[i].length == claimants[begin].length; ++i) {
                Claimant<words>& one = claimants[i];
                one.fresh = land.spread(one.reached) & land.open;
                twice = twice | (once & one.fresh);
                once = once | one.fresh;
            }
            land.open = land.open - once;
            for (int j = begin; j < i; ++j) {
                Claimant<words>& one = claimants[j];
                one.fresh = one.fresh - twice;
                one.reached = one.reached | one.fresh;
            }
            is_growing = is_growing || once.any();
        }
        if (!is_growing && !is_more) {
            break;
        }
    }
    for (int i = 0; i < count; ++i) {
        result[claimants[i].seat - 1] = claimants[i].reached.count() - 1; // without the head
    }
    return result;
}

template <int words>
int room_of(const State& state, Cell first) {
    Land<words> land(state);
    Bits<words> reached;
    reached.add(land.bit_of(first));
    land.free(1);
    for (int turn = 2;; ++turn) {
        const bool is_more = land.free(turn);
        const Bits<words> fresh = (land.spread(reached) & land.open) - reached;
        reached = reached | fresh;
        if (!fresh.any() && !is_more) {
            return reached.count();
        }
    }
}

/// Steps from a cell to the nearest one of `aims`.
template <int words>
int steps_to(const Land<words>& land, const Bits<words>& aims, Cell from) {
    Bits<words> reached;
    reached.add(land.bit_of(from));
    for (int steps = 0;; ++steps) {
        if ((reached & aims).any()) {
            return steps;
        }
        const Bits<words> fresh = (land.spread(reached) & land.open) - reached;
        if (!fresh.any()) {
            return never;
        }
        reached = reached | fresh;
    }
}

template <int words>
int steps_to_food_of(const State& state, Cell from) {
    const Land<words> land(state);
    return steps_to<words>(land, land.food, from);
}

template <int words>
int steps_to_safety_of(const State& state, const Hazards& hazards, Cell from) {
    const Land<words> land(state);
    Bits<words> safe;
    for (int y = 0; y < state.height; ++y) {
        for (int x = 0; x < state.width; ++x) {
            if (hazards.harm(cell_at(x, y), state.turn) <= 0) {
                safe.add(land.bit_of(cell_at(x, y)));
            }
        }
    }
    return steps_to<words>(land, safe, from);
}

/// The words that a board needs: one for 7 x 7, two for 11 x 11, six for 19 x 19, ten for 25 x 25.
template <typename Flood>
auto for_board(const State& state, Flood flood) {
    const int cells = state.width * state.height;
    if (cells <= 64) {
        return flood(std::integral_constant<int, 1>());
    }
    if (cells <= 2 * 64) {
        return flood(std::integral_constant<int, 2>());
    }
    if (cells <= 6 * 64) {
        return flood(std::integral_constant<int, 6>());
    }
    return flood(std::integral_constant<int, 10>());
}

} // namespace

Territory territory(const State& state) {
    return for_board(state, [&](auto words) { return territory_of<words()>(state); });
}

int room(const State& state, Cell first) {
    return for_board(state, [&](auto words) { return room_of<words()>(state, first); });
}

int steps_to_food(const State& state, Cell from) {
    return for_board(state, [&](auto words) { return steps_to_food_of<words()>(state, from); });
}

int steps_to_safety(const State& state, const Hazards& hazards, Cell from) {
    return hazards.is_empty() ? 0 : for_board(state, [&](auto words) {
        return steps_to_safety_of<words()>(state, hazards, from);
    });
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
    return territory(after)[seat - 1];
}

} // namespace referee::battlesnake::sample
