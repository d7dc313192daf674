#pragma once

/// The seccomp filter, which denies what Landlock doesn't cover: referee/sandbox/README.md,
/// "Confinement".

#include <cstdint>
#include <string_view>
#include <sys/types.h>

namespace referee {

struct FilterConfig {
    /// Two random numbers. With these in argument registers that the kernel ignores, the keeper and
    /// its child may call setsid, setpgid, sendmsg, seccomp, pidfd_open, and prctl with
    /// PR_SET_PDEATHSIG; nobody else may.
    std::uint32_t cookie1 = 0;
    std::uint32_t cookie2 = 0;
    bool allows_tcp = false; ///< sockets for TCP over IPv4 and IPv6
    int landlock = 0;        ///< its ABI; the filter denies what that ABI can't
    pid_t shielded = 0;      ///< no signal may be sent to this process or its group; 0: none
};

/// True if this kernel has filters, and no filter in force forbids this test.
bool has_seccomp();

/// True for what Ruby prints whenever it starts, because the filter hides timer_create. It does
/// without, so the line explains nothing.
bool is_remark_on_hidden_call(std::string_view line);

/// Applies the filter to this process and all that it starts. Throws InternalError.
void load_seccomp_filter(const FilterConfig& config);

// Filters that libseccomp can't express, instruction by instruction: referee/sandbox/README.md,
// "Confinement".

/// Applies two allow lists to this process and everything that it starts. Throws InternalError.
///
/// Calls newer than Linux 5.17 are hidden (ENOSYS), except those that programs depend on. Their
/// numbers are the same on all architectures; libseccomp can't name them, and unreviewed calls are
/// denied by default.
///
/// Only ioctl requests that act on the caller's own descriptor are allowed. All others get the
/// answer of a request that doesn't apply: an AI has no terminal, no device and no disk. Some would
/// freeze or shut down a file system, or leave marks on files.
void load_allow_lists();

/// For kernels whose Landlock has no scope for signals (below ABI 6): lets a process signal only
/// itself and its own group. Makes only system calls, for use between vfork and exec, in a process
/// that leads its group. The cookies are those of FilterConfig. Returns 0 or
/// errno.
int load_signal_filter(std::uint32_t cookie1, std::uint32_t cookie2);

} // namespace referee
