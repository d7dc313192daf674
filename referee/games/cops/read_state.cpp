#include "games/cops/read_state.hpp"

#include "field/state_reader.hpp"
#include "games/cops/field.hpp"
#include "games/cops/frames.hpp"
#include "names.hpp"

namespace referee::cops {
namespace {

constexpr std::array<std::string_view, 2> gate_directions{"cw", "ccw"};
constexpr std::array<std::string_view, 2> orientations{"horizontal", "vertical"};

Cell read_cell(StateReader& reader, int min, int max_x, int max_y) {
    const auto x = static_cast<std::int16_t>(reader.integer(min, max_x));
    const auto y = static_cast<std::int16_t>(reader.integer(min, max_y));
    return {x, y};
}

/// `size + 1` is beyond the last inner cell: with a wall as long as the board its first cell is 1.
Wall read_wall(StateReader& reader, const Parameters& values) {
    reader.line("wall");
    Wall wall;
    wall.first = read_cell(reader, 1, values.size, values.size);
    wall.vertical = reader.choice(orientations) == 1;
    wall.heading = static_cast<Step>(reader.choice(all_names<Step>));
    const int along = wall.vertical ? wall.first.y : wall.first.x;
    if (along + values.wall_length - 1 > values.size) {
        reader.error("the wall leaves the board");
    }
    return wall;
}

void require_players_on_board(const StateReader& reader, const State& state, const Setup& setup) {
    const Parameters& values = setup.parameters;
    const bool is_inside = is_inner(state.thief, values.size);
    const bool has_escaped = state.end == End::escaped && ring_index(state.thief, values.size) >= 0;
    if (!(is_inside || has_escaped) || is_wall(state, values, state.thief)) {
        reader.error("the thief can't be there");
    }
    for (int cop = 0; cop < state.cop_count; ++cop) {
        if (is_wall(state, values, state.cops[cop])) {
            reader.error("a cop is in a wall");
        }
    }
}

} // namespace

State read_state(std::string_view text, const Setup& setup) {
    const Parameters& values = setup.parameters;
    StateReader reader(text);
    State state = setup.start; // for the counts
    reader.line("tick");
    state.tick = reader.small_integer(0, values.ticks);
    reader.line("planning");
    state.surroundings_moved = reader.small_integer(0, 1) == 1;
    reader.line("end");
    state.end = static_cast<End>(reader.choice(all_names<End>));
    const bool is_planning = state.end == End::none;
    if (state.surroundings_moved != is_planning || (is_planning && state.tick == values.ticks)) {
        reader.error("neither a state in which both sides plan nor an end");
    }
    reader.line("payoff");
    state.payoff = reader.small_integer(0, 2 * values.ticks);
    reader.line("thief");
    state.thief = read_cell(reader, 0, values.size + 1, values.size + 1);
    for (int i = 0; i < state.cop_count; ++i) {
        reader.line("cop");
        state.cops[i] = read_cell(reader, 1, values.size, values.size);
    }
    for (int i = 0; i < state.gate_count; ++i) {
        reader.line("gate");
        state.gates[i].index =
            static_cast<std::int16_t>(reader.integer(0, ring_length(values.size) - 1));
        state.gates[i].clockwise = reader.choice(gate_directions) == 0;
    }
    for (int i = 0; i < state.wall_count; ++i) {
        state.walls[i] = read_wall(reader, values);
    }
    require_players_on_board(reader, state, setup);
    reader.finish();
    return state;
}

} // namespace referee::cops
