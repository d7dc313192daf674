#pragma once

/// The rules of spe_ed (informatiCup 2021): state and rules only, pure values.
/// referee/games/spe_ed/README.md. The referee, searching AIs, replays and the benchmark share
/// them.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace referee::spe_ed {

inline constexpr int min_players = 2;
inline constexpr int max_players = 6;
inline constexpr int min_size = 3; ///< of a board's width and height
inline constexpr int max_size = 200;
inline constexpr int min_speed = 1;
inline constexpr int max_speed = 10;
inline constexpr int hole_period = 6;    ///< players jump in rounds divisible by it
inline constexpr int min_hole_speed = 3; ///< players jump at this speed and faster

/// What a cell holds: 0, the number 1..6 of the only player who wrote it, or this.
inline constexpr std::int8_t met = -1;

/// In the order of turning right: the next one is to the right. y grows downwards.
enum class Direction : std::uint8_t { up, right, down, left };
constexpr auto enum_names(Direction) {
    return std::to_array<std::string_view>({"up", "right", "down", "left"});
}
inline constexpr std::array<int, 4> step_x{0, 1, 0, -1};
inline constexpr std::array<int, 4> step_y{-1, 0, 1, 0};

constexpr Direction right_of(Direction direction) {
    return static_cast<Direction>((static_cast<int>(direction) + 1) & 3);
}
constexpr Direction left_of(Direction direction) {
    return static_cast<Direction>((static_cast<int>(direction) + 3) & 3);
}

/// An action; `none` is the action of a player with a fault.
enum class Action : std::uint8_t {
    turn_left,
    turn_right,
    slow_down,
    speed_up,
    change_nothing,
    none
};
/// The words of answers; `none` has none.
constexpr auto enum_names(Action) {
    return std::to_array<std::string_view>(
        {"turn_left", "turn_right", "slow_down", "speed_up", "change_nothing"});
}

/// Why a player is out. `speed`: it left the range 1..10.
enum class Out : std::uint8_t { no, fault, speed, border, crash };

constexpr auto enum_names(Out) {
    return std::to_array<std::string_view>({"no", "fault", "speed", "border", "crash"});
}

struct Player {
    std::int16_t x = 0; ///< may lie one cell outside once the player is out
    std::int16_t y = 0;
    Direction direction = Direction::up;
    std::int8_t speed = 1; ///< 0 or 11 shows why it is out
    Out out = Out::no;
    std::int32_t out_round = 0; ///< the round in which it went out, 0 while it plays
    bool active() const { return out_round == 0; }
    bool operator==(const Player&) const = default;
};

/// The cells, row by row from the top. The array has room for the largest board, but only the used
/// part is copied and compared, so a copy of 60 × 60 costs 3.6 KB.
class Board {
  public:
    /// width and height from 1 to 200.
    Board(int width, int height)
        : width_(static_cast<std::int16_t>(width)), height_(static_cast<std::int16_t>(height)) {
        std::fill_n(cells_.begin(), size(), std::int8_t{0});
    }
    // NOLINTNEXTLINE: the cells behind the used ones are left alone on purpose
    Board(const Board& other) : width_(other.width_), height_(other.height_) {
        std::copy_n(other.cells_.begin(), size(), cells_.begin());
    }
    Board& operator=(const Board& other) {
        width_ = other.width_;
        height_ = other.height_;
        if (this != &other) {
            std::copy_n(other.cells_.begin(), size(), cells_.begin());
        }
        return *this;
    }
    bool operator==(const Board& other) const {
        return width_ == other.width_ && height_ == other.height_ &&
               std::equal(cells_.begin(), cells_.begin() + size(), other.cells_.begin());
    }

    int width() const { return width_; }
    int height() const { return height_; }
    int size() const { return width_ * height_; }
    int index(int x, int y) const { return y * width_ + x; }
    bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }
    std::int8_t at(int x, int y) const { return cells_[index(x, y)]; }
    std::int8_t& operator[](int index) { return cells_[index]; }
    std::int8_t operator[](int index) const { return cells_[index]; }
    /// Cells ahead of a cell until the border, itself not counted.
    int room(int x, int y, Direction direction) const {
        switch (direction) {
        case Direction::up:
            return y;
        case Direction::right:
            return width_ - 1 - x;
        case Direction::down:
            return height_ - 1 - y;
        default:
            return x;
        }
    }
    /// Difference of the indices of a cell and the next one in that direction.
    int stride(Direction direction) const {
        return step_y[static_cast<std::size_t>(direction)] * width_ +
               step_x[static_cast<std::size_t>(direction)];
    }

  private:
    std::int16_t width_;
    std::int16_t height_;
    std::array<std::int8_t, static_cast<std::size_t>(max_size) * max_size> cells_;
};

/// A game. Players are counted from 0 here; player p writes the number p + 1.
struct State {
    Board board{min_size, min_size};
    std::array<Player, max_players> players{};
    std::int8_t player_count = 0;
    std::int32_t round = 1;      ///< the one to play next
    std::int32_t max_rounds = 0; ///< after this one the active players share the first rank
    bool operator==(const State&) const = default;
};

/// An action for each player; those of players who are out are ignored.
using Actions = std::array<Action, max_players>;

/// The changes of a round, for searches that undo it.
struct Changes {
    struct Cell {
        std::uint16_t index;
        std::int8_t before;
    };
    std::array<Cell, static_cast<std::size_t>(max_players) * max_speed> cells;
    int cell_count = 0;
    std::array<Player, max_players> players; ///< before the round
};

/// Puts a player on the board: its start cell carries its number. Up to 6 players, on cells of the
/// board that are free.
void add_player(State& state, int x, int y, Direction direction, int speed);

/// Plays a round for all at once, by the rules' section "Round". The game must not be over.
void play_round(State& state, const Actions& actions);
/// Plays a round and stores the changes.
void play_round(State& state, const Actions& actions, Changes& changes);
/// Undoes the round with these changes, which must be the last one.
void undo(State& state, const Changes& changes);

int active_count(const State& state);
/// At most one is active, or max_rounds are played.
bool is_over(const State& state);
/// After the end, by player: 1 is best; players that went out in the same round share a rank.
std::array<int, max_players> ranks(const State& state);

} // namespace referee::spe_ed
