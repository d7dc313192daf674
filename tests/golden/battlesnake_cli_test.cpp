// `replay --export` compared with what the official command line tool of battlesnake wrote of the
// same games. tests/golden/battlesnake.md, "The tool's files".

#include "support/catch.hpp"
#include "support/games/golden.hpp"

#include "base/bytes.hpp"
#include "base/random.hpp"
#include "game/export.hpp"
#include "game/registry.hpp"
#include "record/export.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <optional>
#include <set>

using namespace referee;
using nlohmann::json;

namespace {

std::string cell(const json& place) {
    return fmt::format("{},{}", place["x"].get<int>(), place["y"].get<int>());
}

/// Places don't come in a promised order.
std::multiset<std::string> cells(const json& list) {
    std::multiset<std::string> places;
    for (const json& place : list) {
        places.insert(cell(place));
    }
    return places;
}

/// The snakes of a board by their names.
std::map<std::string, json> snakes_of(const json& board) {
    std::map<std::string, json> snakes;
    for (const json& snake : board["snakes"]) {
        snakes[snake["name"]] = snake;
    }
    return snakes;
}

/// What is in one and not in the other, with a sign before each.
std::string changes(const json& before, const json& now) {
    std::string words;
    const auto add = [&](const json& from, const json& to, char sign) {
        auto missing = cells(to);
        for (const std::string& place : cells(from)) {
            missing.erase(place);
        }
        for (const std::string& place : missing) {
            words += fmt::format(" {}{}", sign, place);
        }
    };
    add(before, now, '+');
    add(now, before, '-');
    return words;
}

/// Castles have no food before turn 11, whatever the minimum is.
int minimum_food(const json& head) {
    return head["map"] == "hz_castle_wall" ? 0
                                           : head["ruleset"]["settings"]["minimumFood"].get<int>();
}

/// The field on which the game was played. `boards` are its lines with boards.
std::string field_of(const json& head, const std::vector<json>& boards) {
    const std::string ruleset = head["ruleset"]["name"];
    const json& settings = head["ruleset"]["settings"];
    const json& start = boards[0]["board"];
    std::string text = fmt::format(
        "game battlesnake\nwidth {}\nheight {}\nminimum_food {}\nfood_chance {}\nfirst_move up\n"
        "wrapped {}\nconstrictor {}\nhazard_damage {}\n[snakes]\n",
        start["width"].get<int>(), start["height"].get<int>(), minimum_food(head),
        settings["foodSpawnChance"].get<int>(), ruleset.starts_with("wrapped") ? 1 : 0,
        ruleset.ends_with("constrictor") ? 1 : 0, settings["hazardDamagePerTurn"].get<int>());
    for (const auto& [name, snake] : snakes_of(start)) {
        text += "100";
        for (const json& place : snake["body"]) {
            text += " " + cell(place);
        }
        text += "\n";
    }
    text += "[food]\n";
    for (const std::string& place : cells(start["food"])) {
        text += place + "\n";
    }
    text += "[spawns]\n";
    for (std::size_t i = 1; i < boards.size(); ++i) {
        const json& board = boards[i]["board"];
        const bool vanishes = ruleset.ends_with("constrictor");
        const auto before =
            vanishes ? std::multiset<std::string>() : cells(boards[i - 1]["board"]["food"]);
        std::string row;
        for (const std::string& place : cells(board["food"])) {
            row += before.count(place) == 0 ? " " + place : "";
        }
        text += (row.empty() ? "0" : "1") + row + "\n";
    }
    text += "[hazards]\n";
    for (const std::string& place : cells(start["hazards"])) {
        text += place + "\n";
    }
    text += "[hazard_changes]\n";
    for (std::size_t i = 1; i < boards.size(); ++i) {
        const std::string words =
            changes(boards[i - 1]["board"]["hazards"], boards[i]["board"]["hazards"]);
        text += words.empty() ? "" : std::to_string(i) + words + "\n";
    }
    return text;
}

/// The same without what no two games share: names stand for ids, and every server has its looks.
json comparable(json line) {
    const auto simplify = [](json& snake) {
        snake["id"] = snake["name"];
        snake.erase("customizations");
    };
    line["game"].erase("id");
    json& board = line["board"];
    for (json& snake : board["snakes"]) {
        simplify(snake);
    }
    board["snakes"] = snakes_of(board);
    board["food"] = cells(board["food"]);
    board["hazards"] = cells(board["hazards"]);
    simplify(line["you"]);
    return line;
}

/// A game as the referee would have recorded it.
class Recording {
  public:
    explicit Recording(const json& lines)
        : lines_(lines), boards_(lines.begin() + 1, lines.end() - 1) {
        game_.game = "battlesnake";
        game_.field_name = "f";
        game_.field_text = field_of(lines[0], boards_);
        game_.field_sha256 = sha256(game_.field_text);
        game_.limit_ms = lines[0]["timeout"];
        for (const auto& [name, snake] : snakes_of(boards_[0]["board"])) {
            game_.names.push_back(name);
        }
    }

    /// Moves of snakes that die can't be seen, so they are those that lead to the next board. False
    /// if there are none.
    bool play() {
        const LoadedField field = load_field("f", game_.field_text);
        std::unique_ptr<Position> position = field.field->start();
        for (std::size_t turn = 1; turn < boards_.size(); ++turn) {
            if (!play_turn(*position, boards_[turn])) {
                return false;
            }
        }
        const std::optional<Ending> ending = position->ending();
        if (!ending) {
            return false;
        }
        game_.result.push_back(
            {0, ending->ranks, ending->scores, ending->no_winner, ending->reason, ending->ended_by,
             sha256(position->canonical_text())});
        return true;
    }

