// greedy as a resident AI: started once per game, asked by a line on standard input, answering with
// the line `done`. Compare greedy.cpp. What it would like to remember from move to move it can keep
// in variables; after a restart they are gone.

#include "gems/search.hpp"

#include <iostream>
#include <string>

using namespace referee::gems;

namespace {

int answer() {
    return sample::run([](const sample::Situation& situation) {
        return sample::search_in_time(situation, {1, {}});
    });
}

} // namespace

int main() {
    for (std::string line; std::getline(std::cin, line) && line != "quit";) {
        const bool is_move = line.rfind("move", 0) == 0;
        if (is_move && answer() != 0) {
            return 1;
        }
        if (is_move || line == "prepare") {
            std::cout << "done" << std::endl; // with endl, because the referee waits for it
        }
    }
}
