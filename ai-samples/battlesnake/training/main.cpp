// Trains the evaluation of duel between two snakes, and compares settings of duel in one process.
//
//     battlesnake-training learn FOLDER [GAMES [GENERATIONS [SEED [BEGIN]]]]
//         Plays GAMES games (500 by default) of duel against itself and fits a network to them, in
//         so many generations (2 by default); the first one plays with the weights set by hand, or
//         with the network in the source if BEGIN is `trained`. The last network is in FOLDER.
//         Games that are there already, whole generations or a part of one, are not played again.
//     battlesnake-training match FIELDS SEED MILLISECONDS SETTINGS SETTINGS [SIZE [THREADS]]
//         Double matches on created fields, with a limit of processor time for each move. Settings
//         are those of ai.ini, as learned_of_two=0,desperate=2000, and net=FILE.
//     battlesnake-training weights FILE
//         Prints the weights as C++, for ai-samples/battlesnake/duel/net_weights.cpp.

#include "battlesnake/training/learning.hpp"
#include "battlesnake/training/match.hpp"

#include <exception>
#include <fmt/format.h>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace referee::battlesnake::training;

bool is_trained(const std::string& begin) {
    if (begin != "set" && begin != "trained") {
        throw std::invalid_argument(begin + ": write set or trained");
    }
    return begin == "trained";
}

void run(const std::vector<std::string>& words) {
    const auto word = [&](std::size_t i, const char* default_value) {
        return i < words.size() ? words[i] : default_value;
    };
    if (words.size() >= 2 && words[0] == "learn") {
        learn(
            words[1],
            {.games = std::stoi(word(2, "500")),
             .generations = std::stoi(word(3, "2")),
             .seed = std::stoull(word(4, "10000")),
             .is_trained = is_trained(word(5, "set"))},
            std::cout);
    } else if (words.size() >= 6 && words[0] == "match") {
        play_match(
            {.fields = std::stoi(words[1]),
             .seed = std::stoull(words[2]),
             .seconds = std::stod(words[3]) / 1000,
             .size = std::stoi(word(6, "11")),
             .threads = std::stoi(word(7, "1")),
             .one = words[4],
             .two = words[5]});
    } else if (words.size() == 2 && words[0] == "weights") {
        print_weights(read_net(words[1]));
    } else {
        throw std::invalid_argument(
            "write learn FOLDER [GAMES [GENERATIONS [SEED [BEGIN]]]], "
            "match FIELDS SEED MILLISECONDS SETTINGS SETTINGS [SIZE [THREADS]] or weights FILE");
    }
}

} // namespace

int main(int count, char** words) {
    try {
        run(std::vector<std::string>(words + 1, words + count));
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "battlesnake-training: {}\n", problem.what());
        return 1;
    }
}
