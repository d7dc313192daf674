#include "process/system_filter.hpp"

#include "error.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <memory>
#include <netinet/in.h>
#include <sched.h>
#include <seccomp.h>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <type_traits>
#include <unistd.h>

namespace referee {
namespace {

/// What no AI needs; the names are the kernel's. One that this libseccomp or machine doesn't know
/// is passed over: a call that isn't there can't be made.
constexpr std::array refused{
    // other ways to talk and to wait (a socketpair has no other end than the AI itself: Java needs
    // it)
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    // other processes' memory, descriptors, events
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
    "process_mrelease",
    "pidfd_getfd",
    "kcmp",
    "perf_event_open",
    // the core and the share of time one was given
    "setpriority",
    "ioprio_set",
    "sched_setaffinity",
    "sched_setscheduler",
    "sched_setparam",
    "sched_setattr",
    "migrate_pages",
    "move_pages",
    "mbind",
    "set_mempolicy",
    // rights and attributes of files
    "chmod",
    "fchmod",
    "fchmodat",
    "fchmodat2",
    "chown",
    "lchown",
    "fchown",
    "fchownat",
    "setxattr",
    "lsetxattr",
    "fsetxattr",
    "setxattrat",
    "removexattr",
    "lremovexattr",
    "fremovexattr",
    "removexattrat",
    "utime",
    "utimes",
    "utimensat",
    "futimesat",
    "file_setattr",
    // mailboxes that outlive a process
    "shmget",
    "shmat",
    "shmctl",
    "shmdt",
    "semget",
    "semop",
    "semctl",
    "semtimedop",
    "msgget",
    "msgsnd",
    "msgrcv",
    "msgctl",
    "mq_open",
    "mq_unlink",
    "mq_timedsend",
    "mq_timedreceive",
    "mq_notify",
    "mq_getsetattr",
    "add_key",
    "request_key",
    "keyctl",
    // namespaces, mounts, roots
    "unshare",
    "setns",
    "mount",
    "umount2",
    "umount",
    "move_mount",
    "open_tree",
    "open_tree_attr",
    "fsopen",
    "fsconfig",
    "fsmount",
    "fspick",
    "mount_setattr",
    "pivot_root",
    "chroot",
    "statmount",
    "listmount",
    // the kernel itself
    "bpf",
    "userfaultfd",
    "init_module",
    "finit_module",
    "delete_module",
    "kexec_load",
    "kexec_file_load",
    "reboot",
    "swapon",
    "swapoff",
    "acct",
    "quotactl",
    "quotactl_fd",
    "syslog",
    "iopl",
    "ioperm",
    "settimeofday",
    "clock_settime",
    "clock_adjtime",
    "adjtimex",
    "sethostname",
    "setdomainname",
    "vhangup",
    "personality",
    "open_by_handle_at",
    "name_to_handle_at",
    "fanotify_init",
    "lookup_dcookie",
    "nfsservctl",
    "landlock_create_ruleset",
};

struct ReleaseFilter {
    void operator()(void* filter) const { ::seccomp_release(filter); }
};
using Filter = std::unique_ptr<std::remove_pointer_t<scmp_filter_ctx>, ReleaseFilter>;

void check(int result, std::string_view what) {
    if (result < 0) {
        fail("the filter of system calls (" + std::string(what) + ")", -result);
    }
}

/// Refuses the call with `error`, always or where the arguments match.
template <typename... Comparisons>
void refuse(const Filter& filter, const char* name, int error, Comparisons... comparisons) {
    const int number = ::seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR || number < 0) {
        return; // not there on this machine
    }
    check(
        ::seccomp_rule_add(
            filter.get(), SCMP_ACT_ERRNO(static_cast<std::uint16_t>(error)), number,
            sizeof...(comparisons), comparisons...),
        name);
}

void refuse_namespaces(const Filter& filter) {
    constexpr std::array<std::uint64_t, 8> spaces{
        CLONE_NEWNS,   CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
        CLONE_NEWUSER, CLONE_NEWPID,    CLONE_NEWNET, 0x80 /* CLONE_NEWTIME */};
    for (const std::uint64_t space : spaces) {
        refuse(filter, "clone", EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, space, space));
    }
    // Its flags lie in memory, where a filter can't look; libraries then fall back on clone.
    refuse(filter, "clone3", ENOSYS);
}

void refuse_sockets(const Filter& filter, bool allows_tcp) {
    if (!allows_tcp) {
        refuse(filter, "socket", EACCES);
        return;
    }
    constexpr std::uint64_t type_bits = 0xf; // the rest of the type are flags
    refuse(filter, "socket", EACCES, SCMP_A0(SCMP_CMP_LT, AF_INET));
    refuse(filter, "socket", EACCES, SCMP_A0(SCMP_CMP_GT, AF_INET6));
    for (std::uint64_t family = AF_INET + 1; family < AF_INET6; ++family) {
        refuse(filter, "socket", EACCES, SCMP_A0(SCMP_CMP_EQ, family));
    }
    for (std::uint64_t type = 0; type <= type_bits; ++type) {
        if (type != SOCK_STREAM) {
            refuse(filter, "socket", EACCES, SCMP_A1(SCMP_CMP_MASKED_EQ, type_bits, type));
        }
    }
    // MPTCP and SCTP are streams too, but no ports of theirs are filtered.
    refuse(filter, "socket", EACCES, SCMP_A2(SCMP_CMP_GT, IPPROTO_TCP));
    for (std::uint64_t protocol = 1; protocol < IPPROTO_TCP; ++protocol) {
        refuse(filter, "socket", EACCES, SCMP_A2(SCMP_CMP_EQ, protocol));
    }
}

