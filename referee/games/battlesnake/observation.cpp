// What a learner sees of battlesnake, and its actions: referee/python/README.md, "Games".

#include "games/battlesnake/observation.hpp"

#include "base/names.hpp"
#include "game/environment.hpp"
#include "games/battlesnake/field.hpp"
#include "games/battlesnake/files.hpp"
#include "games/battlesnake/frames.hpp"
#include "games/battlesnake/rules.hpp"

#include <array>

namespace referee::battlesnake {
namespace {

enum PlaneIndex {
    food,
    own_body,
    other_bodies,
    own_head,
    strong_heads,
    weak_heads,
    outside,
    hazard
};

constexpr std::array<Plane, 8> planes{{
    {"food", "1 where there is food"},
    {"own_body",
     "turns until the cell becomes free if the snake doesn't eat; at the head, its length"},
    {"other_bodies", "the same for the other snakes"},
    {"own_head", "health"},
    {"strong_heads", "health of a snake that is at least as long: its head kills"},
    {"weak_heads", "health of a shorter snake"},
    {"outside", "1 off the board"},
    {"hazards",
     "health that a head loses there, at most 100; what it gains instead counts from 101 on"},
}};

/// The board's position in the planes: if the whole board is seen, its row y is row y of a plane.
struct Window {
    int x = 0;               ///< of column 0
    int y = 0;               ///< of row 0
    bool is_wrapped = false; ///< beyond the border the board goes on, perhaps several times
};

int modulo(int value, int by) {
    const int rest = value % by;
    return rest < 0 ? rest + by : rest;
}

/// Writes to the planes of a state.
class Painter {
  public:
    Painter(const State& state, const ObservationWriter& out, const Window& window)
        : state_(state), out_(out), window_(window) {}

    void put(int plane, Cell cell, int value) const {
        const int row = y_of(cell) - window_.y;
        const int column = x_of(cell) - window_.x;
        if (!window_.is_wrapped) {
            out_.put(plane, row, column, value);
            return;
        }
        const EnvironmentSizes& sizes = out_.sizes();
        for (int y = modulo(row, state_.height); y < sizes.height; y += state_.height) {
            for (int x = modulo(column, state_.width); x < sizes.width; x += state_.width) {
                out_.put(plane, y, x, value);
            }
        }
    }

    void put_body(int plane, const Snake& snake) const {
        Cell cell = snake.head;
        int turns = snake.length();
        put(plane, cell, turns);
        for (int number = snake.path.size() - 1; number >= 0; --number) {
            cell = neighbour(state_, cell, reversed(snake.path[number]));
            put(plane, cell, --turns);
        }
    }

    void put_ground() const {
        const EnvironmentSizes& sizes = out_.sizes();
        std::uint8_t* food_row = out_.plane(food);
        std::uint8_t* outside_row = out_.plane(outside);
        for (int row = 0; row < sizes.height; ++row) {
            int y = window_.y + row;
            y = window_.is_wrapped ? modulo(y, state_.height) : y;
            const bool is_row_inside = y >= 0 && y < state_.height;
            for (int column = 0; column < sizes.width; ++column) {
                int x = window_.x + column;
                x = window_.is_wrapped ? modulo(x, state_.width) : x;
                if (!is_row_inside || x < 0 || x >= state_.width) {
                    outside_row[column] = 1;
                } else {
                    food_row[column] =
                        static_cast<std::uint8_t>(state_.board.has_food(cell_at(x, y)));
                }
            }
            food_row += sizes.width;
            outside_row += sizes.width;
        }
    }

    void put_hazards(const Hazards& hazards) const {
        for_each_hazard(state_, hazards, [&](Cell cell, int) {
            const int harm = hazards.harm(cell, state_.turn);
            put(hazard, cell,
                harm >= 0 ? std::min(harm, full_health)
                          : full_health + std::min(-harm, full_health));
        });
    }

  private:
    const State& state_;
    const ObservationWriter& out_;
    Window window_;
};

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
    static std::function<Setup(Rng&)> drawer(const CreateRequest& request) {
        return setup_drawer(request);
    }
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
    observe(const State& state, const Setup& setup, int player, const ObservationWriter& out) {
        battlesnake::observe(state, setup.hazards, player, out);
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

void observe(const State& state, const Hazards& hazards, int player, const ObservationWriter& out) {
    const Snake& own = state.snakes[player];
    Window window;
    if (const int view = out.sizes().view; view > 0) {
        window = {x_of(own.head) - view, y_of(own.head) - view, state.wrapped};
    }
    const Painter painter(state, out, window);
    painter.put_ground();
    painter.put_hazards(hazards);
    for (int seat = 1; seat <= state.count; ++seat) {
        if (!state.lives(seat)) {
            continue;
        }
        const Snake& snake = state.snake(seat);
        const bool is_own = seat == player + 1;
        const bool is_weak = snake.length() < own.length();
        painter.put_body(is_own ? own_body : other_bodies, snake);
        painter.put(
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
