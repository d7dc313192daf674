#pragma once

/// Processes that a test starts, watches and ends.

#include <array>
#include <chrono>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tests {

/// Starts a program with these descriptors as its standard streams (−1: closed), in a group of its
/// own if `has_own_group`.
pid_t start_with(
    const std::vector<std::string>& command, std::array<int, 3> streams,
    bool has_own_group = false);

/// Its exit status, or 128 + signal; −1 if it doesn't end within the bound: then it is killed.
int exit_within(pid_t pid, std::chrono::seconds bound = std::chrono::minutes(5));

/// The children of a process, of all its threads.
std::vector<pid_t> children_of(pid_t pid);
/// All that descend from it, and itself as the first.
std::vector<pid_t> tree_of(pid_t pid);
/// Kills a process and all that descend from it, none of which sees another one's end: all are
/// stopped before the first one is killed, those too that are started meanwhile.
void kill_tree(pid_t pid);

/// True if there is no such process any more, or only what its parent has not asked for yet.
bool has_ended(pid_t pid);

void wait_a_moment();

/// Waits until this is true, at most five minutes, so that a busy machine isn't taken for a
/// failure; whether it is.
template <typename Condition>
bool comes_true(Condition condition) {
    const auto bound = std::chrono::steady_clock::now() + std::chrono::minutes(5);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > bound) {
            return false;
        }
        wait_a_moment();
    }
    return true;
}

} // namespace tests
