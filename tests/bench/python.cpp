// The training environment against a bare loop in C++ that plays the same actions on the same
// fields and writes the same observations. referee/python/README.md, "Speed".

#include "base/random.hpp"
#include "bench/figure.hpp"
#include "bench/measure.hpp"
#include "bench/processes.hpp"
#include "game/environment.hpp"
#include "game/field_text.hpp"
#include "games/battlesnake/field.hpp"
#include "games/battlesnake/observation.hpp"
#include "games/battlesnake/rules.hpp"
#include "python/batch.hpp"

#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <numeric>
#include <sstream>
#include <stdexcept>

namespace bench {
namespace {

using namespace referee;
namespace rules = referee::battlesnake;

constexpr int players = 4;
constexpr int action_sets = 64; ///< drawn once, then played over and over
constexpr int checked_steps = 640;
constexpr int planes = 8;
constexpr std::size_t observation_size = planes * 11 * 11;

/// The same games as the module's: 11 × 11, four snakes, each game on one field for ever.
BatchConfig config_of(int size) {
    BatchConfig config;
    config.game = "battlesnake";
    config.size = size;
    config.players = players;
    config.seed = 1;
    config.settings = {{"lines", "100"}};
    config.episodes_per_field = 1'000'000'000;
    return config;
}

/// What the measured loop would be without a library.
class BareLoop {
  public:
    BareLoop(int size, bool observes, const std::vector<std::int32_t>& actions)
        : actions_(actions), size_(static_cast<std::size_t>(size)), observes_(observes),
          observations_(size_ * players * observation_size) {
        const Batch batch(config_of(size));
        for (int game = 0; game < size; ++game) {
            Rng rng(batch.field_seed(game));
            FieldText text("bench", rules::create_setup({players, {{"lines", "100"}}}, rng));
            setups_.push_back(rules::read_setup(text));
            states_.push_back(setups_.back().start);
            show(static_cast<std::size_t>(game), 0b1111);
        }
    }

    void step() {
        const std::size_t set = steps_++ % action_sets;
        const std::int32_t* action = actions_.data() + set * size_ * players;
        for (std::size_t game = 0; game < size_; ++game, action += players) {
            rules::State& state = states_[game];
            const rules::Setup& setup = setups_[game];
            if (rules::is_over(state, setup.parameters.max_turns)) {
                state = setup.start;
                show(game, 0b1111);
                continue;
            }
            const unsigned were_living = state.living;
            rules::Moves moves{};
            for (int player = 0; player < players; ++player) {
                moves[player] = static_cast<rules::Direction>(action[player]);
            }
            rules::apply(state, setup, moves);
            show(game, were_living);
        }
    }
    unsigned long checksum() const {
        return std::accumulate(observations_.begin(), observations_.end(), 0UL);
    }

  private:
    void show(std::size_t game, unsigned watching) {
        for (int player = 0; observes_ && player < players; ++player) {
            if ((watching >> player & 1U) != 0) {
                std::uint8_t* const seen =
                    observations_.data() +
                    (game * players + static_cast<std::size_t>(player)) * observation_size;
                std::memset(seen, 0, observation_size);
                rules::observe(
                    states_[game], setups_[game].hazards, player, ObservationWriter(seen, sizes_));
            }
        }
    }

