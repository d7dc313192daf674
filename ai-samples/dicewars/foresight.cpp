// The project's own agent: a search with a learnt evaluation. See foresight.hpp.

#include "dicewars/lib/foresight/foresight.hpp"
#include "dicewars/lib/sample.hpp"

#include <algorithm>

using namespace referee::dicewars::sample;

int main() {
    return run_in_time(
        [](const Situation& situation, Memory& memory, auto deadline, std::string& notes) {
            ForesightOptions options{.deadline = deadline};
            if (situation.time_limit_ms > 0) { // a position of maxn takes under three microseconds
                options.finishing_positions =
                    std::min(options.finishing_positions, 100.0 * situation.time_limit_ms);
            }
            return choose_foresight(situation.game(), memory, learnt_net(), options, &notes);
        });
}
