#pragma once

/// Users for AIs when the referee runs as root; spec: security.md, "rlimits". The kernel doesn't
/// count root's processes, so each AI gets a user of its own that nobody else has: then its limit
/// on processes holds, all its processes can be killed at once, and it can't touch what isn't its
/// own.

#include "process/unique_fd.hpp"

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace referee {

/// The user that a process takes on which kills all of `user`'s: nobody else has it, so they can't
/// shoot back.
constexpr uid_t killer_of(uid_t user) {
    return user + 256;
}

class PrivateUser {
  public:
    /// Takes a user that neither the system nor another referee uses. Only for root. With no free
    /// one, or no place for the lock, id() is 0.
    static PrivateUser take();

    PrivateUser() = default;
    uid_t id() const { return id_; }

  private:
    UniqueFd lock_;
    uid_t id_ = 0;
};

/// True if AIs get users of their own: this process is root.
bool uses_private_users();

/// The first folder or file on the way to `path` (absolute) that a user who owns nothing may not
/// enter, or for `path` itself not read and, if it is a folder or program, execute. Empty: none.
std::string first_closed_to_others(const std::string& path);

/// True if another user may pass through the folder, whatever else he may do there.
bool is_open_to_others(const std::string& folder);

/// Processes and threads of the user this process runs as.
std::uint64_t count_own_processes();

} // namespace referee
