// Searches its own and its near opponents' moves, assuming the worst reply of one opponent, and
// takes the action after which it reaches the most cells before the others. See search.cpp.

#include "spe_ed/lib/sample.hpp"
#include "spe_ed/voronoi-2/search.hpp"

#include <algorithm>
#include <sstream>

using namespace referee::spe_ed;

namespace {

/// When to stop: a fifth of the time is left for start, writing and a busy machine, 0.3 s at most.
sample::Clock::time_point end_of(const sample::Situation& situation) {
    constexpr std::chrono::milliseconds max_left{300};
    const std::chrono::milliseconds limit(situation.time_limit_ms);
    return situation.begin + limit - std::min(max_left, limit / 5 + std::chrono::milliseconds(5));
}

} // namespace

int main() {
    return sample::run([](const sample::Situation& situation) {
        voronoi_2::Search search({});
        const auto choice = search.choose(situation.state, situation.me, end_of(situation));
        std::ostringstream notes;
        notes << "value " << choice.value << "\ndepth " << choice.depth << "\npositions "
              << choice.positions << '\n'
              << (choice.is_alone ? "alone in its area\n" : "")
              << (choice.is_gamble ? "any action may be lost\n" : "");
        return sample::Choice{choice.action, notes.str()};
    });
}
