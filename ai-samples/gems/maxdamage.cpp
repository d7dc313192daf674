// Deals as much damage as it can with this move. Among equals, and the damage is mostly 0, it
// dissolves as many stones as it can, because they pay for the damage of later moves.

#include "gems/lib/sample.hpp"

using namespace referee::gems;

/// A damage point is worth more than all stones that a move can dissolve, counted twice in crossing
/// lines.
static int worth(const Outcome& outcome) {
    constexpr int more_than_all_stones = 2 * columns * rows + 1;
    return outcome.damage * more_than_all_stones + outcome.stones;
}

int main() {
    return sample::run(
        [](const sample::Situation& situation) { return sample::choose_best(situation, worth); });
}
