#include "base/random.hpp"
#include "bench/figure.hpp"
#include "bench/measure.hpp"
#include "dicewars/lib/agents.hpp"
#include "games/dicewars/field.hpp"
#include "games/dicewars/rules.hpp"

#include <array>
#include <fmt/format.h>
#include <vector>

namespace {

using namespace referee::dicewars;

constexpr std::array<std::string_view, 4> names{"stei_adt", "stei_at", "sdc_pre_at", "xsmejk29"};

/// Games per second of CPU time of the course's environment in one process.
constexpr double games_of_the_course = 10;

std::vector<Setup> draw_fields(int count) {
    std::vector<Setup> fields;
    for (int seed = 1; seed <= count; ++seed) {
        referee::Rng rng(static_cast<std::uint64_t>(seed));
        referee::FieldText text("bench", create_setup({4, {{"numbers", "0"}}}, rng));
        fields.push_back(read_setup(text).game);
    }
    return fields;
}

/// A game of the four agents, their seats rotated.
State play(const Setup& setup, int rotation) {
    std::array<sample::Choose, 4> agents{};
    for (std::size_t seat = 0; seat < agents.size(); ++seat) {
        agents[seat] = sample::agent_named(names[(seat + static_cast<std::size_t>(rotation)) % 4]);
    }
    State state = start(setup);
    Deployment deployment;
    std::array<sample::Memory, 4> memories{};
    while (state.end == End::none) {
        const auto mover = static_cast<std::size_t>(state.mover);
        if (state.is_off(state.mover)) {
            end_by_fault(state, setup, false, deployment);
        } else {
            apply(
                state, setup,
                agents[mover]({setup.board, state, setup.parameters}, memories[mover]), deployment);
        }
    }
    return state;
}

void bench_rules() {
    const std::vector<Setup> fields = draw_fields(50);
    const long games = 4 * static_cast<long>(fields.size());
    long commands = 0;
    std::vector<double> rates = bench::rates_of([&] {
        commands = 0;
        for (const Setup& field : fields) {
            for (int rotation = 0; rotation < 4; ++rotation) {
                commands += play(field, rotation).commands;
            }
        }
        return games;
    });
    std::vector<double> times_the_course;
    for (const double rate : rates) {
        times_the_course.push_back(rate / games_of_the_course);
    }
    fmt::print(
        "dicewars, rules with stei_adt, stei_at, sdc_pre_at, xsmejk29 in one process: games of {} "
        "commands per second of processor time: {}; times the course's environment: {}\n",
        commands / games, bench::figure(rates), bench::figure(times_the_course));
}

const bench::Measurement measurement("dicewars", bench_rules);

} // namespace
