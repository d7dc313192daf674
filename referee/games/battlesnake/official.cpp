#include "games/battlesnake/official.hpp"

#include "base/json.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace referee::battlesnake {

namespace {

/// The default of the official tool. A field has the hazards themselves instead.
constexpr int usual_shrink = 25;

/// Tools draw snakes in these colours; on terminals seats have the same.
constexpr std::array<std::string_view, max_snakes> colours{
    "#5fafff", "#ff5f5f", "#5fd75f", "#ffd75f", "#d787ff", "#ff8700", "#5fd7d7", "#bcbcbc"};

Json place(Cell cell) {
    return {{"x", x_of(cell)}, {"y", y_of(cell)}};
}

std::string id_of(const ExportedGame& game, int seat) {
    return game.id + "-seat" + std::to_string(seat);
}

/// Fields name no map: a game with hazards and without another mode is called royale.
std::string_view ruleset_of(const Setup& setup) {
    const State& start = setup.start;
    if (start.wrapped || start.constrictor) {
        return start.wrapped && start.constrictor ? "wrapped_constrictor"
               : start.wrapped                    ? "wrapped"
                                                  : "constrictor";
    }
    return !setup.hazards.is_empty() ? "royale" : start.count == 1 ? "solo" : "standard";
}

Json game_json(const Setup& setup, const ExportedGame& game) {
    const Parameters& parameters = setup.parameters;
    const Json settings{
        {"foodSpawnChance", parameters.food_chance},
        {"minimumFood", parameters.minimum_food},
        {"hazardDamagePerTurn", parameters.hazard_damage},
        {"hazardMap", ""},
        {"hazardMapAuthor", ""},
        {"royale", {{"shrinkEveryNTurns", usual_shrink}}},
        {"squad",
         {{"allowBodyCollisions", false},
          {"sharedElimination", false},
          {"sharedHealth", false},
          {"sharedLength", false}}},
    };
    return {
        {"id", game.id},
        {"ruleset", {{"name", ruleset_of(setup)}, {"version", "cli"}, {"settings", settings}}},
        {"map", setup.hazards.is_empty() ? "standard" : "royale"},
        {"timeout", game.limit_ms},
        {"source", ""},
    };
}

Json snake_json(const State& state, const ExportedGame& game, int seat) {
    const Snake& snake = state.snake(seat);
    const auto index = static_cast<std::size_t>(seat - 1);
    Json body = Json::array();
    for_each_segment(state, snake, [&](Cell cell) { body.push_back(place(cell)); });
    return {
        {"id", id_of(game, seat)},
        {"name", game.names.at(index)},
        {"latency", std::to_string(game.last_ms.at(index))},
        {"health", snake.health},
        {"body", body},
        {"head", place(snake.head)},
        {"length", snake.length()},
        {"shout", ""},
        {"squad", ""},
        {"customizations", {{"color", colours[index]}, {"head", "default"}, {"tail", "default"}}},
    };
}

Json board_json(const State& state, const Setup& setup, const ExportedGame& game) {
    Json snakes = Json::array();
    for (int seat = 1; seat <= state.count; ++seat) {
        if (state.lives(seat)) {
            snakes.push_back(snake_json(state, game, seat));
        }
    }
    Json food = Json::array();
    Json hazards = Json::array(); // a cell with several layers is in it several times
    for (int y = 0; y < state.height; ++y) {
        for (int x = 0; x < state.width; ++x) {
            const Cell cell = cell_at(x, y);
            if (state.board.has_food(cell)) {
                food.push_back(place(cell));
            }
            for (int layer = setup.hazards.layers(cell, state.turn); layer > 0; --layer) {
                hazards.push_back(place(cell));
            }
        }
    }
    return {
        {"height", state.height}, {"width", state.width}, {"snakes", snakes},
        {"food", food},           {"hazards", hazards},
    };
}

} // namespace

std::string official_game(const Setup& setup, const ExportedGame& game) {
    return game_json(setup, game).dump();
}

std::string official_position(const State& state, const Setup& setup, const ExportedGame& game) {
    const Json json{
        {"game", game_json(setup, game)},
        {"turn", state.turn},
        {"board", board_json(state, setup, game)},
        {"you", snake_json(state, game, 1)},
    };
    return json.dump();
}

std::string
official_result(const State& state, const ExportedGame& game, std::span<const int> ranks) {
    const auto winner = std::find(ranks.begin(), ranks.end(), 1);
    const bool is_alone = state.count == 1;
    const bool is_shared = std::count(ranks.begin(), ranks.end(), 1) > 1;
    const int seat = is_shared || (is_alone && !state.lives(1))
                         ? 0
                         : static_cast<int>(winner - ranks.begin()) + 1;
    const Json json{
        {"winnerId", seat == 0 ? "" : id_of(game, seat)},
        {"winnerName", seat == 0 ? "" : game.names.at(static_cast<std::size_t>(seat - 1))},
        {"isDraw", is_shared},
    };
    return json.dump();
}

} // namespace referee::battlesnake
