#pragma once

/// Matches between agents in one process, on created fields: every AI in each seat of each field.

#include <cstdint>
#include <string>
#include <vector>

namespace referee::dicewars::training {

struct MatchConfig {
    int fields = 0;
    std::uint64_t seed = 0;           ///< of the first field; the others follow
    std::vector<std::string> players; ///< player_named(): one a seat
    std::string path;                 ///< results, a line a field; those in it aren't played again
};

/// What the AIs did in all games of a field, by AI.
struct FieldResult {
    int field = 0;
    std::vector<int> wins;
    std::vector<long> commands;
    std::vector<double> seconds; ///< of the processor
};

/// Plays what is missing; returns the results of all fields. Throws std::runtime_error for a file
/// of another match.
std::vector<FieldResult> play_match(const MatchConfig& config);

/// Wins with 95 % intervals, processor time for a command, and how many times as many games the
/// first AI has won as each other one. Intervals are bootstraps over fields, since the games of a
/// field belong together. At least one field.
std::string
match_table(const std::vector<std::string>& players, const std::vector<FieldResult>& results);

} // namespace referee::dicewars::training
