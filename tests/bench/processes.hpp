#pragma once

#include <functional>
#include <string>

namespace bench {

/// Runs a command of the shell; what it printed. Throws if it fails.
std::string output_of(const std::string& command);

/// Moves of AIs that are started anew and of resident ones, against bare loops. `build` is the
/// folder of the programs, `folder` an empty one to work in.
void bench_referee(const std::string& build, const std::string& folder);

/// How soon an AI that hangs is ended. `folder` is one to work in.
void bench_timeouts(const std::string& build, const std::string& folder);

/// Whole tournaments: `build` is the folder of the programs, `folder` an empty one to work in.
void bench_tournament(const std::string& build, const std::string& folder);

/// What viewers of a match cost its moves.
void bench_watch(const std::string& build, const std::string& folder);

/// Databases of many games with random results. `folder` is an empty one to work in.
void bench_stored(const std::string& build, const std::string& folder);

/// The training environment's Python module, if it is built. `free_cores` lets the process run on
/// all cores again.
void bench_python(
    const std::string& build, const std::string& folder, const std::function<void()>& free_cores);

} // namespace bench
