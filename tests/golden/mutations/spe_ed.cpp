// The golden test of spe_ed without its framework, for tests/golden/mutate.py: replays the
// recorded games with whatever rules it is linked with, until the first difference.
// Exit status: 0 there is none, 1 there is one (its line is printed).

#include "support/games/golden.hpp"
#include "support/games/spe_ed_trace.hpp"

#include <cstdio>
#include <cstdlib>

int main() {
    tests::for_each_golden("spe_ed.jsonl.gz", [](const nlohmann::json& game, int number) {
        const std::string difference = tests::first_difference(game);
        if (!difference.empty()) {
            std::printf("game %d, %s\n", number, difference.c_str());
            std::exit(1);
        }
    });
    std::puts("no difference");
}
