#include "process/seccomp_programs.hpp"

#include "error.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace referee {
namespace {

constexpr std::uint32_t own_architecture() {
#if defined(__x86_64__)
    return AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    return AUDIT_ARCH_AARCH64;
#elif defined(__riscv) && __riscv_xlen == 64
    return AUDIT_ARCH_RISCV64;
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
    return AUDIT_ARCH_PPC64LE;
#else
    return 0;
#endif
}

constexpr sock_filter load(std::uint32_t at) {
    return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at);
}

constexpr sock_filter jump(unsigned how, std::uint32_t value, std::uint8_t yes, std::uint8_t no) {
    return BPF_JUMP(BPF_JMP | how | BPF_K, value, yes, no);
}

constexpr sock_filter give(std::uint32_t action) {
    return BPF_STMT(BPF_RET | BPF_K, action);
}

constexpr std::uint32_t number_at = offsetof(seccomp_data, nr);
constexpr std::uint32_t architecture_at = offsetof(seccomp_data, arch);

/// The cookies let the call pass a filter that is already in force. Returns 0 or errno.
template <std::size_t size>
int load_program(
    const std::array<sock_filter, size>& program, unsigned long key1 = 0, unsigned long key2 = 0) {
    const sock_fprog whole{size, const_cast<sock_filter*>(program.data())};
    // Without the speculation mitigation, as in the main filter.
    constexpr unsigned flags = SECCOMP_FILTER_FLAG_SPEC_ALLOW;
    return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &whole, key1, key2) == 0 ? 0
                                                                                           : errno;
}

} // namespace

void load_allow_lists() {
    constexpr std::uint32_t first_newer = 451;
    constexpr std::uint32_t map_shadow_stack = 453;
    constexpr std::uint32_t futex_wake = 454;
    constexpr std::uint32_t futex_requeue = 456;
    constexpr std::uint32_t mseal = 462;
    constexpr std::uint32_t request_at =
        offsetof(seccomp_data, args[1]); // the kernel takes 32 bits
    constexpr std::array program{
        load(architecture_at),
        jump(BPF_JEQ, own_architecture(), 0, 13), // another one: the main filter denies it anyway
        load(number_at),
        jump(BPF_JEQ, SYS_ioctl, 5, 0),
        jump(BPF_JGE, first_newer, 0, 10),
        jump(BPF_JEQ, map_shadow_stack, 9, 0),
        jump(BPF_JEQ, mseal, 8, 0),
        jump(BPF_JGT, futex_requeue, 8, 0),
        jump(BPF_JGE, futex_wake, 6, 7),
        load(request_at), // of ioctl
        jump(BPF_JEQ, FIONREAD, 4, 0),
        jump(BPF_JEQ, FIONBIO, 3, 0),
        jump(BPF_JEQ, FIOCLEX, 2, 0),
        jump(BPF_JEQ, FIONCLEX, 1, 0),
        give(SECCOMP_RET_ERRNO | ENOTTY),
        give(SECCOMP_RET_ALLOW),
        give(SECCOMP_RET_ERRNO | ENOSYS),
    };
    const int error = load_program(program);
    if (error != 0) {
        fail("the seccomp filter (allow lists)", error);
    }
}
int load_signal_filter(std::uint32_t cookie1, std::uint32_t cookie2) {
    const auto own = static_cast<std::uint32_t>(::syscall(SYS_getpid));
    constexpr std::uint32_t target_at = offsetof(seccomp_data, args); // low half: argument 1
    constexpr auto equal = [](std::uint32_t value, std::uint8_t yes, std::uint8_t no) {
        return jump(BPF_JEQ, value, yes, no);
    };
    // Calls whose first argument is a process may name the caller or 0 (its group). Calls that name
    // a process by descriptor, or a single thread, are denied.
    const std::array<sock_filter, 18> program{{
        load(architecture_at),
        equal(own_architecture(), 0, 14), // another one: the main filter denies it anyway
        load(number_at),
        equal(SYS_kill, 7, 0),
        equal(SYS_tgkill, 6, 0),
        equal(SYS_rt_sigqueueinfo, 5, 0),
        equal(SYS_rt_tgsigqueueinfo, 4, 0),
        equal(SYS_pidfd_send_signal, 7, 0),
        equal(SYS_tkill, 6, 0),
        equal(SYS_pidfd_open, 5, 0),
        give(SECCOMP_RET_ALLOW),
        load(target_at),
        equal(own, 3, 0),
        equal(0, 2, 0),
        give(SECCOMP_RET_ERRNO | EPERM),
        give(SECCOMP_RET_ERRNO | EPERM),
        give(SECCOMP_RET_ALLOW),
        give(SECCOMP_RET_ALLOW),
    }};
    return load_program(program, cookie1, cookie2);
}

} // namespace referee
