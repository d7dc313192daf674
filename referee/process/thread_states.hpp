#pragma once

/// The states of a process's threads while it is being stopped.

#include <string>
#include <sys/types.h>

namespace referee {

enum class StopState {
    complete, ///< all threads have stopped or ended
    pending,  ///< one can still run: it waits for its core, or for a disk
    held      ///< none can run, but one can't stop: it waits in vfork, or is traced
};

/// The state of both together: pending before held before complete.
StopState both(StopState one, StopState other);

/// The text after the name in a /proc/…/stat file: a letter for the state, a blank, the parent's
/// process ID, and so on. Empty if the process has exited.
std::string read_state(const std::string& file);

/// The state of all threads of a process. A thread that has exited counts as stopped.
StopState stop_state_of(pid_t pid);

/// Sends SIGSTOP to each thread of a process that has already got it. For a whole process the
/// kernel wakes only one thread, and the others compute until that one gets a core.
void stop_threads(pid_t pid);

} // namespace referee
