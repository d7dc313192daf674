#include "cops/lib/arena.hpp"

#include <array>

namespace referee::cops::sample {
namespace {

/// The steps of a plan, padded with waiting if it is too short.
Step step_of(const std::vector<Step>& plan, std::size_t index) {
    return index < plan.size() ? plan[index] : Step::wait;
}

} // namespace

State without_headings(State state) {
    for (Wall& wall : state.walls) {
        wall.heading = Step::north;
    }
    for (Gate& gate : state.gates) {
        gate.clockwise = true;
    }
    return state;
}

Played play(const Setup& setup, const Brains& brains, std::uint32_t seed, int time_limit_ms) {
    const Parameters& values = setup.parameters;
    const int length = values.plan_length;
    State state = setup.start;
    std::array<std::string, 2> memories;
    std::vector<State> past;
    move_surroundings(state, values, setup.words_of(0));
    while (state.end == End::none) {
        std::array<std::vector<Step>, 2> plans;
        for (const std::size_t side : {0, 1}) {
            Situation situation;
            situation.is_thief = side == 0;
            situation.parameters = values;
            situation.state = without_headings(state);
            situation.past = past;
            situation.seed = seed * 2654435761U + static_cast<std::uint32_t>(state.tick) * 2U +
                             static_cast<std::uint32_t>(side);
            situation.time_limit_ms = time_limit_ms;
            plans[side] = (side == 0 ? brains.thief : brains.cops)(situation, memories[side]);
        }
        past.clear();
        for (int i = 0; i < length && state.end == End::none; ++i) {
            Steps steps;
            steps.thief = step_of(plans[0], static_cast<std::size_t>(i));
            for (int cop = 0; cop < state.cop_count; ++cop) {
                steps.cops[cop] = step_of(plans[1], static_cast<std::size_t>(cop * length + i));
            }
            move_players(state, values, steps);
            if (state.end == End::none) {
                if (i > 0) { // history has `length` boards, including the present one
                    past.push_back(without_headings(state));
                    past.back().tick = state.tick - 1;
                }
                move_surroundings(state, values, setup.words_of(state.tick));
            }
        }
    }
    return {state.end, state.payoff};
}

} // namespace referee::cops::sample
