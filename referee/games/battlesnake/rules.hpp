#pragma once

/// The rules of battlesnake in all its modes: state and rules only, pure values.
/// referee/games/battlesnake/README.md. The referee, searching AIs, replays and the benchmark share
/// them.

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace referee::battlesnake {

inline constexpr int max_snakes = 8;
inline constexpr int min_side = 3;
inline constexpr int max_side = 25;
inline constexpr int full_health = 100;

enum class Direction : std::uint8_t { up, down, left, right };

inline constexpr std::array<Direction, 4> all_directions{
    Direction::up, Direction::down, Direction::left, Direction::right};

constexpr auto enum_names(Direction) {
    return std::to_array<std::string_view>({"up", "down", "left", "right"});
}

/// A place on or just beside the board. x from the left, y from the bottom, both from −1 (beside
/// the board, where a head that left it lies) to the side's length. One number, so that a step is a
/// sum.
using Cell = std::uint16_t;
inline constexpr int stride = 32;
inline constexpr int cell_count = stride * (max_side + 2);

constexpr Cell cell_at(int x, int y) {
    return static_cast<Cell>((y + 1) * stride + x + 1);
}
constexpr int x_of(Cell cell) {
    return cell % stride - 1;
}
constexpr int y_of(Cell cell) {
    return cell / stride - 1;
}

/// What a step in that direction adds to a cell.
constexpr int offset_of(Direction direction) {
    constexpr std::array<int, 4> offsets{stride, -stride, -1, 1};
    return offsets[static_cast<std::size_t>(direction)];
}
/// The cell beside this one, perhaps beside the board. On wrapped boards: neighbour() of a state.
constexpr Cell neighbour(Cell cell, Direction direction) {
    return static_cast<Cell>(cell + offset_of(direction));
}
constexpr Direction reversed(Direction direction) {
    return static_cast<Direction>(static_cast<int>(direction) ^ 1);
}

/// The steps from a snake's tail to its head, two bits each, so that a state stays small. A ring:
/// steps are added at the head and taken at the tail.
class Path {
  public:
    /// A living snake's segments are on different cells, so it has fewer steps than the board has
    /// cells; a dying head may be one step further.
    static constexpr int capacity = 640;

    int size() const { return size_; }
    /// The step with that number; 0 is the one that leaves the tail.
    Direction operator[](int number) const {
        const int at = wrapped(first_ + number);
        return static_cast<Direction>(words_[at / per_word] >> shift(at) & 3U);
    }
    Direction newest() const { return (*this)[size_ - 1]; }
    void push(Direction step) {
        const int at = wrapped(first_ + size_);
        std::uint64_t& word = words_[at / per_word];
        word = (word & ~(std::uint64_t{3} << shift(at))) | std::uint64_t(step) << shift(at);
        ++size_;
    }
    /// Takes away the oldest step; there must be one.
    Direction pop() {
        const Direction step = (*this)[0];
        first_ = static_cast<std::uint16_t>(wrapped(first_ + 1));
        --size_;
        return step;
    }

  private:
    static constexpr int per_word = 32;
    static int wrapped(int at) { return at < capacity ? at : at - capacity; }
    static int shift(int at) { return at % per_word * 2; }

    std::array<std::uint64_t, capacity / per_word> words_{};
    std::uint16_t first_ = 0;
    std::uint16_t size_ = 0;
};

/// Why a snake was eliminated, in the order of the rules.
enum class Cause : std::uint8_t { none, hazard, starved, wall, self, body, head };

constexpr auto enum_names(Cause) {
    return std::to_array<std::string_view>(
        {"none", "hazard", "starved", "wall", "self", "body", "head"});
}

/// A snake. A dead one keeps the values that it had when it died.
struct Snake {
    Path path;
    Cell head = 0;
    Cell tail = 0;
    std::uint16_t stacked = 0; ///< segments on the tail's cell besides the tail itself
    std::int16_t health = full_health;
    std::uint32_t died_on = 0; ///< the turn in which it died, counted from 1
    Cause cause = Cause::none;
    std::int8_t killer = 0; ///< seat of the snake that killed it (its own with Cause::self), else 0
    bool has_moved = false;
    Direction last_move = Direction::up; ///< once it has moved

    int length() const { return path.size() + 1 + stacked; }
};

/// What lies on a cell: a wall (beside the board), food, a segment of a living snake.
class Board {
  public:
    bool is_wall(Cell cell) const { return (cells_[cell] & wall) != 0; }
    bool has_food(Cell cell) const { return (cells_[cell] & food) != 0; }
    /// Seat of the living snake that lies there, or 0.
    int owner(Cell cell) const { return cells_[cell] & owners; }
    bool is_free(Cell cell) const { return cells_[cell] == 0; }

    void set_wall(Cell cell) { cells_[cell] = wall; }
    void clear(Cell cell) { cells_[cell] = 0; }
    void put_food(Cell cell) { cells_[cell] |= food; }
    void take_food(Cell cell) { cells_[cell] &= static_cast<std::uint8_t>(~food); }
    void set_owner(Cell cell, int seat) {
        cells_[cell] = static_cast<std::uint8_t>((cells_[cell] & ~owners) | seat);
    }

  private:
    static constexpr std::uint8_t owners = 0x0f;
    static constexpr std::uint8_t food = 0x10;
    static constexpr std::uint8_t wall = 0x80;
    std::array<std::uint8_t, cell_count> cells_{};
};

/// A game. About 2 KB, and copied as such.
struct State {
    Board board;
    std::array<Snake, max_snakes> snakes{}; ///< by seat − 1
    std::uint8_t width = 0;
    std::uint8_t height = 0;
    std::uint8_t count = 0;   ///< snakes at the start
    std::uint8_t living = 0;  ///< bit seat − 1 for each snake that lives
    std::uint16_t food = 0;   ///< cells with food
    bool wrapped = false;     ///< who leaves the board enters on its other side
    bool constrictor = false; ///< all snakes grow each turn, and nobody starves
    std::uint32_t turn = 0;   ///< turns played

    Snake& snake(int seat) { return snakes[seat - 1]; }
    const Snake& snake(int seat) const { return snakes[seat - 1]; }
    bool lives(int seat) const { return (living >> (seat - 1) & 1) != 0; }
    int living_count() const { return std::popcount(living); }
};

/// The cell beside this one; on a wrapped board over the border, otherwise perhaps beside the
/// board.
inline Cell neighbour(const State& state, Cell cell, Direction direction) {
    const Cell beside = neighbour(cell, direction);
    if (!state.wrapped || !state.board.is_wall(beside)) {
        return beside;
    }
    const bool is_vertical = direction == Direction::up || direction == Direction::down;
    const int steps = is_vertical ? state.height : state.width;
    return static_cast<Cell>(beside - steps * offset_of(direction));
}

/// The hazards of a game: how many layers of them lie on each cell, and what a layer costs. Nothing
/// that snakes do changes them, so they are known by turn and not part of the state.
class Hazards {
  public:
    static constexpr int max_layers = 255; ///< on a cell

    Hazards() = default;
    explicit Hazards(int damage) : damage_(damage) {}

    /// Puts so many layers on a cell from that turn on, counted as in layers(). Changes of a cell
    /// come in ascending order of their turns.
    void set(Cell cell, std::uint32_t turn, int layers);

    /// No cell ever has a hazard.
    bool is_empty() const { return changes_.empty(); }
    /// Layers on a cell after that many turns.
    int layers(Cell cell, std::uint32_t turn) const;
    /// Health that a head on the cell loses in the next turn; negative if it gains some.
    int harm(Cell cell, std::uint32_t turn) const { return layers(cell, turn) * damage_; }
    int damage() const { return damage_; }
    /// The turns after which anything changes, ascending; 0 if there are hazards at the start.
    std::vector<std::uint32_t> turns_of_changes() const;

  private:
    struct Change {
        std::uint32_t turn;
        int layers; ///< from then on
    };
    std::vector<std::vector<Change>> changes_; ///< by cell
    int damage_ = 0;
};

/// The parameters of a field.
struct Parameters {
    int width = 11;
    int height = 11;
    int minimum_food = 1;
    int food_chance = 15; ///< percent; the rules don't use it, the draws were made with it
    int max_turns = 5000;
    Direction first_move = Direction::down;
    int wrapped = 0; ///< 0 or 1, like the next
    int constrictor = 0;
    int hazard_damage = 14; ///< per layer; negative heals
};

/// The draws of a field: for each turn whether food is placed, and where, in order of preference.
/// After the last line the first one follows. Copies share their lines. A field that `create` has
/// drawn but not written may make its later lines when they are first needed: not for several
/// threads at once.
class SpawnTable {
  public:
    struct Line {
        bool is_drawn = false;
        std::uint32_t first = 0; ///< index of its first candidate
        std::uint32_t count = 0;
    };
    /// The lines that have been made.
    struct Lines {
        void add(bool is_drawn, std::span<const Cell> places) {
            list.push_back(
                {is_drawn, static_cast<std::uint32_t>(candidates.size()),
                 static_cast<std::uint32_t>(places.size())});
            candidates.insert(candidates.end(), places.begin(), places.end());
        }
        std::vector<Line> list;
        std::vector<Cell> candidates;
    };
    /// Makes lines, one after the other.
    class Source {
      public:
        virtual ~Source() = default;
        virtual void add_line(Lines& lines) = 0;
    };

    SpawnTable() = default;
    /// At least one line.
    explicit SpawnTable(Lines lines) : shared_(std::make_shared<Shared>(std::move(lines))) {
        count_ = shared_->lines.list.size();
    }
    /// `count` lines of the source, from 1.
    SpawnTable(std::unique_ptr<Source> source, std::size_t count)
        : shared_(std::make_shared<Shared>(Lines{}, std::move(source))), count_(count) {}

    std::size_t size() const { return count_; }
    /// The line with that number, from 0 to size() − 1.
    const Line& operator[](std::size_t number) const {
        if (number >= shared_->lines.list.size()) {
            make_lines(number);
        }
        return shared_->lines.list[number];
    }
    std::span<const Cell> candidates(const Line& line) const {
        return std::span(shared_->lines.candidates).subspan(line.first, line.count);
    }

  private:
    struct Shared {
        Lines lines;
        std::unique_ptr<Source> source{};
    };
    void make_lines(std::size_t last) const;

    std::shared_ptr<Shared> shared_;
    std::size_t count_ = 0;
};

/// A field: the parameters, the start, the draws.
struct Setup {
    Parameters parameters;
    State start;
    SpawnTable spawns;
    Hazards hazards;

    /// Nothing but the standard rules; fields and files then don't mention the modes.
    bool is_standard() const { return !start.wrapped && !start.constrictor && hazards.is_empty(); }
};

/// A state without snakes and food. Sides from min_side to max_side.
State empty_state(int width, int height);

/// Adds a snake that lies on these cells, head first; equal ones only at the tail. On a wrapped
/// board, which `state.wrapped` says, it may lie over the border. Returns its seat.
int add_snake(State& state, const std::vector<Cell>& body, int health);

/// Puts food on a cell that has none.
void add_food(State& state, Cell cell);

/// Step 6 of a constrictor turn: all food vanishes; each snake, dead or not, has health 100 and a
/// doubled tail. A constrictor game begins with it.
void constrict(State& state);

/// Calls `look` with the cell of each segment, the head first.
template <typename Look>
void for_each_segment(const State& state, const Snake& snake, Look look) {
    Cell cell = snake.head;
    look(cell);
    for (int number = snake.path.size() - 1; number >= 0; --number) {
        cell = neighbour(state, cell, reversed(snake.path[number]));
        look(cell);
    }
    for (int i = 0; i < snake.stacked; ++i) {
        look(cell);
    }
}

/// The direction of a snake that gives no valid answer: that of its last move; before its first
/// move the one from its neck to its head, or `first_move` if these are on one cell.
/// referee/games/battlesnake/README.md, "Faults".
Direction fallback_move(const Snake& snake, Direction first_move);

/// The direction of each snake by seat − 1; those of dead snakes don't count.
using Moves = std::array<Direction, max_snakes>;

/// A turn without its food: steps 1 to 6. README.md, "A turn".
void advance(State& state, const Hazards& hazards, const Moves& moves);
/// Advances without hazards.
void advance(State& state, const Moves& moves);

/// Step 7: food by the draw of the turn that has just been played.
void place_food(State& state, const Setup& setup);

/// A whole turn. The game must not be over.
inline void apply(State& state, const Setup& setup, const Moves& moves) {
    advance(state, setup.hazards, moves);
    place_food(state, setup);
}

/// At most one snake lives (with one player: none), or the turns are used up.
bool is_over(const State& state, int max_turns);

/// By seat − 1 after the end: 1 is best. Living snakes come first, by length, then by health; then
/// dead snakes by the turn of their death, later is better. Equals share a rank. README.md,
/// "Ranks".
std::array<int, max_snakes> ranks(const State& state);

} // namespace referee::battlesnake
