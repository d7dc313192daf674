#pragma once

/// Landlock: what files and ports a process and all that it starts may use, without privileges.
/// Spec: security.md, "Landlock". The numbers are the kernel's (linux/landlock.h), written down
/// here because the headers of older systems don't have all of them.

#include "process/unique_fd.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace referee {

/// Rights on files; each comment names the version that brought the right.
enum FileRight : std::uint64_t {
    right_execute = 1ULL << 0U,
    right_write_file = 1ULL << 1U,
    right_read_file = 1ULL << 2U,
    right_read_folder = 1ULL << 3U,
    right_remove_folder = 1ULL << 4U,
    right_remove_file = 1ULL << 5U,
    right_make_folder = 1ULL << 7U,
    right_make_file = 1ULL << 8U,
    right_refer = 1ULL << 13U,    // 2: to rename or link from folder to folder
    right_truncate = 1ULL << 14U, // 3
    right_device = 1ULL << 15U,   // 5: ioctl on devices
};

/// The version of Landlock in force: the kernel's, 0 without Landlock. The variable
/// REFEREE_TEST_LANDLOCK (1..6) in the referee's environment lowers it, so that tests see what an
/// older kernel would do.
int landlock_abi();

/// A set of rules in the making.
class Landlock {
  public:
    /// `version` from landlock_abi(), at least 1. Everything is refused that the version can
    /// refuse: files, TCP ports (from 4), signals and abstract sockets to outside (from 6).
    explicit Landlock(int version);

    /// Grants rights on a file or on a folder with all that is in it. What is not there is passed
    /// over. Throws InternalError.
    void allow(const std::string& path, std::uint64_t rights);
    void allow(int descriptor, std::uint64_t rights);
    /// Grants connecting to and serving on a TCP port. From version 4 on.
    void allow_port(int port);
    /// Puts it in force for this process and all that it starts. Needs PR_SET_NO_NEW_PRIVS.
    void enforce() const;

  private:
    int version_;
    std::uint64_t handled_;
    UniqueFd rules_;
};

/// A prepared set that refuses nothing but signals and abstract sockets to outside, for a process
/// that must not reach the one it was started by. Empty below version 6.
UniqueFd landlock_scope(int version);
/// Puts a prepared set in force; only a system call, for use between vfork and exec. 0 or errno.
int enforce_landlock(int rules);

} // namespace referee
