#include "games/battlesnake/frames.hpp"

#include "base/json.hpp"
#include "base/names.hpp"
#include "base/text.hpp"
#include "game/answer.hpp"
#include "games/battlesnake/files.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <vector>

namespace referee::battlesnake {

namespace {

/// A background for each seat; the head is bold, food red.
constexpr std::array<int, max_snakes> seat_colours{75, 203, 77, 221, 177, 208, 80, 250};
constexpr std::string_view plain = "\x1b[0m";

/// What is shown on a cell: character_of(), and on free cells with a hazard `~`, or `+` if it
/// heals, or the number of layers if there are several.
char shown_character(const State& state, const Hazards& hazards, Cell cell) {
    const char character = character_of(state, cell);
    const int layers = character == '.' ? hazards.layers(cell, state.turn) : 0;
    if (layers == 0) {
        return character;
    }
    constexpr int max_digit = 9;
    return layers == 1 ? (hazards.damage() < 0 ? '+' : '~')
                       : static_cast<char>('0' + std::min(layers, max_digit));
}

std::string coloured_character(const State& state, const Hazards& hazards, Cell cell) {
    const char character = shown_character(state, hazards, cell);
    if (const int owner = state.board.owner(cell)) {
        const bool is_head = state.snake(owner).head == cell;
        return fmt::format(
            "\x1b[{}30;48;5;{}m {}{}", is_head ? "1;" : "", seat_colours[owner - 1], character,
            plain);
    }
    if (hazards.layers(cell, state.turn) >
        0) { // on a ground of its own: purple, or green if it heals
        constexpr int hurting = 54;
        constexpr int healing = 22;
        return fmt::format(
            "\x1b[{}48;5;{}m {}{}", character == 'F' ? "1;38;5;196;" : "38;5;250;",
            hazards.damage() < 0 ? healing : hurting, character, plain);
    }
    return character == 'F' ? fmt::format("\x1b[1;38;5;196m F{}", plain) : " .";
}

/// The line beside the board for a snake.
std::string line_of(const State& state, int seat, bool colours) {
    const Snake& snake = state.snake(seat);
    const char character = static_cast<char>('A' + seat - 1);
    const std::string head =
        colours ? fmt::format("\x1b[1;30;48;5;{}m {} {}", seat_colours[seat - 1], character, plain)
                : fmt::format(" {} ", character);
    const std::string fate =
        state.lives(seat) ? ""
                          : fmt::format("  dead on turn {}: {}", snake.died_on, fate_of(snake));
    return fmt::format(
        "{} seat {}  health {:3}  length {:3}{}", head, seat, snake.health, snake.length(), fate);
}

Json json_of(Cell cell) {
    return {x_of(cell), y_of(cell)};
}

Json json_of(const State& state, int seat) {
    const Snake& snake = state.snake(seat);
    Json body = Json::array();
    for_each_segment(state, snake, [&](Cell cell) { body.push_back(json_of(cell)); });
    return {
        {"seat", seat},
        {"health", snake.health},
        {"length", snake.length()},
        {"alive", state.lives(seat)},
        {"body", body},
        {"cause", name_of(snake.cause)},
        {"killer", snake.killer},
        {"died", snake.died_on}};
}

void append_place(std::string& text, Cell cell) {
    fmt::format_to(std::back_inserter(text), " {},{}", x_of(cell), y_of(cell));
}

/// By seat − 1: the cells that a snake's head reaches before any other one if tails move on and
/// nobody eats. Of several that come at once, the longest one has the cell.
std::array<int, max_snakes> territories(const State& state) {
    struct Reached {
        int seat = 0;
        int steps = 0;
        bool is_shared = false; ///< with one of the same length
    };
    std::vector<Reached> reached(cell_count);
    std::vector<int> free_after(cell_count); ///< steps until the body on a cell has left it
    std::vector<Cell> open;
    std::array<int, max_snakes> found{};
    for (int seat = 1; seat <= state.count; ++seat) {
        if (state.lives(seat)) {
            open.push_back(state.snake(seat).head);
            reached[open.back()] = {seat, 0, false};
            int left = state.constrictor ? cell_count : state.snake(seat).length();
            for_each_segment(state, state.snake(seat), [&](Cell cell) {
                free_after[cell] = std::max(free_after[cell], left);
                left -= state.constrictor ? 0 : 1;
            });
        }
    }
    for (std::size_t next = 0; next < open.size(); ++next) { // grows
        const Reached from = reached[open[next]];
        for (const Direction direction : all_directions) {
            const Cell cell = neighbour(state, open[next], direction);
            if (state.board.is_wall(cell) || from.steps + 1 < free_after[cell]) {
                continue;
            }
            Reached& to = reached[cell];
            if (to.seat == 0) {
                to = {from.seat, from.steps + 1, from.is_shared};
                open.push_back(cell);
            } else if (to.seat != from.seat && to.steps == from.steps + 1) {
                const int longer = state.snake(from.seat).length() - state.snake(to.seat).length();
                if (longer > 0) {
                    to.seat = from.seat;
                }
                to.is_shared = longer == 0;
            }
        }
    }
    for (const Cell cell : open) {
        const Reached& to = reached[cell];
        found[static_cast<std::size_t>(to.seat - 1)] += to.steps > 0 && !to.is_shared ? 1 : 0;
    }
    return found;
}

/// Calls `look` with each cell that has food, by rows from the bottom.
template <typename Look>
void for_each_food(const State& state, Look look) {
    for (int y = 0; y < state.height; ++y) {
        for (int x = 0; x < state.width; ++x) {
            if (state.board.has_food(cell_at(x, y))) {
                look(cell_at(x, y));
            }
        }
    }
}

} // namespace

std::string fate_of(const Snake& snake) {
    switch (snake.cause) {
    case Cause::hazard:
        return "died in a hazard";
    case Cause::starved:
        return "starved";
    case Cause::wall:
        return "left the board";
    case Cause::self:
        return "ran into itself";
    case Cause::body:
        return fmt::format("ran into seat {}", snake.killer);
    case Cause::head:
        return fmt::format("head-on collision with seat {}", snake.killer);
    case Cause::none:
        break;
    }
    return "";
}

std::string render(const State& state, const Setup& setup, bool colours) {
    int hazards = 0;
    for_each_hazard(state, setup.hazards, [&](Cell, int) { ++hazards; });
    std::vector<std::string> beside{
        fmt::format("turn {}, food {}", state.turn, state.food) +
            (setup.hazards.is_empty() ? "" : fmt::format(", hazards {}", hazards)),
        ""};
    for (int seat = 1; seat <= state.count; ++seat) {
        beside.push_back(line_of(state, seat, colours));
    }
    std::string text;
    for (int row = 0; row < static_cast<int>(state.height); ++row) {
        const int y = state.height - 1 - row;
        text += fmt::format("{:2} ", y);
        for (int x = 0; x < state.width; ++x) {
            const Cell cell = cell_at(x, y);
            text += colours ? coloured_character(state, setup.hazards, cell)
                            : std::string{' ', shown_character(state, setup.hazards, cell)};
        }
        const auto line = static_cast<std::size_t>(row);
        text += line < beside.size() && !beside[line].empty() ? "   " + beside[line] + "\n" : "\n";
    }
    text += "   ";
    for (int x = 0; x < state.width; ++x) {
        text += fmt::format("{:2}", x % 10);
    }
    text += '\n';
    // On a low board the snakes' lines continue below it.
    for (std::size_t line = state.height; line < beside.size(); ++line) {
        text += "   " + beside[line] + "\n";
    }
    return text;
}

std::string frame(const State& state, const Setup& setup) {
    Json food = Json::array();
    for_each_food(state, [&](Cell cell) { food.push_back(json_of(cell)); });
    Json snakes = Json::array();
    Json measures = Json::array();
    const std::array<int, max_snakes> first_at = territories(state);
    for (int seat = 1; seat <= state.count; ++seat) {
        const Snake& snake = state.snake(seat);
        snakes.push_back(json_of(state, seat));
        measures.push_back(
            state.lives(seat)
                ? Json{snake.length(), snake.health, first_at[static_cast<std::size_t>(seat - 1)]}
                : Json());
    }
    Json frame{{"game", "battlesnake"},  {"turn", state.turn}, {"width", state.width},
               {"height", state.height}, {"food", food},       {"snakes", snakes},
               {"measures", measures}};
    if (!setup.is_standard()) {
        Json hazards = Json::array();
        for_each_hazard(state, setup.hazards, [&](Cell cell, int layers) {
            hazards.push_back({x_of(cell), y_of(cell), layers});
        });
        frame["wrapped"] = state.wrapped;
        frame["constrictor"] = state.constrictor;
        frame["hazard_damage"] = setup.parameters.hazard_damage;
        frame["hazards"] = hazards;
    }
    return frame.dump();
}

std::string canonical_text(const State& state) {
    std::string text = fmt::format("turn {}\nsize {} {}\n", state.turn, state.width, state.height);
    for (int seat = 1; seat <= state.count; ++seat) {
        const Snake& snake = state.snake(seat);
        fmt::format_to(
            std::back_inserter(text), "snake {} health {} cause {} killer {} died {} last {} body",
            seat, snake.health, name_of(snake.cause), snake.killer, snake.died_on,
            snake.has_moved ? name_of(snake.last_move) : "none");
        for_each_segment(state, snake, [&](Cell cell) { append_place(text, cell); });
        text += '\n';
    }
    text += "food";
    for_each_food(state, [&](Cell cell) { append_place(text, cell); });
    return text + "\n";
}

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

bool are_neighbours(const State& state, Cell a, Cell b) {
    return std::any_of(all_directions.begin(), all_directions.end(), [&](Direction direction) {
        return neighbour(state, b, direction) == a;
    });
}

/// Head first. Equal cells only at the tail, as add_snake() takes them.
std::vector<Cell> read_body(StateReader& reader, const State& state, bool is_alive) {
    std::vector<Cell> body;
    reader.expect("body");
    do {
        body.push_back(read_place(reader, state, body.empty() && !is_alive ? 1 : 0));
        const bool is_stacked = body.size() > 1 && body.back() == body[body.size() - 2];
        const bool was_stacked = body.size() > 2 && body[body.size() - 2] == body[body.size() - 3];
        const bool is_connected = body.size() == 1 || is_stacked ||
                                  are_neighbours(state, body[body.size() - 2], body.back());
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
    if (is_alive && health < 1) {
        reader.error("a snake that is alive has at least 1 health");
    }
    reader.expect("killer");
    const int killer = reader.small_integer(0, max_snakes);
    reader.expect("died");
    const int died_on = reader.small_integer(0, max_turn);
    reader.expect("last");
    const std::string_view last = reader.word();
    State alone = empty_state(state.width, state.height);
    alone.wrapped = state.wrapped;
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
    Cell cell = state.snake(seat).head;
    const Path& path = state.snake(seat).path;
    for (int number = path.size(); number >= 0; --number) {
        if (state.board.owner(cell) != 0) {
            reader.error("two segments are on one cell");
        }
        state.board.set_owner(cell, seat);
        if (number > 0) {
            cell = neighbour(state, cell, reversed(path[number - 1]));
        }
    }
}

} // namespace

State read_state(std::string_view text, const Setup& setup) {
    const Parameters& values = setup.parameters;
    StateReader reader(text);
    State state = empty_state(values.width, values.height);
    state.wrapped = setup.start.wrapped;
    state.constrictor = setup.start.constrictor;
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
