#pragma once

/// Double matches of two settings of duel.

#include "battlesnake/training/player.hpp"

namespace referee::battlesnake::training {

struct MatchConfig {
    int fields = 100;
    std::uint64_t seed = 1; ///< of the first field; those of the next ones follow
    double seconds = 0.005; ///< of processor time for a move
    int size = 11;
    int threads = 1;
    std::string one; ///< settings of players: read_settings()
    std::string two;
};

/// Prints a table; on standard error, a line after each field.
void play_match(const MatchConfig& config);

} // namespace referee::battlesnake::training
