#pragma once

/// Processes as /proc shows them: this program, children, and the states of threads.

#include "os/descriptor.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace referee {

/// The file of this program. Throws UserError where /proc isn't mounted.
std::filesystem::path own_program();

/// The list of the children of a process's first thread, or of this thread, to be read with
/// read_pids() as often as needed. None if the process is gone or /proc isn't mounted.
UniqueFd open_children(pid_t pid);
UniqueFd open_own_children();

/// Adds the process IDs in such a list to `pids`.
void read_pids(int file, std::vector<pid_t>& pids);

/// Adds the children of all threads of a process; nothing if it is gone.
void read_children_of(pid_t pid, std::vector<pid_t>& pids);

/// The folder with a process's threads; none if it is gone.
UniqueFd open_threads(pid_t pid);

/// 0 if the process is gone.
pid_t parent_of(pid_t pid);

/// The process ID behind a pidfd as seen here, which may be another one in a PID namespace. Throws
/// InternalError.
pid_t pid_behind(int pidfd);

/// The number of processes and threads of this process's user.
std::uint64_t count_own_processes();

enum class StopState {
    complete, ///< all threads have stopped or ended
    pending,  ///< one can still run: it waits for its core, or for a disk
    held      ///< none can run, but one can't stop: it waits in vfork, or is traced
};

/// The state of both together: pending before held before complete.
StopState both(StopState one, StopState other);

/// The state of all threads of a process. A thread that has exited counts as stopped.
StopState stop_state_of(pid_t pid);

/// Sends SIGSTOP to each thread of a process that has already got it. For a whole process the
/// kernel wakes only one thread, and the others compute until that one gets a core.
void stop_threads(pid_t pid);

/// What a process has used, as /proc shows it; 0 where it doesn't.
struct ProcessUse {
    std::int64_t peak_kb = 0; ///< largest resident size since reset_peak(), else in its life
    std::int64_t children_cpu_ns =
        0; ///< of its children that have exited, in steps of a clock tick
};
ProcessUse use_of(pid_t pid);

/// From now on use_of() measures the peak anew, if we may have it so.
void reset_peak(pid_t pid);

/// Moves all threads of a process to a core. False if that isn't possible.
bool move_to_core(pid_t pid, int core);

} // namespace referee
