#pragma once

/// Users for AIs when the referee runs as root: referee/sandbox/README.md, "Confinement". The
/// kernel doesn't limit root's processes, so each AI gets an unused user of its own. Then its limit
/// on processes holds, all its processes can be killed at once, and it can't touch files of others.

#include "os/descriptor.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

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

    /// None unless this process is root. Throws EnvironmentError if none is free: neither
    /// `program`, a path, nor anything else of `whose` ("an AI") ever runs as root.
    static PrivateUser take_for(const std::string& program, std::string_view whose);

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

// Capabilities (capabilities(7)). No program of an AI ever has one, whoever started the referee.

/// Prevents everything that this process starts from gaining a capability by exec: as root
/// (SECBIT_NOROOT, locked), from ambient or inheritable sets, or from the program's file (the
/// bounding set). This process keeps its own. Returns whether the bounding set is empty: emptying
/// it needs CAP_SETPCAP; without that PR_SET_NO_NEW_PRIVS does the same. Throws InternalError.
bool forbid_capabilities();

/// Drops this process's own capabilities, optionally except CAP_CHECKPOINT_RESTORE, by which an
/// ordinary user's keeper resets process IDs in a PID namespace. Throws InternalError.
void drop_capabilities(bool keeps_restart);

/// The capabilities without which root can't give AIs users of their own, and which this process
/// lacks: in a container root may have few. Names as in capabilities(7).
std::vector<std::string> capabilities_missing_for_users();

/// True if a program that this process executed now would have a capability or run as root. Makes
/// only system calls, for use between vfork and exec. With `expects_bounds` the bounding set must
/// be empty.
bool exec_gives_privileges(bool expects_bounds);

} // namespace referee
