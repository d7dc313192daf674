#include "games/spe_ed/learning/features.hpp"

#include "games/spe_ed/learning/areas.hpp"
#include "games/spe_ed/learning/moves.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

namespace referee::spe_ed {

// What features.cpp measures: the board, the others' possible moves, and the space after a move.

namespace {

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

constexpr int max_searched = 512; ///< cells: searching larger areas for dead ends takes too long
constexpr int max_pace = 2;       ///< of spreading, whatever a player's speed is

Situation::Situation(const State& shown, int own)
    : state(shown), player(own), layout(shown.board), free(free_cells(layout, shown.board)),
      threatened(layout) {
    for_each_other([&](const Player& other) {
        ++others;
        const int away = std::abs(other.x - me().x) + std::abs(other.y - me().y);
        if (away < distance) {
            distance = away;
            nearest = &other;
        }
        for_each_move(other, [&](const Path& path) {
            for (int i = 0; i < path.count; ++i) {
                threatened.add(bit_of(path.cells[static_cast<std::size_t>(i)]));
            }
        });
    });
}

float Situation::risk(const Path& own) const {
    float sum = 0;
    for_each_other([&](const Player& other) {
        int moves = 0;
        int meeting = 0;
        for_each_move(other, [&](const Path& path) {
            ++moves;
            meeting += static_cast<int>(own.meets(path));
        });
        sum += moves == 0 ? 0 : static_cast<float>(meeting) / static_cast<float>(moves);
    });
    return std::min(sum, 1.0F);
}

/// The space of a player after its move, on the cells that are then free.
Room room_of(const Situation& situation, const Player& own, const Cells& free) {
    const CellLayout& layout = situation.layout;
    const int head = layout.bit(own.x, own.y);
    Room room;
    room.within = counts_within(layout, free, head, horizons);
    room.reach = reachable(layout, free, head).count(layout);
    room.usable = room.reach <= max_searched ? usable(layout, free, head) : room.reach;
    const auto pace = [](const Player& player) {
        return std::clamp<int>(player.speed, 1, max_pace);
    };
    std::array<Runner, max_players> runners;
    runners[0] = {head, pace(own), false, nullptr};
    int count = 1;
    // The others have yet to move, so they go first.
    situation.for_each_other([&](const Player& other) {
        runners[static_cast<std::size_t>(count++)] = {
            layout.bit(other.x, other.y), pace(other), true, nullptr};
    });
    const Shares shares = divide(layout, free, runners, count);
    room.area = shares.cells[0];
    room.pairs = shares.pairs[0];
    room.is_contested = shares.is_contested[0];
    room.other_area = *std::max_element(shares.cells.begin() + 1, shares.cells.end());
    return room;
}

constexpr int window_radius = 3;
constexpr int small = 100;   ///< cells: in areas smaller than this each cell counts
constexpr int max_turns = 2; ///< considered for braking
constexpr int safe_speed = 2;

constexpr std::array table{
    Feature{"possible", 1, "1 if it doesn't crash at once, if nobody else moves"},
    Feature{"speed", 4, "a tenth of the speed afterwards; whether it is 1, 2, more"},
    Feature{"brakes", 1, "whether it could come down to speed 2 with at most two turns"},
    Feature{"ways_on", 2, "the part of the next actions that are possible; and not threatened"},
    Feature{"risk", 1, "the part of the others' moves that would meet its own, summed up"},
    Feature{"within", 4, "the part of the cells within 2, 4, 8, 16 steps that can be reached"},
    Feature{"reach", 2, "cells that can be reached, of the board's; of 100 at most"},
    Feature{"usable", 2, "the part of them that can be used up, if at most 512; of 100 at most"},
    Feature{"area", 2, "cells that it reaches first, of the board's; of 100 at most"},
    Feature{"other_area", 2, "the same of the opponent with the most"},
    Feature{"share", 1, "its part of both areas"},
    Feature{"compact", 1, "neighbours within its area, of two a cell"},
    Feature{"contested", 1, "whether its area touches another one's"},
    Feature{"less", 3, "what it lacks of the best action's reach, area, lead, of the board's"},
    Feature{
        "nearest", 5,
        "1 / (1 + steps / 4) to the nearest opponent, 0 without one; its place "
        "ahead and aside, of 20 cells; a tenth of its speed; coming straight on"},
    Feature{"others", 1, "a fifth of the number of opponents"},
    Feature{"next_jump", 6, "1 at the number of rounds until the next one with jumps"},
    Feature{"free", 3, "a tenth of the free cells ahead, to the left and to the right"},
    Feature{"window", 49, "7 × 7 around the head, its direction up, by row: 1 if not free"},
};

constexpr int size_of_table() {
    int size = 0;
    for (const Feature& feature : table) {
        size += feature.size;
    }
    return size;
}
static_assert(size_of_table() == feature_count);

/// Appends numbers to those of an action.
class Writer {
  public:
    explicit Writer(Features& features) : next_(features.data()) {}
    Writer& operator<<(float value) {
        *next_++ = value;
        return *this;
    }
    Writer& operator<<(bool value) { return *this << (value ? 1.0F : 0.0F); }
    /// A number of cells as a share of `all`, and as a share of `small`, at most 1.
    void put_cells(int cells, float all) {
        *this << static_cast<float>(cells) / all
              << static_cast<float>(std::min(cells, small)) / small;
    }

