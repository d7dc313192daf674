#pragma once

/// The filter of system calls (seccomp) that closes what Landlock leaves open.
/// Spec: security.md, "seccomp".

#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace referee {

struct FilterConfig {
    /// With these two in registers that the kernel ignores, the keeper and its child may call what
    /// nobody else may: setsid, setpgid, sendmsg, seccomp, and prctl with PR_SET_PDEATHSIG.
    std::uint32_t cookie1 = 0;
    std::uint32_t cookie2 = 0;
    bool allows_tcp = false; ///< sockets for TCP over IPv4 and IPv6
    int landlock = 0;        ///< its version: what it lacks, the filter makes up for
    pid_t shielded = 0;      ///< a process that gets no signal, nor its group; 0: none
};

/// Loads the filter for this process and all that it starts. Throws InternalError.
void load_seccomp_filter(const FilterConfig& config);

/// For kernels whose Landlock knows no scope for signals (below version 6): lets a process send
/// signals only to itself and its own group. Only system calls: for use between vfork and exec, in
/// a process that leads its group. The cookies are those of FilterConfig. 0 or errno.
int load_signal_filter(std::uint32_t cookie1, std::uint32_t cookie2);

} // namespace referee
