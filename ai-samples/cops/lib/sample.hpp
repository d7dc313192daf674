#pragma once

/// What every sample AI of cops needs: reading the work folder, options, answering for either role.
/// Files: referee/games/cops/README.md, "Files".

#include "cops/lib/planners.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace referee::cops::sample {

/// Everything an AI knows. It does not know the headings of walls and gates: in these states they
/// are always north and clockwise.
struct Situation {
    bool is_thief = true;
    bool is_preparation = false;
    Parameters parameters;
    State state;             ///< now
    std::vector<State> past; ///< the boards of history.dat before now, oldest first
    std::uint32_t seed = 0;
    int time_limit_ms = 500; ///< 0 means no limit
    Constants constants;
};

/// Plans for one side: plan_length steps for each of its units, in order. `memory` is what it
/// wants to know in its next turn; empty in the first.
using Brain = std::function<std::vector<Step>(const Situation& situation, std::string& memory)>;

/// A brain for each role.
struct Brains {
    Brain thief;
    Brain cops;
};

Brain thief_brain(ThiefPlanner planner);
Brain cops_brain(CopsPlanner planner);
/// Every step drawn uniformly from N E S W -, by the situation's seed.
Brain random_brain();

/// Reads the state files of a folder. Throws std::runtime_error, which names the file, for one that
/// can't be read. In the preparation only match.dat is read.
Situation read_situation(const std::filesystem::path& folder);

/// The whole of an AI in the current folder: reads, asks the brain of its role, answers, keeps the
/// memory in memory.dat. Options of the program: --thief NAME, --cops NAME (of `thieves` and
/// `policemen`) take other planners, --KEY NUMBER sets a constant. Returns the exit status: 1, with
/// a line on standard error, if a file or an option is at fault.
int run(int argument_count, char** arguments, Brains brains);

} // namespace referee::cops::sample
