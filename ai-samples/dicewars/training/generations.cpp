// What each generation plays and fits, and how interrupted training is resumed.

#include "dicewars/training/generations.hpp"

#include "dicewars/training/learning.hpp"
#include "dicewars/training/players.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <ostream>
#include <span>
#include <stdexcept>
#include <vector>

namespace referee::dicewars::training {
namespace {

constexpr std::uint64_t first_field = 10'000'000; // seed for training; lower ones for comparisons
constexpr int fields_of_four = 500;
constexpr int fields_of_others = 50;
constexpr int games_of_part = 500;
constexpr int max_rounds = 70; // nobody wins a game that lasts longer

/// Fields are drawn once and reused: drawing one takes as long as several games.
class Fields {
  public:
    explicit Fields(std::uint64_t seed) : seed_(first_field + seed * 1'000'000) {}

    /// Mostly with four seats.
    const Setup& draw(sample::Chance& chance) {
        const int kind = chance.below(20);
        const int seats = kind == 0 ? 2 : kind == 1 ? 3 : kind == 2 ? 5 + chance.below(3) : 4;
        std::vector<Setup>& fields = fields_[static_cast<std::size_t>(seats)];
        const int max = seats == 4 ? fields_of_four : fields_of_others;
        const int place = chance.below(max);
        if (place < static_cast<int>(fields.size())) {
            return fields[static_cast<std::size_t>(place)];
        }
        fields.push_back(
            created(seed_ + static_cast<std::uint64_t>(seats) * 100'000 + fields.size(), seats));
        fields.back().parameters.max_turns = max_rounds * seats;
        return fields.back();
    }

  private:
    std::uint64_t seed_;
    std::array<std::vector<Setup>, max_players + 1> fields_;
};

struct Generation {
    double share = 0; ///< of LearnConfig's games
    std::vector<std::string> players;
    PlayConfig play;
    int passes = 0;
};

/// First the paper's agents; then each generation explores and plays by the previous one.
std::vector<Generation> all_generations(const std::string& folder) {
    const auto by_value = [&folder](double share, int generation) {
        const std::string value = "value:" + net_file(folder, generation - 1);
        return Generation{
            share,
            {"maxn", "maxn1", value, value, "stei_adt", "stei_at"},
            {6, 0.007, Explorers::network},
            2};
    };
    const auto by_stronger_value = [&folder](double share, int generation) {
        const std::string value = "value:" + net_file(folder, generation - 1);
        return Generation{
            share,
            {"maxn", "maxn1", value, value, value, "stei_adt"},
            {8, 0.014, Explorers::networks},
            2};
    };
    return {
        {0.15,
         {"maxn", "maxn1", "maxn1", "stei_adt", "stei_adt", "stei_at", "xsmejk29"},
         {8, 0, Explorers::agents},
         3},
        {0.15, {"maxn", "maxn1", "maxn1", "stei_adt", "stei_at"}, {6, 0.015, Explorers::agents}, 2},
        by_value(0.2, 2),
        by_value(0.2, 3),
        by_value(0.3, 4),
        by_stronger_value(0.21, 5),
    };
}

/// On average, one of four seats sometimes ends its turn early, and another one often.
std::vector<Player> draw_players(std::span<const Player> pool, int seats, sample::Chance& chance) {
    constexpr double little = 0.05;
    std::vector<Player> players;
    for (int seat = 0; seat < seats; ++seat) {
        const int place = chance.below(static_cast<int>(pool.size()));
        const Player& player = pool[static_cast<std::size_t>(place)];
        const int kind = chance.below(4);
        players.push_back(kind < 2 ? lazy(player, kind == 0 ? little : 3 * little) : player);
    }
    return players;
}

/// Positions for training, and held-out positions of other games to measure the fit.
struct Part {
    Positions learnt;
    Positions held_out;
};

Part play_part(
    const Generation& generation, int games, std::uint64_t seed, const sample::ValueNet& net) {
    constexpr int held_out_of = 20;
    std::vector<Player> pool;
    for (const std::string& word : generation.players) {
        pool.push_back(player_named(word));
    }
    Fields fields(seed);
    sample::Chance chance(seed);
    Part part;
    for (int game = 0; game < games; ++game) {
        const Setup& setup = fields.draw(chance);
        const std::vector<Player> players = draw_players(pool, setup.players, chance);
        Positions& to = game % held_out_of == 0 ? part.held_out : part.learnt;
        play(setup, players, chance.next(), generation.play, net, to);
    }
    return part;
}

/// Plays the missing parts of a generation and fits the network to all of them.
void learn_generation(
    const std::string& folder, int number, const LearnConfig& config, sample::ValueNet& net,
    std::ostream& progress) {
    constexpr double rate = 2e-3;
    const Generation generation = all_generations(folder)[static_cast<std::size_t>(number)];
    const int games = static_cast<int>(config.games * generation.share);
    Part all;
    std::vector<std::string> files;
    for (int begin = 0; begin < games; begin += games_of_part) {
        const auto place = static_cast<std::uint64_t>(begin / games_of_part);
        const std::string name = fmt::format("{}/{}-{}", folder, number, place);
        files.insert(files.end(), {name + ".learnt", name + ".held-out"});
        if (!std::filesystem::exists(name + ".held-out")) {
            const std::uint64_t seed =
                (config.seed * 10 + static_cast<std::uint64_t>(number)) * 100 + place;
            const Part part =
                play_part(generation, std::min(games_of_part, games - begin), seed, net);
            write_positions(part.learnt, name + ".learnt");
            write_positions(part.held_out, name + ".held-out");
        }
        all.learnt.add(read_positions(name + ".learnt"));
        all.held_out.add(read_positions(name + ".held-out"));
    }
    progress << fmt::format(
        "generation {}: {} games, {} positions\n", number, games, all.learnt.positions.size());
    fit(net, all.learnt, {generation.passes, rate, config.seed}, [&](int pass) {
        const Fit outside = measure(net, all.held_out);
        progress << fmt::format(
                        "pass {}: in games left out: loss {:.4f}, winner first {:.1f} %\n",
                        pass + 1, outside.loss, 100 * outside.correct)
                 << std::flush;
    });
    write_net(net, net_file(folder, number));
    for (const std::string& file : files) {
        std::filesystem::remove(file);
    }
}

/// A folder belongs to one configuration, which is stored in it.
void claim(const std::string& folder, const LearnConfig& config) {
    std::filesystem::create_directories(folder);
    const std::string path = folder + "/config";
    const std::string wanted = fmt::format("games {} seed {}", config.games, config.seed);
    std::string found;
    if (std::ifstream file(path); std::getline(file, found) && found != wanted) {
        throw std::runtime_error(path + ": " + found + ", not " + wanted);
    }
    std::ofstream(path) << wanted << '\n';
}

} // namespace

std::string net_file(const std::string& folder, int generation) {
    return fmt::format("{}/{}.net", folder, generation);
}

void learn(const std::string& folder, const LearnConfig& config, std::ostream& progress) {
    claim(folder, config);
    sample::ValueNet net = random_net(config.seed);
    const auto count = static_cast<int>(all_generations(folder).size());
    int number = count - 1;
    while (number > 0 && !std::filesystem::exists(net_file(folder, number))) {
        --number;
    }
    for (; number < count; ++number) {
        const std::string path = net_file(folder, number);
        if (!std::filesystem::exists(path)) {
            learn_generation(folder, number, config, net, progress);
        }
        net = read_net(path); // rounded, as after an interruption
    }
}

} // namespace referee::dicewars::training