    const RecordedGame& game() const { return game_; }

  private:
    bool play_turn(Position& position, const json& next) {
        const std::vector<Seat> seats(
            position.players_to_move().begin(), position.players_to_move().end());
        const std::array<std::string, 4> words{"up", "down", "left", "right"};
        for (std::size_t number = 0; number < (std::size_t{1} << (2 * seats.size())); ++number) {
            std::vector<Answer> answers;
            for (std::size_t i = 0; i < seats.size(); ++i) {
                answers.push_back({seats[i], Fault::none, words[(number >> (2 * i)) % 4]});
            }
            const std::unique_ptr<Position> tried = position.clone();
            const std::vector<Effect> effects = tried->apply(answers, {});
            if (!is_shown(*tried, next)) {
                continue;
            }
            for (std::size_t i = 0; i < seats.size(); ++i) {
                add(position.turn(), answers[i], effects[i], next);
            }
            position.apply(answers, {});
            return true;
        }
        return false;
    }

    /// A dead snake is shown only as `you`.
    bool is_shown(const Position& position, const json& line) const {
        const json& board = line["board"];
        const json& you = line["you"];
        const json frame = json::parse(position.to_json());
        const auto snakes = snakes_of(board);
        std::multiset<std::string> food;
        for (const json& place : frame["food"]) {
            food.insert(fmt::format("{},{}", place[0].get<int>(), place[1].get<int>()));
        }
        bool is_same = food == cells(board["food"]);
        for (const json& snake : frame["snakes"]) {
            const auto found = snakes.find(game_.names[snake["seat"].get<std::size_t>() - 1]);
            json body = json::array();
            for (const json& place : snake["body"]) {
                body.push_back({{"x", place[0]}, {"y", place[1]}});
            }
            const bool lives = found != snakes.end();
            const bool is_you = you["name"] == game_.names[snake["seat"].get<std::size_t>() - 1];
            is_same = is_same && snake["alive"] == lives &&
                      (!lives || found->second["body"] == body) && (!is_you || you["body"] == body);
        }
        return is_same;
    }

    void add(int turn, const Answer& answer, const Effect& effect, const json& next) {
        RecordedMove move;
        move.turn = turn;
        move.seat = answer.seat;
        move.move = answer.text;
        move.move_is_whole = true;
        move.effect = effect.text;
        move.comment = effect.comment;
        const std::string& name = game_.names[static_cast<std::size_t>(answer.seat - 1)];
        const auto snakes = snakes_of(next["board"]);
        const auto found = snakes.find(name);
        const json* const snake = found != snakes.end()         ? &found->second
                                  : next["you"]["name"] == name ? &next["you"]
                                                                : nullptr;
        move.wall_ms = snake == nullptr ? 0 : std::stod((*snake)["latency"].get<std::string>());
        game_.moves.push_back(move);
    }

    json lines_;
    std::vector<json> boards_;
    RecordedGame game_;
};

} // namespace

TEST_CASE(
    "battlesnake's export is what the official tool wrote of the same game", "[battlesnake]") {
    int compared = 0;
    tests::for_each_golden("battlesnake_cli.jsonl.gz", [&](const json& golden, int) {
        const std::string name = golden["name"];
        CAPTURE(name);
        json lines = golden["lines"];
        // Fields don't name their map.
        const auto unnamed = [&](json& game) {
            game["ruleset"]["settings"]["minimumFood"] = minimum_food(game);
            if (game["map"] != "standard") {
                game["ruleset"]["name"] = "royale";
                game["map"] = "royale";
            }
            game["ruleset"]["settings"]["royale"]["shrinkEveryNTurns"] = 25;
            game.erase("id");
        };
        Recording recording(lines);
        REQUIRE(recording.play());
        Replay replay;
        const std::vector<std::string> ours = export_game("f", recording.game(), replay);
        CHECK(replay.differences.empty());
        REQUIRE(ours.size() == lines.size());
        json head = json::parse(ours[0]);
        head.erase("id");
        unnamed(lines[0]);
        CHECK(head == lines[0]);
        for (std::size_t i = 1; i + 1 < ours.size(); ++i) {
            CAPTURE(i);
            json line = comparable(json::parse(ours[i]));
            json expected = comparable(lines[i]);
            unnamed(expected["game"]);
            if (line["you"]["name"] != expected["you"]["name"]) { // the tool takes any snake
                line.erase("you");
                expected.erase("you");
            }
            CHECK(line == expected);
        }
        const json result = json::parse(ours.back());
        CHECK(result["winnerName"] == lines.back()["winnerName"]);
        CHECK(result["isDraw"] == lines.back()["isDraw"]);
        CHECK(
            result["winnerId"].get<std::string>().empty() ==
            lines.back()["winnerId"].get<std::string>().empty());
        ++compared;
    });
    CHECK(compared == 9);
}

TEST_CASE("a game names an export format if its positions have one", "[games]") {
    for (const Game* const game : built_in_games()) {
        CAPTURE(game->info().name);
        Rng rng(1);
        const LoadedField field =
            load_field("f", game->create_field({0, game->info().example_settings}, rng));
        CHECK(
            (dynamic_cast<const Exportable*>(field.field->start().get()) != nullptr) ==
            !game->info().export_format.empty());
    }
}
