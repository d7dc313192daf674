#include "cli/commands.hpp"

#include "cli/help.hpp"
#include "game/registry.hpp"
#include "game_programs/catalogue.hpp"
#include "os/output.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>

namespace referee {

std::span<const Command> all_commands() {
    static constexpr std::array<Command, 21> commands{{
        {"demo", "play and show a match of two installed AIs", demo_usage, demo_command},
        {"play", "play a match on a field (the default: 'referee FIELD')", play_usage,
         play_command},
        {"new", "write a working AI to start from", new_usage, new_command},
        {"new-game", "write a small game whose rules are a program, to start from", new_game_usage,
         new_game_command},
        {"create", "generate one or more fields", create_usage, create_command},
        {"check", "check fields or AIs", check_usage, check_command},
        {"tournament", "play many matches and keep the results", tournament_usage,
         tournament_command},
        {"tune", "tune an AI's parameters", tune_usage, tune_command},
        {"report", "print the tables of a tournament", report_usage, report_command},
        {"judge", "ask, or fit, the judge of a game", judge_usage, judge_command},
        {"merge", "merge the shards of several machines", merge_usage, merge_command},
        {"season", "run a contest: accept AIs, play, publish", season_usage, season_command},
        {"submit", "hand an AI in to a season", submit_usage, submit_command},
        {"receive", "take what 'submit' sends", receive_usage, receive_command},
        {"collect", "hand in what a course system exports", collect_usage, collect_command},
        {"site", "write the site of a season or tournament", site_usage, site_command},
        {"play-page", "write a page in which people play, without a server", play_page_usage,
         play_page_command},
        {"replay", "show a recorded game, or verify a record", replay_usage, replay_command},
        {"rerun", "repeat moves of a recorded game, also under a debugger", rerun_usage,
         rerun_command},
        {"export", "write recorded games as arrays, to train agents", export_usage, export_command},
        {"games", "list games, their files and AIs' answers", games_usage, games_command},
    }};
    return commands;
}

const Command* command_named(std::string_view name) {
    const auto commands = all_commands();
    const auto found = std::find_if(commands.begin(), commands.end(), [&](const Command& command) {
        return command.name == name;
    });
    return found == commands.end() ? nullptr : &*found;
}

std::span<const std::string_view> game_names() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const Game* const game : all_games()) {
            all.push_back(game->info().name);
        }
        return all;
    }();
    return names;
}

const Game& chosen_game(const Arguments& arguments) {
    return !arguments.has("game") && arguments.has("rules")
               ? use_rules(arguments.text("rules"))
               : game_named(arguments.text("game", "gems"));
}

bool is_game(std::string_view word) {
    const std::vector<const Game*> games = all_games(); // --rules may have brought one
    return std::any_of(
        games.begin(), games.end(), [&](const Game* game) { return game->info().name == word; });
}

int run_command(const Command& command, const std::vector<std::string>& arguments) {
    const auto has = [&](std::string_view word) {
        return std::find(arguments.begin(), arguments.end(), word) != arguments.end();
    };
    if (has("--help-all")) {
        fmt::print("{}", full_help_of(command.usage()));
    } else if (has("--help") || has("-h")) {
        fmt::print("{}", help_of(command.usage()));
    } else {
        return command.run(arguments);
    }
    return exit_done;
}

} // namespace referee
