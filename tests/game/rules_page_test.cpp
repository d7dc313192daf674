// The rules page of a game (referee/games/NAME/README.md) has what the program says of the game
// (GameInfo), in blocks; tests/cli/blocks_test.cpp compares these.

#include "support/catch.hpp"
#include "support/run.hpp"

#include "cli/commands/games.hpp"
#include "game/registry.hpp"

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

/// The page has a block that `make pages` writes from the game's tables.
bool has_block(const std::string& page, const GameInfo& info, std::string_view what) {
    const std::string begin = fmt::format("\n<!-- begin {} {}", info.name, what);
    return has(page, begin + " -->\n") || has(page, begin + ", ");
}

} // namespace

TEST_CASE("a game's page has what its tables say, in marked blocks", "[rules-page]") {
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        const std::string page = page_of(info);
        for (const std::string_view what : {"parameters", "match.dat", "answers", "faults"}) {
            CAPTURE(info.name, what);
            CHECK(has_block(page, info, what));
        }
        const std::size_t faults = page.find("\n## Faults\n");
        CHECK(page.find(fmt::format("<!-- begin {} faults -->", info.name)) > faults);
    }
}

TEST_CASE("a game's page shows every state file", "[rules-page]") {
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        const std::string page = page_of(info);
        const std::vector<std::string> texts = example_files(*game);
        for (std::size_t i = 0; i < info.files.size(); ++i) {
            CAPTURE(info.name, info.files[i].name);
            CHECK(has(page, fmt::format("`{}`", info.files[i].name)));
            // Files with the same form are shown once, and empty ones by hand.
            const bool is_like_another =
                std::count(texts.begin(), texts.end(), texts[i]) > 1 || texts[i].empty();
            CHECK((is_like_another || has_block(page, info, info.files[i].name)));
        }
    }
}

TEST_CASE("a game's page has no blocks of another game", "[rules-page]") {
    for (const Game* const game : all_games()) {
        std::istringstream lines(page_of(game->info()));
        const std::string begin = "<!-- begin ";
        for (std::string line; std::getline(lines, line);) {
            CAPTURE(line);
            CHECK(
                (!line.starts_with(begin) ||
                 line.starts_with(fmt::format("{}{} ", begin, game->info().name))));
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
