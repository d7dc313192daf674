// Looks one move ahead: the largest area that it can come to, and then as slow as possible.

#include "spe_ed/lib/space.hpp"
#include "spe_ed/lib/sample.hpp"

using namespace referee::spe_ed;

int main() {
    return sample::run([](const sample::Situation& situation) {
        return sample::Choice{space::choose(situation.state, situation.me), ""};
    });
}
