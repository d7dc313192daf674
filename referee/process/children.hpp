#pragma once

/// Children of processes, from /proc.

#include <sys/types.h>
#include <vector>

namespace referee {

/// Adds the process IDs in an open "children" file (/proc/PID/task/TID/children) to `pids`.
void read_numbers(int file, std::vector<pid_t>& pids);

/// Adds the children of all threads of a process; nothing if it is gone.
void read_children_of(pid_t pid, std::vector<pid_t>& pids);

} // namespace referee
