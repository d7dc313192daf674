#pragma once

/// Filters that libseccomp can't express, instruction by instruction: referee/process/README.md,
/// "Confinement".

#include <cstdint>

namespace referee {

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
/// that leads its group. The cookies are those of FilterConfig (seccomp_filter.hpp). Returns 0 or
/// errno.
int load_signal_filter(std::uint32_t cookie1, std::uint32_t cookie2);

} // namespace referee
