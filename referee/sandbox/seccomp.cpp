#include "sandbox/seccomp.hpp"

#include "base/error.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <memory>
#include <netinet/in.h>
#include <sched.h>
#include <seccomp.h>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <type_traits>
#include <unistd.h>

namespace referee {

// The system calls that confined AIs are denied: referee/sandbox/README.md, "Confinement".

namespace {

/// Denied with EPERM, whatever the arguments. Names that an architecture lacks are ignored. Calls
/// newer than Linux 5.17 aren't listed: load_allow_lists() hides all but a few of them.
inline constexpr std::array denied_syscalls{
    // other ways to wait, and to be woken while stopped
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "io_setup", // fs.aio-max-nr is a system-wide limit
    // other processes' memory, descriptors, events
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
    "process_mrelease",
    "pidfd_getfd",
    "kcmp",
    "perf_event_open",
    // the core, priority and memory placement of a process
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
    "chown",
    "lchown",
    "fchown",
    "fchownat",
    "setxattr",
    "lsetxattr",
    "fsetxattr",
    "removexattr",
    "lremovexattr",
    "fremovexattr",
    "utime",
    "utimes",
    "utimensat",
    "futimesat",
    // channels that outlive a process
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
    // system-wide: the state of all file systems
    "sync",
    "syncfs",
    // namespaces, mounts, roots
    "unshare",
    "setns",
    "mount",
    "umount2",
    "umount",
    "move_mount",
    "open_tree",
    "fsopen",
    "fsconfig",
    "fsmount",
    "fspick",
    "mount_setattr",
    "pivot_root",
    "chroot",
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

/// Hidden with ENOSYS: programs then do without instead of failing.
inline constexpr std::array hidden_syscalls{
    "timer_create", // could wake a stopped process; setitimer can't
    "statfs",       // free space, which others' writes change
    "fstatfs",       "ustat",
    "inotify_init", // what others read; names in folders that the AI can't read
    "inotify_init1", "inotify_add_watch",
};

struct ReleaseFilter {
    void operator()(void* filter) const { ::seccomp_release(filter); }
};
using Filter = std::unique_ptr<std::remove_pointer_t<scmp_filter_ctx>, ReleaseFilter>;

void check(int result, std::string_view what) {
    if (result < 0) {
        fail("the seccomp filter (" + std::string(what) + ")", -result);
    }
}

/// Denies the call with `error` (0: it succeeds without effect), always or where all comparisons
/// hold.
template <typename... Comparisons>
void refuse(const Filter& filter, const char* name, int error, Comparisons... comparisons) {
    const int number = ::seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR || number < 0) {
        return; // not on this architecture
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
    // Its flags are in memory, which a filter can't read; libraries fall back to clone.
    refuse(filter, "clone3", ENOSYS);
}

constexpr std::uint64_t low_half = 0xffffffff; // what the kernel takes of an int
constexpr std::uint64_t type_bits = 0xf;       // of a socket's type; the rest are flags

/// A socket pair is for use within the AI (Java needs one at its start). An end of a datagram pair
/// could send to any address, and any end could be given a name.
void refuse_addresses(const Filter& filter, const FilterConfig& config) {
    refuse(filter, "socketpair", EACCES, SCMP_A0(SCMP_CMP_GT, AF_UNIX));
    for (const std::uint64_t type : {SOCK_DGRAM, SOCK_RAW, SOCK_RDM}) {
        refuse(filter, "socketpair", EACCES, SCMP_A1(SCMP_CMP_MASKED_EQ, type_bits, type));
    }
    refuse(filter, "sendto", EACCES, SCMP_A4(SCMP_CMP_NE, 0));
    if (config.allows_tcp) {
        // It connects, but by a call that Landlock doesn't filter.
        constexpr std::uint64_t fast_open = MSG_FASTOPEN;
        refuse(filter, "sendto", EACCES, SCMP_A3(SCMP_CMP_MASKED_EQ, fast_open, fast_open));
        refuse(filter, "sendmsg", EACCES, SCMP_A2(SCMP_CMP_MASKED_EQ, fast_open, fast_open));
    } else {
        for (const char* const name : {"bind", "connect", "listen"}) {
            refuse(filter, name, EACCES);
        }
        // Descriptors in flight count against the user and outlive their owner. The keeper, which
        // sends some, has the cookies.
        refuse(filter, "sendmsg", EACCES, SCMP_A3(SCMP_CMP_NE, config.cookie1));
        refuse(filter, "sendmsg", EACCES, SCMP_A4(SCMP_CMP_NE, config.cookie2));
    }
    refuse(filter, "sendmmsg", EACCES);
}

void refuse_sockets(const Filter& filter, bool allows_tcp) {
    if (!allows_tcp) {
        refuse(filter, "socket", EACCES);
        return;
    }
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
    // MPTCP and SCTP are streams too, but Landlock doesn't filter their ports.
    refuse(filter, "socket", EACCES, SCMP_A2(SCMP_CMP_GT, IPPROTO_TCP));
    for (std::uint64_t protocol = 1; protocol < IPPROTO_TCP; ++protocol) {
        refuse(filter, "socket", EACCES, SCMP_A2(SCMP_CMP_EQ, protocol));
    }
}

/// Signals that the kernel sends on request: to other processes, or to a stopped AI, which must not
/// wake up.
void refuse_signals(const Filter& filter) {
    for (const std::uint64_t command : {F_SETOWN, F_SETSIG, F_SETOWN_EX, F_NOTIFY}) {
        refuse(filter, "fcntl", EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, low_half, command));
    }
    refuse(
        filter, "fcntl", EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, low_half, F_SETFL),
        SCMP_A2(SCMP_CMP_MASKED_EQ, O_ASYNC, O_ASYNC));
    for (const char* const name : {"kill", "tkill", "rt_sigqueueinfo", "pidfd_send_signal"}) {
        refuse(filter, name, EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, low_half, SIGCONT));
    }
    for (const char* const name : {"tgkill", "rt_tgsigqueueinfo"}) {
        refuse(filter, name, EPERM, SCMP_A2(SCMP_CMP_MASKED_EQ, low_half, SIGCONT));
    }
    constexpr std::uint64_t exit_signal = 0xff; // of clone's flags
    refuse(filter, "clone", EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, exit_signal, SIGCONT));
}

