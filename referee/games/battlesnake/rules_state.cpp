#include "games/battlesnake/rules.hpp"

#include <algorithm>
#include <tuple>

namespace referee::battlesnake {

State empty_state(int width, int height) {
    State state;
    state.width = static_cast<std::uint8_t>(width);
    state.height = static_cast<std::uint8_t>(height);
    for (int cell = 0; cell < cell_count; ++cell) {
        const auto at = static_cast<Cell>(cell);
        const bool is_inside =
            x_of(at) >= 0 && x_of(at) < width && y_of(at) >= 0 && y_of(at) < height;
        if (!is_inside) {
            state.board.set_wall(at);
        }
    }
    return state;
}

int add_snake(State& state, const std::vector<Cell>& body, int health) {
    const int seat = ++state.count;
    Snake& snake = state.snake(seat);
    snake.head = body.front();
    snake.tail = body.back();
    snake.health = static_cast<std::int16_t>(health);
    for (std::size_t i = body.size(); i-- > 0;) {
        state.board.set_owner(body[i], seat);
        if (i == 0) {
            break;
        }
        const int step = body[i - 1] - body[i];
        if (step == 0) {
            ++snake.stacked;
            continue;
        }
        for (const Direction direction :
             {Direction::up, Direction::down, Direction::left, Direction::right}) {
            if (step == offset_of(direction)) {
                snake.path.push(direction);
            }
        }
    }
    state.living = static_cast<std::uint8_t>(state.living | 1U << (seat - 1));
    return seat;
}

void add_food(State& state, Cell cell) {
    state.board.put_food(cell);
    ++state.food;
}

bool is_over(const State& state, int max_turns) {
    const int enough = state.count == 1 ? 1 : 2;
    return state.living_count() < enough || state.turn >= static_cast<std::uint32_t>(max_turns);
}

std::array<int, max_snakes> ranks(const State& state) {
    // What decides a seat's rank; larger is better.
    const auto order = [&](int seat) {
        const Snake& snake = state.snake(seat);
        return state.lives(seat) ? std::tuple(1, snake.length(), int{snake.health})
                                 : std::tuple(0, static_cast<int>(snake.died_on), 0);
    };
    std::array<int, max_snakes> result{};
    for (int seat = 1; seat <= state.count; ++seat) {
        result[seat - 1] = 1;
        for (int other = 1; other <= state.count; ++other) {
            result[seat - 1] += static_cast<int>(order(other) > order(seat));
        }
    }
    return result;
}

} // namespace referee::battlesnake
