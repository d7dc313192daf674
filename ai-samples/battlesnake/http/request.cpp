#include "battlesnake/http/request.hpp"

#include <fstream>
#include <sstream>

namespace referee::battlesnake::bridge {
namespace {

using Json = nlohmann::ordered_json;

/// Turns between two shrinks on the official site. When hazards come here isn't told to AIs, but
/// there are servers that divide by this number.
constexpr int usual_shrink = 25;

Json place(Cell cell) {
    return {{"x", x_of(cell)}, {"y", y_of(cell)}};
}

Json snake_json(const sample::Situation& situation, const MatchFacts& facts, int seat) {
    const Snake& snake = situation.state.snake(seat);
    const bool is_own = seat == situation.seat;
    const Looks looks = is_own ? facts.looks : Looks{};
    Json body = Json::array();
    for_each_segment(situation.state, snake, [&](Cell cell) { body.push_back(place(cell)); });
    const std::string& name = facts.names[seat - 1];
    return {
        {"id", facts.game_id + "-seat" + std::to_string(seat)},
        {"name", name.empty() ? "seat" + std::to_string(seat) : name},
        {"latency", is_own ? std::to_string(facts.latency_ms) : "0"},
        {"health", snake.health},
        {"body", body},
        {"head", place(snake.head)},
        {"length", snake.length()},
        {"shout", is_own ? facts.shout : ""},
        {"squad", ""},
        {"customizations", {{"color", looks.colour}, {"head", looks.head}, {"tail", looks.tail}}},
    };
}

/// The official name of the rules. Fields don't name a map: a game with hazards, now or later, and
/// without another mode is called royale, as most servers know hazards.
std::string ruleset_of(const sample::Situation& situation, const MatchFacts& facts) {
    const State& state = situation.state;
    if (state.wrapped || state.constrictor) {
        return state.wrapped && state.constrictor ? "wrapped_constrictor"
               : state.wrapped                    ? "wrapped"
                                                  : "constrictor";
    }
    return !facts.is_standard ? "royale" : state.count == 1 ? "solo" : "standard";
}

Json game_json(const sample::Situation& situation, const MatchFacts& facts) {
    const std::string ruleset = ruleset_of(situation, facts);
    const bool is_royale = facts.has_hazards || ruleset == "royale";
    const Json settings{
        {"foodSpawnChance", facts.food_chance},
        {"minimumFood", facts.minimum_food},
        {"hazardDamagePerTurn", facts.hazard_damage},
        {"hazardMap", ""},
        {"hazardMapAuthor", ""},
        {"royale", {{"shrinkEveryNTurns", is_royale ? usual_shrink : 0}}},
        {"squad",
         {{"allowBodyCollisions", false},
          {"sharedElimination", false},
          {"sharedHealth", false},
          {"sharedLength", false}}},
    };
    return {
        {"id", facts.game_id},
        {"ruleset", {{"name", ruleset}, {"version", "v1.0.0"}, {"settings", settings}}},
        {"map", is_royale ? "royale" : "standard"},
        {"timeout", facts.timeout_ms},
        {"source", "custom"},
    };
}

Json board_json(const sample::Situation& situation, const MatchFacts& facts) {
    const State& state = situation.state;
    Json food = Json::array();
    for (int y = 0; y < state.height; ++y) {
        for (int x = 0; x < state.width; ++x) {
            if (state.board.has_food(cell_at(x, y))) {
                food.push_back(place(cell_at(x, y)));
            }
        }
    }
    Json hazards = Json::array(); // a cell with several layers is in it several times
    for (int y = 0; y < state.height; ++y) {
        for (int x = 0; x < state.width; ++x) {
            const int layers = situation.hazards.layers(cell_at(x, y), state.turn);
            for (int layer = 0; layer < layers; ++layer) {
                hazards.push_back(place(cell_at(x, y)));
            }
        }
    }
    Json snakes = Json::array();
    for (int seat = 1; seat <= state.count; ++seat) {
        if (state.lives(seat) && (seat != situation.seat || facts.is_alive)) {
            snakes.push_back(snake_json(situation, facts, seat));
        }
    }
    return {
        {"height", state.height}, {"width", state.width}, {"food", food},
        {"hazards", hazards},     {"snakes", snakes},
    };
}

} // namespace

void read_facts(const std::filesystem::path& folder, int seat, MatchFacts& facts) {
    std::ifstream match(folder / "match.dat");
    for (std::string line; std::getline(match, line);) {
        std::istringstream words(line);
        std::string key;
        words >> key;
        if (key == "minimum_food") {
            words >> facts.minimum_food;
        } else if (key == "food_chance") {
            words >> facts.food_chance;
        } else if (key == "hazard_damage") {
            words >> facts.hazard_damage;
        } else if (key == "time_limit_ms") {
            words >> facts.timeout_ms;
        } else if (key == "last_wall_ms") {
            words >> facts.latency_ms;
        } else if (key.size() == 5 && key.rfind("name", 0) == 0 && key[4] >= '1' && key[4] <= '8') {
            words >> facts.names[key[4] - '1'];
        }
    }
    std::ifstream hazards(folder / "hazards.dat");
    int cells = 0;
    facts.is_standard = !(hazards >> cells);
    facts.has_hazards = facts.has_hazards || cells > 0;
    std::ifstream field(folder / "gamefield.dat");
    std::ostringstream rows;
    rows << field.rdbuf();
    facts.is_alive = rows.str().find(static_cast<char>('A' + seat - 1)) != std::string::npos;
}

Json request_body(const sample::Situation& situation, const MatchFacts& facts) {
    return {
        {"game", game_json(situation, facts)},
        {"turn", situation.state.turn},
        {"board", board_json(situation, facts)},
        {"you", snake_json(situation, facts, situation.seat)},
    };
}

} // namespace referee::battlesnake::bridge
