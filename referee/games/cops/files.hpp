#pragma once

/// The files of cops: the state files of a side and the reading of its plan.
/// referee/games/cops/README.md, "Files" and "Answer".

#include "game/game.hpp"
#include "games/cops/rules.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee::cops {

/// The state files besides match.dat, in the order of StateFiles::of().
std::span<const StateFile> state_files();

/// Fills the keys of match.dat: every parameter, role, tick, counts.
void write_match_keys(
    const State& state, const Parameters& parameters, bool is_thief, StateFiles& files);

/// Fills the other state files. `before` holds the states at the end of earlier ticks that
/// history.dat shows, oldest first.
void write_state(
    const State& state, std::span<const State> before, const Parameters& parameters, bool is_thief,
    StateFiles& files);

/// The n+2 rows of gamefield.dat, characters separated by `between`, each row ended by LF.
void append_board(
    std::string& text, const State& state, const Parameters& parameters, std::string_view between);

/// The character of a cell: the first of T C W G # . that is there.
char character_of(const State& state, const Parameters& parameters, Cell cell);

/// A side's plan: for each of its units, in their order, plan_length steps.
struct ReadPlan {
    std::vector<Step> steps; ///< unit · plan_length + tick within the plan
    std::string error;       ///< empty if it could be read
};
ReadPlan read_plan(std::string_view text, int units, int plan_length);

/// The plan in the words of result.dat.
std::string text_of(std::span<const Step> steps);

} // namespace referee::cops
