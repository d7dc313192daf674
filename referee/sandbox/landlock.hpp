#pragma once

/// Landlock: which files and ports a process and all that it starts may use, without privileges.
/// The constants are those of linux/landlock.h, repeated here because older systems' headers lack
/// some. See referee/sandbox/README.md, "Confinement".

#include "os/descriptor.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace referee {

/// Rights on files; each comment names the ABI that introduced the right.
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

/// The Landlock ABI in force: the kernel's, or 0 without Landlock. A variable
/// for tests lowers it (os/test_seam.hpp), so that they see what an older kernel does.
int landlock_abi();

/// Why Landlock can't be used here, as errno; 0 if it can. Tested in a separate process, because a
/// filter may forbid any of its calls. Throws InternalError if the test is impossible.
int landlock_error();

/// A ruleset that is being built.
class Landlock {
  public:
    /// `version` is that of landlock_abi(), at least 1. Denies everything that it can deny: files,
    /// TCP ports (from 4), signals and abstract sockets to outside (from 6).
    explicit Landlock(int version);

    /// Grants rights on a file, or on a folder and everything below it. Ignores a path that doesn't
    /// exist. Throws InternalError.
    void allow(const std::string& path, std::uint64_t rights);
    void allow(int descriptor, std::uint64_t rights);
    /// Grants connecting and binding to a TCP port. Needs version 4.
    void allow_port(int port);
    /// Applies it to this process and all that it starts. Needs PR_SET_NO_NEW_PRIVS.
    void enforce() const;

  private:
    int version_;
    std::uint64_t handled_;
    UniqueFd rules_;
};

/// A prepared ruleset that denies only signals and abstract sockets to outside, for a process that
/// must not reach its parent. Empty below version 6.
UniqueFd landlock_scope(int version);
/// Applies a prepared ruleset. A single system call, for use between vfork and exec. Returns 0 or
/// errno.
int enforce_landlock(int rules);

} // namespace referee
