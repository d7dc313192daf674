#pragma once

#include "ai/contestant.hpp"
#include "cli/arguments.hpp"
#include "match/config.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The options that `play` and tournaments share.
const std::vector<Option>& match_options();

inline constexpr std::string_view keep_residents_option = "keep-residents";

/// `--watch` and `--human-time`, for a command's usage.
Option watch_option();
Option human_time_option();

/// Reads the shared ones. Throws UserError.
MatchConfig read_match_settings(const Arguments& arguments);

/// The limits of the AIs, for people: "time limit 500ms, memory 1G".
std::string limits_text(const Arguments& arguments);

/// Throws UserError if --points has more values than there are ranks. Prints a note if ranks get no
/// points.
void check_points(const std::vector<double>& points, int seats);

/// Throws UserError if an option names an AI that doesn't play.
void require_names(
    std::string_view option, const std::vector<std::string>& names,
    const std::vector<Contestant>& contestants);

/// Checks the names in all options of matches that name AIs.
void require_names(const MatchConfig& config, const std::vector<Contestant>& contestants);

/// Throws UserError if --allow-network gives partners a way to talk.
void require_no_network(const MatchConfig& config, const GameInfo& game);

/// Prints a note to standard error if an AI may read the program of another one: organisers can
/// put them apart.
void note_readable_programs(const MatchConfig& config, const std::vector<Contestant>& contestants);

/// Creates the folder of that option with its parents, unless it exists. Throws UserError.
void make_folder(std::string_view option, const std::string& path);

/// Prints to standard error what the memory limit does not cover on this machine, if anything.
void note_unbounded_memory();

/// Divides the space for work folders among the AIs of `games` games played at a time, and prints a
/// note if they get less than their limit. Throws UserError if it is too little to play.
void note_work_space(MatchConfig& config, std::size_t games, int seats);

} // namespace referee
