#pragma once

/// The environment variables of an AI: referee/match/README.md, "Environment".

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The PATH of AIs.
inline constexpr std::string_view ai_path = "/usr/local/bin:/usr/bin:/bin";

/// A program in an AI's PATH, not in ours; empty if there is none.
std::string find_in_ai_path(std::string_view name);

/// The variable part of an AI's environment, besides what is the same for all.
struct EnvironmentFacts {
    std::string_view game;
    std::string_view work_path; ///< of its work folder
    std::string_view ai_folder; ///< of its ai.ini; empty: it has none
    std::string_view seat;
    std::string_view seed;
};

/// The AI's variables, NAME=VALUE each. It has no others.
std::vector<std::string> environment_of(const EnvironmentFacts& facts);

/// Indexes of the two that change from move to move.
inline constexpr std::size_t seat_slot = 5;
inline constexpr std::size_t seed_slot = 6;

} // namespace referee
