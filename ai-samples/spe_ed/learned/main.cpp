// Plays the network that scripts/training/spe_ed_q.py has trained: of the actions that don't crash
// at once, takes the one with the highest value. README.md of the folder above says how strong it
// is.

#include "spe_ed/learned/network.hpp"
#include "spe_ed/lib/sample.hpp"

using namespace referee::spe_ed;

int main() {
    return sample::run([](const sample::Situation& situation) {
        return sample::Choice{learned::choose(situation.state, situation.me), ""};
    });
}