/// What older versions of Landlock can't refuse.
void make_up_for(const Filter& filter, int landlock) {
    if (landlock >= 3) {
        return;
    }
    refuse(filter, "truncate", EACCES);
    refuse(filter, "openat2", ENOSYS); // its flags lie in memory
    constexpr std::uint64_t mode = O_ACCMODE | O_TRUNC;
    constexpr std::uint64_t truncate = O_RDONLY | O_TRUNC; // writing is Landlock's affair
    refuse(filter, "open", EACCES, SCMP_A1(SCMP_CMP_MASKED_EQ, mode, truncate));
    refuse(filter, "openat", EACCES, SCMP_A2(SCMP_CMP_MASKED_EQ, mode, truncate));
}

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

} // namespace

void load_system_filter(const FilterOptions& options) {
    const Filter filter(::seccomp_init(SCMP_ACT_ALLOW));
    if (!filter) {
        throw InternalError("the filter of system calls could not be made");
    }
    // A search tree instead of a list: a quarter of the time to install, and less for every call.
    check(::seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2), "tree");
    // Without the mitigation for processors that guess at stores: AIs have nothing to guess at, and
    // it would slow down every switch to them.
    check(::seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_SSB, 1), "speculation");
    // Calls in another machine's numbering (32 bits on 64) would pass by the list.
    check(
        ::seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)),
        "architecture");
    for (const char* const name : refused) {
        refuse(filter, name, EPERM);
    }
    // Leaving the group that is killed after the move. The keeper's child, which has to, knows the
    // cookies; the kernel ignores the registers that they are in.
    refuse(filter, "setpgid", EPERM, SCMP_A2(SCMP_CMP_NE, options.cookie1));
    refuse(filter, "setpgid", EPERM, SCMP_A3(SCMP_CMP_NE, options.cookie2));
    refuse(filter, "setsid", EPERM, SCMP_A0(SCMP_CMP_NE, options.cookie1));
    refuse(filter, "setsid", EPERM, SCMP_A1(SCMP_CMP_NE, options.cookie2));
    refuse(filter, "prlimit64", EPERM, SCMP_A0(SCMP_CMP_NE, 0));
    // Typing into a terminal; flags on files and folders, which would outlive a game.
    constexpr unsigned tioclinux = 0x541c;
    for (const unsigned request :
         {unsigned(TIOCSTI), tioclinux, unsigned(FS_IOC_SETFLAGS), unsigned(FS_IOC32_SETFLAGS),
          unsigned(FS_IOC_SETVERSION), unsigned(FS_IOC_FSSETXATTR)}) {
        refuse(filter, "ioctl", EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, request));
    }
    refuse_namespaces(filter);
    refuse_sockets(filter, options.allows_tcp);
    make_up_for(filter, options.landlock);
    check(::seccomp_load(filter.get()), "loading");
}

int load_signal_filter() {
    const auto own = static_cast<std::uint32_t>(::syscall(SYS_getpid));
    constexpr std::uint32_t number = offsetof(seccomp_data, nr);
    constexpr std::uint32_t architecture = offsetof(seccomp_data, arch);
    constexpr std::uint32_t target = offsetof(seccomp_data, args); // low half: the first argument
    constexpr auto load = [](std::uint32_t at) {
        return sock_filter(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at));
    };
    constexpr auto equal = [](std::uint32_t value, std::uint8_t yes, std::uint8_t no) {
        return sock_filter(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no));
    };
    constexpr auto give = [](std::uint32_t action) {
        return sock_filter(BPF_STMT(BPF_RET | BPF_K, action));
    };
    // Calls that name a process in their first argument may name oneself or 0 (the own group);
    // a process is named by a descriptor, or a thread by itself, in the others: not at all.
    const std::array<sock_filter, 18> program{{
        load(architecture),
        equal(own_architecture(), 0, 14), // another one: the great filter refuses it anyway
        load(number),
        equal(SYS_kill, 7, 0),
        equal(SYS_tgkill, 6, 0),
        equal(SYS_rt_sigqueueinfo, 5, 0),
        equal(SYS_rt_tgsigqueueinfo, 4, 0),
        equal(SYS_pidfd_send_signal, 7, 0),
        equal(SYS_tkill, 6, 0),
        equal(SYS_pidfd_open, 5, 0),
        give(SECCOMP_RET_ALLOW),
        load(target),
        equal(own, 3, 0),
        equal(0, 2, 0),
        give(SECCOMP_RET_ERRNO | EPERM),
        give(SECCOMP_RET_ERRNO | EPERM),
        give(SECCOMP_RET_ALLOW),
        give(SECCOMP_RET_ALLOW),
    }};
    const sock_fprog whole{program.size(), const_cast<sock_filter*>(program.data())};
    return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0U, &whole) == 0 ? 0 : errno;
}

} // namespace referee
