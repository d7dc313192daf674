// Looks one move ahead: it takes the largest area it can reach and, among equals, the slowest move.

#include "spe_ed/lib/space.hpp"
#include "spe_ed/lib/sample.hpp"

using namespace referee::spe_ed;

int main() {
    return sample::run([](const sample::Situation& situation) {
        return sample::Choice{space::choose(situation.state, situation.me), ""};
    });
}
