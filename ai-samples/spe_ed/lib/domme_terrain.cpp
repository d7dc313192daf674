#include "spe_ed/lib/domme_terrain.hpp"

#include <algorithm>
#include <cstdlib>

namespace referee::spe_ed::domme {
namespace {

constexpr std::array<Direction, 4> all_directions{
    Direction::up, Direction::right, Direction::down, Direction::left};

} // namespace

Terrain::Terrain(const Board& board, int stride)
    : stride_(stride), blocked_(
                           static_cast<std::size_t>(stride) *
                               (static_cast<std::size_t>(board.height()) + 2 * margin),
                           1) {
    for (int y = 0; y < board.height(); ++y) {
        for (int x = 0; x < board.width(); ++x) {
            blocked_[place(x, y)] = board.at(x, y) == 0 ? 0 : 1;
        }
    }
}

Terrain::Terrain(const Board& board) : Terrain(board, board.width() + 2 * margin) {
    measure_runs();
}

Terrain Terrain::with_enemies(const State& state, int me) {
    const Board& board = state.board;
    Terrain terrain(board, board.width() + 2 * margin);
    const bool has_holes = state.round % hole_period == 0;
    // The cells that a hole round skips are at least 0: a cell where two players met becomes free.
    std::vector<int> reached;
    const auto look = [&](const Player& enemy, Direction direction, int length, auto is_marked) {
        const int max = std::min(length, board.room(enemy.x, enemy.y, direction));
        const int start = terrain.place(enemy.x, enemy.y);
        for (int offset = 1; offset <= max; ++offset) {
            const int at = start + offset * terrain.step(direction);
            if (!has_holes || is_marked(offset)) {
                reached.push_back(at);
            } else if (
                board[board.index(enemy.x, enemy.y) + offset * board.stride(direction)] == met) {
                terrain.blocked_[at] = 0;
            }
        }
    };
    for (int i = 0; i < state.player_count; ++i) {
        const Player& enemy = state.players[i];
        if (i == me || !enemy.active()) {
            continue;
        }
        const int speed = enemy.speed;
        const int top = std::min(speed + 1, max_speed);
        look(enemy, enemy.direction, top, [top](int offset) {
            return offset == 1 || offset >= top - 2;
        });
        const auto is_end = [speed](int offset) { return offset == 1 || offset == speed; };
        look(enemy, left_of(enemy.direction), speed, is_end);
        look(enemy, right_of(enemy.direction), speed, is_end);
    }
    for (const int at : reached) {
        terrain.blocked_[at] = 1;
    }
    terrain.measure_runs();
    return terrain;
}

void Terrain::measure_runs() {
    const int count = place_count();
    for (const Direction direction : all_directions) {
        std::vector<std::uint8_t>& runs = runs_[static_cast<std::size_t>(direction)];
        runs.assign(blocked_.size(), 0);
        const int ahead = step(direction);
        // Each place is filled after the one ahead of it; the places of the frame stay 0.
        const auto measure = [&](int at) {
            const int next = at + ahead;
            if (next >= 0 && next < count && is_free(next)) {
                runs[at] = static_cast<std::uint8_t>(runs[next] + 1);
            }
        };
        if (ahead < 0) {
            for (int at = 0; at < count; ++at) {
                measure(at);
            }
        } else {
            for (int at = count; at-- > 0;) {
                measure(at);
            }
        }
    }
}

int Terrain::side_way(int place, Direction direction) const {
    int longest = 0;
    const int ahead = step(direction);
    for (const Direction side : {left_of(direction), right_of(direction)}) {
        int length = run(place, side);
        int at = place + length * step(side);
        while (length > 0 && !is_free(at + ahead) && !is_free(at - ahead)) {
            --length;
            at -= step(side);
        }
        longest = std::max(longest, length);
    }
    return longest;
}

int Terrain::way_with_turn(int place, Direction direction) const {
    int length = run(place, direction);
    int at = place + length * step(direction);
    int side = side_way(at, direction);
    while (side == 0 && length > 0) {
        --length;
        at -= step(direction);
        side = side_way(at, direction);
    }
    return length + side;
}

int Terrain::outlook(int place, Direction direction, int limit) const {
    int best = 0;
    for (const Direction way : {direction, left_of(direction), right_of(direction)}) {
        const int value = way_with_turn(place, way);
        if (value > limit) {
            return value;
        }
        best = std::max(best, value);
    }
    return best;
}

int nearest_enemy(const State& state, int me) {
    int nearest = 0;
    const Player& own = state.players[me];
    for (int i = 0; i < state.player_count; ++i) {
        const Player& enemy = state.players[i];
        if (i != me && enemy.active()) {
            const int distance = std::abs(enemy.x - own.x) + std::abs(enemy.y - own.y);
            nearest = nearest == 0 ? distance : std::min(nearest, distance);
        }
    }
    return nearest;
}

} // namespace referee::spe_ed::domme
