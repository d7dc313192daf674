#include "battlesnake/training/selfplay.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <limits>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

namespace referee::battlesnake::training {
namespace {

template <int words>
duel::NetInputs inputs_on_board(const State& state) {
    const duel::Position<words> position(state);
    duel::Lands lands;
    duel::Reaches reaches;
    duel::find_lands(position, lands, reaches);
    duel::NetInputs inputs;
    duel::find_inputs(position, lands, reaches, 0, 1, inputs);
    return inputs;
}

duel::NetInputs inputs_of(const State& state) {
    const int cells = state.width * state.height;
    return cells <= 64       ? inputs_on_board<1>(state)
           : cells <= 2 * 64 ? inputs_on_board<2>(state)
           : cells <= 6 * 64 ? inputs_on_board<6>(state)
                             : inputs_on_board<10>(state);
}

/// Mainly the usual board, and some others.
int size_of_game(std::uint64_t seed) {
    return seed % 16 == 15 ? 7 : seed % 32 == 14 ? 19 : seed % 32 == 30 ? 15 : 11;
}

/// Log-odds of the value of a search: the reverse of what the evaluation does with them.
double odds_of(int value) {
    constexpr double max = 0.72; // log-odds of 5
    const double share = std::clamp(
        (value - duel::all_points / 2) / static_cast<double>(duel::max_prospects), -max, max);
    return 2 * share / (1 - std::abs(share));
}

/// Each search assumes the worst for its snake, so the mean of both is taken. A snake
/// with only one step doesn't search.
float mean_odds(const std::array<duel::SearchResult, 2>& results) {
    double sum = 0;
    int count = 0;
    for (int index = 0; index < 2; ++index) {
        if (results[index].nodes > 0) {
            sum += (index == 0 ? 1 : -1) * odds_of(results[index].value);
            ++count;
        }
    }
    return count == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(sum / count);
}

/// A position one to three turns beside the game: the steps are drawn, but in the first turn each
/// snake sometimes keeps its step of the game. Nothing if the game is over there, or if neither
/// snake has a choice to search.
std::optional<Example> aside_of(
    const Settings& settings, const SelfplayConfig& config, const Setup& setup, State state,
    Moves moves, Chance& chance) {
    const int turns = 1 + chance.below(3);
    for (int turn = 0; turn < turns; ++turn) {
        for (int index = 0; index < 2; ++index) {
            const sample::DirectionList steps = sample::open_steps(state, index + 1);
            if (steps.count > 0 && (turn > 0 || chance.fraction() < 0.7)) {
                moves[index] = steps.items[chance.below(steps.count)];
            }
        }
        apply(state, setup, moves);
        if (is_over(state, setup.parameters.max_turns)) {
            return std::nullopt;
        }
    }
    std::array<duel::SearchResult, 2> results;
    for (int index = 0; index < 2; ++index) {
        results[index] = Player(settings, config.seconds).choose(setup, state, index + 1);
    }
    Example example{};
    example.odds = mean_odds(results);
    if (std::isnan(example.odds)) {
        return std::nullopt;
    }
    example.inputs = inputs_of(state);
    example.is_aside = true;
    return example;
}

std::vector<Example>
play_game(const Settings& settings, const SelfplayConfig& config, std::uint64_t seed) {
    const Setup setup = created(seed, size_of_game(seed));
    Chance chance(seed);
    std::array<Player, 2> players{
        Player(settings, config.seconds), Player(settings, config.seconds)};
    std::vector<Example> examples;
    State state = setup.start;
    while (!is_over(state, setup.parameters.max_turns)) {
        Example example{};
        example.inputs = inputs_of(state);
        example.seed = seed;
        Moves moves{};
        std::array<duel::SearchResult, 2> results;
        // More in the first turns, so that no two games are the same.
        const double explored = state.turn < 12 ? config.opened : config.explored;
        for (int index = 0; index < 2; ++index) {
            results[index] = players[index].choose(setup, state, index + 1);
            moves[index] = results[index].direction;
            const sample::DirectionList steps = sample::open_steps(state, index + 1);
            if (steps.count > 1 && chance.fraction() < explored) {
                moves[index] = steps.items[chance.below(steps.count)];
                example.was_left = example.was_left || moves[index] != results[index].direction;
            }
        }
        example.odds = mean_odds(results);
        if (chance.fraction() < config.asides) {
            if (auto aside = aside_of(settings, config, setup, state, moves, chance)) {
                aside->seed = seed;
                examples.push_back(*aside);
            }
        }
        examples.push_back(example); // the last one is of the game
        apply(state, setup, moves);
    }
    if (!examples.empty()) {
        examples.back().is_final = true;
    }
    const auto places = ranks(state);
    for (Example& example : examples) {
        example.result = static_cast<std::int8_t>(
            places[0] < places[1]    ? 1
            : places[0] == places[1] ? 0
                                     : -1);
    }
    return examples;
}

} // namespace

void play_games(const Settings& settings, const SelfplayConfig& config, const std::string& path) {
    std::set<std::uint64_t> played;
    for (const Example& example : read_examples(path)) {
        if (example.is_final) {
            played.insert(example.seed);
        }
    }
    std::ofstream file(path, std::ios::binary | std::ios::app);
    std::mutex mutex;
    std::atomic<int> next = 0;
    const auto play_some = [&] {
        for (int game = next++; game < config.games; game = next++) {
            const std::uint64_t seed = config.seed + static_cast<std::uint64_t>(game);
            if (played.contains(seed)) {
                continue;
            }
            const std::vector<Example> examples = play_game(settings, config, seed);
            const std::scoped_lock lock(mutex);
            file.write(
                reinterpret_cast<const char*>(examples.data()),
                static_cast<std::streamsize>(examples.size() * sizeof(Example)));
            file.flush();
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < config.threads; ++i) {
        threads.emplace_back(play_some);
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

std::vector<Example> read_examples(const std::string& path) {
    std::vector<Example> examples;
    std::ifstream file(path, std::ios::binary);
    Example example;
    while (file.read(reinterpret_cast<char*>(&example), sizeof example)) {
        examples.push_back(example);
    }
    return examples;
}

} // namespace referee::battlesnake::training
