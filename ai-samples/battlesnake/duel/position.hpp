#pragma once

/// A state that a search changes and restores in place: sets of cells as bits, bodies as rings of
/// cells, a hash updated incrementally. Its turns are those of the rules without new food;
/// tests/games/battlesnake/duel_test.cpp compares the two.

#include "battlesnake/duel/keys.hpp"
#include "battlesnake/lib/bits.hpp"
#include "games/battlesnake/rules.hpp"

#include <memory>

namespace referee::battlesnake::duel {

inline constexpr int off_board = -1;

/// A board's shape. Cell number y * width + x.
template <int words>
struct Geometry {
    using Set = sample::Bits<words>;

    int width;
    int height;
    Set all;
    Set not_first_column;
    Set not_last_column;
    Set dark; ///< the dark squares of a chessboard
    bool wrapped;
    std::array<Set, max_cells> only; ///< the set of one cell, for each
    std::array<std::array<std::int16_t, 4>, max_cells> neighbours; ///< or off_board

    Geometry(int board_width, int board_height, bool is_wrapped)
        : width(board_width), height(board_height), wrapped(is_wrapped) {
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                const int cell = y * width + x;
                all.add(cell);
                only[cell].add(cell);
                if ((x + y) % 2 != 0) {
                    dark.add(cell);
                }
                if (x > 0) {
                    not_first_column.add(cell);
                }
                if (x < width - 1) {
                    not_last_column.add(cell);
                }
                // Over the border of a wrapped board the cell is a row, or all rows but one,
                // further.
                const auto number = [&](bool is_inside, int at, int over_border) {
                    return static_cast<std::int16_t>(
                        is_inside ? at
                        : wrapped ? over_border
                                  : off_board);
                };
                neighbours[cell] = {
                    number(y < height - 1, cell + width, x),
                    number(y > 0, cell - width, (height - 1) * width + x),
                    number(x > 0, cell - 1, cell + width - 1),
                    number(x < width - 1, cell + 1, cell - width + 1)};
            }
        }
    }

    /// The cells of the set and those beside them, including ones beyond the last row.
    [[gnu::always_inline]] inline Set spread(const Set& set) const {
        Set all_beside = set | (set & not_last_column).up(1) | (set & not_first_column).down(1) |
                         set.up(width) | set.down(width);
        if (wrapped) {
            sample::spread_over_border(
                set, all - not_first_column, all - not_last_column, width, height, all_beside);
        }
        return all_beside;
    }
};

/// What a turn changes in a snake, besides its body. Left uninitialised, because every turn creates
/// an Undo.
struct Part {
    std::int16_t head;   ///< cell, or off_board
    std::int16_t tail;   ///< cell
    std::uint16_t last;  ///< place of the tail in the ring, modulo its size; only ever grows
    std::uint16_t steps; ///< from the tail to the head
    std::uint16_t stacked;
    std::int16_t health;
    int length() const { return steps + 1 + stacked; }
};

/// What is needed to undo a turn.
template <int words>
struct Undo {
    std::array<Part, max_snakes> parts;
    sample::Bits<words> bodies;
    sample::Bits<words> food;
    std::uint64_t key;
    unsigned living;
};

template <int words>
class Position {
  public:
    using Set = sample::Bits<words>;

    explicit Position(const State& state, const Hazards& hazards = {});

    const Geometry<words>& geometry() const { return geometry_; }
    /// All segments of all living snakes.
    const Set& bodies() const { return bodies_; }
    /// The segments of one snake. Snakes are counted by index, seat − 1.
    const Set& own(int index) const { return own_[index]; }
    const Set& food() const { return food_; }
    /// All snakes grow in each turn, and nobody starves.
    bool is_constrictor() const { return constrictor_; }
    /// The cells on which a head is hurt; they are taken as lasting.
    const Set& hurting() const { return hurting_; }
    /// Health that a head on the cell loses; negative if it gains some.
    int harm(int cell) const { return harm_[cell]; }
    /// A game of the standard rules, for which the weights were learnt.
    bool is_standard() const { return !constrictor_ && !has_hazards_ && !geometry_.wrapped; }
    const Part& part(int index) const { return parts_[index]; }
    int count() const { return count_; }
    unsigned living() const { return living_; } ///< bit per index
    bool lives(int index) const { return (living_ >> index & 1) != 0; }
    std::uint32_t turn() const { return turn_; }
    /// The segment with that number, counted from the tail.
    int segment(int index, int number) const {
        return rings_[index][(parts_[index].last + number) % ring_size].cell;
    }
    /// The step that led to the head; `up` if all segments lie on one cell.
    Direction newest_step(int index) const {
        const Part& part = parts_[index];
        return part.steps == 0 ? Direction::up
                               : static_cast<Direction>(
                                     rings_[index][(part.last + part.steps - 1) % ring_size].next);
    }
    std::uint64_t key() const { return key_; }

    /// The cell beside a snake's head, or off_board.
    int beside(int index, Direction step) const {
        return geometry_.neighbours[parts_[index].head][static_cast<std::size_t>(step)];
    }

    /// The cells that no snake can enter in the coming turn: all segments that stay.
    Set blocked() const {
        Set set = bodies_;
        for (unsigned rest = living_; rest != 0; rest &= rest - 1) {
            const Part& part = parts_[std::countr_zero(rest)];
            if (part.stacked == 0) {
                set = set - geometry_.only[part.tail];
            }
        }
        return set;
    }

    /// Plays a turn as advance() of the rules does. Living snakes must have their moves.
    void make(const Moves& moves, Undo<words>& undo);
    /// Undoes the turn that was made last.
    void take_back(const Undo<words>& undo);

  private:
    static constexpr int ring_size = 1024; ///< above the longest snake and the deepest search

    struct Segment {
        std::int16_t cell;
        std::int16_t next; ///< step to the next one towards the head
    };

    void move(int index, Direction step);
    void feed();
    void hurt();
    void constrict();
    void eliminate_alone();
    void eliminate_colliding();
    bool is_beaten(int index) const;

    Geometry<words> geometry_;
    std::shared_ptr<const Keys> keys_;
    Set bodies_;
    Set food_;
    std::array<Set, max_snakes> own_;
    std::array<Part, max_snakes> parts_{};
    std::array<std::array<Segment, ring_size>, max_snakes> rings_;
    std::uint64_t key_ = 0;
    std::uint32_t turn_ = 0;
    unsigned living_ = 0;
    int count_ = 0;
    bool has_hazards_ = false;
    bool constrictor_ = false;
    Set hurting_;
    std::array<std::int16_t, max_cells> harm_{};
};

extern template class Position<1>;
extern template class Position<2>;
extern template class Position<6>;
extern template class Position<10>;

} // namespace referee::battlesnake::duel
