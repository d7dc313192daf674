// Making fields: walls, gates, thief and cops are drawn in this order, then the words of all ticks.

#include "error.hpp"
#include "games/cops/field.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <optional>

namespace referee::cops {
namespace {

constexpr int standard_distance = 5;
constexpr int most_distance = 2 * most_size;

constexpr std::array<Parameter, 4> create_table{{
    {"cops", "5", "1..16", "how many cops are drawn"},
    {"gates", "2", "0..8", "how many gates are drawn"},
    {"walls", "4", "0..16", "how many walls are drawn"},
    {"start_distance", "5", "1..120",
     "the thief starts at least so far from every cop (Manhattan)"},
}};

/// Chances are drawn in millionths, so that equal settings give equal bytes everywhere.
constexpr std::uint64_t chance_parts = 1'000'000;

/// What was asked for.
struct Order {
    Parameters parameters;
    int cops = cops_key.standard;
    int gates = gates_key.standard;
    int walls = walls_key.standard;
    int start_distance = standard_distance;
};

const std::string* find_setting(const CreateRequest& request, std::string_view name) {
    const auto at = request.settings.find(std::string(name));
    return at == request.settings.end() ? nullptr : &at->second;
}

int integer_setting(
    const CreateRequest& request, std::string_view name, int standard, int least, int most) {
    const std::string* const text = find_setting(request, name);
    if (text == nullptr) {
        return standard;
    }
    std::int64_t value = 0;
    if (!parse_integer(*text, value) || value < least || value > most) {
        throw UserError(fmt::format(
            "--set {}={}: not an integer in range; give {} from {} to {}", name, printable(*text),
            name, least, most));
    }
    return static_cast<int>(value);
}

double chance_setting(const CreateRequest& request, std::string_view name, double standard) {
    const std::string* const text = find_setting(request, name);
    if (text == nullptr) {
        return standard;
    }
    double value = 0;
    const char* const end = text->data() + text->size();
    const auto [at, code] = std::from_chars(text->data(), end, value);
    if (code != std::errc() || at != end || !(value >= 0 && value <= 1)) {
        throw UserError(fmt::format(
            "--set {}={}: not a number in range; give {} from 0 to 1", name, printable(*text),
            name));
    }
    return value;
}

void require_known(const CreateRequest& request) {
    for (const auto& [name, value] : request.settings) {
        const auto has_name = [&name = name](const auto& entry) { return entry.name == name; };
        if (std::none_of(create_table.begin(), create_table.end(), has_name) &&
            std::none_of(parameters().begin(), parameters().end(), has_name)) {
            throw UserError(fmt::format(
                "--set {}: cops has no such parameter; 'referee games cops' lists them",
                printable(name)));
        }
    }
}

int count_setting(const CreateRequest& request, const CountKey& key) {
    return integer_setting(request, key.name, key.standard, key.least, key.most);
}

Order read_order(const CreateRequest& request) {
    require_known(request);
    Order order;
    for (const IntegerKey& key : integer_keys()) {
        int& value = order.parameters.*key.value;
        value = integer_setting(request, key.name, value, key.least, key.most);
    }
    for (const ChanceKey& key : chance_keys()) {
        double& value = order.parameters.*key.value;
        value = chance_setting(request, key.name, value);
    }
    order.cops = count_setting(request, cops_key);
    order.gates = count_setting(request, gates_key);
    order.walls = count_setting(request, walls_key);
    order.start_distance =
        integer_setting(request, "start_distance", standard_distance, 1, most_distance);
    if (order.walls > 0 && order.parameters.wall_length > order.parameters.size) {
        throw UserError(fmt::format(
            "--set wall_length={}: longer than the board is wide; give at most {}",
            order.parameters.wall_length, order.parameters.size));
    }
    return order;
}

/// Uniform in 1..most.
std::int16_t draw_place(Draw& draw, int most) {
    return static_cast<std::int16_t>(1 + draw.below(static_cast<std::uint64_t>(most)));
}

bool draw_chance(Draw& draw, double chance) {
    return draw.below(chance_parts) <
           static_cast<std::uint64_t>(std::llround(chance * static_cast<double>(chance_parts)));
}

void draw_surroundings(Draw& draw, const Order& order, State& state) {
    const Parameters& values = order.parameters;
    const int most_along = values.size - values.wall_length + 1;
    for (int i = 0; i < order.walls; ++i) {
        Wall& wall = state.walls[state.wall_count++];
        wall.vertical = draw.below(2) == 1;
        wall.first.x = draw_place(draw, wall.vertical ? values.size : most_along);
        wall.first.y = draw_place(draw, wall.vertical ? most_along : values.size);
        wall.heading = static_cast<Step>(draw.below(direction_count));
    }
    for (int i = 0; i < order.gates; ++i) {
        Gate& gate = state.gates[state.gate_count++];
        gate.index = static_cast<std::int16_t>(
            draw.below(static_cast<std::uint64_t>(ring_length(values.size))));
        gate.clockwise = draw.below(2) == 0;
    }
}

/// A cell without a wall for which `is_free` holds; nothing if there is none.
template <typename IsFree>
std::optional<Cell> draw_cell(Draw& draw, const Order& order, const State& state, IsFree is_free) {
    const int size = order.parameters.size;
    const auto fits = [&](Cell cell) {
        return !is_wall(state, order.parameters, cell) && is_free(cell);
    };
    bool exists = false;
    for (int at = 0; at < size * size && !exists; ++at) {
        exists = fits(
            {static_cast<std::int16_t>(1 + at % size), static_cast<std::int16_t>(1 + at / size)});
    }
    while (exists) {
        Cell cell;
        cell.x = draw_place(draw, size);
        cell.y = draw_place(draw, size);
        if (fits(cell)) {
            return cell;
        }
    }
    return std::nullopt;
}

/// False if there is no room for a player; then another start is to be drawn.
bool draw_players(Draw& draw, const Order& order, State& state) {
    const auto thief = draw_cell(draw, order, state, [](Cell) { return true; });
    if (!thief) {
        return false;
    }
    state.thief = *thief;
    const int least_distance = std::max(order.start_distance, order.parameters.capture_radius + 1);
    while (state.cop_count < order.cops) {
        const auto cop = draw_cell(draw, order, state, [&](Cell cell) {
            const auto begin = state.cops.begin();
            return distance(cell, state.thief) >= least_distance &&
                   std::find(begin, begin + state.cop_count, cell) == begin + state.cop_count;
        });
        if (!cop) {
            return false;
        }
        state.cops[state.cop_count++] = *cop;
    }
    return true;
}

State draw_start(Draw& draw, const Order& order) {
    constexpr int most_attempts = 1000;
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        State state;
        draw_surroundings(draw, order, state);
        if (draw_players(draw, order, state)) {
            return state;
        }
    }
    throw UserError("there is no room for all players; give a larger size, fewer cops or walls, or "
                    "a smaller start_distance or capture_radius");
}

void append_start(std::string& text, const State& state) {
    auto out = std::back_inserter(text);
    fmt::format_to(out, "[thief]\n{} {}\n[cops]\n", state.thief.x, state.thief.y);
    for (int i = 0; i < state.cop_count; ++i) {
        fmt::format_to(out, "{} {}\n", state.cops[i].x, state.cops[i].y);
    }
    text += "[gates]\n";
    for (int i = 0; i < state.gate_count; ++i) {
        fmt::format_to(
            out, "{} {}\n", state.gates[i].index, state.gates[i].clockwise ? "cw" : "ccw");
    }
    text += "[walls]\n";
    for (int i = 0; i < state.wall_count; ++i) {
        const Wall& wall = state.walls[i];
        fmt::format_to(
            out, "{} {} {} {}\n", wall.first.x, wall.first.y,
            wall.vertical ? "vertical" : "horizontal",
            heading_names[static_cast<std::size_t>(wall.heading)]);
    }
}

void append_word(std::string& text, Draw& draw, std::uint64_t turns, double turn, double move) {
    const std::uint64_t digit = draw_chance(draw, turn) ? 1 + draw.below(turns) : 0;
    text += static_cast<char>('0' + digit);
    text += draw_chance(draw, move) ? 'm' : '-';
}

void append_tick(std::string& text, Draw& draw, const Order& order) {
    constexpr std::uint64_t wall_turns = 3;
    constexpr std::uint64_t gate_turns = 1;
    const Parameters& values = order.parameters;
    for (int i = 0; i < order.walls; ++i) {
        text += i > 0 ? " " : "";
        append_word(text, draw, wall_turns, values.wall_turn, values.wall_move);
    }
    for (int i = 0; i < order.gates; ++i) {
        text += i + order.walls > 0 ? " " : "";
        append_word(text, draw, gate_turns, values.gate_turn, values.gate_move);
    }
    text += '\n';
}

} // namespace

std::span<const Parameter> create_settings() {
    return create_table;
}

std::string create_setup(const CreateRequest& request, Draw& draw) {
    const Order order = read_order(request);
    std::string text = "game cops\n";
    auto out = std::back_inserter(text);
    for (const IntegerKey& key : integer_keys()) {
        fmt::format_to(out, "{} {}\n", key.name, order.parameters.*key.value);
    }
    for (const ChanceKey& key : chance_keys()) {
        fmt::format_to(out, "{} {}\n", key.name, order.parameters.*key.value);
    }
    append_start(text, draw_start(draw, order));
    text += "[ticks]\n";
    for (int tick = 0; tick < order.parameters.ticks; ++tick) {
        append_tick(text, draw, order);
    }
    return text;
}

} // namespace referee::cops
