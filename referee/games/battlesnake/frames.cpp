#include "games/battlesnake/frames.hpp"

#include "games/battlesnake/files.hpp"
#include "json.hpp"

#include <fmt/format.h>
#include <iterator>

namespace referee::battlesnake {
namespace {

/// A background for each seat; the head is bold, food red.
constexpr std::array<int, max_snakes> seat_colours{75, 203, 77, 221, 177, 208, 80, 250};
constexpr std::string_view plain = "\x1b[0m";

std::string coloured_sign(const State& state, Cell cell) {
    const char sign = sign_of(state, cell);
    if (const int owner = state.board.owner(cell)) {
        const bool is_head = state.snake(owner).head == cell;
        return fmt::format(
            "\x1b[{}30;48;5;{}m {}{}", is_head ? "1;" : "", seat_colours[owner - 1], sign, plain);
    }
    return sign == 'F' ? fmt::format("\x1b[1;38;5;196m F{}", plain) : " .";
}

/// The line beside the board for a snake.
std::string line_of(const State& state, int seat, bool colours) {
    const Snake& snake = state.snake(seat);
    const char sign = static_cast<char>('A' + seat - 1);
    const std::string head =
        colours ? fmt::format("\x1b[1;30;48;5;{}m {} {}", seat_colours[seat - 1], sign, plain)
                : fmt::format(" {} ", sign);
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
    for_each_segment(snake, [&](Cell cell) { body.push_back(json_of(cell)); });
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

std::string render(const State& state, bool colours) {
    std::vector<std::string> beside{fmt::format("turn {}, food {}", state.turn, state.food), ""};
    for (int seat = 1; seat <= state.count; ++seat) {
        beside.push_back(line_of(state, seat, colours));
    }
    std::string text;
    for (int row = 0; row < static_cast<int>(state.height); ++row) {
        const int y = state.height - 1 - row;
        text += fmt::format("{:2} ", y);
        for (int x = 0; x < state.width; ++x) {
            const Cell cell = cell_at(x, y);
            text += colours ? coloured_sign(state, cell) : std::string{' ', sign_of(state, cell)};
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

std::string frame(const State& state) {
    Json food = Json::array();
    for_each_food(state, [&](Cell cell) { food.push_back(json_of(cell)); });
    Json snakes = Json::array();
    Json measures = Json::array();
    for (int seat = 1; seat <= state.count; ++seat) {
        const Snake& snake = state.snake(seat);
        snakes.push_back(json_of(state, seat));
        measures.push_back(state.lives(seat) ? Json{snake.length(), snake.health} : Json());
    }
    const Json frame{{"game", "battlesnake"},  {"turn", state.turn}, {"width", state.width},
                     {"height", state.height}, {"food", food},       {"snakes", snakes},
                     {"measures", measures}};
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
        for_each_segment(snake, [&](Cell cell) { append_place(text, cell); });
        text += '\n';
    }
    text += "food";
    for_each_food(state, [&](Cell cell) { append_place(text, cell); });
    return text + "\n";
}

} // namespace referee::battlesnake
