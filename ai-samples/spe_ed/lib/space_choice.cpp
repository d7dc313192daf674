#include "spe_ed/lib/space.hpp"

#include "base/names.hpp"
#include "spe_ed/lib/sample.hpp"

#include <bitset>
#include <cstdlib>
#include <vector>

namespace referee::spe_ed::space {

int area_around(const Board& board, int x, int y) {
    std::bitset<static_cast<std::size_t>(max_size) * max_size> seen;
    std::vector<int> waiting{board.index(x, y)};
    int area = 0;
    while (!waiting.empty()) {
        const int cell = waiting.back();
        waiting.pop_back();
        for (std::size_t i = 0; i < step_x.size(); ++i) {
            const int next_x = cell % board.width() + step_x[i];
            const int next_y = cell / board.width() + step_y[i];
            if (!board.contains(next_x, next_y)) {
                continue;
            }
            const int next = board.index(next_x, next_y);
            if (board[next] == 0 && !seen[static_cast<std::size_t>(next)]) {
                seen.set(static_cast<std::size_t>(next));
                waiting.push_back(next);
                ++area;
            }
        }
    }
    return area;
}

Action choose(const State& state, int me) {
    Action best = Action::change_nothing;
    int best_area = -1;
    int best_speed = 0;
    for (std::size_t i = 0; i < all_names<Action>.size(); ++i) {
        const auto action = static_cast<Action>(i);
        if (!sample::survives_alone(state, me, action)) {
            continue;
        }
        State after = state;
        Actions actions;
        actions.fill(Action::none); // the others don't move
        actions[me] = action;
        play_round(after, actions);
        const Player& own = after.players[me];
        const int area = area_around(after.board, own.x, own.y);
        if (area > best_area || (area == best_area && own.speed < best_speed)) {
            best = action;
            best_area = area;
            best_speed = own.speed;
        }
    }
    return best;
}

} // namespace referee::spe_ed::space
