#pragma once

/// The seccomp filter, which denies what Landlock doesn't cover: referee/process/README.md,
/// "Confinement".

#include <cstdint>
#include <sys/types.h>

namespace referee {

struct FilterConfig {
    /// Two random numbers. With these in argument registers that the kernel ignores, the keeper and
    /// its child may call setsid, setpgid, sendmsg, seccomp, and prctl with PR_SET_PDEATHSIG;
    /// nobody else may.
    std::uint32_t cookie1 = 0;
    std::uint32_t cookie2 = 0;
    bool allows_tcp = false; ///< sockets for TCP over IPv4 and IPv6
    int landlock = 0;        ///< its ABI; the filter denies what that ABI can't
    pid_t shielded = 0;      ///< no signal may be sent to this process or its group; 0: none
};

/// True if this kernel has filters, and no filter in force forbids this test.
bool has_seccomp();

/// Applies the filter to this process and all that it starts. Throws InternalError.
void load_seccomp_filter(const FilterConfig& config);

} // namespace referee