  private:
    float* next_;
};

/// An action that has been played on a board.
struct Done {
    const Situation& situation;
    const Player& own; ///< afterwards
    const Board& board;
    const Cells& free;
    int round; ///< the next one
};

/// The parts of the next actions that are possible, and that nobody can make impossible.
void put_ways_on(Writer& out, const Done& done) {
    int possible = 0;
    int sure = 0;
    for (int action = 0; action < action_count; ++action) {
        const Player next = turned(done.own, static_cast<Action>(action));
        if (is_possible(done.board, next, done.round)) {
            ++possible;
            bool is_threatened = false;
            for_each_written(done.board, next, done.round, [&](int cell) {
                is_threatened = is_threatened ||
                                done.situation.threatened.contains(done.situation.bit_of(cell));
            });
            sure += static_cast<int>(!is_threatened);
        }
    }
    out << static_cast<float>(possible) / action_count << static_cast<float>(sure) / action_count;
}

void put_nearest(Writer& out, const Done& done) {
    const Player* const other = done.situation.nearest;
    if (other == nullptr) {
        out << 0.0F << 0.0F << 0.0F << 0.0F << 0.0F;
        return;
    }
    const auto up = static_cast<std::size_t>(done.own.direction);
    const auto right = static_cast<std::size_t>(right_of(done.own.direction));
    const int x = other->x - done.own.x;
    const int y = other->y - done.own.y;
    const auto limited = [](int cells) { return static_cast<float>(std::clamp(cells, -20, 20)); };
    out << 1 / (1 + static_cast<float>(std::abs(x) + std::abs(y)) / 4)
        << limited(x * step_x[up] + y * step_y[up]) / 20
        << limited(x * step_x[right] + y * step_y[right]) / 20
        << static_cast<float>(other->speed) / max_speed
        << (other->direction == right_of(right_of(done.own.direction)));
}

/// The free cells from the head on in a direction.
float run_of(const Done& done, Direction direction) {
    const int room = std::min<int>(done.board.room(done.own.x, done.own.y, direction), max_speed);
    const int stride = done.board.stride(direction);
    int cell = done.board.index(done.own.x, done.own.y);
    int run = 0;
    while (run < room && done.board[cell += stride] == 0) {
        ++run;
    }
    return static_cast<float>(run) / max_speed;
}

void put_window(Writer& out, const Done& done) {
    const auto up = static_cast<std::size_t>(done.own.direction);
    const auto right = static_cast<std::size_t>(right_of(done.own.direction));
    for (int ahead = window_radius; ahead >= -window_radius; --ahead) {
        for (int aside = -window_radius; aside <= window_radius; ++aside) {
            const int x = done.own.x + ahead * step_x[up] + aside * step_x[right];
            const int y = done.own.y + ahead * step_y[up] + aside * step_y[right];
            out << (!done.board.contains(x, y) || done.board.at(x, y) != 0);
        }
    }
}

/// The value of the best action.
struct Best {
    int reach = 0;
    int area = 0;
    int lead = -max_size * max_size;

