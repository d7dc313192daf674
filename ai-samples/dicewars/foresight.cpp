// The project's own agent: a search by a value that was learnt. See foresight.hpp.

#include "dicewars/lib/foresight.hpp"
#include "dicewars/lib/sample.hpp"
#include "lib/work_folder.hpp"

#include <algorithm>

namespace {

using namespace referee::dicewars::sample;
using std::chrono::milliseconds;

/// A part of what is left on the clock, so that hundreds of answers fit in a game.
milliseconds time_for(int time_limit_ms) {
    constexpr int max = 200;
    return milliseconds(time_limit_ms > 0 ? std::clamp(time_limit_ms / 4, 1, max) : max);
}

} // namespace

int main() {
    return run([](const Situation& situation, Memory& memory) {
        std::string notes;
        const ForesightOptions options{
            .deadline = std::chrono::steady_clock::now() + time_for(situation.time_limit_ms)};
        const referee::dicewars::Command command =
            choose_foresight(situation.game(), memory, learnt_net(), options, &notes);
        referee::work_folder::write_notes(".", notes);
        return command;
    });
}
