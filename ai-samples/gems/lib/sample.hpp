#pragma once

/// What every gems sample AI needs: reading the work folder, looking one move ahead, answering.
/// Files: referee/games/gems/README.md, "Files".

#include "games/gems/rules.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

namespace referee::gems::sample {

/// Everything an AI knows. In `state` it is players[0] and to move; its opponent is players[1].
/// Stones that will fall in are unknown.
struct Situation {
    State state;
    Parameters parameters; ///< the field's; max_moves fits the moves left
    std::uint64_t seed = 0;
    int time_limit_ms = 60'000; ///< 0 means no limit
};

/// An answer, and for notes.dat how it came about.
struct Choice {
    Swap swap;
    int value = 0;            ///< in the unit of what was compared
    int depth = 0;            ///< moves looked ahead
    std::uint64_t nodes = 0;  ///< moves tried
    std::vector<Swap> line{}; ///< what it expects: this swap and those after it, by turns
};

/// Reads the state files of a folder. What match.dat doesn't say has the contest's value, and
/// missing player files mean a duel at its start; only gamefield.dat must be there. Throws
/// std::runtime_error, which names the file, for one that can't be read.
Situation read_situation(const std::filesystem::path& folder);

/// Writes result.dat and notes.dat. Throws std::runtime_error if result.dat can't be written.
void write_choice(const std::filesystem::path& folder, const Choice& choice);

/// Carries out a legal swap as far as it can be foreseen: unknown stones that fall in stay holes,
/// which match nothing. The true outcome is nearly always at least this.
Outcome foresee(State& state, const Parameters& parameters, const Swap& swap);

/// The swap whose outcome is worth most, the first in the order of legal_swaps() among equals.
/// Expects a legal swap to exist.
Choice choose_best(const Situation& situation, int (*worth)(const Outcome&));

/// The whole of an AI: reads the current folder, asks `choose`, answers. Returns the exit status:
/// 1, with a line on standard error, if there is no legal swap or a file is at fault.
using Choose = std::function<Choice(const Situation&)>;
int run(const Choose& choose);

/// The same as a resident AI: answers until `quit`.
int run_resident(const Choose& choose);

} // namespace referee::gems::sample
