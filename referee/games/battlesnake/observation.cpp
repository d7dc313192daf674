// What a learner sees of battlesnake, and its actions: referee/python/README.md, "Games".

#include "games/battlesnake/observation.hpp"

#include "base/names.hpp"
#include "game/environment.hpp"
#include "games/battlesnake/field.hpp"
#include "games/battlesnake/frames.hpp"
#include "games/battlesnake/rules.hpp"

#include <array>

namespace referee::battlesnake {
namespace {

enum PlaneIndex { food, own_body, other_bodies, own_head, strong_heads, weak_heads, outside };

constexpr std::array<Plane, 7> planes{{
    {"food", "1 where there is food"},
    {"own_body",
     "turns until the cell becomes free if the snake doesn't eat; at the head, its length"},
    {"other_bodies", "the same for the other snakes"},
    {"own_head", "health"},
    {"strong_heads", "health of a snake that is at least as long: its head kills"},
    {"weak_heads", "health of a shorter snake"},
    {"outside", "1 off the board"},
}};

/// The board's position in the planes: if the whole board is seen, its row y is row y of a plane.
struct Window {
    int x = 0; ///< of column 0
    int y = 0; ///< of row 0
};

void put(const ObservationWriter& out, const Window& window, int plane, int cell, int value) {
    const auto at = static_cast<Cell>(cell);
    out.put(plane, y_of(at) - window.y, x_of(at) - window.x, value);
}

void put_body(const ObservationWriter& out, const Window& window, int plane, const Snake& snake) {
    int cell = snake.head;
    int turns = snake.length();
    put(out, window, plane, cell, turns);
    for (int number = snake.path.size() - 1; number >= 0; --number) {
        cell -= offset_of(snake.path[number]);
        put(out, window, plane, cell, --turns);
    }
}

void put_ground(const ObservationWriter& out, const Window& window, const State& state) {
    const EnvironmentSizes& sizes = out.sizes();
    std::uint8_t* food_row = out.plane(food);
    std::uint8_t* outside_row = out.plane(outside);
    for (int row = 0; row < sizes.height; ++row) {
        const int y = window.y + row;
        const bool is_row_inside = y >= 0 && y < state.height;
        for (int column = 0; column < sizes.width; ++column) {
            const int x = window.x + column;
            if (!is_row_inside || x < 0 || x >= state.width) {
                outside_row[column] = 1;
            } else {
                food_row[column] = static_cast<std::uint8_t>(state.board.has_food(cell_at(x, y)));
            }
        }
        food_row += sizes.width;
        outside_row += sizes.width;
    }
}

bool is_action(std::int32_t action) {
    return action >= 0 && action < static_cast<std::int32_t>(all_names<Direction>.size());
}

struct Rules {
    using Setup = battlesnake::Setup;
    using State = battlesnake::State;
    static constexpr std::string_view game = "battlesnake";
    static constexpr bool has_view = true;

    static std::span<const Plane> planes() { return battlesnake::planes; }
    static std::string_view actions() { return "0 up, 1 down, 2 left, 3 right"; }
    static Setup read(FieldText& text) { return read_setup(text); }
    static int players(const Setup& setup) { return setup.start.count; }
    static EnvironmentSizes sizes(const Setup& setup, int view) {
        const int side = 2 * view + 1;
        return {
            .height = view > 0 ? side : setup.parameters.height,
            .width = view > 0 ? side : setup.parameters.width,
            .actions = static_cast<int>(all_names<Direction>.size()),
            .view = view};
    }
    static void widen(EnvironmentSizes&, const CreateRequest&) {}

    static void start(State& state, const Setup& setup) { state = setup.start; }
    static unsigned to_move(const State& state, const Setup& setup) {
        return is_over(state, setup.parameters.max_turns) ? 0 : state.living;
    }
    static unsigned out(const State& state) {
        return ((1U << state.count) - 1) & ~unsigned{state.living};
    }
    static void
    play(State& state, const Setup& setup, const EnvironmentSizes&, const std::int32_t* actions) {
        Moves moves{};
        for (int player = 0; player < state.count; ++player) {
            moves[player] = is_action(actions[player])
                                ? static_cast<Direction>(actions[player])
                                : fallback_move(state.snakes[player], setup.parameters.first_move);
        }
        apply(state, setup, moves);
    }
    static float reward(const State& state, const Setup&, int player) {
        const auto places = ranks(state);
        return reward_of_rank(std::span(places).first(state.count), player);
    }
    static void
    legal(const State&, const Setup&, const EnvironmentSizes& sizes, int, std::uint8_t* legal) {
        std::fill_n(legal, sizes.actions, std::uint8_t{1}); // a fatal move is legal, too
    }
    static void
    observe(const State& state, const Setup&, int player, const ObservationWriter& out) {
        battlesnake::observe(state, player, out);
    }
    static std::string answer(
        const State&, const Setup&, const EnvironmentSizes&, int,
        std::span<const std::int32_t> action) {
        return is_action(action[0]) ? std::string(all_names<Direction>[action[0]]) : "";
    }
    static std::string text(const State& state, const Setup&) { return canonical_text(state); }
    static State read_state(std::string_view text, const Setup& setup) {
        return battlesnake::read_state(text, setup);
    }
};

} // namespace

void observe(const State& state, int player, const ObservationWriter& out) {
    const Snake& own = state.snakes[player];
    Window window;
    if (const int view = out.sizes().view; view > 0) {
        window = {x_of(own.head) - view, y_of(own.head) - view};
    }
    put_ground(out, window, state);
    for (int seat = 1; seat <= state.count; ++seat) {
        if (!state.lives(seat)) {
            continue;
        }
        const Snake& snake = state.snake(seat);
        const bool is_own = seat == player + 1;
        const bool is_weak = snake.length() < own.length();
        put_body(out, window, is_own ? own_body : other_bodies, snake);
        put(out, window,
            is_own    ? own_head
            : is_weak ? weak_heads
                      : strong_heads,
            snake.head, snake.health);
    }
}

const Environment& environment() {
    static const EnvironmentOf<Rules> environment;
    return environment;
}

} // namespace referee::battlesnake
