// A playthrough is a text file that holds a whole fixed game: every state, every state file, every
// picture and what became of each answer. A change that was not meant to change behaviour leaves it
// as it is; an intended change shows as a difference. How to make one: README.md beside this file.

#include "support/catch.hpp"
#include "support/run.hpp"

#include "game/registry.hpp"
#include "match/move_files.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <sstream>

using namespace referee;

namespace {

struct Script {
    std::string field;
    std::vector<std::pair<Fault, std::string>> answers; ///< in the order of turns and seats
};

/// What a playthrough is made from: its lines "field PATH" and "> seat N FAULT ANSWER".
Script read_script(const std::string& path) {
    Script script;
    std::istringstream text(tests::read_file(path));
    for (std::string line; std::getline(text, line);) {
        std::istringstream words(line);
        std::string first;
        words >> first;
        if (first == "field") {
            words >> script.field;
        } else if (first == ">") {
            std::string word;
            std::string fault;
            int seat = 0;
            words >> word >> seat >> fault;
            std::string answer;
            std::getline(words, answer);
            script.answers.emplace_back(
                named<Fault>(fault).value(), answer.empty() ? "" : answer.substr(1));
        }
    }
    return script;
}

void append_position(std::string& text, const GameInfo& info, const Position& position) {
    text += position.canonical_text();
    text += "picture\n" + position.render(false);
    text += "frame " + position.to_json() + "\n";
    for (const Seat seat : position.players_to_move()) {
        StateFiles files(info.files.size());
        position.write_files(seat, Phase::move, files);
        text += fmt::format("files of seat {}\n-- match.dat\n{}", seat, files.match_keys);
        for (std::size_t i = 0; i < files.count(); ++i) {
            if (!is_in_some_games(info.files[i]) || !files.of(i).empty()) {
                text += fmt::format("-- {}\n{}", info.files[i].name, files.of(i));
            }
        }
    }
}

std::string play(const Script& script) {
    const LoadedField field = load_field(tests::source_folder() + "/" + script.field);
    const GameInfo& info = field.game->info();
    const auto position = field.field->start();
    std::string text = fmt::format("field {}\n", script.field);
    std::size_t next = 0;
    while (!position->ending() && next < script.answers.size()) {
        text += fmt::format("\n=== turn {}\n", position->turn());
        append_position(text, info, *position);
        std::vector<Answer> answers;
        for (const Seat seat : position->players_to_move()) {
            const auto& [fault, answer] = script.answers.at(next++);
            answers.push_back({seat, fault, answer});
            text += fmt::format("> seat {} {} {}", seat, name_of(fault), answer);
            text += '\n';
        }
        int steps = 0;
        for (const Effect& effect : position->apply(answers, [&] { ++steps; })) {
            text += fmt::format(
                "effect {} '{}' reason '{}' comment '{}'\n", name_of(effect.fault), effect.text,
                effect.reason, effect.comment);
        }
        text += fmt::format("steps shown {}\n", steps);
    }
    text += "\n=== end\n" + position->canonical_text() + "picture\n" + position->render(false);
    if (const auto ending = position->ending()) {
        text += fmt::format(
            "ranks {}\nscores {}\nreason {}\n", fmt::join(ending->ranks, " "),
            fmt::join(ending->scores, " "), ending->reason);
    }
    return text;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

} // namespace

TEST_CASE("every game has a playthrough, which is reproduced line by line", "[playthrough]") {
    for (const Game* const game : all_games()) {
        const std::string name(game->info().name);
        const std::string path = tests::source_folder() + "/tests/playthroughs/" + name + ".txt";
        INFO(path);
        REQUIRE(std::filesystem::exists(path));
        const std::string played = play(read_script(path));
        const std::vector<std::string> now = lines_of(played);
        const std::vector<std::string> before = lines_of(tests::read_file(path));
        if (now != before) {
            const std::string made = tests::build_folder() + "/" + name + ".txt";
            tests::write_file(made, played);
            const auto where = std::mismatch(now.begin(), now.end(), before.begin(), before.end());
            FAIL_CHECK(
                "line " << where.first - now.begin() + 1 << " is now\n  "
                        << (where.first == now.end() ? "(the end)" : *where.first)
                        << "\nIf that is meant, copy " << made << " over it.");
        }
        CHECK(now.size() > 50);
        CHECK(played.find("ranks ") != std::string::npos); // a whole game
    }
}