/// Files: unnamed ones, which the sweep can't find; space beyond the limit on file size; the state
/// of the page cache.
void refuse_on_files(const Filter& filter) {
    constexpr std::uint64_t nameless = O_TMPFILE & ~O_DIRECTORY;
    refuse(filter, "open", EOPNOTSUPP, SCMP_A1(SCMP_CMP_MASKED_EQ, nameless, nameless));
    refuse(filter, "openat", EOPNOTSUPP, SCMP_A2(SCMP_CMP_MASKED_EQ, nameless, nameless));
    refuse(filter, "openat2", ENOSYS); // its flags are in memory
    // In any mode but 0.
    for (std::uint64_t bit = 1; bit <= low_half; bit <<= 1U) {
        refuse(filter, "fallocate", EOPNOTSUPP, SCMP_A1(SCMP_CMP_MASKED_EQ, bit, bit));
    }
    // A lease makes others wait when they open the file; large pipes count against the same user's
    // other processes; a write hint stays with its file, and some kernels let anybody set one.
    constexpr std::uint64_t set_delegation = 1039; // F_SETDELEG
    for (const std::uint64_t command :
         {std::uint64_t(F_SETLEASE), set_delegation, std::uint64_t(F_SETPIPE_SZ),
          std::uint64_t(F_SET_RW_HINT), std::uint64_t(F_SET_FILE_RW_HINT)}) {
        refuse(filter, "fcntl", EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, low_half, command));
    }
    refuse(filter, "fadvise64", EPERM, SCMP_A3(SCMP_CMP_MASKED_EQ, low_half, POSIX_FADV_DONTNEED));
    for (const std::uint64_t advice : {MADV_COLD, MADV_PAGEOUT}) {
        refuse(filter, "madvise", EPERM, SCMP_A2(SCMP_CMP_MASKED_EQ, low_half, advice));
    }
    constexpr std::uint64_t only_cached = RWF_NOWAIT;
    refuse(filter, "preadv2", EOPNOTSUPP, SCMP_A5(SCMP_CMP_MASKED_EQ, only_cached, only_cached));
}

