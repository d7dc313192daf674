// Plays what scripts/training/spe_ed_q.py has learnt: of the actions that don't crash at once, the
// one of most worth. README.md of the folder above says how strong that is.

#include "spe_ed/learned/network.hpp"
#include "spe_ed/lib/sample.hpp"

using namespace referee::spe_ed;

int main() {
    return sample::run([](const sample::Situation& situation) {
        return sample::Choice{learned::choose(situation.state, situation.me), ""};
    });
}
