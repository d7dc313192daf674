#pragma once

/// The rules of cops, a chase of cops and a thief: state and rules only, pure values.
/// referee/games/cops/README.md. The referee, searching AIs, replays and the benchmark share them.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace referee::cops {

// Limits of fields, so that a state needs no allocation.
inline constexpr int max_size = 60;
inline constexpr int max_cops = 16;
inline constexpr int max_gates = 8;
inline constexpr int max_walls = 16;
inline constexpr int max_plan_length = 100;

/// x to the right, y down. 1..n are inside, 0 and n+1 are the ring.
struct Cell {
    std::int16_t x = 0;
    std::int16_t y = 0;
    bool operator==(const Cell&) const = default;
};

/// A letter of a plan: N is y−1. A wall's heading is one of the first four.
enum class Step : std::uint8_t { north, east, south, west, wait };

/// The letters of steps, in their order.
inline constexpr std::string_view step_letters = "NESW-";

inline constexpr int direction_count = 4;

/// As fields spell the headings of walls.
constexpr auto enum_names(Step) {
    return std::to_array<std::string_view>({"N", "E", "S", "W"});
}

/// The neighbour in that direction; the cell itself for wait.
constexpr Cell neighbour(Cell cell, Step step) {
    constexpr std::array<std::int16_t, 5> dx{0, 1, 0, -1, 0};
    constexpr std::array<std::int16_t, 5> dy{-1, 0, 1, 0, 0};
    const auto at = static_cast<std::size_t>(step);
    return {static_cast<std::int16_t>(cell.x + dx[at]), static_cast<std::int16_t>(cell.y + dy[at])};
}

/// The direction after this many quarter turns clockwise.
constexpr Step turned(Step heading, int quarters) {
    return static_cast<Step>((static_cast<int>(heading) + quarters) % direction_count);
}

/// Manhattan distance.
inline int distance(Cell a, Cell b) {
    return std::abs(a.x - b.x) + std::abs(a.y - b.y);
}

/// The parameters of a field; the lecture's values are the defaults.
struct Parameters {
    int size = 20; ///< n: the inner board is n × n
    int ticks = 200;
    int plan_length = 5;
    int capture_radius = 0; ///< Manhattan
    int swap_capture = 0;   ///< 1: swapping places with a cop is a capture, too
    int wall_length = 4;
    int gate_width = 2;
    // What the field's words were drawn with; the rules don't use them, but match.dat holds them.
    double gate_move = 0.5;
    double gate_turn = 0.01;
    double wall_move = 0.75;
    double wall_turn = 0.05;
};

// --- The ring: 4(n+1) cells around the board, clockwise from (0, 0) ----------------------------

constexpr int ring_length(int size) {
    return 4 * (size + 1);
}

constexpr bool is_inner(Cell cell, int size) {
    return cell.x >= 1 && cell.x <= size && cell.y >= 1 && cell.y <= size;
}

/// The cell of a ring index from 0 to ring_length() − 1.
constexpr Cell ring_cell(int index, int size) {
    const int side = size + 1;
    const int along = index % side;
    int x = 0;
    int y = 0;
    switch (index / side) {
    case 0:
        x = along;
        break;
    case 1:
        x = side, y = along;
        break;
    case 2:
        x = side - along, y = side;
        break;
    default:
        y = side - along;
        break;
    }
    return {static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)};
}

/// The ring index of a cell of the ring; −1 for any other.
constexpr int ring_index(Cell cell, int size) {
    const int side = size + 1;
    if (cell.x < 0 || cell.x > side || cell.y < 0 || cell.y > side || is_inner(cell, size)) {
        return -1;
    }
    if (cell.y == 0) {
        return cell.x;
    }
    if (cell.x == side) {
        return side + cell.y;
    }
    if (cell.y == side) {
        return 3 * side - cell.x;
    }
    return 4 * side - cell.y;
}

// --- State -------------------------------------------------------------------------------------

/// A wall of 1 × wall_length cells.
struct Wall {
    Cell first; ///< its left or upper end
    bool vertical = false;
    Step heading = Step::north;
    bool operator==(const Wall&) const = default;
};

