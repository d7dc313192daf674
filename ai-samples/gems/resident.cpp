// greedy as a resident AI: started once per game, asked by a line on standard input, answering with the
// line `done`. Compare greedy.cpp. What it would like to remember from move to move it can keep in
// variables; after a restart they are gone.

#include "gems/sample.hpp"
#include "gems/search.hpp"

#include <iostream>
#include <string>

int main() {
    for (std::string line; std::getline(std::cin, line) && line != "quit";) {
        if (line.rfind("move", 0) == 0) {
            play_greedy();
        }
        if (line.rfind("move", 0) == 0 || line == "prepare") {
            std::cout << "done" << std::endl; // endl: the referee waits for it
        }
    }
}
