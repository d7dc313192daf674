// Deals as much damage as it can with this move; where that is equal, and mostly it is 0,
// dissolves as many stones as it can, since they are the damage of later moves.

#include "gems/lib/sample.hpp"

using namespace referee::gems;

/// A move dissolves fewer stones, counted twice in crossing lines, than a damage point is worth.
static int worth(const Outcome& outcome) {
    constexpr int more_than_all_stones = 2 * columns * rows + 1;
    return outcome.damage * more_than_all_stones + outcome.stones;
}

int main() {
    return sample::run(
        [](const sample::Situation& situation) { return sample::choose_best(situation, worth); });
}
