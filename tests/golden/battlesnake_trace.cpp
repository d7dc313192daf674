#include "golden/battlesnake_trace.hpp"

#include "base/names.hpp"
#include "games/battlesnake/rules.hpp"

#include <map>
#include <set>
#include <vector>

namespace tests {
namespace {

using namespace referee::battlesnake;
using nlohmann::json;

const std::map<std::string, Cause> causes{
    {"", Cause::none},
    {"hazard", Cause::hazard},
    {"out-of-health", Cause::starved},
    {"wall-collision", Cause::wall},
    {"snake-self-collision", Cause::self},
    {"snake-collision", Cause::body},
    {"head-collision", Cause::head},
};

Cell cell_of(const json& pair) {
    return cell_at(pair[0].get<int>(), pair[1].get<int>());
}

std::vector<Cell> cells_of(const json& pairs) {
    std::vector<Cell> cells;
    for (const json& pair : pairs) {
        cells.push_back(cell_of(pair));
    }
    return cells;
}

bool has_twice(const std::vector<Cell>& cells) {
    return std::set<Cell>(cells.begin(), cells.end()).size() != cells.size();
}

std::string text_of(const std::vector<Cell>& cells) {
    std::string text;
    for (const Cell cell : cells) {
        text += " " + std::to_string(x_of(cell)) + "," + std::to_string(y_of(cell));
    }
    return text;
}

std::vector<Cell> body_of(const State& state, const Snake& snake) {
    std::vector<Cell> body;
    for_each_segment(state, snake, [&](Cell cell) { body.push_back(cell); });
    return body;
}

/// The hazards of a game of battlesnake_modes.jsonl.gz, as they are after each turn. Notes that map
/// snail_mode keeps above the board hurt who leaves over the top, so those one row above count.
Hazards hazards_of(const json& game) {
    if (!game.contains("hazards")) {
        return {};
    }
    Hazards hazards(game["settings"]["hazard_damage"].get<int>());
    std::map<Cell, int> now;
    std::uint32_t number = 0;
    const auto take_over = [&](const json& list) {
        std::map<Cell, int> next;
        for (const json& place : list) {
            if (place[1].get<int>() <= game["height"].get<int>()) {
                ++next[cell_of(place)];
            }
        }
        for (const auto& [cell, layers] : now) {
            if (next.count(cell) == 0) {
                hazards.set(cell, number, 0);
            }
        }
        for (const auto& [cell, layers] : next) {
            hazards.set(cell, number, layers);
        }
        now = next;
    };
    take_over(game["hazards"]);
    for (const json& turn : game["turns"]) {
        ++number;
        if (turn.contains("hazards")) {
            take_over(turn["hazards"]);
        }
    }
    return hazards;
}

bool is_of(const json& game, std::string_view mode) {
    return game["ruleset"].get<std::string>().find(mode) != std::string::npos;
}

/// A replay of one game.
class Replay {
  public:
    explicit Replay(const json& game)
        : state_(empty_state(game["width"].get<int>(), game["height"].get<int>())),
          hazards_(hazards_of(game)) {
        state_.wrapped = is_of(game, "wrapped");
        state_.constrictor = is_of(game, "constrictor");
        for (const json& snake : game["snakes"]) {
            ids_.push_back(snake["id"].get<std::string>());
            add_snake(state_, cells_of(snake["body"]), snake["health"].get<int>());
        }
        for (const Cell cell : cells_of(game["food"])) {
            add_food(state_, cell);
        }
        if (state_.constrictor) {
            constrict(state_); // the traces begin after it, and it changes nothing twice
        }
    }

    /// Plays a turn and compares. Returns the difference.
    std::string play(const json& turn) {
        Moves moves{};
        for (int seat = 1; seat <= state_.count; ++seat) {
            const auto word = turn["moves"].find(ids_[seat - 1]);
            if (word == turn["moves"].end()) {
                continue; // dead
            }
            // That engine's first_move is up.
            moves[seat - 1] = referee::named<Direction>(word->get<std::string>())
                                  .value_or(fallback_move(state_.snake(seat), Direction::up));
        }
        advance(state_, hazards_, moves);
        for (const Cell cell : cells_of(turn["spawned_food"])) {
            add_food(state_, cell);
        }
        return compare(turn["after"]);
    }

