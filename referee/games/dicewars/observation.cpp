// What a learner sees of dicewars, and its actions: referee/python/README.md, "Games".

#include "game/environment.hpp"
#include "games/dicewars/field.hpp"
#include "games/dicewars/files.hpp"
#include "games/dicewars/frames.hpp"
#include "games/dicewars/rules.hpp"

#include <array>

namespace referee::dicewars {
namespace {

enum PlaneIndex { adjacent, owner, dice, other_owner, other_dice, reserve, transfers_left };

/// A cell of the planes is a pair of areas, as an action is: row a, column b.
constexpr std::array<Plane, 7> planes{{
    {"adjacent", "1 if a borders on b"},
    {"owner", "of a: 1 is oneself, then in the order of play; 0 if there is no such area"},
    {"dice", "on a"},
    {"other_owner", "of b"},
    {"other_dice", "on b"},
    {"reserve", "of the owner of a"},
    {"transfers_left", "of the player to move in this turn, in all cells"},
}};

/// Number 0 ends the turn; 1 + a · width + b is a battle or a transfer from a to b, by b's owner.
Command command_of(const State& state, int areas, int width, std::int32_t action) {
    if (action == 0) {
        return end_turn();
    }
    const int from = (action - 1) / width;
    const int to = (action - 1) % width;
    const bool is_own = from < areas && to < areas && state.owner[to] == state.mover;
    return is_own ? transfer(from, to) : battle(from, to);
}

bool is_action(std::int32_t action, const EnvironmentSizes& sizes) {
    return action >= 0 && action < sizes.actions;
}

/// What an observation shows. Areas that don't exist have zeros.
struct Picture {
    int areas = 0;
    std::array<AreaSet, max_areas> adjacent{};
    std::array<std::uint8_t, max_areas> owner{}; ///< as in the plane, like the next two
    std::array<std::uint8_t, max_areas> dice{};
    std::array<std::uint8_t, max_areas> reserve{};
    std::uint8_t transfers_left = 0;
};

/// Writes a value to all pairs whose first area is `area`.
void put_row(const ObservationWriter& out, int plane, int area, int areas, std::uint8_t value) {
    std::fill_n(out.plane(plane) + area * out.sizes().width, areas, value);
}

/// Writes a value to all pairs whose second area is `area`.
void put_column(const ObservationWriter& out, int plane, int area, int areas, std::uint8_t value) {
    std::uint8_t* cell = out.plane(plane) + area;
    for (int a = 0; a < areas; ++a, cell += out.sizes().width) {
        *cell = value;
    }
}

struct Rules {
    using Setup = FieldSetup;
    using Picture = dicewars::Picture;
    using State = dicewars::State;
    static constexpr std::string_view game = "dicewars";
    static constexpr bool has_view = false;

    static std::span<const Plane> planes() { return dicewars::planes; }
    static std::string_view actions() {
        return "0 ends the turn; 1 + a * width + b goes from area a + 1 to area b + 1: a transfer "
               "if that area is one's own, else a battle";
    }
    static std::function<Setup(Rng&)> drawer(const CreateRequest& request) {
        return setup_drawer(request);
    }
    static Setup read(FieldText& text) { return read_setup(text); }
    static int players(const Setup& setup) { return setup.game.players; }
    static EnvironmentSizes sizes(const Setup& setup, int) {
        const int areas = setup.game.board.areas();
        return {.height = areas, .width = areas, .actions = 1 + areas * areas};
    }
    static void widen(EnvironmentSizes&, const CreateRequest&) {}