/// Denies signals to one process of the same user in the same sandbox, by any call that sends one.
/// Signals to -1 are denied too, because they would reach it.
void refuse_signals_to(const Filter& filter, pid_t shielded) {
    const auto number = static_cast<std::uint32_t>(shielded);
    const std::uint32_t everybody = ~0U;
    for (const char* const name :
         {"kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"}) {
        refuse(filter, name, EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, low_half, number));
    }
    for (const char* const name : {"tgkill", "rt_tgsigqueueinfo"}) {
        refuse(filter, name, EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, low_half, number));
    }
    refuse(filter, "kill", EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, low_half, everybody));
    if (-number != everybody) {
        refuse(filter, "kill", EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, low_half, -number));
    }
    // The filter can't see which process a descriptor stands for.
    refuse(filter, "pidfd_send_signal", EPERM);
}

/// What older versions of Landlock can't deny.
void make_up_for(const Filter& filter, int landlock) {
    if (landlock >= 3) {
        return;
    }
    refuse(filter, "truncate", EACCES);
    constexpr std::uint64_t mode = O_ACCMODE | O_TRUNC;
    constexpr std::uint64_t truncate = O_RDONLY | O_TRUNC; // Landlock covers writing
    refuse(filter, "open", EACCES, SCMP_A1(SCMP_CMP_MASKED_EQ, mode, truncate));
    refuse(filter, "openat", EACCES, SCMP_A2(SCMP_CMP_MASKED_EQ, mode, truncate));
}

Filter make_filter() {
    Filter filter(::seccomp_init(SCMP_ACT_ALLOW));
    if (!filter) {
        throw InternalError("the seccomp filter could not be created");
    }
    // A search tree installs in a quarter of the time of a list, and each call costs less.
    check(::seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2), "tree");
    // Disable the mitigation of speculative store bypass: AIs hold no secrets of others, and it
    // slows every switch to them.
    check(::seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_SSB, 1), "speculation");
    // Calls by another architecture's numbers (32 bits on 64) would bypass the list.
    check(
        ::seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)),
        "architecture");
    return filter;
}

/// The keeper's child knows the cookies; the kernel ignores their registers.
void refuse_escape(const Filter& filter, const FilterConfig& config) {
    // An AI must not leave the group that is killed after the move. The keeper's child has to leave
    // one.
    refuse(filter, "setpgid", EPERM, SCMP_A2(SCMP_CMP_NE, config.cookie1));
    refuse(filter, "setpgid", EPERM, SCMP_A3(SCMP_CMP_NE, config.cookie2));
    refuse(filter, "setsid", EPERM, SCMP_A0(SCMP_CMP_NE, config.cookie1));
    refuse(filter, "setsid", EPERM, SCMP_A1(SCMP_CMP_NE, config.cookie2));
    // An AI dies with its keeper. It must not choose another signal: that could wake a stopped
    // process.
    const auto death = SCMP_A0(SCMP_CMP_MASKED_EQ, low_half, PR_SET_PDEATHSIG);
    refuse(filter, "prctl", EPERM, death, SCMP_A2(SCMP_CMP_NE, config.cookie1));
    refuse(filter, "prctl", EPERM, death, SCMP_A3(SCMP_CMP_NE, config.cookie2));
    // A descriptor of a process tells when that process ends. Programs do without: Go and Python
    // fall back to other ways of waiting for their children.
    refuse(filter, "pidfd_open", ENOSYS, SCMP_A2(SCMP_CMP_NE, config.cookie1));
    refuse(filter, "pidfd_open", ENOSYS, SCMP_A3(SCMP_CMP_NE, config.cookie2));
    // An AI's own filters could write to the kernel log.
    refuse(filter, "seccomp", ENOSYS, SCMP_A3(SCMP_CMP_NE, config.cookie1));
    refuse(filter, "seccomp", ENOSYS, SCMP_A4(SCMP_CMP_NE, config.cookie2));
    refuse(filter, "prctl", EINVAL, SCMP_A0(SCMP_CMP_MASKED_EQ, low_half, PR_SET_SECCOMP));
}

