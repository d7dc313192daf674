#pragma once

/// What every dicewars sample AI needs: reading the work folder, answering, and running in either
/// way: started for each answer, or resident. Files: referee/games/dicewars/README.md, "Files".

#include "dicewars/lib/agents.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace referee::dicewars::sample {

/// Everything an AI knows. It is the mover in `state`. It knows neither the streams nor the order
/// of the lists; here the lists are as if areas had been dealt by number.
struct Situation {
    Board board;
    State state;
    Parameters parameters;
    std::string phase = "move";
    std::uint64_t seed = 0;
    int time_limit_ms = 0; ///< for this answer, 0 means no limit
    Game game() const { return {board, state, parameters}; }
};

/// Reads the state files of a folder. Keys missing in match.dat have the course's values. If a file
/// can't be read, throws std::runtime_error with its name.
Situation read_situation(const std::filesystem::path& folder);

/// The number in memory.dat; 0 if the file is empty or missing.
Memory read_memory(const std::filesystem::path& folder);

/// Returns the next command; `memory` is kept in memory.dat from answer to answer.
using ChooseFully = std::function<Command(const Situation& situation, Memory& memory)>;

/// Runs a whole AI in the current folder. If standard input is empty, it answers once; with the
/// lines of the resident protocol, it runs until `quit`. Returns the exit status: 1, with a line on
/// standard error, if a file can't be read or written.
int run(const ChooseFully& choose);
int run(Choose choose);

/// Returns the next command by the deadline; `notes` gets the text for notes.dat.
using ChooseInTime = std::function<Command(
    const Situation& situation, Memory& memory, std::chrono::steady_clock::time_point deadline,
    std::string& notes)>;

/// run() for an agent that searches: for a quarter of the time for an answer, at most 0.2 s.
int run_in_time(const ChooseInTime& choose);

} // namespace referee::dicewars::sample
