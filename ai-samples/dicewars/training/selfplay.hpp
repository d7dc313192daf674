#pragma once

/// Games in one process on created fields, and the positions to learn from.

#include "dicewars/lib/agents.hpp"
#include "dicewars/lib/chance.hpp"
#include "dicewars/lib/value/value.hpp"

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace referee::dicewars::training {

/// An agent that may use random numbers.
using Player = std::function<Command(
    const sample::Game& game, sample::Memory& memory, sample::Chance& chance)>;

/// A game for `seats` seats on the field of `referee create --seed`.
Setup created(std::uint64_t seed, int seats);

/// Training data: the features of the seats still in the game, and the target chance of winning for
/// each of them. In a game that nobody wins all targets are 0.
struct Positions {
    struct Seat {
        std::array<float, sample::feature_count> numbers;
        std::uint32_t begin = 0; ///< in `kinds`
        std::uint32_t count = 0;
    };
    struct Position {
        std::size_t begin = 0; ///< in `seats`
        int seats = 0;
        std::array<float, max_players> target{};
    };
    std::vector<std::uint16_t> kinds;
    std::vector<Seat> seats;
    std::vector<Position> positions;

    void add_seat(const sample::Features& features);
    void add(const Positions& others);
    std::span<const std::uint16_t> kinds_of(const Seat& seat) const {
        return {kinds.data() + seat.begin, seat.count};
    }
};

/// The format depends on the program and the machine. A file is written under another name first,
/// so an existing file is complete. read_positions() throws std::runtime_error for one that isn't.
void write_positions(const Positions& positions, const std::string& path);
Positions read_positions(const std::string& path);

/// Who plays on after a command that was tried.
enum class Explorers {
    agents,   ///< the own seat like maxn without its search, the others like the paper's agents
    network,  ///< the own seat and a fifth of the others by the network
    networks, ///< the own seat and two fifths of the others by the network
};

struct PlayConfig {
    int kept = 0;        ///< number of positions of a game, with the winner as target
    double explored = 0; ///< fraction of commands before which every command is tried
    Explorers explorers = Explorers::agents; ///< see explore()
};

/// Plays one game with random dice; returns the winner's seat or nobody.
int play(const Setup& setup, std::span<const Player> players, std::uint64_t seed);

/// As above; adds positions. The targets of explored ones are the values of `net` at the end of a
/// future.
int play(
    const Setup& setup, std::span<const Player> players, std::uint64_t seed,
    const PlayConfig& config, const sample::ValueNet& net, Positions& positions);

/// Tries every command of the mover once. Adds the position after it, with the chances that `net`
/// gives after the others' turns and the next own one.
void explore(
    const Setup& setup, const State& state, const sample::ValueNet& net, Explorers explorers,
    sample::Chance& chance, Positions& positions);

} // namespace referee::dicewars::training
