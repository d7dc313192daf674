#pragma once

/// The box of `--confine strict`: user, mount, process, network, IPC and host name spaces, made
/// once per keeper. Spec: security.md, "Modes".
///
/// The AI's work folder is a tmpfs with limits on size and inodes, mounted over the folder that the
/// referee has made; the referee gets its descriptor. The keeper becomes process 1 of the space of
/// processes, so one kill(-1) after a move reaches everything in it and nothing outside.

#include "process/unique_fd.hpp"

#include <string>
#include <sys/types.h>

namespace referee {

struct NamespaceConfig {
    std::string work_path; ///< where to mount the work folder
    uid_t user = 0;        ///< owner of the work folder when the referee is root; else 0
    bool loopback = false; ///< bring the loopback device up, for AIs that may use ports
};

/// Moves this process into new spaces and mounts the work folder; its descriptor. The next child
/// will be process 1. Root needs no user space; others get one in which they are themselves. Throws
/// InternalError.
UniqueFd enter_namespaces(const NamespaceConfig& config);

/// True if this process may make the spaces. Tries it in a child.
bool can_enter_namespaces();

} // namespace referee
