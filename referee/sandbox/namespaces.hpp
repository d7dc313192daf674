#pragma once

/// The sandbox of `--confine strict`: user, mount, PID, network, IPC and UTS namespaces, created
/// once per keeper. See referee/sandbox/README.md, "Confinement".
///
/// The AI has a root of its own: an empty tmpfs, read-only, with the files and folders that it may
/// read, mounted where they are outside. So nothing else exists for it, not even to ask for a size
/// or a time. Its work folder is a tmpfs with limits on size and inodes; the referee gets its
/// descriptor. The keeper becomes PID 1 of the PID namespace, so one kill(-1) after a move reaches
/// everything in it and nothing outside.

#include "os/descriptor.hpp"

#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

namespace referee {

/// The file system of an AI.
struct RootConfig {
    std::string work_path;       ///< an empty folder; inside, the work folder has the same path
    std::uint64_t work_size = 0; ///< bytes that the work folder may hold
    uid_t user = 0;              ///< owner of the work folder when the referee is root; else 0
    /// Files and folders that exist: absolute, links resolved. Those that are missing or can't be
    /// reached are left out.
    std::vector<std::string> visible;
    /// Absolute paths by which programs name them: the links on the way exist, too.
    std::vector<std::string> names;
};

/// Moves this process into new namespaces. The next child will be PID 1; only that may call
/// enter_root(). Root needs no user namespace; others get one that maps their own user. `loopback`
/// brings the loopback device up, for AIs that may use ports. Throws InternalError.
void enter_namespaces(bool loopback);

struct OwnRoot {
    UniqueFd work; ///< the work folder's descriptor
    /// False where the kernel refuses another /proc, because a container hides parts of its own:
    /// then the processes outside can be seen there, too.
    bool hides_processes = true;
};

/// Makes the root and changes to it. /proc has the processes of this PID namespace and what
/// `visible` names. Throws InternalError.
OwnRoot enter_root(const RootConfig& config);

/// What this process may do, tried in children.
struct NamespaceSupport {
    std::string refusal; ///< the step that failed; empty if AIs can have namespaces and roots
    bool hides_processes = false;
};
NamespaceSupport probe_namespaces();

} // namespace referee
