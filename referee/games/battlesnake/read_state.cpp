#include "games/battlesnake/read_state.hpp"

#include "field/state_reader.hpp"
#include "field/text.hpp"
#include "names.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <vector>

namespace referee::battlesnake {
namespace {

constexpr std::size_t max_segments = Path::capacity;
constexpr int max_health = 10'000; ///< traces of other engines start with more than fields allow
constexpr int max_turn = std::numeric_limits<int>::max();

/// A place "x,y". A dead snake's head may lie beside the board.
Cell read_place(StateReader& reader, const State& state, int margin) {
    const std::string_view word = reader.word();
    const std::size_t comma = std::min(word.find(','), word.size());
    std::int64_t x = 0;
    std::int64_t y = 0;
    if (comma == word.size() || !parse_integer(word.substr(0, comma), x) ||
        !parse_integer(word.substr(comma + 1), y) || x < -margin || x >= state.width + margin ||
        y < -margin || y >= state.height + margin) {
        reader.error("'" + printable(word) + "' is not on the board");
    }
    return cell_at(static_cast<int>(x), static_cast<int>(y));
}

bool are_neighbours(Cell a, Cell b) {
    return std::abs(x_of(a) - x_of(b)) + std::abs(y_of(a) - y_of(b)) == 1;
}

/// Head first. Equal cells only at the tail, as add_snake() takes them.
std::vector<Cell> read_body(StateReader& reader, const State& state, bool is_alive) {
    std::vector<Cell> body;
    reader.expect("body");
    do {
        body.push_back(read_place(reader, state, body.empty() && !is_alive ? 1 : 0));
        const bool is_stacked = body.size() > 1 && body.back() == body[body.size() - 2];
        const bool was_stacked = body.size() > 2 && body[body.size() - 2] == body[body.size() - 3];
        const bool is_connected =
            body.size() == 1 || is_stacked || are_neighbours(body.back(), body[body.size() - 2]);
        if (!is_connected || (was_stacked && !is_stacked) || body.size() > max_segments) {
            reader.error("the body isn't connected");
        }
    } while (reader.has_word());
    return body;
}

/// Reads the line of a snake; here it lies alone on a board of its own.
Snake read_snake(StateReader& reader, const State& state, int seat, bool& is_alive) {
    reader.line("snake");
    reader.small_integer(seat, seat);
    reader.expect("health");
    const int health = reader.small_integer(-max_health, max_health);
    reader.expect("cause");
    const auto cause = static_cast<Cause>(reader.choice(all_names<Cause>));
    is_alive = cause == Cause::none;
    reader.expect("killer");
    const int killer = reader.small_integer(0, max_snakes);
    reader.expect("died");
    const int died_on = reader.small_integer(0, max_turn);
    reader.expect("last");
    const std::string_view last = reader.word();
    State alone = empty_state(state.width, state.height);
    add_snake(alone, read_body(reader, state, is_alive), health);
    Snake snake = alone.snake(1);
    snake.cause = cause;
    snake.killer = static_cast<std::int8_t>(killer);
    snake.died_on = static_cast<std::uint32_t>(died_on);
    const std::optional<Direction> direction = named<Direction>(last);
    snake.has_moved = direction.has_value();
    snake.last_move = direction.value_or(Direction::up);
    return snake;
}

void put_on_board(const StateReader& reader, State& state, int seat) {
    int cell = state.snake(seat).head;
    const Path& path = state.snake(seat).path;
    for (int number = path.size(); number >= 0; --number) {
        if (state.board.owner(static_cast<Cell>(cell)) != 0) {
            reader.error("two segments are on one cell");
        }
        state.board.set_owner(static_cast<Cell>(cell), seat);
        cell -= number > 0 ? offset_of(path[number - 1]) : 0;
    }
}

} // namespace

State read_state(std::string_view text, const Setup& setup) {
    const Parameters& values = setup.parameters;
    StateReader reader(text);
    State state = empty_state(values.width, values.height);
    reader.line("turn");
    state.turn = static_cast<std::uint32_t>(reader.small_integer(0, max_turn));
    reader.line("size");
    reader.small_integer(values.width, values.width);
    reader.small_integer(values.height, values.height);
    state.count = setup.start.count;
    for (int seat = 1; seat <= state.count; ++seat) {
        bool is_alive = false;
        state.snake(seat) = read_snake(reader, state, seat, is_alive);
        if (is_alive) {
            state.living = static_cast<std::uint8_t>(state.living | 1U << (seat - 1));
            put_on_board(reader, state, seat);
        }
    }
    reader.line("food");
    while (reader.has_word()) {
        const Cell cell = read_place(reader, state, 0);
        if (state.board.has_food(cell)) {
            reader.error("there is food twice on one cell");
        }
        add_food(state, cell);
    }
    reader.finish();
    return state;
}

} // namespace referee::battlesnake
