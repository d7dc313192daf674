// What a learner sees of cops, and its actions: referee/python/README.md, "Games".

#include "game/environment.hpp"
#include "games/cops/field.hpp"
#include "games/cops/files.hpp"
#include "games/cops/frames.hpp"
#include "games/cops/rules.hpp"

#include <array>

namespace referee::cops {
namespace {

enum PlaneIndex { wall, gate, wall_before, gate_before, thief, cop, ring, outside, time };

constexpr std::array<Plane, 9> planes{{
    {"wall", "1 where there is a wall"},
    {"gate", "1 where a gate is"},
    {"wall_before", "where walls were at the end of the previous tick; empty at first"},
    {"gate_before", "where gates were then"},
    {"thief", "1 where the thief is"},
    {"cop", "the number of a cop, from 1; the last one if several are on the cell"},
    {"ring", "1 around the board"},
    {"outside", "1 beyond the ring of a smaller board"},
    {"time", "255 times the fraction of the ticks played, in all cells"},
}};

/// The rules' state, and the one at the end of the previous tick, which shows where walls and gates
/// are moving. AIs get the latter in history.dat.
struct StateWithPast {
    State now;
    State before;
    bool has_before = false;
};

void put_walls(const ObservationWriter& out, int plane, const State& state, int length) {
    for (int i = 0; i < state.wall_count; ++i) {
        const Wall& shown = state.walls[i];
        for (int at = 0; at < length; ++at) {
            out.put(
                plane, shown.first.y + (shown.vertical ? at : 0),
                shown.first.x + (shown.vertical ? 0 : at), 1);
        }
    }
}

void put_gates(
    const ObservationWriter& out, int plane, const State& state, const Parameters& parameters) {
    const int length = ring_length(parameters.size);
    for (int i = 0; i < state.gate_count; ++i) {
        for (int at = 0; at < std::min(parameters.gate_width, length); ++at) {
            const Cell cell = ring_cell((state.gates[i].index + at) % length, parameters.size);
            out.put(plane, cell.y, cell.x, 1);
        }
    }
}

void put_ground(const ObservationWriter& out, int size) {
    for (int row = 0; row < out.sizes().height; ++row) {
        for (int column = 0; column < out.sizes().width; ++column) {
            const Cell cell{static_cast<std::int16_t>(column), static_cast<std::int16_t>(row)};
            if (ring_index(cell, size) >= 0) {
                out.put(ring, row, column, 1);
            } else if (!is_inner(cell, size)) {
                out.put(outside, row, column, 1);
            }
        }
    }
}

int units_of(const State& state, int player) {
    return player == 0 ? 1 : state.cop_count;
}

/// True if the plan that begins there has only letters.
bool is_plan(const std::int32_t* plan, int length) {
    return std::all_of(plan, plan + length, [](std::int32_t letter) {
        return letter >= 0 && letter < static_cast<std::int32_t>(step_letters.size());
    });
}

struct Rules {
    using Setup = cops::Setup;
    using State = StateWithPast;
    static constexpr std::string_view game = "cops";
    static constexpr bool has_view = false;

    static std::span<const Plane> planes() { return cops::planes; }
    static std::string_view actions() {
        return "a plan: for each of the player's units in order, plan_length letters, 0 N, 1 E, 2 S, 3 W, 4 "
               "stay; parts beyond that don't count";
    }
    static std::function<Setup(Rng&)> drawer(const CreateRequest& request) {
        return setup_drawer(request);
    }
    static Setup read(FieldText& text) { return read_setup(text); }
    static int players(const Setup&) { return 2; }
    static EnvironmentSizes sizes(const Setup& setup, int) {
        const int side = setup.parameters.size + 2;
        return {
            .height = side,
            .width = side,
            .actions = static_cast<int>(step_letters.size()),
            .parts = std::max(1, int{setup.start.cop_count}) * setup.parameters.plan_length};
    }
    static void widen(EnvironmentSizes&, const CreateRequest&) {}

    static void start(State& state, const Setup& setup) {
        state.now = setup.start;
        state.has_before = false;
        move_surroundings(state.now, setup.parameters, setup.words_of(0));
    }
    static unsigned to_move(const State& state, const Setup&) {
        return state.now.end == End::none ? 0b11 : 0;
    }
    static unsigned out(const State&) { return 0; }

    /// A turn is a plan, as in the referee.
    static void play(
        State& state, const Setup& setup, const EnvironmentSizes& sizes,
        const std::int32_t* actions) {
        const int length = setup.parameters.plan_length;
        std::array<const std::int32_t*, 2> plans{actions, actions + sizes.parts};
        for (int player = 0; player < 2; ++player) {
            if (!is_plan(plans[player], units_of(state.now, player) * length)) {
                plans[player] = nullptr;
            }
        }
        for (int tick = 0; tick < length && state.now.end == End::none; ++tick) {
            Steps steps;
            if (plans[0] != nullptr) {
                steps.thief = static_cast<Step>(plans[0][tick]);
            }
            for (int unit = 0; plans[1] != nullptr && unit < state.now.cop_count; ++unit) {
                steps.cops[unit] = static_cast<Step>(plans[1][unit * length + tick]);
            }
            move_players(state.now, setup.parameters, steps);
            if (state.now.end == End::none) {
                state.before = state.now;
                state.has_before = length > 1; // history.dat has plan_length boards
                move_surroundings(state.now, setup.parameters, setup.words_of(state.now.tick));
            }
        }
    }
    /// The thief's payoff from −1, caught at once, over 0, survived, to nearly 1, escaped at once.
    static float reward(const State& state, const Setup& setup, int player) {
        const auto ticks = static_cast<float>(setup.parameters.ticks);
        const float payoff = (static_cast<float>(state.now.payoff) - ticks) / ticks;
        return player == 0 ? payoff : -payoff;
    }
    static void
    legal(const State&, const Setup&, const EnvironmentSizes& sizes, int, std::uint8_t* legal) {
        std::fill_n(legal, sizes.actions, std::uint8_t{1});
    }
    static void observe(const State& state, const Setup& setup, int, const ObservationWriter& out) {
        const Parameters& values = setup.parameters;
        put_ground(out, values.size);
        put_walls(out, wall, state.now, values.wall_length);
        put_gates(out, gate, state.now, values);
        if (state.has_before) {
            put_walls(out, wall_before, state.before, values.wall_length);
            put_gates(out, gate_before, state.before, values);
        }
        out.put(thief, state.now.thief.y, state.now.thief.x, 1);
        for (int i = 0; i < state.now.cop_count; ++i) {
            out.put(cop, state.now.cops[i].y, state.now.cops[i].x, i + 1);
        }
        out.fill(time, 255 * state.now.tick / values.ticks);
    }
    static std::string answer(
        const State& state, const Setup& setup, const EnvironmentSizes&, int player,
        std::span<const std::int32_t> action) {
        const int length = units_of(state.now, player) * setup.parameters.plan_length;
        if (!is_plan(action.data(), length)) {
            return "";
        }
        std::vector<Step> steps;
        for (int part = 0; part < length; ++part) {
            steps.push_back(static_cast<Step>(action[static_cast<std::size_t>(part)]));
        }
        return text_of(steps);
    }
    static std::string text(const State& state, const Setup&) { return canonical_text(state.now); }
    static State read_state(std::string_view text, const Setup& setup) {
        return {cops::read_state(text, setup), {}, false};
    }
};

} // namespace

const Environment& environment() {
    static const EnvironmentOf<Rules> environment;
    return environment;
}

} // namespace referee::cops
