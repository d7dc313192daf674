#pragma once

/// Fits the network to examples.

#include "battlesnake/training/selfplay.hpp"

#include <iosfwd>
#include <string>

namespace referee::battlesnake::training {

/// Text: integers in units of 1/4096.
duel::Net read_net(const std::string& path);
void write_net(const duel::Net& net, const std::string& path);
/// Prints the source of ai-samples/battlesnake/duel/net_weights.cpp to standard output.
void print_weights(const duel::Net& net);

/// Sets what is to be learnt: going back from the end of a game, a mixture of what became of the
/// next position, with weight `decay`, and the value that the search found here. The values are
/// scaled first so that they predict the results best; the scale is returned.
double set_chances(std::vector<Example>& examples, double decay);

/// Writes the mean loss after each pass over the examples to `progress`.
duel::Net
fit(const std::vector<Example>& examples, int passes, std::uint64_t seed, std::ostream& progress);

struct LearnConfig {
    int games = 500; ///< of a generation
    int generations = 2;
    std::uint64_t seed = 10000; ///< of the first field
    bool is_trained = false;    ///< the first generation plays with the network in the source
};

/// Plays and fits: FOLDER/0.games, FOLDER/0.net and so on. Each network is fitted to the games of
/// all generations until then.
void learn(const std::string& folder, const LearnConfig& config, std::ostream& progress);

} // namespace referee::battlesnake::training
