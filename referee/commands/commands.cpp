#include "commands/commands.hpp"

#include "field/utf8.hpp"
#include "games/registry.hpp"
#include "process/print.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>

namespace referee {

std::span<const Command> all_commands() {
    static constexpr std::array<Command, 14> commands{{
        {"demo", "play and show a match of two installed AIs", demo_command},
        {"play", "play a match on a field (the default: 'referee FIELD')", play_command},
        {"new", "write a working AI to start from", new_command},
        {"create", "generate one or more fields", create_command},
        {"check", "check fields or AIs", check_command},
        {"tournament", "play many matches and keep the results", tournament_command},
        {"tune", "tune an AI's parameters", tune_command},
        {"report", "print the tables of a tournament", report_command},
        {"merge", "merge the shards of several machines", merge_command},
        {"season", "run a contest: accept AIs, play, publish", season_command},
        {"site", "write the site of a season or tournament", site_command},
        {"replay", "show a recorded game, or verify a record", replay_command},
        {"rerun", "repeat moves of a recorded game, also under a debugger", rerun_command},
        {"games", "list games, their files and AIs' answers", games_command},
    }};
    return commands;
}

bool is_game(std::string_view word) {
    const auto games = all_games();
    return std::any_of(
        games.begin(), games.end(), [&](const Game* game) { return game->info().name == word; });
}

void print_error(std::string_view text) {
    std::fflush(stdout);
    print_message(fmt::format("referee: {}\n", safe_text(text)));
}

bool printed_help(const Usage& usage, const std::vector<std::string>& arguments) {
    const bool is_asked =
        std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
            return argument == "--help" || argument == "-h";
        });
    if (!is_asked) {
        return false;
    }
    fmt::print("{}", help_of(usage));
    return true;
}

} // namespace referee
