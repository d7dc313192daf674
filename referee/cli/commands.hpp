#pragma once

/// The commands. Each has the table of its options, and takes its arguments without its own name
/// and returns the exit status.

#include "cli/arguments.hpp"

#include <span>
#include <string>
#include <vector>

namespace referee {

const Usage& demo_usage();
int demo_command(const std::vector<std::string>& arguments);
const Usage& play_usage();
int play_command(const std::vector<std::string>& arguments);
const Usage& create_usage();
int create_command(const std::vector<std::string>& arguments);
const Usage& check_usage();
int check_command(const std::vector<std::string>& arguments);
const Usage& play_page_usage();
int play_page_command(const std::vector<std::string>& arguments);
const Usage& replay_usage();
int replay_command(const std::vector<std::string>& arguments);
const Usage& rerun_usage();
int rerun_command(const std::vector<std::string>& arguments);
const Usage& tournament_usage();
int tournament_command(const std::vector<std::string>& arguments);
const Usage& tune_usage();
int tune_command(const std::vector<std::string>& arguments);
const Usage& report_usage();
int report_command(const std::vector<std::string>& arguments);
const Usage& judge_usage();
int judge_command(const std::vector<std::string>& arguments);
const Usage& export_usage();
int export_command(const std::vector<std::string>& arguments);
const Usage& merge_usage();
int merge_command(const std::vector<std::string>& arguments);
const Usage& season_usage();
int season_command(const std::vector<std::string>& arguments);
const Usage& submit_usage();
int submit_command(const std::vector<std::string>& arguments);
const Usage& receive_usage();
int receive_command(const std::vector<std::string>& arguments);
const Usage& collect_usage();
int collect_command(const std::vector<std::string>& arguments);
const Usage& site_usage();
int site_command(const std::vector<std::string>& arguments);
const Usage& games_usage();
int games_command(const std::vector<std::string>& arguments);
const Usage& new_usage();
int new_command(const std::vector<std::string>& arguments);
const Usage& new_game_usage();
int new_game_command(const std::vector<std::string>& arguments);

struct Command {
    std::string_view name;
    std::string_view summary;
    const Usage& (*usage)();
    int (*run)(const std::vector<std::string>&);
};

/// All commands, in the order of the help.
std::span<const Command> all_commands();

/// The command of that name, or null.
const Command* command_named(std::string_view name);

/// The names of all games.
std::span<const std::string_view> game_names();
class Game;

/// The game that --game names, else the one that --rules brings, else gems. Throws UserError.
const Game& chosen_game(const Arguments& arguments);
/// True if a game has this name.
bool is_game(std::string_view word);

/// Exit statuses.
enum ExitStatus { exit_done = 0, exit_failed = 1, exit_wrong_use = 2, exit_found = 3 };

/// Runs the command, or prints its help if --help, -h or --help-all is among the arguments.
int run_command(const Command& command, const std::vector<std::string>& arguments);

} // namespace referee
