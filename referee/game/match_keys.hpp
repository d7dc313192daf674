#pragma once

/// The keys of match.dat that the referee writes itself (match/move_files.cpp): no parameter and no
/// key of a game may have such a name, or the file would have two lines of one key.

#include <algorithm>
#include <array>
#include <string_view>

namespace referee {

inline constexpr std::array<std::string_view, 13> match_keys{
    "game",         "players",    "seat", "turn",         "time_limit_ms", "phase", "points",
    "last_wall_ms", "last_fault", "seed", "time_left_ms", "rank",          "score" // in phase end
};

/// This one the referee writes only in games with teams.
inline constexpr std::string_view partners_key = "partners";

/// True for these, and for name1 to name8.
constexpr bool is_match_key(std::string_view key) {
    return std::find(match_keys.begin(), match_keys.end(), key) != match_keys.end() ||
           (key.size() == 5 && key.starts_with("name") && key[4] >= '1' && key[4] <= '8');
}

} // namespace referee
