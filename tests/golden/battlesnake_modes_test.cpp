// The recorded games of battlesnake's modes, played as matches play them: a field is written from
// each game, and every turn goes through answers, state files and frames.
// tests/golden/battlesnake.md, "The modes".

#include "support/catch.hpp"
#include "support/games/golden.hpp"

#include "game/registry.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <sstream>

using namespace referee;
using nlohmann::json;

namespace {

const std::map<std::string, std::string> causes{
    {"", "none"},
    {"hazard", "hazard"},
    {"out-of-health", "starved"},
    {"wall-collision", "wall"},
    {"snake-self-collision", "self"},
    {"snake-collision", "body"},
    {"head-collision", "head"},
};

std::string place_text(const json& place) {
    return fmt::format("{},{}", place[0].get<int>(), place[1].get<int>());
}

/// Layers by (y, x). What map snail_mode notes above the board isn't a hazard that fields hold.
using Layers = std::map<std::pair<int, int>, int>;

Layers layers_of(const json& game, const json& list) {
    Layers layers;
    for (const json& place : list) {
        if (place[1].get<int>() < game["height"].get<int>()) {
            ++layers[{place[1], place[0]}];
        }
    }
    return layers;
}

/// Words +x,y*k and -x,y*k for what is in `now` and wasn't `before`, and the reverse.
std::string changes_between(const Layers& before, const Layers& now) {
    std::string words;
    const auto add = [&](const Layers& more, const Layers& less, char sign) {
        for (const auto& [place, layers] : more) {
            const auto found = less.find(place);
            const int count = layers - (found == less.end() ? 0 : found->second);
            if (count > 0) {
                words += fmt::format(" {}{},{}", sign, place.second, place.first);
                words += count > 1 ? fmt::format("*{}", count) : "";
            }
        }
    };
    add(now, before, '+');
    add(before, now, '-');
    return words;
}

std::string field_of(const json& game) {
    const std::string ruleset = game["ruleset"];
    // Several pieces of food come in one turn only to reach the minimum.
    const bool needs_minimum =
        std::any_of(game["turns"].begin(), game["turns"].end(), [](const json& turn) {
            return turn["spawned_food"].size() > 1;
        });
    std::string text = fmt::format(
        "game battlesnake\nwidth {}\nheight {}\nminimum_food {}\nmax_turns 1000000\nfirst_move up\n"
        "wrapped {}\nconstrictor {}\nhazard_damage {}\n[snakes]\n",
        game["width"].get<int>(), game["height"].get<int>(),
        needs_minimum ? game["settings"]["minimum_food"].get<int>() : 0,
        ruleset.find("wrapped") != std::string::npos ? 1 : 0,
        ruleset.find("constrictor") != std::string::npos ? 1 : 0,
        game["settings"]["hazard_damage"].get<int>());
    for (const json& snake : game["snakes"]) {
        text += std::to_string(snake["health"].get<int>());
        for (const json& place : snake["body"]) {
            text += " " + place_text(place);
        }
        text += "\n";
    }
    text += "[food]\n";
    for (const json& place : game["food"]) {
        text += place_text(place) + "\n";
    }
    text += "[spawns]\n";
    Layers now = layers_of(game, game["hazards"]);
    std::string changes;
    int number = 0;
    for (const json& turn : game["turns"]) {
        ++number;
        text += turn["spawned_food"].empty() ? "0" : "1";
        for (const json& place : turn["spawned_food"]) {
            text += " " + place_text(place);
        }
        text += "\n";
        if (turn.contains("hazards")) {
            const Layers next = layers_of(game, turn["hazards"]);
            changes += std::to_string(number) + changes_between(now, next) + "\n";
            now = next;
        }
    }
    text += "[hazards]\n";
    for (const auto& [place, layers] : layers_of(game, game["hazards"])) {
        text += fmt::format("{},{}*{}\n", place.second, place.first, layers);
    }
    return text + "[hazard_changes]\n" + changes;
}

std::string snake_block(const json& snake, std::size_t seat) {
    std::string text =
        fmt::format("{}\n{}\n{}\n", seat, snake["health"].get<int>(), snake["body"].size());
    for (const json& place : snake["body"]) {
        text += fmt::format("{} {}\n", place[0].get<int>(), place[1].get<int>());
    }
    return text;
}

/// What the state files of a seat must say.
struct ExpectedFiles {
    std::string player;
    std::string opponents;
    std::string board;
    std::string hazards;
};

ExpectedFiles
expected_files(const json& game, const json& after, const Layers& layers, std::size_t seat) {
    ExpectedFiles files;
    const auto height = game["height"].get<std::size_t>();
    std::vector<std::string> rows(height, std::string(game["width"].get<std::size_t>(), '.'));
    const auto put = [&](const json& place, char sign) {
        rows[height - 1 - place[1].get<std::size_t>()][place[0].get<std::size_t>()] = sign;
    };
    for (const json& place : after["food"]) {
        put(place, 'F');
    }
    int opponents = 0;
    for (std::size_t i = 0; i < after["snakes"].size(); ++i) {
        const json& snake = after["snakes"][i];
        if (i + 1 == seat) {
            files.player = snake_block(snake, seat);
        }
        if (!snake.value("eliminated_cause", "").empty()) {
            continue;
        }
        for (const json& place : snake["body"]) {
            put(place, static_cast<char>('a' + i));
        }
        put(snake["body"][0], static_cast<char>('A' + i));
        if (i + 1 != seat) {
            ++opponents;
            files.opponents += snake_block(snake, i + 1);
        }
    }
    files.opponents = std::to_string(opponents) + "\n" + files.opponents;
    for (const std::string& row : rows) {
        files.board += row + "\n";
    }
    files.hazards = std::to_string(layers.size()) + "\n";
    for (const auto& [place, count] : layers) {
        files.hazards += fmt::format("{} {} {}\n", place.second, place.first, count);
    }
    return files;
}

std::string
compare_files(const Position& position, const json& game, const json& after, const Layers& layers) {
    for (std::size_t seat = 1; seat <= after["snakes"].size(); ++seat) {
        StateFiles files(4);
        position.write_files(static_cast<Seat>(seat), Phase::move, files);
        const ExpectedFiles expected = expected_files(game, after, layers, seat);
        if (files.of(0) != expected.player || files.of(1) != expected.opponents ||
            files.of(2) != expected.board || files.of(3) != expected.hazards) {
            return fmt::format("files of seat {}", seat);
        }
    }
    return "";
}

std::string compare_frame(const Position& position, const json& after, const Layers& layers) {
    const json frame = json::parse(position.to_json());
    std::map<std::string, int> seats;
    for (std::size_t i = 0; i < after["snakes"].size(); ++i) {
        seats[after["snakes"][i]["id"]] = static_cast<int>(i) + 1;
    }
    for (std::size_t i = 0; i < after["snakes"].size(); ++i) {
        const json& is = frame["snakes"][i];
        const json& should = after["snakes"][i];
        const std::string cause = should.value("eliminated_cause", "");
        const std::string killer = should.value("eliminated_by", "");
        if (is["body"] != should["body"] || is["health"] != should["health"] ||
            is["length"] != should["body"].size() || is["alive"] != cause.empty() ||
            is["cause"] != causes.at(cause) ||
            is["killer"] != (killer.empty() ? 0 : seats.at(killer)) ||
            is["died"] != should.value("eliminated_on_turn", 0)) {
            return fmt::format("frame: {} instead of {}", is.dump(), should.dump());
        }
    }
    json food = after["food"];
    std::sort(food.begin(), food.end(), [](const json& a, const json& b) {
        return std::pair(a[1], a[0]) < std::pair(b[1], b[0]);
    });
    json hazards = json::array();
    for (const auto& [place, count] : layers) {
        hazards.push_back({place.second, place.first, count});
    }
    return frame["food"] != food                              ? "frame: food"
           : frame.value("hazards", json::array()) != hazards ? "frame: hazards"
                                                              : "";
}

/// The first difference, or nothing.
std::string play(const json& game) {
    const LoadedField field = load_field("golden.dat", field_of(game));
    const auto position = field.field->start();
    const bool is_standard = json::parse(position->to_json()).count("hazards") == 0;
    Layers layers = layers_of(game, game["hazards"]);
    json state{{"snakes", game["snakes"]}, {"food", game["food"]}};
    int number = 0;
    const auto compare = [&] {
        std::string difference = compare_frame(*position, state, layers);
        return difference.empty() && !is_standard ? compare_files(*position, game, state, layers)
                                                  : difference;
    };
    std::string difference = compare();
    for (const json& turn : game["turns"]) {
        if (!difference.empty()) {
            return fmt::format("turn {}: {}", number, difference);
        }
        ++number;
        std::vector<Answer> answers;
        std::vector<std::string> texts;
        for (const Seat seat : position->players_to_move()) {
            const json& snake = game["snakes"][static_cast<std::size_t>(seat) - 1];
            texts.push_back(turn["moves"].at(snake["id"].get<std::string>()));
        }
        for (std::size_t i = 0; i < texts.size(); ++i) {
            // The engine takes only the bare words; result.dat may have blanks around them ("up ").
            const bool is_word =
                std::set<std::string>{"up", "down", "left", "right"}.contains(texts[i]);
            answers.push_back(
                {position->players_to_move()[i], is_word ? Fault::none : Fault::bad_result,
                 texts[i]});
        }
        position->apply(answers, [] {});
        state = turn["after"];
        layers = turn.contains("hazards") ? layers_of(game, turn["hazards"]) : layers;
        difference = compare();
    }
    const bool is_over = position->players_to_move().empty();
    return !difference.empty()            ? fmt::format("turn {}: {}", number, difference)
           : is_over != game["game_over"] ? "game over"
                                          : "";
}

} // namespace

TEST_CASE(
    "recorded games of the modes come out through fields, files and frames",
    "[battlesnake][slow]") {
    int games = 0;
    int skipped = 0;
    tests::for_each_golden("battlesnake_modes.jsonl.gz", [&](const json& game, int number) {
        ++games;
        INFO(
            "game " << number << ", " << game["ruleset"] << " on " << game["map"] << ", "
                    << game["group"]);
        // Hazards above the board, in which a snake leaves it: fields can't hold these four.
        if (game["group"].get<std::string>().starts_with("scenario:snail_above_")) {
            ++skipped;
            return;
        }
        CHECK(play(game) == "");
    });
    CHECK(games == 298);
    CHECK(skipped == 4);
}
