#pragma once

/// duel as a player of games in one process, with a limit of processor time: other work on the
/// machine then doesn't matter.

#include "battlesnake/duel/search.hpp"

#include <optional>
#include <string>

namespace referee::battlesnake::training {

/// Pseudo-random numbers that are the same with every compiler.
class Chance {
  public:
    explicit Chance(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15U + 1) {}
    std::uint64_t next();
    /// From 0 to 1.
    double fraction() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    int below(int n) { return static_cast<int>(next() >> 33) % n; }

  private:
    std::uint64_t state_;
};

/// A field of the standard rules for two snakes.
Setup created(std::uint64_t seed, int size);

/// Processor seconds of this thread.
double processor_seconds();

struct Settings {
    duel::SearchConfig config;
    std::optional<duel::Net> net; ///< otherwise the trained one
};

/// The settings of `NAME=NUMBER,…`, with the names of ai.ini, and `net=FILE`.
Settings read_settings(const std::string& text);

/// A player in one game. Its searches begin without a table, as those of a program that is started
/// for each move.
class Player {
  public:
    Player(const Settings& settings, double seconds) : settings_(settings), seconds_(seconds) {}

    duel::SearchResult choose(const Setup& setup, const State& state, int seat);
    double seconds() const { return spent_; }
    int moves() const { return moves_; }
    double depths() const { return depths_; }

  private:
    const Settings& settings_;
    double seconds_;
    sample::AllHabits habits_{};
    std::optional<State> last_;
    double spent_ = 0;
    double depths_ = 0;
    int moves_ = 0;
};

} // namespace referee::battlesnake::training
