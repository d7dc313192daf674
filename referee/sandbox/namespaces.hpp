#pragma once

/// The sandbox of `--confine strict`: user, mount, PID, network, IPC and UTS namespaces, created
/// once per keeper. See referee/sandbox/README.md, "Confinement".
///
/// The AI's work folder is a tmpfs with limits on size and inodes, mounted over the folder that the
/// referee has created; the referee gets its descriptor. The keeper becomes PID 1 of the PID
/// namespace, so one kill(-1) after a move reaches everything in it and nothing outside.

#include "os/descriptor.hpp"

#include <string>
#include <sys/types.h>

namespace referee {

struct NamespaceConfig {
    std::string work_path; ///< where to mount the work folder
    uid_t user = 0;        ///< owner of the work folder when the referee is root; else 0
    bool loopback = false; ///< bring the loopback device up, for AIs that may use ports
};

/// Moves this process into new namespaces and mounts the work folder; returns its descriptor. The
/// next child will be PID 1. Root needs no user namespace; others get one that maps their own user.
/// Throws InternalError.
UniqueFd enter_namespaces(const NamespaceConfig& config);

/// True if this process may create the namespaces. Tries it in a child.
bool can_enter_namespaces();

} // namespace referee