    const std::vector<std::int32_t>& actions_;
    std::size_t size_;
    bool observes_;
    std::vector<std::uint8_t> observations_;
    std::vector<rules::Setup> setups_;
    std::vector<rules::State> states_;
    EnvironmentSizes sizes_{.height = 11, .width = 11};
    std::size_t steps_ = 0;
};

std::vector<std::int32_t> draw_actions(int size, const std::string& path) {
    Rng rng(2);
    std::vector<std::int32_t> actions(static_cast<std::size_t>(action_sets * size * players));
    for (std::int32_t& action : actions) {
        action = static_cast<std::int32_t>(rng.below(4));
    }
    std::ofstream(path, std::ios::binary)
        .write(
            reinterpret_cast<const char*>(actions.data()),
            static_cast<std::streamsize>(actions.size() * sizeof actions[0]));
    return actions;
}

struct Rate {
    double steps_per_second = 0;     ///< of single games
    unsigned long checksum = 0;      ///< of the observations after `checked_steps`
    double decisions_per_second = 0; ///< of players, with --game
};

/// A run of half a second of processor time (with --wall: of time) in a Python of its own. `how`
/// are the script's options.
Rate rate_in_python(const std::string& build, const std::string& actions, const std::string& how) {
    std::istringstream printed(output_of(fmt::format(
        "\"$(scripts/find-python --or-fail)\" tests/bench/python_batch.py {}/python {} {}", build,
        actions, how)));
    Rate rate;
    printed >> rate.steps_per_second >> rate.checksum >> rate.decisions_per_second;
    return rate;
}

Rate bare_rate(BareLoop& loop, int size) {
    constexpr double min_seconds = 0.5;
    const double begin = processor_seconds();
    long steps = 0;
    while (processor_seconds() - begin < min_seconds) {
        for (int i = 0; i < 100; ++i) {
            loop.step();
        }
        steps += 100;
    }
    return {static_cast<double>(steps) * size / (processor_seconds() - begin)};
}

/// The module beside the bare loop, in turns.
void compare(const std::string& build, const std::string& folder, int size, bool observes) {
    const std::string path = folder + "/actions";
    const std::vector<std::int32_t> actions = draw_actions(size, path);
    const std::string how = fmt::format("--size {}{}", size, observes ? "" : " --blind");
    BareLoop checked(size, observes, actions);
    for (int i = 0; i < checked_steps; ++i) {
        checked.step();
    }
    std::vector<double> bare;
    std::vector<double> module;
    std::vector<double> ratios;
    BareLoop loop(size, observes, actions);
    for (int run = 0; run < runs; ++run) {
        bare.push_back(bare_rate(loop, size).steps_per_second / 1e6);
        const Rate rate = rate_in_python(build, path, how);
        if (observes && rate.checksum != checked.checksum()) {
            throw std::runtime_error("the module's observations are not those of the bare loop");
        }
        module.push_back(rate.steps_per_second / 1e6);
        ratios.push_back(module.back() / bare.back());
    }
    fmt::print(
        "python, batch of {}, battlesnake 11 x 11, 4 snakes, random moves, {}; million "
        "turns per second of processor time: {}, bare loop {}; ratio {}\n",
        size, observes ? "with observations" : "without observations", figure(module), figure(bare),
        figure(ratios));
}

/// Two ways of running the script, in turns. `time` is the one in which their rates are.
void compare_runs(
    const std::string& build, const std::string& actions, const std::string& what,
    const std::string& first, const std::string& second,
    const std::string& time = "second of processor time") {
    std::vector<double> rates;
    std::vector<double> decisions;
    std::vector<double> ratios;
    for (int run = 0; run < runs; ++run) {
        const double before = rate_in_python(build, actions, first).steps_per_second;
        const Rate after = rate_in_python(build, actions, second);
        rates.push_back(after.steps_per_second / 1e6);
        decisions.push_back(after.decisions_per_second / 1e6);
        ratios.push_back(after.steps_per_second / before);
    }
    fmt::print("python, {}; million turns per {}: {}", what, time, figure(rates));
    if (decisions.front() > 0) {
        fmt::print(", decisions of players {}", figure(decisions));
    }
    fmt::print("; ratio {}\n", figure(ratios));
}

/// Legal actions at random, one for each row; in games whose answer is a plan, one letter.
std::vector<std::int32_t> legal_actions(const Batch& batch, Rng& rng) {
    const auto count = static_cast<std::size_t>(batch.sizes().actions);
    const std::uint8_t* legal = batch.arrays().legal;
    std::vector<std::int32_t> choices;
    std::vector<std::int32_t> actions;
    for (int row = 0; row < batch.config().size * batch.players(); ++row, legal += count) {
        choices.assign(1, 0);
        for (std::size_t action = 0; action < count; ++action) {
            if (legal[action] != 0) {
                choices.push_back(static_cast<std::int32_t>(action));
            }
        }
        const std::size_t last = choices.size() - 1;
        const std::int32_t chosen = last == 0 ? 0 : choices[1 + rng.below(last)];
        actions.insert(actions.end(), static_cast<std::size_t>(batch.sizes().parts), chosen);
    }
    return actions;
}

/// Turns per second of processor time. `anew`: without the batch's own observations; those of the
/// players to move are computed anew instead, all of them. Fields are drawn before.
double rate_of_observing(const std::string& game, bool anew) {
    constexpr double min_seconds = 0.25;
    BatchConfig config;
    config.game = game;
    config.observes = !anew;
    config.episodes_per_field = 1'000'000'000;
    Batch batch(config);
    Rng rng(3);
    for (int turn = 0; turn < 100; ++turn) { // the first ones draw what fields left out
        batch.step(legal_actions(batch, rng).data());
    }
    double seconds = 0;
    double turns = 0;
    while (seconds < min_seconds) {
        const std::vector<std::int32_t> actions = legal_actions(batch, rng);
        const double begin = processor_seconds();
        batch.step(actions.data());
        for (int row = 0; anew && row < config.size * batch.players(); ++row) {
            if (batch.arrays().to_move[row] != 0) {
                batch.observation(row / batch.players(), row % batch.players());
            }
        }
        seconds += processor_seconds() - begin;
        turns += config.size;
    }
    return turns / seconds;
}

void compare_with_anew(const std::string& game) {
    std::vector<double> rates;
    std::vector<double> ratios;
    for (int run = 0; run < runs; ++run) {
        const double anew = rate_of_observing(game, true);
        rates.push_back(rate_of_observing(game, false) / 1e6);
        ratios.push_back(rates.back() * 1e6 / anew);
    }
    fmt::print(
        "observations, 256 games of {} by default, as they are written against all computed anew; "
        "million turns per second of processor time: {}; ratio {}\n",
        game, figure(rates), figure(ratios));
}

/// A clone that is made and restored, beside the state as text.
void compare_with_text(
    const std::string& build, const std::string& actions, const std::string& game, bool observes) {
    std::vector<double> clones;
    std::vector<double> texts;
    std::vector<double> ratios;
    for (int run = 0; run < runs; ++run) {
        const Rate rate = rate_in_python(
            build, actions, fmt::format("--game {} --clone{}", game, observes ? "" : " --blind"));
        clones.push_back(1e6 / rate.steps_per_second);
        texts.push_back(1e6 / rate.decisions_per_second); // the script's third number
        ratios.push_back(texts.back() / clones.back());
    }
    fmt::print(
        "python, a game of {} by default cloned and restored, {}; microseconds of processor time: "
        "{}, by state() and set_state() {}; ratio {}\n",
        game, observes ? "with observations" : "without observations", figure(clones),
        figure(texts), figure(ratios));
}

/// What others have published of their own environments: an order of size, on other machines and
/// with other games. Their steps are decisions of one player.
constexpr const char* published =
    "for comparison, as published by others for their own games: PufferLib 2.0, games in C, more than "
    "1 million steps per second on one core (puffer.ai/blog.html); EnvPool, Atari, .05 million frames on "
    "a laptop with 12 cores, 1.06 million on 256 cores (github.com/sail-sg/envpool, README.md)\n";

} // namespace

void bench_python(
    const std::string& build, const std::string& folder, const std::function<void()>& free_cores) {
    for (const Environment* const environment : all_environments()) {
        compare_with_anew(std::string(environment->info().game));
    }
    if (!std::filesystem::exists(build + "/python/referee_games/_native.so")) {
        fmt::print("python: not measured; 'make python' builds the module\n");
        return;
    }
    compare(build, folder, 256, true);
    compare(build, folder, 1, false);
    const std::string path = folder + "/actions";
    draw_actions(512, path);
    compare_runs(
        build, path, "512 games with observations, a new field for each against one for all",
        "--size 512", "--size 512 --fresh");
    compare_runs(
        build, path, "parallel_env, one game in dictionaries, against the batch of 512",
        "--size 512", "--size 512 --parallel");
    for (const Environment* const environment : all_environments()) {
        const std::string game(environment->info().game);
        for (const std::string seen : {"", " --blind"}) {
            compare_runs(
                build, path,
                fmt::format(
                    "256 games of {} by default{}, against fields drawn already", game,
                    seen.empty() ? "" : " without observations"),
                fmt::format("--game {}{}", game, seen),
                fmt::format("--game {}{} --fresh", game, seen));
        }
    }
    for (const Environment* const environment : all_environments()) {
        for (const bool observes : {true, false}) {
            compare_with_text(build, path, std::string(environment->info().game), observes);
        }
    }
    fmt::print("{}", published);
    free_cores();
    compare_runs(
        build, path, "512 games with observations, two threads against one", "--size 512 --wall",
        "--size 512 --threads 2 --wall", "second");
}

} // namespace bench
