// Replays the golden traces of battlesnake with whatever rules it is linked with: prints the first
// difference and exits with 1 if there is one. For tests/golden/mutate.py.

#include "golden/battlesnake_trace.hpp"
#include "support/games/golden.hpp"

#include <cstdio>
#include <cstdlib>

int main() {
    for (const char* const name : {"battlesnake.jsonl.gz", "battlesnake_modes.jsonl.gz"}) {
        tests::for_each_golden(name, [](const nlohmann::json& game, int) {
            const std::string difference = tests::replay_battlesnake_trace(game).difference;
            if (!difference.empty()) {
                std::puts(difference.c_str());
                std::exit(1);
            }
        });
    }
}
