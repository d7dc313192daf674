#pragma once

/// Games in one process on created fields, and the positions to learn from.

#include "dicewars/lib/agents.hpp"
#include "dicewars/lib/chance.hpp"
#include "dicewars/lib/value.hpp"

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace referee::dicewars::training {

/// An agent that may draw.
using Player = std::function<Command(
    const sample::Game& game, sample::Memory& memory, sample::Chance& chance)>;

/// A game of so many seats on a field of `referee create --seed`.
Setup created(std::uint64_t seed, int seats);

/// What is learnt from: the features of the seats that are in, and the chance to win that each of
/// them should have. In a game that nobody wins all have 0.
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

/// Files of this program on this kind of machine; written under another name first, so that a file
/// that is there is whole. read_positions() throws std::runtime_error for one that isn't.
void write_positions(const Positions& positions, const std::string& path);
Positions read_positions(const std::string& path);

struct PlayConfig {
    int kept = 0;          ///< positions of a game, with the winner as target
    double explored = 0;   ///< share of all commands before which every command is tried
    bool by_value = false; ///< explore()
};

/// Plays one game with dice by chance; returns the winner's seat or nobody.
int play(const Setup& setup, std::span<const Player> players, std::uint64_t seed);

/// The same; adds positions, those explored with what `net` says at the end of a future.
int play(
    const Setup& setup, std::span<const Player> players, std::uint64_t seed,
    const PlayConfig& config, const sample::ValueNet& net, Positions& positions);

/// Every command of the mover tried once: what came of it, and the chances that `net` sees after
/// the others' turns and another own one. `by_value`: the own seat, and others now and then, go on
/// by it.
void explore(
    const Setup& setup, const State& state, const sample::ValueNet& net, bool by_value,
    sample::Chance& chance, Positions& positions);

} // namespace referee::dicewars::training
