// The golden test of cops without its framework, for tests/golden/mutate.py: replays the games
// with whatever rules it is linked with, until the first difference.
// Exit status: 0 there is none, 1 there is one (its line is printed).

#include "golden/cops_trace.hpp"
#include "support/games/golden.hpp"

#include <cstdio>
#include <cstdlib>

int main() {
    tests::for_each_golden("cops.jsonl.gz", [](const nlohmann::json& game, int number) {
        const std::string difference = tests::first_difference_of_cops(game);
        if (!difference.empty()) {
            std::printf("game %d, %s\n", number, difference.c_str());
            std::exit(1);
        }
    });
    std::puts("no difference");
}
