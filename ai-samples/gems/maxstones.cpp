// Dissolves as many stones as it can with this move, and considers nothing else.

#include "gems/lib/sample.hpp"

using namespace referee::gems;

static sample::Choice choose(const sample::Situation& situation) {
    return sample::choose_best(situation, [](const Outcome& outcome) { return outcome.stones; });
}

int main() {
    return sample::run(choose);
}