struct Gate {
    std::int16_t index = 0; ///< ring index of its first cell, the others follow clockwise
    bool clockwise = true;
    bool operator==(const Gate&) const = default;
};

enum class End : std::uint8_t { none, captured, escaped, survived };

constexpr auto enum_names(End) {
    return std::to_array<std::string_view>({"none", "captured", "escaped", "survived"});
}

struct State {
    int tick = 0; ///< the one under way; after the end the one after the last
    /// True between the two halves of a tick, which is when players plan.
    bool surroundings_moved = false;
    End end = End::none;
    int payoff = 0; ///< the thief's, after the end
    std::uint8_t cop_count = 0;
    std::uint8_t gate_count = 0;
    std::uint8_t wall_count = 0;
    Cell thief;
    std::array<Cell, max_cops> cops{};
    std::array<Gate, max_gates> gates{};
    std::array<Wall, max_walls> walls{};
    bool operator==(const State&) const = default;
};

/// What happens to one wall or gate in a tick.
struct Word {
    /// Quarter turns of a wall clockwise, 0..3. For a gate 1 reverses it.
    std::uint8_t turn = 0;
    bool moves = false;
    bool operator==(const Word&) const = default;
};

/// The words of a field: for each tick one for every wall, then one for every gate. Copies share
/// them. A field that `create` has drawn but not written may make the words of later ticks when
/// they are first needed: not for several threads at once.
class WordTable {
  public:
    /// Makes words, tick after tick.
    class Source {
      public:
        virtual ~Source() = default;
        virtual void add_tick(std::vector<Word>& words) = 0;
    };

    WordTable() = default;
    /// All words; `per_tick` of them for each tick.
    WordTable(std::vector<Word> words, int per_tick)
        : shared_(std::make_shared<Shared>(std::move(words))), per_tick_(per_tick) {}
    WordTable(std::unique_ptr<Source> source, int per_tick)
        : shared_(std::make_shared<Shared>(std::vector<Word>(), std::move(source))),
          per_tick_(per_tick) {}

    /// The words of a tick of the game, from 0.
    const Word* of(int tick) const {
        const auto first = static_cast<std::size_t>(tick) * static_cast<std::size_t>(per_tick_);
        if (first + static_cast<std::size_t>(per_tick_) > shared_->words.size()) {
            make_words(first + static_cast<std::size_t>(per_tick_));
        }
        return shared_->words.data() + first;
    }

    /// The number of words that have been made: all those of a field that was read.
    std::size_t known() const { return shared_->words.size(); }

  private:
    struct Shared {
        std::vector<Word> words;
        std::unique_ptr<Source> source{};
    };
    void make_words(std::size_t count) const;

    std::shared_ptr<Shared> shared_;
    int per_tick_ = 0;
};

/// A game before its first tick.
struct Setup {
    Parameters parameters;
    State start;
    WordTable words;

    const Word* words_of(int tick) const { return words.of(tick); }
};

/// The steps of all players in a tick.
struct Steps {
    Step thief = Step::wait;
    std::array<Step, max_cops> cops = [] {
        std::array<Step, max_cops> all{};
        all.fill(Step::wait);
        return all;
    }();
};

// --- Rules -------------------------------------------------------------------------------------

/// True if a wall covers the cell.
bool is_wall(const State& state, const Parameters& parameters, Cell cell);
/// True if the cell is on the ring and belongs to a gate.
bool is_gate(const State& state, const Parameters& parameters, Cell cell);

/// The first half of a tick: walls and gates turn and move. `words` as in Setup.
void move_surroundings(State& state, const Parameters& parameters, const Word* words);

/// The second half: all players at once, then capture, escape, and whether the ticks are used up.
/// The tick is over then.
void move_players(State& state, const Parameters& parameters, const Steps& steps);

/// A whole tick on a field.
inline void play_tick(State& state, const Setup& setup, const Steps& steps) {
    move_surroundings(state, setup.parameters, setup.words_of(state.tick));
    move_players(state, setup.parameters, steps);
}

} // namespace referee::cops