    static void start(State& state, const Setup& setup) { state = dicewars::start(setup.game); }
    static unsigned to_move(const State& state, const Setup&) {
        return state.end == End::none ? 1U << static_cast<unsigned>(state.mover) : 0;
    }
    /// A player that is switched off may still win.
    static unsigned out(const State& state) {
        unsigned set = 0;
        for (int player = 0; player < state.players; ++player) {
            set |= state.owned[player] == 0 ? 1U << static_cast<unsigned>(player) : 0;
        }
        return set;
    }
    static void play(
        State& state, const Setup& setup, const EnvironmentSizes& sizes,
        const std::int32_t* actions) {
        Deployment deployment; // not initialised: only written entries are read
        const std::int32_t action = actions[state.mover];
        if (is_action(action, sizes)) {
            const int areas = setup.game.board.areas();
            apply(state, setup.game, command_of(state, areas, sizes.width, action), deployment);
        } else {
            end_by_fault(state, setup.game, true, deployment);
        }
        while (state.end == End::none && state.is_off(state.mover)) {
            end_by_fault(state, setup.game, false, deployment);
        }
    }
    static float reward(const State& state, const Setup&, int player) {
        const auto places = ranks(state);
        return reward_of_rank(
            std::span(places).first(static_cast<std::size_t>(state.players)), player);
    }
    static void legal(
        const State& state, const Setup& setup, const EnvironmentSizes& sizes, int player,
        std::uint8_t* legal) {
        legal[0] = 1;
        const Board& board = setup.game.board;
        for (AreaSet own = state.owned[player]; own != 0;) {
            const int from = take_first(own);
            for (const int to : board.neighbours(from)) {
                const std::int32_t action = 1 + from * sizes.width + to;
                const Command command = command_of(state, board.areas(), sizes.width, action);
                legal[action] = refusal_of(state, board, command) == Refusal::none;
            }
        }
    }
    static void
    observe(const State& state, const Setup& setup, int player, const ObservationWriter& out) {
        const Board& board = setup.game.board;
        const auto order_of = [&state, player](int area) {
            return 1 + (state.owner[area] - player + state.players) % state.players;
        };
        for (int a = 0; a < board.areas(); ++a) {
            for (const int b : board.neighbours(a)) {
                out.put(adjacent, a, b, 1);
            }
            const int reserve_of_owner = state.reserve[state.owner[a]];
            for (int b = 0; b < board.areas(); ++b) {
                out.put(owner, a, b, order_of(a));
                out.put(dice, a, b, state.dice[a]);
                out.put(other_owner, a, b, order_of(b));
                out.put(other_dice, a, b, state.dice[b]);
                out.put(reserve, a, b, reserve_of_owner);
            }
        }
        out.fill(transfers_left, setup.game.parameters.max_transfers - state.transfers_this_turn);
    }
    static void look(const State& state, const Setup& setup, int player, Picture& seen) {
        const Board& board = setup.game.board;
        if (seen.areas != board.areas()) {
            seen = {};
            seen.areas = board.areas();
        }
        std::array<std::uint8_t, max_players> orders{};
        std::array<std::uint8_t, max_players> reserves{};
        for (int owner = 0; owner < state.players; ++owner) {
            orders[owner] =
                ObservationWriter::limited(1 + (owner - player + state.players) % state.players);
            reserves[owner] = ObservationWriter::limited(state.reserve[owner]);
        }
        for (int area = 0; area < seen.areas; ++area) {
            seen.adjacent[area] = board.neighbour_set(area);
            seen.owner[area] = orders[state.owner[area]];
            seen.dice[area] = state.dice[area];
            seen.reserve[area] = reserves[state.owner[area]];
        }
        seen.transfers_left = ObservationWriter::limited(
            setup.game.parameters.max_transfers - state.transfers_this_turn);
    }
    static void repaint(const ObservationWriter& out, const Picture& before, const Picture& after) {
        if (before.areas != after.areas && before.areas != 0) {
            std::fill_n(out.plane(0), planes().size() * out.sizes().cells(), std::uint8_t{0});
            repaint(out, {}, after);
            return;
        }
        const int areas = after.areas;
        for (int area = 0; area < areas; ++area) {
            if (before.adjacent[area] != after.adjacent[area]) {
                for (int b = 0; b < areas; ++b) {
                    out.put(adjacent, area, b, has(after.adjacent[area], b) ? 1 : 0);
                }
            }
            if (const std::uint8_t now = after.owner[area]; before.owner[area] != now) {
                put_row(out, owner, area, areas, now);
                put_column(out, other_owner, area, areas, now);
            }
            if (const std::uint8_t now = after.dice[area]; before.dice[area] != now) {
                put_row(out, dice, area, areas, now);
                put_column(out, other_dice, area, areas, now);
            }
            if (before.reserve[area] != after.reserve[area]) {
                put_row(out, reserve, area, areas, after.reserve[area]);
            }
        }
        if (before.transfers_left != after.transfers_left) {
            out.fill(transfers_left, after.transfers_left);
        }
    }
    static std::string answer(
        const State& state, const Setup& setup, const EnvironmentSizes& sizes, int,
        std::span<const std::int32_t> action) {
        const int areas = setup.game.board.areas();
        return is_action(action[0], sizes)
                   ? text_of(command_of(state, areas, sizes.width, action[0]))
                   : "";
    }
    static std::string text(const State& state, const Setup& setup) {
        return canonical_text(state, setup.game.board);
    }
    static State read_state(std::string_view text, const Setup& setup) {
        return dicewars::read_state(text, setup.game);
    }
};

} // namespace

const Environment& environment() {
    static const EnvironmentOf<Rules> environment;
    return environment;
}

} // namespace referee::dicewars
