#pragma once

/// The rules of gems, the duel of the freiesMagazin contest: state and rules only, pure values.
/// referee/games/gems/README.md. The referee, searching AIs, replays and the benchmark share them.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace referee::gems {

inline constexpr int columns = 10;
inline constexpr int rows = 10;
inline constexpr int min_line = 3;

/// What lies on a cell. The values of bombs are those of `stone - bomb1 + 1`.
enum Stone : std::uint8_t {
    hole,
    red,
    yellow,
    green,
    blue,
    purple,
    bomb1,
    bomb2,
    bomb3,
    bomb4,
    bomb5
};

/// The character of a stone in files; the index is the stone.
inline constexpr std::string_view stone_signs = ".RYGBL12345";

/// The stone of a character, but not a hole; nothing for other characters.
constexpr std::optional<Stone> stone_of(char sign) {
    const std::size_t at = stone_signs.find(sign);
    if (at == std::string_view::npos || at == 0) {
        return std::nullopt;
    }
    return static_cast<Stone>(at);
}

/// Two stones of equal kind make lines; all bombs are of one kind.
constexpr int kind_of(Stone stone) {
    return stone > bomb1 ? bomb1 : stone;
}

/// The 10 × 10 visible stones: x from the left, y from the bottom, both 0..9. A frame of holes lies
/// around them, so that a look one step beyond the board needs no check.
class Board {
  public:
    static constexpr int stride = columns + 2;
    using Cells = std::array<Stone, static_cast<std::size_t>(stride) * (rows + 2)>;

    static constexpr int index(int x, int y) { return (y + 1) * stride + x + 1; }
    Stone at(int x, int y) const { return cells_[index(x, y)]; }
    void set(int x, int y, Stone stone) { cells_[index(x, y)] = stone; }
    Stone& operator[](int index) { return cells_[index]; }
    Stone operator[](int index) const { return cells_[index]; }
    bool operator==(const Board&) const = default;

  private:
    Cells cells_{};
};

/// Two cells whose stones are swapped. Coordinates as in the answer: not yet checked.
struct Swap {
    int x1 = 0;
    int y1 = 0;
    int x2 = 0;
    int y2 = 0;
    bool operator==(const Swap&) const = default;
};

/// The parameters of a field; the contest's values are the defaults.
struct Parameters {
    int life = 30;
    int shield = 15;           ///< at the start, and its maximum
    int threshold = 15;        ///< of the red, yellow and green account
    int purple_threshold = 15; ///< for another turn
    int illegal_penalty = 5;
    int max_moves = 500; ///< of both players together
};

/// A duel before its first move: the parameters, the board, and the stones that will fall in.
struct Setup {
    Parameters parameters;
    Board board;
    /// For each column the stones above the board, the lowest first.
    std::array<std::vector<Stone>, columns> queues;
};

struct Player {
    int life = 0;
    int shield = 0;
    int red = 0;
    int yellow = 0;
    int green = 0;
    int purple = 0;
    bool operator==(const Player&) const = default;
};

enum class End : std::uint8_t { none, life, moves, dry, forfeit };

constexpr auto enum_names(End) {
    return std::to_array<std::string_view>({"none", "life", "moves", "dry", "forfeit"});
}

struct State {
    Board board;
    std::array<std::uint32_t, columns> taken{}; ///< how many stones each queue has given
    std::array<Player, 2> players{};
    int mover = 0;        ///< 0 or 1
    int moves = 0;        ///< made so far, including illegal ones
    int forfeited_by = 0; ///< with End::forfeit: who has lost, 0 or 1
    End end = End::none;
    bool operator==(const State&) const = default;
};

/// What was removed in one step.
struct Step {
    int stones = 0; ///< credited: a stone in two lines counts twice; 0 means there was no line
    int damage = 0;
};

/// The outcome of a move.
struct Outcome {
    bool legal = false;
    int steps = 0;
    int stones = 0;
    int damage = 0;
    int deadlock_rows = 0; ///< bottom rows removed because no swap was left
    bool extra_turn = false;
};

/// The state before the first move.
State start(const Setup& setup);

/// True if both cells are on the board, side by side, and the swap makes a line. Expects a board
/// without lines, as it always is between moves.
bool is_legal(const Board& board, const Swap& swap);

/// All legal swaps: y from the bottom, x from the left, up before right. At most 180.
struct SwapList {
    std::array<Swap, 2 * columns * rows> swaps;
    int count = 0;
    const Swap* begin() const { return swaps.data(); }
    const Swap* end() const { return swaps.data() + count; }
};
SwapList legal_swaps(const Board& board);
bool has_legal_swap(const Board& board);

/// True if the board holds a line.
bool has_line(const Board& board);

void exchange(Board& board, const Swap& swap);

/// Removes all lines of the board, credits them to the mover and deals the damage to the opponent.
/// Leaves holes where they were.
Step dissolve(Board& board, Player& mover, Player& other, const Parameters& parameters);

/// Lets every column fall, so that the holes are on top.
void fall(Board& board);

/// Takes damage from the shield, then from the life.
void take_damage(Player& player, int damage);

// The stages of a move, for callers that need the states between them; apply() does all stages.

/// Carries out the swap or the penalty for an illegal one. After a legal one call cascade_step()
/// until it returns false, then finish_move().
Outcome begin_move(State& state, const Setup& setup, const Swap& swap);
/// One step of the cascade: remove, fall, refill. False if there was no line.
bool cascade_step(State& state, const Setup& setup, Outcome& outcome);
/// Everything after the cascade: death, deadlock, dry queues, moves used up, whose turn it is.
void finish_move(State& state, const Setup& setup, Outcome& outcome);

/// A whole move. The game must not be over.
Outcome apply(State& state, const Setup& setup, const Swap& swap);

/// Ends the game: `loser` (0 or 1) has lost by a fault.
void forfeit(State& state, int loser);

/// After the end: 0 or 1, or −1 for a draw. referee/games/gems/README.md, "End".
int winner(const State& state);

} // namespace referee::gems
