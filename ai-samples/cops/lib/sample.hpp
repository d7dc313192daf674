#pragma once

/// What every sample AI of cops needs: reading the work folder, options, answering in either role.
/// Files: referee/games/cops/README.md, "Files".

#include "cops/lib/planners.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace referee::cops::sample {

/// Everything an AI knows. It doesn't know the headings of walls and gates; in these states they
/// are always north and clockwise.
struct Situation {
    bool is_thief = true;
    bool is_preparation = false;
    Parameters parameters;
    State state;             ///< now
    std::vector<State> past; ///< the earlier boards of history.dat, oldest first
    std::uint32_t seed = 0;
    int time_limit_ms = 500; ///< 0 means no limit
    Constants constants;
};

/// Plans for one side: plan_length steps for each of its units, in order. `memory` is kept until
/// its next turn; it is empty in the first.
using Brain = std::function<std::vector<Step>(const Situation& situation, std::string& memory)>;

/// A brain for each role.
struct Brains {
    Brain thief;
    Brain cops;
};

Brain thief_brain(ThiefPlanner planner);
Brain cops_brain(CopsPlanner planner);
/// Draws every step uniformly from N E S W -, with the situation's seed.
Brain random_brain();

/// Reads the state files of a folder. If one can't be read, throws std::runtime_error with its
/// name. In the preparation only match.dat is read.
Situation read_situation(const std::filesystem::path& folder);

/// Runs a whole AI in the current folder: reads, asks the brain of its role, answers, keeps the
/// memory in memory.dat. Options of the program: --thief NAME and --cops NAME select other planners
/// (of `thieves` and `policemen`), --KEY NUMBER sets a constant. Returns the exit status: 1, with a
/// line on standard error, if a file or an option is wrong.
int run(int argument_count, char** arguments, Brains brains);

} // namespace referee::cops::sample
