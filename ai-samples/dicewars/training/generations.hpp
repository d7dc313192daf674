#pragma once

/// Training from the first game to the last network: generations of games, each of which continues
/// with the network of the previous one.

#include <cstdint>
#include <iosfwd>
#include <string>

namespace referee::dicewars::training {

struct LearnConfig {
    int games = 100'000; ///< of the first five generations together
    std::uint64_t seed = 1;
};

/// Trains in the folder; the same configuration gives the same networks. Starts after the last
/// network in the folder. If training is interrupted, it resumes from the files there and loses at
/// most the games of half a minute.
/// `progress` gets a line for each pass. Throws std::runtime_error if the folder has another
/// configuration.
void learn(const std::string& folder, const LearnConfig& config, std::ostream& progress);

/// The path of the network of a generation, from 0.
std::string net_file(const std::string& folder, int generation);

} // namespace referee::dicewars::training
