#pragma once

/// Matches between agents in one process, on created fields: every AI in each seat of each field.

#include <cstdint>
#include <string>
#include <vector>

namespace referee::dicewars::training {

struct MatchConfig {
    int fields = 0;
    std::uint64_t seed = 0;           ///< of the first field; each further one adds 1
    std::vector<std::string> players; ///< one per seat, see player_named()
    std::string path;                 ///< results, a line per field; its fields aren't played again
};

/// The results of all games of a field, by AI.
struct FieldResult {
    int field = 0;
    std::vector<int> wins;
    std::vector<long> commands;
    std::vector<double> seconds; ///< processor time
};

/// Plays the missing fields; returns the results of all. Throws std::runtime_error if the file
/// belongs to another match.
std::vector<FieldResult> play_match(const MatchConfig& config);

/// Wins with 95 % intervals, processor time per command, and the ratio of the first AI's wins to
/// those of each other AI. Intervals are bootstraps over fields, because the games of a field are
/// not independent. `results` needs at least one field.
std::string
match_table(const std::vector<std::string>& players, const std::vector<FieldResult>& results);

} // namespace referee::dicewars::training
