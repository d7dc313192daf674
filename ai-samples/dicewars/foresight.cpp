// The project's own agent: a search by a value that was learnt. See foresight.hpp.

#include "dicewars/lib/foresight.hpp"
#include "dicewars/lib/sample.hpp"

using namespace referee::dicewars::sample;

int main() {
    return run_in_time(
        [](const Situation& situation, Memory& memory, auto deadline, std::string& notes) {
            return choose_foresight(
                situation.game(), memory, learnt_net(), {.deadline = deadline}, &notes);
        });
}