    void add(const Room& room) {
        reach = std::max(reach, room.reach);
        area = std::max(area, room.area);
        lead = std::max(lead, room.area - room.other_area);
    }
};

void put_room(Writer& out, const Room& room, const Best& best, float all) {
    for (std::size_t i = 0; i < horizons.size(); ++i) {
        const auto possible = static_cast<float>(2 * horizons[i] * (horizons[i] + 1));
        out << static_cast<float>(room.within[i]) / possible;
    }
    out.put_cells(room.reach, all);
    out << static_cast<float>(room.usable) / static_cast<float>(std::max(room.reach, 1))
        << static_cast<float>(std::min(room.usable, small)) / small;
    out.put_cells(room.area, all);
    out.put_cells(room.other_area, all);
    out << static_cast<float>(room.area) /
               static_cast<float>(std::max(room.area + room.other_area, 1))
        << static_cast<float>(room.pairs) / static_cast<float>(std::max(2 * room.area, 1))
        << room.is_contested << static_cast<float>(best.reach - room.reach) / all
        << static_cast<float>(best.area - room.area) / all
        << static_cast<float>(best.lead - (room.area - room.other_area)) / all;
}

Features features_of(const Done& done, const Path& path, const Room& room, const Best& best) {
    const Player& own = done.own;
    Features features{};
    Writer out(features);
    out << true << static_cast<float>(own.speed) / max_speed << (own.speed == 1) << (own.speed == 2)
        << (own.speed > 2) << can_brake(done.board, own, done.round, safe_speed, max_turns);
    put_ways_on(out, done);
    out << done.situation.risk(path);
    put_room(out, room, best, static_cast<float>(done.board.size()));
    put_nearest(out, done);
    out << static_cast<float>(done.situation.others) / (max_players - 1);
    const int next_jump = (hole_period - done.round % hole_period) % hole_period;
    for (int rounds = 0; rounds < hole_period; ++rounds) {
        out << (rounds == next_jump);
    }
    out << run_of(done, own.direction) << run_of(done, left_of(own.direction))
        << run_of(done, right_of(own.direction));
    put_window(out, done);
    return features;
}

} // namespace

std::span<const Feature> feature_table() {
    return table;
}

std::array<Features, action_count> features_of(const State& state, int player) {
    const Situation situation(state, player);
    Board board = state.board;
    Cells free = situation.free;
    // Calls `look` for each possible action, played on the board and undone afterwards.
    const auto for_each_done = [&](const auto& look) {
        for (int action = 0; action < action_count; ++action) {
            const Player next = turned(situation.me(), static_cast<Action>(action));
            if (!is_possible(state.board, next, state.round)) {
                continue;
            }
            const Path path(board, next, state.round);
            for (int i = 0; i < path.count; ++i) {
                const int cell = path.cells[static_cast<std::size_t>(i)];
                board[cell] = static_cast<std::int8_t>(player + 1);
                free.remove(situation.bit_of(cell));
            }
            const Player own = moved(next);
            look(
                static_cast<std::size_t>(action), path,
                Done{situation, own, board, free, state.round + 1});
            for (int i = 0; i < path.count; ++i) {
                const int cell = path.cells[static_cast<std::size_t>(i)];
                board[cell] = 0;
                free.add(situation.bit_of(cell));
            }
        }
    };
    std::array<Room, action_count> rooms;
    Best best;
    for_each_done([&](std::size_t action, const Path&, const Done& done) {
        rooms[action] = room_of(situation, done.own, done.free);
        best.add(rooms[action]);
    });
    std::array<Features, action_count> all{};
    for_each_done([&](std::size_t action, const Path& path, const Done& done) {
        all[action] = features_of(done, path, rooms[action], best);
    });
    return all;
}

} // namespace referee::spe_ed
