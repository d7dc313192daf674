#pragma once

/// The commands. Each takes its arguments without its own name and returns the exit status.

#include "commands/arguments.hpp"

#include <span>
#include <string>
#include <vector>

namespace referee {

int demo_command(const std::vector<std::string>& arguments);
int play_command(const std::vector<std::string>& arguments);
int create_command(const std::vector<std::string>& arguments);
int check_command(const std::vector<std::string>& arguments);
int replay_command(const std::vector<std::string>& arguments);
int rerun_command(const std::vector<std::string>& arguments);
int tournament_command(const std::vector<std::string>& arguments);
int tune_command(const std::vector<std::string>& arguments);
int report_command(const std::vector<std::string>& arguments);
int merge_command(const std::vector<std::string>& arguments);
int season_command(const std::vector<std::string>& arguments);
int site_command(const std::vector<std::string>& arguments);
int games_command(const std::vector<std::string>& arguments);
int new_command(const std::vector<std::string>& arguments);

struct Command {
    std::string_view name;
    std::string_view summary;
    int (*run)(const std::vector<std::string>&);
};

/// All commands, in the order of the help.
std::span<const Command> all_commands();

/// True if a game has this name.
bool is_game(std::string_view word);

/// Exit statuses.
enum ExitStatus { exit_done = 0, exit_failed = 1, exit_wrong_use = 2, exit_found = 3 };

/// Prints "referee: TEXT" to standard error as one line; line ends in it are escaped.
void print_error(std::string_view text);

/// Prints the usage and returns true if --help is among the arguments.
bool printed_help(const Usage& usage, const std::vector<std::string>& arguments);

} // namespace referee
