#pragma once

/// Learning from the first game to the last net: generations of games, each fitted by the net of
/// the one before.

#include <cstdint>
#include <iosfwd>
#include <string>

namespace referee::dicewars::training {

struct LearnConfig {
    int games = 100'000; ///< of all generations together
    std::uint64_t seed = 1;
};

/// Learns in the folder; the same configuration gives the same nets. Learning that was stopped at
/// any time goes on from the files there, and loses at most the games of half a minute. `progress`
/// gets a line for each pass. Throws std::runtime_error for a folder of another configuration.
void learn(const std::string& folder, const LearnConfig& config, std::ostream& progress);

/// Where the net of a generation, from 0, is.
std::string net_file(const std::string& folder, int generation);

} // namespace referee::dicewars::training
