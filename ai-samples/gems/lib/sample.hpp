#pragma once

/// Shared by all gems sample AIs: reading the work folder, looking one move ahead, answering.
/// Files: referee/games/gems/README.md, "Files".

#include "games/gems/rules.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

namespace referee::gems::sample {

/// Everything an AI knows. In `state` the AI is players[0] and to move; its opponent is players[1].
/// Stones that will fall in are unknown.
struct Situation {
    State state;
    Parameters parameters; ///< the field's, with max_moves adjusted to the moves left
    std::uint64_t seed = 0;
    int time_limit_ms = 60'000; ///< 0 means no limit
};

/// An answer and, for notes.dat, how it was found.
struct Choice {
    Swap swap;
    int value = 0;            ///< in the unit of what was compared
    int depth = 0;            ///< moves looked ahead
    std::uint64_t nodes = 0;  ///< moves tried
    std::vector<Swap> line{}; ///< what it expects: this swap and the following ones, turn by turn
};

/// Reads the state files of a folder. What match.dat doesn't specify has the contest's value, and
/// missing player files mean the start of a game; only gamefield.dat is required. Throws
/// std::runtime_error, which names the file, if one can't be read.
Situation read_situation(const std::filesystem::path& folder);

/// Writes result.dat and notes.dat. Throws std::runtime_error if result.dat can't be written.
void write_choice(const std::filesystem::path& folder, const Choice& choice);

/// Carries out a legal swap as far as it can be foreseen: unknown stones that fall in stay holes,
/// which match nothing. The true outcome is nearly always at least this.
Outcome foresee(State& state, const Parameters& parameters, const Swap& swap);

/// The swap with the most valuable outcome; among equals the first in the order of legal_swaps().
/// Expects a legal swap to exist.
Choice choose_best(const Situation& situation, int (*worth)(const Outcome&));

/// Runs a whole AI: reads the current folder, asks `choose`, answers. Returns the exit status: 1,
/// with a line on standard error, if there is no legal swap or a file is faulty.
using Choose = std::function<Choice(const Situation&)>;
int run(const Choose& choose);

/// Plays as a resident AI: answers until `quit`.
int run_resident(const Choose& choose);

} // namespace referee::gems::sample
