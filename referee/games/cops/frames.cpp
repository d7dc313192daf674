#include "games/cops/frames.hpp"

#include "base/json.hpp"
#include "base/names.hpp"
#include "game/answer.hpp"
#include "games/cops/field.hpp"
#include "games/cops/files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <vector>

namespace referee::cops {

namespace {

std::string_view colour_of(char character) {
    switch (character) {
    case 'T':
        return "\x1b[1;97;48;5;160m";
    case 'C':
        return "\x1b[1;97;48;5;27m";
    case 'W':
        return "\x1b[97;48;5;94m";
    case 'G':
        return "\x1b[30;48;5;77m";
    case '#':
        return "\x1b[90;48;5;236m";
    default:
        return "\x1b[90m";
    }
}

char letter_of(Step step) {
    return step_letters[static_cast<std::size_t>(step)];
}

/// The text beside the board, line by line.
std::vector<std::string> panel(const State& state, const Parameters& parameters) {
    std::vector<std::string> lines;
    if (state.end != End::none) {
        lines.push_back(fmt::format("tick {}: {}", state.tick - 1, name_of(state.end)));
        lines.push_back(fmt::format("the thief gets {}", state.payoff));
    } else if (state.surroundings_moved) {
        lines.push_back(fmt::format("tick {} of {}", state.tick, parameters.ticks));
        lines.push_back("both sides plan");
    } else {
        lines.push_back(fmt::format("tick {} of {}", state.tick - 1, parameters.ticks));
        lines.emplace_back();
    }
    lines.emplace_back();
    lines.push_back(fmt::format("thief  {:3}{:3}", state.thief.x, state.thief.y));
    for (int i = 0; i < state.cop_count; ++i) {
        const Cell cop = state.cops[i];
        lines.push_back(fmt::format(
            "cop {:2} {:3}{:3}  distance {}", i + 1, cop.x, cop.y, distance(cop, state.thief)));
    }
    for (int i = 0; i < state.gate_count; ++i) {
        const Cell first = ring_cell(state.gates[i].index, parameters.size);
        lines.push_back(fmt::format(
            "gate {} {:3}{:3}  {}", i + 1, first.x, first.y,
            state.gates[i].clockwise ? "cw" : "ccw"));
    }
    return lines;
}

Json json_of(Cell cell) {
    return {cell.x, cell.y};
}

Json json_of(const Gate& gate, const Parameters& parameters) {
    const int length = ring_length(parameters.size);
    Json cells = Json::array();
    for (int cell = 0; cell < std::min(parameters.gate_width, length); ++cell) {
        cells.push_back(json_of(ring_cell((gate.index + cell) % length, parameters.size)));
    }
    return {{"cells", cells}, {"clockwise", gate.clockwise}};
}

Json json_of(const Wall& wall, const Parameters& parameters) {
    return {
        {"x", wall.first.x},
        {"y", wall.first.y},
        {"vertical", wall.vertical},
        {"length", parameters.wall_length},
        {"heading", std::string(1, letter_of(wall.heading))}};
}

/// The rows of the board with its ring.
Json json_of_board(const State& state, const Parameters& parameters) {
    std::string board;
    append_board(board, state, parameters, "");
    Json rows = Json::array();
    const auto width = static_cast<std::size_t>(parameters.size) + 2;
    for (std::size_t at = 0; at < board.size(); at += width + 1) {
        rows.push_back(board.substr(at, width));
    }
    return rows;
}

/// The first `count` of the items as JSON.
template <typename Items, typename... Context>
Json json_of_first(std::size_t count, const Items& items, const Context&... context) {
    Json list = Json::array();
    for (std::size_t i = 0; i < count; ++i) {
        list.push_back(json_of(items[i], context...));
    }
    return list;
}

/// By seat: how many cells, with no regard to walls, the thief is from the nearest gate and the
/// nearest cop from the thief; and the payoff.
Json measures_of(const State& state, const Parameters& parameters) {
    int to_gate = 2 * parameters.size + 2;
    const int length = ring_length(parameters.size);
    for (int gate = 0; gate < state.gate_count; ++gate) {
        for (int i = 0; i < std::min(parameters.gate_width, length); ++i) {
            const int index = (state.gates[gate].index + i) % length;
            to_gate = std::min(to_gate, distance(state.thief, ring_cell(index, parameters.size)));
        }
    }
    int to_thief = 2 * parameters.size + 2;
    for (int cop = 0; cop < state.cop_count; ++cop) {
        to_thief = std::min(to_thief, distance(state.cops[cop], state.thief));
    }
    return Json::array(
        {Json::array({to_gate, state.payoff}), Json::array({to_thief, -state.payoff})});
}

Json json_of(const State& state, const Parameters& parameters) {
    return {
        {"game", "cops"},
        {"turn", state.tick / parameters.plan_length},
        {"tick", state.tick},
        {"planning", state.surroundings_moved},
        {"end", name_of(state.end)},
        {"payoff", state.payoff},
        {"size", parameters.size},
        {"board", json_of_board(state, parameters)},
        {"thief", json_of(state.thief)},
        {"cops", json_of_first(state.cop_count, state.cops)},
        {"gates", json_of_first(state.gate_count, state.gates, parameters)},
        {"walls", json_of_first(state.wall_count, state.walls, parameters)},
        {"measures", measures_of(state, parameters)}};
}

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

std::string render(const State& state, const Parameters& parameters, bool colours) {
    const std::vector<std::string> lines = panel(state, parameters);
    std::string text;
    const int last = parameters.size + 1;
    for (int y = 0; y <= last; ++y) {
        fmt::format_to(std::back_inserter(text), "{:3}", y);
        for (int x = 0; x <= last; ++x) {
            const char character = character_of(
                state, parameters, {static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)});
            text += colours ? colour_of(character) : "";
            text += ' ';
            text += character;
            text += colours ? "\x1b[0m" : "";
        }
        const auto line = static_cast<std::size_t>(y);
        text += line < lines.size() && !lines[line].empty() ? "   " + lines[line] : "";
        text += '\n';
    }
    text += "   ";
    for (int x = 0; x <= last; ++x) {
        fmt::format_to(std::back_inserter(text), " {}", x % 10);
    }
    return text + '\n';
}

std::string frame(const State& state, const Parameters& parameters) {
    return json_of(state, parameters).dump();
}

std::string public_frame(const State& state, const Parameters& parameters) {
    Json frame = json_of(state, parameters);
    for (std::size_t gate = 0; gate < frame["gates"].size(); ++gate) {
        frame["gates"][gate].erase("clockwise");
    }
    for (std::size_t wall = 0; wall < frame["walls"].size(); ++wall) {
        frame["walls"][wall].erase("heading");
    }
    return frame.dump();
}

std::string canonical_text(const State& state) {
    std::string text = fmt::format(
        "tick {}\nplanning {}\nend {}\npayoff {}\nthief {} {}\n", state.tick,
        state.surroundings_moved ? 1 : 0, name_of(state.end), state.payoff, state.thief.x,
        state.thief.y);
    auto out = std::back_inserter(text);
    for (int i = 0; i < state.cop_count; ++i) {
        fmt::format_to(out, "cop {} {}\n", state.cops[i].x, state.cops[i].y);
    }
    for (int i = 0; i < state.gate_count; ++i) {
        const Gate& gate = state.gates[i];
        fmt::format_to(out, "gate {} {}\n", gate.index, gate.clockwise ? "cw" : "ccw");
    }
    for (int i = 0; i < state.wall_count; ++i) {
        const Wall& wall = state.walls[i];
        fmt::format_to(
            out, "wall {} {} {} {}\n", wall.first.x, wall.first.y,
            wall.vertical ? "vertical" : "horizontal", letter_of(wall.heading));
    }
    return text;
}

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
