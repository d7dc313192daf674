#include "cops/matrix/recorded.hpp"

#include "base/random.hpp"
#include "games/cops/field.hpp"

#include <ctime>

namespace referee::cops::sample {

Setup draw_field(std::uint64_t seed) {
    Rng rng(seed);
    FieldText text("a drawn field", create_setup({2, {}}, rng));
    return read_setup(text);
}

std::vector<Step> Measured::plan(const Situation& situation, std::string& memory) {
    const std::clock_t begin = std::clock();
    auto steps = (situation.is_thief ? brains.thief : brains.cops)(situation, memory);
    seconds += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    ++plans;
    return steps;
}

Game record_game(
    const Setup& setup, std::vector<Measured>& ais, std::array<std::size_t, 2> players,
    std::uint32_t seed) {
    Game game{setup, {}, {}};
    std::array<std::vector<std::string>, 2> memories;
    memories.fill(std::vector<std::string>(ais.size()));
    std::string known;
    const auto recorded = [&](std::size_t side) {
        return [&, side](const Situation& situation, std::string&) {
            if (side == 0) { // the arena asks the thief first
                game.turns.emplace_back();
                game.turns.back().knowledge = known;
                known = Knowledge(situation, known).memory();
            }
            Turn& turn = game.turns.back();
            turn.situations[side] = situation;
            turn.memories[side] = memories[side];
            for (std::size_t ai = 0; ai < ais.size(); ++ai) {
                auto steps = ais[ai].plan(situation, memories[side][ai]);
                if (ai == players[side]) {
                    turn.plans[side] = std::move(steps);
                }
            }
            return turn.plans[side];
        };
    };
    game.played = play(setup, {recorded(0), recorded(1)}, seed, no_hurry);
    State state = setup.start;
    move_surroundings(state, setup.parameters, setup.words_of(0));
    const auto length = static_cast<std::size_t>(setup.parameters.plan_length);
    for (Turn& turn : game.turns) {
        turn.state = state;
        for (std::size_t i = 0; i < length && state.end == End::none; ++i) {
            Steps steps;
            steps.thief = turn.plans[0][i];
            for (std::size_t cop = 0; cop < state.cop_count; ++cop) {
                steps.cops[cop] = turn.plans[1][cop * length + i];
            }
            move_players(state, setup.parameters, steps);
            if (state.end == End::none) {
                move_surroundings(state, setup.parameters, setup.words_of(state.tick));
            }
        }
    }
    return game;
}

std::vector<Future> futures_of(const Turn& turn, int count, std::mt19937& generator) {
    const Knowledge knowledge(turn.situations[0], turn.knowledge);
    return draw_futures(turn.situations[0], knowledge, {1}, {.futures = count}, generator);
}

std::vector<Track> tracks_of(const PlanGame& game, const CopsPlan& plan) {
    std::vector<Track> tracks;
    for (std::size_t cop = 0; cop < game.cops(); ++cop) {
        tracks.push_back(game.cop_track(cop, plan.data() + cop * game.length()));
    }
    return tracks;
}

std::vector<const Track*> pointers_to(const std::vector<Track>& tracks) {
    std::vector<const Track*> result;
    for (const Track& track : tracks) {
        result.push_back(&track);
    }
    return result;
}

} // namespace referee::cops::sample
