#include "cops/lib/foresight/futures.hpp"

#include <algorithm>

namespace referee::cops::sample {
namespace {

double chance(std::mt19937& generator) {
    return generator() * (1.0 / 4294967296.0);
}

Word draw_word(std::mt19937& generator, double turn, double move, unsigned turns) {
    Word word;
    if (chance(generator) < turn) {
        word.turn = static_cast<std::uint8_t>(1 + generator() % turns);
    }
    word.moves = chance(generator) < move;
    return word;
}

/// The model of each future, in proportion to the belief, the most likely first.
std::vector<std::size_t> deal_models(const std::vector<double>& belief, std::size_t futures) {
    std::vector<double> owed = belief;
    std::vector<std::size_t> models;
    while (models.size() < futures) {
        const auto max = std::max_element(owed.begin(), owed.end());
        const auto model = static_cast<std::size_t>(max - owed.begin());
        models.push_back(model);
        *max -= 1;
        for (std::size_t i = 0; i < owed.size(); ++i) {
            owed[i] += belief[i];
        }
    }
    return models;
}

/// Plays one plan of each side.
void play_plans(
    State& state, const Parameters& values, const Word*& words, int word_count,
    const std::vector<Step>& thief, const std::vector<Step>& cops) {
    for (int i = 0; i < values.plan_length && state.end == End::none; ++i) {
        Steps steps;
        steps.thief = thief[static_cast<std::size_t>(i)];
        for (int cop = 0; cop < state.cop_count; ++cop) {
            steps.cops[cop] = cops[static_cast<std::size_t>(cop * values.plan_length + i)];
        }
        move_players(state, values, steps);
        if (state.end == End::none) {
            move_surroundings(state, values, words);
            words += word_count;
        }
    }
}

} // namespace

std::vector<Future> draw_futures(
    const Situation& situation, const Knowledge& knowledge, const std::vector<double>& belief,
    const Effort& effort, std::mt19937& generator) {
    const Parameters& values = situation.parameters;
    const int ticks = effort.turns * values.plan_length;
    std::vector<Future> futures;
    for (const std::size_t model : deal_models(belief, static_cast<std::size_t>(effort.futures))) {
        Future future;
        future.state = knowledge.state();
        future.model = model;
        for (int i = 0; i < future.state.wall_count; ++i) {
            if (!knowledge.wall_is_known(i)) {
                future.state.walls[i].heading = static_cast<Step>(generator() % direction_count);
            }
        }
        for (int i = 0; i < future.state.gate_count; ++i) {
            if (!knowledge.gate_is_known(i)) {
                future.state.gates[i].clockwise = generator() % 2 == 0;
            }
        }
        for (int tick = 0; tick < ticks; ++tick) {
            for (int i = 0; i < future.state.wall_count; ++i) {
                future.words.push_back(draw_word(generator, values.wall_turn, values.wall_move, 3));
            }
            for (int i = 0; i < future.state.gate_count; ++i) {
                future.words.push_back(draw_word(generator, values.gate_turn, values.gate_move, 1));
            }
        }
        futures.push_back(std::move(future));
    }
    return futures;
}

int play_out(
    const Future& future, const Script& script, const Situation& situation, const Effort& effort) {
    const Parameters& values = situation.parameters;
    State state = future.state;
    const Word* words = future.words.data();
    const int word_count = state.wall_count + state.gate_count;
    for (int turn = 0; turn < effort.turns && state.end == End::none; ++turn) {
        const bool is_first = turn == 0;
        const Scene scene(state, values, situation.constants);
        const std::vector<Step> thief = is_first && script.thief_steps != nullptr
                                            ? *script.thief_steps
                                            : steps_along(scene, script.thief(scene));
        const std::vector<Step> cops = is_first && script.cops_steps != nullptr
                                           ? *script.cops_steps
                                           : script.cops.plan(scene, script.cops.thief);
        play_plans(state, values, words, word_count, thief, cops);
    }
    return state.end == End::none ? values.ticks : state.payoff;
}

Stopwatch::Stopwatch(int time_limit_ms, double part) {
    constexpr int without_limit = 1000;
    const int limit = time_limit_ms > 0 ? time_limit_ms : without_limit;
    end_ = std::chrono::steady_clock::now() +
           std::chrono::microseconds(static_cast<std::int64_t>(limit * 1000 * part));
}

} // namespace referee::cops::sample
