// The project's own agent without learning: maxn, improved by rollouts. See foresight_1.hpp.

#include "dicewars/lib/foresight_1/foresight_1.hpp"
#include "dicewars/lib/sample.hpp"

using namespace referee::dicewars::sample;

int main() {
    return run_in_time([](const Situation& situation, Memory& memory, auto deadline,
                          std::string& notes) {
        return choose_foresight_1(situation.game(), memory, {}, situation.seed, deadline, &notes);
    });
}
