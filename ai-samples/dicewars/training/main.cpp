// Trains the evaluation of positions, and compares agents in one process.
//
//     dicewars-training learn FOLDER [GAMES [SEED]]
//         Plays GAMES games (100000 by default) in five generations and a fifth as many in a sixth,
//         and fits a network to each; the last one is FOLDER/5.net. Starts after the last network
//         in the folder. Run it again to resume an interrupted training.
//     dicewars-training match FILE FIELDS SEED AI AI …
//         Plays every AI in each seat on FIELDS created fields. FILE gets the results; an
//         interrupted match is resumed from it. For the names of AIs see players.hpp.
//     dicewars-training weights FILE
//         Prints the weights as C++, for ai-samples/dicewars/lib/value/weights.cpp.

#include "dicewars/training/generations.hpp"
#include "dicewars/training/learning.hpp"
#include "dicewars/training/match.hpp"

#include <exception>
#include <fmt/format.h>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace referee::dicewars::training;

void run(const std::vector<std::string>& words) {
    const auto word = [&](std::size_t i, const char* default_value) {
        return i < words.size() ? words[i] : default_value;
    };
    if (words.size() >= 2 && words[0] == "learn") {
        learn(words[1], {std::stoi(word(2, "100000")), std::stoull(word(3, "1"))}, std::cout);
    } else if (words.size() >= 6 && words[0] == "match") {
        const MatchConfig config{
            std::stoi(words[2]), std::stoull(words[3]), {words.begin() + 4, words.end()}, words[1]};
        fmt::print("{}", match_table(config.players, play_match(config)));
    } else if (words.size() == 2 && words[0] == "weights") {
        print_weights(read_net(words[1]));
    } else {
        throw std::invalid_argument(
            "write learn FOLDER [GAMES [SEED]], match FILE FIELDS SEED AI AI … or weights FILE");
    }
}

} // namespace

int main(int count, char** words) {
    try {
        run(std::vector<std::string>(words + 1, words + count));
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "dicewars-training: {}\n", problem.what());
        return 1;
    }
}
