#pragma once

/// Games of duel against itself, and what is learnt from them.

#include "battlesnake/training/player.hpp"

#include <vector>

namespace referee::battlesnake::training {

/// A position from the first snake's point of view.
struct Example {
    duel::NetInputs inputs;
    float odds;         ///< to win, as both searches found on the average, or not a number
    float chance;       ///< to win: what is to be learnt
    std::uint64_t seed; ///< of the game's field
    bool was_left;      ///< a step was drawn that the search had not chosen
    bool is_final;      ///< the last position of a game
    bool is_aside;      ///< beside the game, after drawn steps: its result isn't known
    std::int8_t result; ///< of the game: 1 won, 0 drawn, -1 lost
};

struct SelfplayConfig {
    int games = 500;
    std::uint64_t seed = 1;  ///< of the first field
    double seconds = 0.0005; ///< of processor time for a move
    double explored = 0.004; ///< chance of a random step, of each snake in each turn
    double opened = 0.12;    ///< the same in the first turns
    /// For each position of a game, the chance that one beside it is learnt, too: a search values
    /// many that no game reaches.
    double asides = 0.6;
    int threads = 2;
};

/// Appends the positions of each game that isn't in the file yet, in the order of the turns;
/// `chance` is yet to be found.
void play_games(const Settings& settings, const SelfplayConfig& config, const std::string& path);
/// The examples in a file; none if it doesn't exist yet.
std::vector<Example> read_examples(const std::string& path);

} // namespace referee::battlesnake::training
