// The rules page of a game (referee/games/NAME/README.md) and what the program says of the game
// (GameInfo) agree: a change to only one of them fails here.

#include "support/catch.hpp"
#include "support/run.hpp"

#include "commands/game_page.hpp"
#include "games/registry.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

using namespace referee;

namespace {

std::string page_of(const GameInfo& info) {
    return tests::read_file(
        fmt::format("{}/referee/games/{}/README.md", tests::source_folder(), info.name));
}

bool has(const std::string& page, const std::string& part) {
    return page.find(part) != std::string::npos;
}

/// A text as an indented block of the page, its first `max_lines` lines.
std::string block_of(std::string_view text, int max_lines) {
    std::istringstream lines{std::string(text)};
    std::string block = "\n";
    std::string line;
    for (int i = 0; i < max_lines && std::getline(lines, line); ++i) {
        block += "    " + line + "\n";
    }
    return block;
}

} // namespace

TEST_CASE("a game's page has every parameter with its default and range", "[rules-page]") {
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        const std::string page = page_of(info);
        const auto look = [&](const Parameter& parameter, const std::string& note) {
            const std::string row = fmt::format(
                "| `{}`{} | {} | {}{}{} | {} |\n", parameter.name, note, parameter.default_value,
                parameter.range, parameter.unit.empty() ? "" : " ", parameter.unit,
                parameter.meaning);
            CAPTURE(info.name, row);
            CHECK(has(page, row));
        };
        for (const Parameter& parameter : info.parameters) {
            look(parameter, "");
        }
        for (const Parameter& parameter : info.create_settings) {
            look(parameter, " (only `create`)");
        }
    }
}

TEST_CASE("a game's page shows every state file as it really is", "[rules-page]") {
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        const std::string page = page_of(info);
        const std::vector<std::string> texts = example_files(*game);
        CAPTURE(info.name, block_of(texts.back(), 100)); // match.dat
        CHECK(has(page, "`match.dat`"));
        CHECK(has(page, block_of(texts.back(), 100)));
        for (std::size_t i = 0; i < info.files.size(); ++i) {
            CAPTURE(info.files[i].name, texts[i]);
            CHECK(has(page, fmt::format("`{}`", info.files[i].name)));
            CHECK(has(page, block_of(texts[i], 3)));
        }
    }
}

TEST_CASE("a game's page has every example of an answer and every fault", "[rules-page]") {
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        const std::string page = page_of(info);
        for (const AnswerExample& example : info.answers) {
            CAPTURE(info.name, example.text);
            CHECK(has(page, block_of(example.text, 100)));
        }
        const std::size_t faults = page.find("\n## Faults\n");
        REQUIRE(faults != std::string::npos);
        const std::string section = page.substr(faults, page.find("\n## ", faults + 1) - faults);
        for (const FaultCost& cost : info.faults) {
            for (const Fault fault : cost.faults) {
                CAPTURE(info.name, name_of(fault));
                CHECK(has(section, fmt::format("`{}`", name_of(fault))));
            }
        }
    }
}

TEST_CASE("what the program shows of a game fits 80 columns", "[rules-page]") {
    for (const Game* const game : all_games()) {
        std::istringstream lines(game_page(*game));
        for (std::string line; std::getline(lines, line);) {
            CAPTURE(game->info().name, line);
            CHECK(line.size() <= 80);
        }
    }
}

TEST_CASE("what the program shows of a game names all of its time limits", "[rules-page]") {
    for (const Game* const game : all_games()) {
        CAPTURE(game->info().name);
        const std::string page = game_page(*game);
        CHECK(has(page, "phase prepare") == game->info().has_prepare);
        CHECK(
            (page_of(game->info()).find("`phase prepare`") != std::string::npos) ==
            game->info().has_prepare);
    }
    const auto time_of = [](std::string_view name) {
        const std::string page = game_page(game_named(name));
        const std::size_t at = page.find("\nTime ") + 13;
        return page.substr(at, page.find('\n', at) - at);
    };
    CHECK(time_of("gems") == "60 s for each answer");
    CHECK(time_of("spe_ed") == "the field sets it for each turn, by default at most 15 s");
    CHECK(time_of("cops") == "0.5 s for each answer; 10 s once before the game, in phase prepare");
}

TEST_CASE("what the program shows of a game answers an author's questions", "[rules-page]") {
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        const std::string page = game_page(*game);
        CAPTURE(info.name);
        CHECK(has(page, fmt::format("referee/games/{}/README.md", info.name)));
        CHECK(has(page, fmt::format("ai-reference/{}", info.name)));
        CHECK(has(page, "\nYour seat   '"));
        CHECK(has(page, "result.dat"));
        for (const StateFile& file : info.files) {
            CHECK(has(page, std::string(file.name)));
        }
        for (const Parameter& parameter : info.parameters) {
            CHECK(has(page, "\n  " + parameter.name + " "));
        }
        for (std::size_t fault = 1; fault <= static_cast<std::size_t>(Fault::bad_result); ++fault) {
            CHECK(has(page, std::string(all_names<Fault>[fault])));
        }
    }
}
