#pragma once

/// Users for AIs when the referee runs as root: referee/process/README.md, "Confinement". The
/// kernel doesn't limit root's processes, so each AI gets an unused user of its own. Then its limit
/// on processes holds, all its processes can be killed at once, and it can't touch files of others.

#include "process/unique_fd.hpp"

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace referee {

/// The user of the process that kills all of `user`'s: nobody else has it, so the AI's processes
/// can't signal it.
constexpr uid_t killer_of(uid_t user) {
    return user + 256;
}

class PrivateUser {
  public:
    /// Takes a user that neither the system nor another referee uses. Only for root. id() is 0 if
    /// none is free or the lock can't be created.
    static PrivateUser take();

    PrivateUser() = default;
    uid_t id() const { return id_; }

  private:
    UniqueFd lock_;
    uid_t id_ = 0;
};

/// True if AIs run as separate users: this process is root.
bool uses_private_users();

/// True if PrivateUser::take() has a place for its locks.
bool can_lock_users();

/// The numbers of these users, as "60600 to 61111", if this process's user namespace lacks some of
/// them, as one with few users mapped does; else empty.
std::string users_not_mapped();

/// The first folder on the way to `path` (absolute) that an unrelated user can't enter, or `path`
/// itself if that user can't read it (and execute it, if it is a folder or program). Empty if there
/// is none.
std::string first_closed_to_others(const std::string& path);

/// True if other users may pass through the folder.
bool is_open_to_others(const std::string& folder);

/// The number of processes and threads of this process's user.
std::uint64_t count_own_processes();

} // namespace referee
