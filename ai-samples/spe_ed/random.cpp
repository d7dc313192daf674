// Plays any action that keeps the speed in its range, all equally likely. The seed comes from the
// referee, so that a game can be repeated.

#include "spe_ed/lib/sample.hpp"

#include "base/names.hpp"

using namespace referee::spe_ed;

int main() {
    return sample::run([](const sample::Situation& situation) {
        const int speed = situation.state.players[situation.me].speed;
        std::array<Action, 5> possible;
        std::uint32_t count = 0;
        for (std::size_t i = 0; i < referee::all_names<Action>.size(); ++i) {
            const auto action = static_cast<Action>(i);
            const bool too_slow = action == Action::slow_down && speed == min_speed;
            const bool too_fast = action == Action::speed_up && speed == max_speed;
            if (!too_slow && !too_fast) {
                possible[count++] = action;
            }
        }
        // Three actions are always possible. NOLINTNEXTLINE(clang-analyzer-core.DivideZero)
        return sample::Choice{possible[situation.seed % count], ""};
    });
}
