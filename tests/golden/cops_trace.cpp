#include "golden/cops_trace.hpp"

#include "base/names.hpp"
#include "games/cops/rules.hpp"

#include <fmt/format.h>
#include <stdexcept>

using nlohmann::json;
using namespace referee;

namespace tests {
namespace {

cops::Cell traced_cell_of(const json& pair) {
    return {pair.at(0), pair.at(1)};
}

cops::State state_of(const json& parts) {
    cops::State state;
    state.thief = traced_cell_of(parts.at(0));
    for (const json& cop : parts.at(1)) {
        state.cops[state.cop_count++] = traced_cell_of(cop);
    }
    for (const json& gate : parts.at(2)) {
        state.gates[state.gate_count++] = {gate.at(0), gate.at(1) == 1};
    }
    for (const json& wall : parts.at(3)) {
        state.walls[state.wall_count++] = {
            traced_cell_of(wall), wall.at(2) == 1, static_cast<cops::Step>(wall.at(3).get<int>())};
    }
    return state;
}

cops::Parameters parameters_of(const json& game) {
    cops::Parameters parameters;
    parameters.size = game.at("size");
    parameters.ticks = game.at("ticks");
    parameters.capture_radius = game.at("radius");
    parameters.swap_capture = game.at("swap");
    parameters.wall_length = game.at("wall_length");
    parameters.gate_width = game.at("gate_width");
    return parameters;
}

json players_of(const cops::State& state) {
    json players = json::array();
    for (int cop = 0; cop < state.cop_count; ++cop) {
        players.push_back({state.cops[cop].x, state.cops[cop].y});
    }
    return {{state.thief.x, state.thief.y}, players};
}

json surroundings_of(const cops::State& state) {
    json gates = json::array();
    for (int i = 0; i < state.gate_count; ++i) {
        gates.push_back({state.gates[i].index, state.gates[i].clockwise ? 1 : 0});
    }
    json walls = json::array();
    for (int i = 0; i < state.wall_count; ++i) {
        const cops::Wall& wall = state.walls[i];
        walls.push_back(
            {wall.first.x, wall.first.y, wall.vertical ? 1 : 0, static_cast<int>(wall.heading)});
    }
    return {gates, walls};
}

cops::Step step_of(char letter) {
    return static_cast<cops::Step>(std::string_view("NESW-").find(letter));
}

std::string recorded_end(cops::End end) {
    return end == cops::End::none ? "" : std::string(name_of(end));
}

} // namespace

std::string first_difference_of_cops(const json& game) {
    const cops::Parameters parameters = parameters_of(game);
    cops::State state = state_of(game.at("start"));
    const auto differ = [&](int tick, const json& expected, const json& is) {
        return fmt::format("tick {}: {}, expected {}", tick, is.dump(), expected.dump());
    };
    int tick = 0;
    for (const json& played : game.at("ticks_played")) {
        if (state.end != cops::End::none) {
            return fmt::format("tick {}: over, expected that it goes on", tick);
        }
        std::vector<cops::Word> words;
        for (const json& word : played.at(0)) {
            words.push_back({word.at(0), word.at(1) == 1});
        }
        cops::move_surroundings(state, parameters, words.data());
        const json surroundings = {played.at(1), played.at(2)};
        if (surroundings_of(state) != surroundings) {
            return differ(tick, surroundings, surroundings_of(state));
        }
        const std::string letters = played.at(3);
        cops::Steps steps;
        steps.thief = step_of(letters.at(0));
        for (std::size_t cop = 0; cop + 1 < letters.size(); ++cop) {
            steps.cops[cop] = step_of(letters[cop + 1]);
        }
        cops::move_players(state, parameters, steps);
        const json players = {played.at(4), played.at(5)};
        if (players_of(state) != players) {
            return differ(tick, players, players_of(state));
        }
        ++tick;
    }
    const json end = {game.at("end"), game.at("payoff")};
    const json is = {recorded_end(state.end), state.payoff};
    return is == end ? "" : differ(tick, end, is);
}

} // namespace tests
