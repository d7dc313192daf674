#pragma once

/// What the threads of a process do while it is to be stopped.

#include <string>
#include <sys/types.h>

namespace referee {

enum class StopState {
    complete, ///< all threads have stopped or ended
    pending,  ///< one can still run: it waits for its core, or for a disk
    held      ///< none can run, but one can't stop either: it waits in vfork, or is traced
};

/// The one that says more about whether all of both can rest.
StopState both(StopState one, StopState other);

/// What follows the name in an open or named /proc/…/stat: a letter for the state, a blank, the
/// parent's number, and so on. Empty if the process is gone.
std::string read_state(const std::string& file);

/// Looks at each thread of a process. One that is gone rests.
StopState stop_state_of(pid_t pid);

/// Sends SIGSTOP to each thread of a process that has been sent it. For the whole process the
/// kernel wakes one thread only, and until that one gets a core the others compute on; so none
/// does.
void stop_threads(pid_t pid);

} // namespace referee