void refuse_beyond_limits(const Filter& filter) {
    // A mapping that grows by itself isn't covered by the memory limit.
    constexpr std::uint64_t grows = MAP_GROWSDOWN;
    refuse(filter, "mmap", EPERM, SCMP_A3(SCMP_CMP_MASKED_EQ, grows, grows));
    refuse(filter, "prlimit64", EPERM, SCMP_A0(SCMP_CMP_NE, 0));
    // The limit on core dumps can't be changed: with 0 a core dump helper would start. Programs
    // that set it to 0 (built with sanitizers) see success.
    constexpr int nothing = 0;
    refuse(
        filter, "prlimit64", nothing, SCMP_A0(SCMP_CMP_EQ, 0),
        SCMP_A1(SCMP_CMP_MASKED_EQ, low_half, RLIMIT_CORE), SCMP_A2(SCMP_CMP_NE, 0));
    refuse(filter, "setrlimit", nothing, SCMP_A0(SCMP_CMP_MASKED_EQ, low_half, RLIMIT_CORE));
    constexpr int core_scheduling = 62; // PR_SCHED_CORE: could idle a sibling thread of the core
    refuse(filter, "prctl", EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, low_half, core_scheduling));
}

/// The groups and sessions of other processes. A process may ask for its own, as number 0.
void refuse_foreign_groups(const Filter& filter) {
    for (const char* const name : {"getpgid", "getsid"}) {
        refuse(filter, name, EPERM, SCMP_A0(SCMP_CMP_NE, 0));
    }
}

/// Clocks of other processes, which show that they exist and how long they have run; clocks of the
/// AI's own threads are allowed. Bit 31 marks a process, bit 2 a thread.
void refuse_foreign_clocks(const Filter& filter) {
    constexpr std::uint64_t kind = 0x80000004;
    constexpr std::uint64_t process = 0x80000000;
    for (const char* const name : {"clock_gettime", "clock_getres", "clock_nanosleep"}) {
        refuse(filter, name, EINVAL, SCMP_A0(SCMP_CMP_MASKED_EQ, kind, process));
    }
}

} // namespace

bool is_remark_on_hidden_call(std::string_view line) {
    return line.find("warning: timer_create failed") != std::string_view::npos;
}

bool has_seccomp() {
    const std::uint32_t action = SECCOMP_RET_ERRNO;
    return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0U, &action) == 0;
}

void load_seccomp_filter(const FilterConfig& config) {
    const Filter filter = make_filter();
    for (const char* const name : denied_syscalls) {
        refuse(filter, name, EPERM);
    }
    for (const char* const name : hidden_syscalls) {
        refuse(filter, name, ENOSYS);
    }
    refuse_escape(filter, config);
    refuse_beyond_limits(filter);
    refuse_foreign_groups(filter);
    refuse_foreign_clocks(filter);
    refuse_signals(filter);
    refuse_on_files(filter);
    refuse_namespaces(filter);
    refuse_sockets(filter, config.allows_tcp);
    refuse_addresses(filter, config);
    if (config.shielded != 0) {
        refuse_signals_to(filter, config.shielded);
    }
    make_up_for(filter, config.landlock);
    load_allow_lists(); // before the filter that denies further ones
    check(::seccomp_load(filter.get()), "loading");
}

namespace {

/// libseccomp's names of architectures are the kernel's.
std::uint32_t own_architecture() {
    return ::seccomp_arch_native();
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

/// Where the low half of an argument of a call is. Arguments count from 0.
constexpr std::uint32_t argument_at(unsigned argument) {
    constexpr bool is_low_first = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    return offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t) +
           (is_low_first ? 0 : sizeof(std::uint32_t));
}

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
    constexpr std::uint32_t request_at = argument_at(1); // the kernel takes 32 bits
    const std::array program{
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
    constexpr std::uint32_t target_at = argument_at(0);
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
