// Searches its own and its nearest opponent's moves, assuming the opponent's worst reply, and takes
// the action after which it reaches the most cells before the opponent. See voronoi_search.cpp.

#include "spe_ed/lib/sample.hpp"
#include "spe_ed/lib/voronoi_search.hpp"

#include <algorithm>
#include <sstream>

using namespace referee::spe_ed;

namespace {

constexpr std::chrono::milliseconds max_time{1000}; ///< even if the deadline is later

/// When to stop: a fifth of the time is left for start, writing and a busy machine.
sample::Clock::time_point end_of(const sample::Situation& situation) {
    const std::chrono::milliseconds limit(situation.time_limit_ms);
    return situation.begin + std::min(max_time, limit * 4 / 5 - std::chrono::milliseconds(5));
}

} // namespace

int main() {
    return sample::run([](const sample::Situation& situation) {
        voronoi::Search search({});
        const auto choice = search.choose(situation.state, situation.me, end_of(situation));
        std::ostringstream notes;
        notes << "value " << choice.value << "\ndepth " << choice.depth << "\npositions "
              << choice.positions << '\n'
              << (choice.is_alone ? "alone in its area\n" : "");
        return sample::Choice{choice.action, notes.str()};
    });
}
