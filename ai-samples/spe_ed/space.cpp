// Looks one move ahead: takes the action with the largest reachable area, and among equals the
// slowest.

#include "spe_ed/lib/space.hpp"
#include "spe_ed/lib/sample.hpp"

using namespace referee::spe_ed;

int main() {
    return sample::run([](const sample::Situation& situation) {
        return sample::Choice{space::choose(situation.state, situation.me), ""};
    });
}