    std::string compare_end(const json& game) const {
        const bool is_over = battlesnake_over();
        if (is_over != game["game_over"].get<bool>()) {
            return is_over ? "is over" : "is not over";
        }
        if (!is_over) {
            return "";
        }
        // With one player the engine always calls it the winner.
        if (state_.count == 1) {
            return "";
        }
        std::string winner;
        for (int seat = 1; seat <= state_.count; ++seat) {
            winner = state_.lives(seat) ? ids_[seat - 1] : winner;
        }
        if (winner.empty() != game["draw"].get<bool>()) {
            return winner.empty() ? "is a draw" : "is no draw";
        }
        const std::string expected =
            game["draw"].get<bool>() ? "" : game["winner"].get<std::string>();
        return winner == expected ? "" : "winner " + winner + ", not " + expected;
    }

  private:
    bool battlesnake_over() const { return referee::battlesnake::is_over(state_, 1'000'000); }

    std::string compare(const json& after) const {
        std::set<Cell> expected;
        for (const Cell cell : cells_of(after["food"])) {
            expected.insert(cell);
        }
        for (int cell = 0; cell < cell_count; ++cell) {
            const auto at = static_cast<Cell>(cell);
            if (state_.board.has_food(at) != (expected.count(at) > 0)) {
                return "food at" + text_of({at});
            }
        }
        if (state_.food != expected.size()) {
            return "count of food";
        }
        for (int seat = 1; seat <= state_.count; ++seat) {
            const std::string difference =
                compare(state_.snake(seat), after["snakes"][static_cast<std::size_t>(seat - 1)]);
            if (!difference.empty()) {
                return "snake " + ids_[seat - 1] + ": " + difference;
            }
        }
        return "";
    }

    std::string compare(const Snake& snake, const json& expected) const {
        const std::vector<Cell> body = body_of(state_, snake);
        const std::vector<Cell> expected_body = cells_of(expected["body"]);
        if (body != expected_body) {
            return "body" + text_of(body) + ", not" + text_of(expected_body);
        }
        const auto number = [](std::string_view what, auto is, auto should) {
            return is == should ? std::string()
                                : std::string(what) + " " + std::to_string(is) + ", not " +
                                      std::to_string(should) + "; ";
        };
        std::string difference = number("health", int{snake.health}, expected["health"].get<int>());
        const Cause cause = causes.at(expected["eliminated_cause"].get<std::string>());
        if (snake.cause != cause) {
            difference += std::string("cause ") + std::string(referee::name_of(snake.cause)) +
                          ", not " + std::string(referee::name_of(cause)) + "; ";
        }
        difference += number(
            "killed by seat", int{snake.killer},
            seat_of(expected["eliminated_by"].get<std::string>()));
        difference += number(
            "died on turn", snake.died_on, expected["eliminated_on_turn"].get<std::uint32_t>());
        return difference;
    }

    /// The seat of an id, or 0.
    int seat_of(const std::string& id) const {
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            if (ids_[i] == id) {
                return static_cast<int>(i) + 1;
            }
        }
        return 0;
    }

    State state_;
    Hazards hazards_;
    std::vector<std::string> ids_;
};

} // namespace

TraceResult replay_battlesnake_trace(const json& game) {
    TraceResult result;
    result.is_skipped = has_twice(cells_of(game["food"]));
    if (result.is_skipped) {
        return result;
    }
    const std::string name = "game " + std::to_string(game["game"].get<int>());
    Replay replay(game);
    for (const json& turn : game["turns"]) {
        const std::string difference = replay.play(turn);
        ++result.turns;
        if (!difference.empty()) {
            result.difference = name + " turn " + std::to_string(result.turns) + ": " + difference;
            return result;
        }
    }
    const std::string difference = replay.compare_end(game);
    if (!difference.empty()) {
        result.difference = name + " " + difference;
    }
    return result;
}

} // namespace tests
