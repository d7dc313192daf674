#include "commands/commands.hpp"
#include "commands/game_page.hpp"
#include "error.hpp"
#include "games/registry.hpp"

#include <fmt/format.h>

namespace referee {
namespace {

const Usage usage{
    "games",
    "referee games [NAME…] [--json]",
    "Lists the games. For each NAME, shows seats, time, files with an example,\n"
    "answers, faults, parameters, and the AIs available.",
    {{"json", "", "print it as JSON"}}};

} // namespace

int games_command(const std::vector<std::string>& words) {
    if (printed_help(usage, words)) {
        return exit_done;
    }
    const Arguments arguments(usage, words);
    std::vector<const Game*> games;
    for (const std::string& name : arguments.words()) {
        games.push_back(&game_named(name));
    }
    const bool is_named = !games.empty();
    if (!is_named) {
        games.assign(all_games().begin(), all_games().end());
    }
    if (arguments.has("json")) {
        fmt::print("{}\n", game_pages_as_json(games));
        return exit_done;
    }
    for (const Game* const game : games) {
        if (is_named) {
            fmt::print("{}", game_page(*game));
        } else {
            fmt::print("{:14}{}\n", game->info().name, game->info().title);
        }
    }
    if (!is_named) {
        fmt::print("\n'referee games NAME' shows a game's files, answers and parameters.\n");
    }
    return exit_done;
}

} // namespace referee
