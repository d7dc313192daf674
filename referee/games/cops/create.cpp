// Making fields: walls, gates, thief and cops are drawn in this order, then the words of all ticks.

#include "error.hpp"
#include "games/cops/field.hpp"
#include "games/cops/parameters.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <optional>

namespace referee::cops {
namespace {

/// Chances are drawn in millionths, so that equal settings give equal bytes everywhere.
constexpr std::uint64_t chance_parts = 1'000'000;

/// The request.
struct CreateConfig : CreateParameters {
    Parameters parameters;
};

CreateConfig read_config(const CreateRequest& request) {
    CreateConfig config;
    parameter_table.set(request, config.parameters);
    create_table.set(request, config);
    const Parameters& values = config.parameters;
    if (config.walls > 0 && values.wall_length > values.size) {
        refuse_setting(
            "wall_length", std::to_string(values.wall_length),
            fmt::format("longer than the board is wide; give at most {}", values.size));
    }
    return config;
}

/// Uniform in 1..max.
std::int16_t random_place(Rng& rng, int max) {
    return static_cast<std::int16_t>(1 + rng.below(static_cast<std::uint64_t>(max)));
}

bool random_chance(Rng& rng, double chance) {
    return rng.below(chance_parts) <
           static_cast<std::uint64_t>(std::llround(chance * static_cast<double>(chance_parts)));
}

void random_surroundings(Rng& rng, const CreateConfig& config, State& state) {
    const Parameters& values = config.parameters;
    const int max_along = values.size - values.wall_length + 1;
    for (int i = 0; i < config.walls; ++i) {
        Wall& wall = state.walls[state.wall_count++];
        wall.vertical = rng.below(2) == 1;
        wall.first.x = random_place(rng, wall.vertical ? values.size : max_along);
        wall.first.y = random_place(rng, wall.vertical ? max_along : values.size);
        wall.heading = static_cast<Step>(rng.below(direction_count));
    }
    for (int i = 0; i < config.gates; ++i) {
        Gate& gate = state.gates[state.gate_count++];
        gate.index = static_cast<std::int16_t>(
            rng.below(static_cast<std::uint64_t>(ring_length(values.size))));
        gate.clockwise = rng.below(2) == 0;
    }
}

/// A cell without a wall for which `is_free` holds; nothing if there is none.
template <typename IsFree>
std::optional<Cell>
random_cell(Rng& rng, const CreateConfig& config, const State& state, IsFree is_free) {
    const int size = config.parameters.size;
    const auto fits = [&](Cell cell) {
        return !is_wall(state, config.parameters, cell) && is_free(cell);
    };
    bool exists = false;
    for (int at = 0; at < size * size && !exists; ++at) {
        exists = fits(
            {static_cast<std::int16_t>(1 + at % size), static_cast<std::int16_t>(1 + at / size)});
    }
    while (exists) {
        Cell cell;
        cell.x = random_place(rng, size);
        cell.y = random_place(rng, size);
        if (fits(cell)) {
            return cell;
        }
    }
    return std::nullopt;
}

/// False if there is no room for a player; the caller then draws another start.
bool random_players(Rng& rng, const CreateConfig& config, State& state) {
    const auto thief = random_cell(rng, config, state, [](Cell) { return true; });
    if (!thief) {
        return false;
    }
    state.thief = *thief;
    const int min_distance = std::max(config.start_distance, config.parameters.capture_radius + 1);
    while (state.cop_count < config.cops) {
        const auto cop = random_cell(rng, config, state, [&](Cell cell) {
            const auto begin = state.cops.begin();
            return distance(cell, state.thief) >= min_distance &&
                   std::find(begin, begin + state.cop_count, cell) == begin + state.cop_count;
        });
        if (!cop) {
            return false;
        }
        state.cops[state.cop_count++] = *cop;
    }
    return true;
}

State random_start(Rng& rng, const CreateConfig& config) {
    constexpr int max_attempts = 1000;
    for (int attempt = 0; attempt < max_attempts; ++attempt) {
        State state;
        random_surroundings(rng, config, state);
        if (random_players(rng, config, state)) {
            return state;
        }
    }
    throw UserError(
        "there is not enough room for all players; give a larger size, fewer cops or walls, or "
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
            wall.vertical ? "vertical" : "horizontal", name_of(wall.heading));
    }
}

void append_word(std::string& text, Rng& rng, std::uint64_t turns, double turn, double move) {
    const std::uint64_t digit = random_chance(rng, turn) ? 1 + rng.below(turns) : 0;
    text += static_cast<char>('0' + digit);
    text += random_chance(rng, move) ? 'm' : '-';
}

void append_tick(std::string& text, Rng& rng, const CreateConfig& config) {
    constexpr std::uint64_t wall_turns = 3;
    constexpr std::uint64_t gate_turns = 1;
    const Parameters& values = config.parameters;
    for (int i = 0; i < config.walls; ++i) {
        text += i > 0 ? " " : "";
        append_word(text, rng, wall_turns, values.wall_turn, values.wall_move);
    }
    for (int i = 0; i < config.gates; ++i) {
        text += i + config.walls > 0 ? " " : "";
        append_word(text, rng, gate_turns, values.gate_turn, values.gate_move);
    }
    text += '\n';
}

} // namespace

std::string create_setup(const CreateRequest& request, Rng& rng) {
    const CreateConfig config = read_config(request);
    std::string text = "game cops\n";
    parameter_table.append(config.parameters, text);
    append_start(text, random_start(rng, config));
    text += "[ticks]\n";
    for (int tick = 0; tick < config.parameters.ticks; ++tick) {
        append_tick(text, rng, config);
    }
    return text;
}

} // namespace referee::cops
