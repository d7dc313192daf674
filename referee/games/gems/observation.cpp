// What a learner sees of gems, and its actions: referee/python/README.md, "Games".

#include "game/environment.hpp"
#include "games/gems/field.hpp"
#include "games/gems/files.hpp"
#include "games/gems/frames.hpp"
#include "games/gems/rules.hpp"

#include <array>

namespace referee::gems {
namespace {

constexpr int colour_planes = 5; ///< in the order of Stone, from red
constexpr int values_of_a_player = 6;

constexpr std::array<Plane, 19> planes{{
    {"red", "1 where there is a red stone"},
    {"yellow", "the same for yellow"},
    {"green", "the same for green"},
    {"blue", "the same for blue"},
    {"purple", "the same for purple"},
    {"bomb", "the value of a bomb"},
    {"life", "own life, in all cells, like everything that follows"},
    {"shield", "own shield"},
    {"red_account", "own red stones"},
    {"yellow_account", "own yellow stones"},
    {"green_account", "own green stones"},
    {"purple_account", "own purple stones"},
    {"opponent_life", "the opponent's life"},
    {"opponent_shield", "the opponent's shield"},
    {"opponent_red", "the opponent's red stones"},
    {"opponent_yellow", "the opponent's yellow stones"},
    {"opponent_green", "the opponent's green stones"},
    {"opponent_purple", "the opponent's purple stones"},
    {"moves_left", "moves of both players together"},
}};

/// Swaps with the right neighbour, row by row, then those with the upper one.
constexpr int right_swaps = (columns - 1) * rows;
constexpr int all_swaps = right_swaps + columns * (rows - 1);

constexpr int action_of(const Swap& swap) {
    return swap.y1 == swap.y2 ? swap.y1 * (columns - 1) + swap.x1
                              : right_swaps + swap.y1 * columns + swap.x1;
}

constexpr Swap swap_of(int action) {
    if (action < right_swaps) {
        const int x = action % (columns - 1);
        const int y = action / (columns - 1);
        return {x, y, x + 1, y};
    }
    const int x = (action - right_swaps) % columns;
    const int y = (action - right_swaps) / columns;
    return {x, y, x, y + 1};
}

bool is_action(std::int32_t action) {
    return action >= 0 && action < all_swaps;
}

int put_player(const ObservationWriter& out, int plane, const Player& player) {
    for (const int value :
         {player.life, player.shield, player.red, player.yellow, player.green, player.purple}) {
        out.fill(plane++, value);
    }
    return plane;
}

struct Rules {
    using Setup = gems::Setup;
    using State = gems::State;
    static constexpr std::string_view game = "gems";
    static constexpr bool has_view = false;

    static std::span<const Plane> planes() { return gems::planes; }
    static std::string_view actions() {
        return "y * 9 + x swaps x, y with its right neighbour, 90 + y * 10 + x with its upper one";
    }
    static std::function<Setup(Rng&)> drawer(const CreateRequest& request) {
        return setup_drawer(request);
    }
    static Setup read(FieldText& text) { return read_setup(text); }
    static int players(const Setup&) { return 2; }
    static EnvironmentSizes sizes(const Setup&, int) {
        return {.height = rows, .width = columns, .actions = all_swaps};
    }
    static void widen(EnvironmentSizes&, const CreateRequest&) {}

    static void start(State& state, const Setup& setup) { state = gems::start(setup); }
    static unsigned to_move(const State& state, const Setup&) {
        return state.end == End::none ? 1U << static_cast<unsigned>(state.mover) : 0;
    }
    static unsigned out(const State&) { return 0; }
    static void
    play(State& state, const Setup& setup, const EnvironmentSizes&, const std::int32_t* actions) {
        const std::int32_t action = actions[state.mover];
        if (is_action(action)) {
            apply(state, setup, swap_of(action));
        } else {
            forfeit(state, state.mover);
        }
    }
    static float reward(const State& state, const Setup&, int player) {
        const int winner = gems::winner(state);
        return winner < 0 ? 0.0F : winner == player ? 1.0F : -1.0F;
    }
    static void
    legal(const State& state, const Setup&, const EnvironmentSizes&, int, std::uint8_t* legal) {
        for (const Swap& swap : legal_swaps(state.board)) {
            legal[action_of(swap)] = 1;
        }
    }
    static void
    observe(const State& state, const Setup& setup, int player, const ObservationWriter& out) {
        for (int y = 0; y < rows; ++y) {
            for (int x = 0; x < columns; ++x) {
                const Stone stone = state.board.at(x, y);
                if (stone >= bomb1) {
                    out.put(colour_planes, y, x, stone - bomb1 + 1);
                } else if (stone != hole) {
                    out.put(stone - red, y, x, 1);
                }
            }
        }
        int plane = put_player(out, colour_planes + 1, state.players[player]);
        plane = put_player(out, plane, state.players[1 - player]);
        out.fill(plane, setup.parameters.max_moves - state.moves);
    }
    static std::string answer(
        const State&, const Setup&, const EnvironmentSizes&, int,
        std::span<const std::int32_t> action) {
        return is_action(action[0]) ? text_of(swap_of(action[0])) : "";
    }
    static std::string text(const State& state, const Setup&) { return canonical_text(state); }
    static State read_state(std::string_view text, const Setup& setup) {
        return gems::read_state(text, setup);
    }
};

static_assert(planes.size() == colour_planes + 1 + 2 * values_of_a_player + 1);

} // namespace

const Environment& environment() {
    static const EnvironmentOf<Rules> environment;
    return environment;
}

} // namespace referee::gems
