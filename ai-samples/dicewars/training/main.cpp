// Learns the value of a position, and compares agents in one process.
//
//     dicewars-training learn FOLDER [GAMES [SEED]]
//         Games of the paper's agents, then two generations that explore; weights and progress go
//         to FOLDER. GAMES: of each generation, 40000 if not given.
//     dicewars-training compare FIELDS SEED AI AI …
//         Every AI in each seat of so many created fields: wins, interval, time a command.
//         AIs: players.hpp.
//     dicewars-training weights FILE
//         The weights as C++, for ai-samples/dicewars/lib/value_weights.cpp.

#include "dicewars/training/learning.hpp"
#include "dicewars/training/players.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace referee::dicewars;
using namespace referee::dicewars::training;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t first_field = 10'000'000; // of training; others are for comparisons
constexpr int fields_of_four = 2500;
constexpr int fields_of_others = 150;
constexpr int max_rounds = 70; // who hasn't won until then hasn't won

/// Fields drawn once and used again: drawing one takes as long as several games.
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
    std::vector<std::string> players;
    PlayConfig play;
    int passes = 0;
};

/// One of four seats in a game is a little lazy, another one very.
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

void learn_generation(
    const Generation& generation, int games, std::uint64_t seed, sample::ValueNet& net) {
    constexpr int held_out_of = 20;
    constexpr double rate = 2e-3;
    std::vector<Player> pool;
    for (const std::string& word : generation.players) {
        pool.push_back(player_named(word));
    }
    Fields fields(seed);
    sample::Chance chance(seed);
    Positions positions;
    Positions held_out;
    for (int game = 0; game < games; ++game) {
        const Setup& setup = fields.draw(chance);
        const std::vector<Player> players = draw_players(pool, setup.players, chance);
        Positions& to = game % held_out_of == 0 ? held_out : positions;
        play(setup, players, chance.next(), generation.play, net, to);
    }
    fmt::print("{} games, {} positions\n", games, positions.positions.size());
    fit(net, positions, held_out, generation.passes, rate, seed);
}

void learn(const std::string& folder, int games, std::uint64_t seed) {
    const auto file = [&](int generation) {
        return folder + "/" + std::to_string(generation) + ".net";
    };
    const std::string last = "value:" + file(1);
    const std::vector<Generation> generations{
        {{"maxn", "maxn1", "maxn1", "stei_adt", "stei_adt", "stei_at", "xsmejk29"}, {8, 0}, 3},
        {{"maxn", "maxn1", "maxn1", "stei_adt", "stei_at"}, {4, 0.015}, 2},
        {{"maxn", "maxn1", last, last, "stei_adt", "stei_at"}, {4, 0.015}, 2},
    };
    sample::ValueNet net = random_net(seed);
    for (std::size_t i = 0; i < generations.size(); ++i) {
        const std::string path = file(static_cast<int>(i));
        if (std::filesystem::exists(path)) {
            net = read_net(path);
        } else {
            learn_generation(generations[i], games, seed + i, net);
            write_net(net, path);
        }
    }
}

struct Compared {
    std::string name;
    Player player;
    int wins = 0;
    long commands = 0;
    double seconds = 0;
};

/// Counts and times what the player does.
Player measured(Compared& compared) {
    return [&compared](const sample::Game& game, sample::Memory& memory, sample::Chance& chance) {
        const Clock::time_point begin = Clock::now();
        const Command command = compared.player(game, memory, chance);
        compared.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
        ++compared.commands;
        return command;
    };
}

void print(const Compared& compared, int games) {
    const double share = static_cast<double>(compared.wins) / games;
    const double error = 1.96 * std::sqrt(share * (1 - share) / games);
    fmt::print(
        "{:24} {:5} of {}: {:.1f} ± {:.1f} %, {:.3f} ms a command\n", compared.name, compared.wins,
        games, 100 * share, 100 * error,
        1000 * compared.seconds / static_cast<double>(std::max(1L, compared.commands)));
}

void compare(int fields, std::uint64_t seed, const std::vector<std::string>& words) {
    std::vector<Compared> all;
    for (const std::string& word : words) {
        all.push_back({word, player_named(word)});
    }
    const auto seats = static_cast<int>(all.size());
    int games = 0;
    for (int field = 0; field < fields; ++field) {
        const Setup setup = created(seed + static_cast<std::uint64_t>(field), seats);
        for (int rotation = 0; rotation < seats; ++rotation, ++games) {
            std::vector<Player> players;
            for (int seat = 0; seat < seats; ++seat) {
                players.push_back(
                    measured(all[static_cast<std::size_t>((seat + rotation) % seats)]));
            }
            const int winner =
                play(setup, players, seed * 1000 + static_cast<std::uint64_t>(games));
            if (winner != nobody) {
                ++all[static_cast<std::size_t>((winner + rotation) % seats)].wins;
            }
        }
    }
    for (const Compared& compared : all) {
        print(compared, games);
    }
}

void run(const std::vector<std::string>& words) {
    const auto word = [&](std::size_t i, const char* default_value) {
        return i < words.size() ? words[i] : default_value;
    };
    if (words.size() >= 2 && words[0] == "learn") {
        learn(words[1], std::stoi(word(2, "40000")), std::stoull(word(3, "1")));
    } else if (words.size() >= 5 && words[0] == "compare") {
        compare(
            std::stoi(words[1]), std::stoull(words[2]),
            std::vector<std::string>(words.begin() + 3, words.end()));
    } else if (words.size() == 2 && words[0] == "weights") {
        print_weights(read_net(words[1]));
    } else {
        throw std::invalid_argument(
            "write learn FOLDER [GAMES [SEED]], compare FIELDS SEED AI AI … or weights FILE");
    }
}

} // namespace

int main(int count, char** words) {
    try {
        run(std::vector<std::string>(words + 1, words + count));
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "dicewars-training: {}\n", problem.what());
        return 1;
    }
}
