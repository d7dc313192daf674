#pragma once

/// What every spe_ed sample AI needs: reading the work folder, answering, the deadline.
/// Files: referee/games/spe_ed/README.md, "Files".

#include "games/spe_ed/rules.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace referee::spe_ed::sample {

using Clock = std::chrono::steady_clock;

/// Everything an AI knows.
struct Situation {
    State state; ///< `round` is the round to be played; max_rounds is unknown
    int me = 0;  ///< the own player, from 0
    std::uint32_t seed = 0;
    int time_limit_ms = 1000; ///< never 0: without a limit it is 1 s
    Clock::time_point begin;  ///< when the files were read
    Clock::time_point deadline() const { return begin + std::chrono::milliseconds(time_limit_ms); }
};

/// An answer, and the text for notes.dat.
struct Choice {
    Action action = Action::change_nothing;
    std::string notes; ///< lines, each of which ends in LF
};

/// Reads the state files of a folder. If one can't be read, throws std::runtime_error with its
/// name.
Situation read_situation(const std::filesystem::path& folder);

/// Writes result.dat and notes.dat. Throws std::runtime_error if result.dat can't be
/// written.
void write_choice(const std::filesystem::path& folder, const Choice& choice);

/// Whether the player would survive this action if nobody else moved.
bool survives_alone(const State& state, int player, Action action);

/// Runs a whole AI: reads the current folder, calls `choose`, answers. Returns the exit status: 1,
/// with a line on standard error, if a file can't be read or written.
using Choose = std::function<Choice(const Situation&)>;
int run(const Choose& choose);

/// Plays as a resident AI: answers until `quit`.
int run_resident(const Choose& choose);

} // namespace referee::spe_ed::sample
