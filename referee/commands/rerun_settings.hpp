#pragma once

/// Code shared by the kinds of `rerun`.

#include "commands/arguments.hpp"
#include "match/config.hpp"
#include "match/record.hpp"
#include "match/replay.hpp"

#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace referee {

/// The settings of the match, as far as they are recorded and not given. Throws UserError.
MatchConfig rerun_config(const Arguments& arguments, const RecordedGame& game);

/// Throws UserError if the record is too old to hold everything that AIs were told.
void require_told(const std::string& path, const RecordedGame& game);

inline constexpr int max_line = std::numeric_limits<int>::max();

/// Throws UserError if record and rules disagree before a line.
void require_agreement(
    const std::string& path, const RecordedGame& game, const std::vector<Difference>& differences,
    int line = max_line);

void print_json(const nlohmann::ordered_json& json);

} // namespace referee
