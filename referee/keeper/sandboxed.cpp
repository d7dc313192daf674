#include "keeper/sandboxed.hpp"

#include "base/error.hpp"
#include "keeper/protocol.hpp"
#include "os/cores.hpp"
#include "os/descriptor.hpp"
#include "os/priority.hpp"
#include "sandbox/confinement.hpp"
#include "sandbox/landlock.hpp"
#include "sandbox/namespaces.hpp"
#include "sandbox/seccomp.hpp"
#include "sandbox/users.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <grp.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace referee {

// The limits (setrlimit) that a keeper sets for itself and its children inherit.

namespace {

// Sanitizers map terabytes. In such builds neither the keeper nor AIs, which may be built the same
// way, have a memory limit, unless one below the default is requested.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool has_sanitizer = true;
#else
constexpr bool has_sanitizer = false;
#endif

constexpr rlim_t keepers_descriptors = 4096; ///< in mode strict

/// Makes the kernel kill AIs first when memory runs out. Set in the keeper and inherited, so that
/// no move pays for it; the keeper is small, and the kernel kills the largest.
void set_oom_score_adj() {
    const UniqueFd file(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
    constexpr std::string_view max = "1000";
    if (file && ::write(file.get(), max.data(), max.size()) < 0) {
        return; // only a preference
    }
}

void set_limit(int which, rlim_t value) {
    // The referee's caller may have set a lower one.
    rlimit limit{};
    ::getrlimit(static_cast<__rlimit_resource>(which), &limit);
    limit.rlim_max = std::min(limit.rlim_max, value);
    limit.rlim_cur = limit.rlim_max;
    if (::setrlimit(static_cast<__rlimit_resource>(which), &limit) != 0) {
        fail("setrlimit");
    }
}

rlim_t hard_limit(int which) {
    rlimit limit{};
    return ::getrlimit(static_cast<__rlimit_resource>(which), &limit) == 0 ? limit.rlim_max
                                                                           : RLIM_INFINITY;
}

/// In mode strict each child lowers the limit for itself: descriptors in flight through the
/// keeper's socket count against its own limit, together with those of the user's AIs.
void limit_descriptors(bool is_strict, ChildPlan& plan) {
    if (!is_strict) {
        set_limit(RLIMIT_NOFILE, max_open_files);
        return;
    }
    rlimit own{};
    ::getrlimit(RLIMIT_NOFILE, &own);
    plan.descriptors = std::min<rlim_t>(max_open_files, own.rlim_max);
    own.rlim_cur = std::min(keepers_descriptors, own.rlim_max);
    if (::setrlimit(RLIMIT_NOFILE, &own) != 0) {
        fail("setrlimit");
    }
}

/// Limits this process as the header says. Limits that would hinder a keeper are written into the
/// plan, for its children. Throws InternalError.
void limit_keeper(const KeeperHeader& header, ChildPlan& plan) {
    // Not 0: where core dumps are piped to a program (systemd-coredump) only 1 keeps it from
    // starting.
    set_limit(RLIMIT_CORE, 1);
    set_limit(RLIMIT_FSIZE, header.file_size);
    set_limit(RLIMIT_MSGQUEUE, 0);
    // Set for each move; without privileges at most what the caller of the referee allows.
    plan.max_cpu_seconds = hard_limit(RLIMIT_CPU);
    plan.max_processes = hard_limit(RLIMIT_NPROC);
    limit_descriptors(static_cast<Confinement>(header.confinement) == Confinement::strict, plan);
    if constexpr (!has_sanitizer) {
        set_limit(RLIMIT_DATA, header.memory);
    } else if (header.memory < Limits{}.memory) {
        plan.memory = header.memory;
    }
}

/// This process dies with its parent. A change of user or group clears that.
void end_with_parent() {
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {
        fail("prctl");
    }
}

} // namespace

void KeeperBox::enter(KeeperSetup setup) {
    setup_ = std::move(setup);
    has_priority_ = raise_priority();
    set_oom_score_adj();
    if (!setup_.group.empty()) {
        group_ = GroupMembership(setup_.group);
    }
    if (is_strict()) {
        last_number_ = UniqueFd(::open("/proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC));
        enter_namespaces(!setup_.permissions.ports.empty());
    }
}

/// In mode strict: only what the AI may use exists.
void KeeperBox::enter_own_root() {
    const std::vector<char*>& environment = setup_.program.environment;
    RootConfig config;
    const auto home =
        std::find_if(environment.begin(), environment.end(), [](const char* variable) {
            return variable != nullptr && std::strncmp(variable, "HOME=", 5) == 0;
        });
    config.work_size = setup_.header.work_size;
    config.work_path = home == environment.end() ? "" : *home + 5;
    config.user = setup_.header.uid;
    config.visible = setup_.permissions.readable;
    config.visible.insert(config.visible.end(), system_files.begin(), system_files.end());
    config.visible.insert(config.visible.end(), devices.begin(), devices.end());
    config.names = system_names();
    const std::vector<std::string>& names = setup_.permissions.names;
    config.names.insert(config.names.end(), names.begin(), names.end());
    setup_.work = enter_root(config).work;
}

void KeeperBox::close(int socket, bool has_outer, ChildPlan& plan) {
    if (is_strict()) {
        enter_own_root(); // before the memory group, so that its mounts aren't the AI's memory
    }
    take_place(has_outer, plan);
    limit_keeper(setup_.header, plan);
    give_up_groups();
    prepare_inheritance(socket);
    if (has_outer) {
        end_with_parent(); // again, because the new group has cleared it
    }
    plan.uid = setup_.header.uid;
    plan.keeper = ::getpid();
    // AIs with a user of their own lose them when they stop being root; the keeper still needs
    // them.
    if (plan.uid == 0) {
        drop_capabilities(is_strict());
    }
    // No other process of the same user may inspect this one.
    ::prctl(PR_SET_DUMPABLE, 0);
    if (!is_unconfined()) {
        confine(plan);
    }
}

/// Among processes: subreaper, session, core, priority.
void KeeperBox::take_place(bool has_outer, ChildPlan& plan) {
    if (group_) {
        group_.join();
    }
    if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) {
        fail("prctl");
    }
    if (has_outer) {
        end_with_parent();
    }
    if (has_priority_) {
        set_reset_on_fork();
    }
    plan.has_empty_bounding = forbid_capabilities();
    // An unconfined AI could leave its group and, in the keeper's session, change the share of
    // processor time of the keeper's helpers (/proc/self/autogroup).
    plan.has_own_session = !(has_priority_ || shorten_slice()) || is_unconfined();
    if (::setsid() < 0) {
        fail("setsid"); // away from the referee's terminal
    }
    const uid_t user = setup_.header.uid;
    sweeper_.emplace(
        is_strict() ? KillScope::pid_namespace
        : user != 0 ? KillScope::uid
                    : KillScope::descendants,
        user);
    if (setup_.header.core >= 0) {
        pin_to_core(setup_.header.core);
    }
    deny_realtime();
}

/// Drops root's groups once, which saves each move two changes of credentials.
void KeeperBox::give_up_groups() const {
    const uid_t user = setup_.header.uid;
    if (user != 0 && (::setgroups(0, nullptr) != 0 || ::setresgid(user, user, user) != 0)) {
        fail("giving up root's groups");
    }
}

/// What a child inherits without a system call of its own: exec closes everything but the streams,
/// and the current directory is the AI's work folder.
void KeeperBox::prepare_inheritance(int socket) {
    const uid_t user = setup_.header.uid;
    if (::fcntl(socket, F_SETFD, FD_CLOEXEC) != 0 || ::fchdir(setup_.work.get()) != 0) {
        fail("preparing what AIs inherit");
    }
    if (user == 0) {
        return;
    }
    // A file opened as the AI's user keeps the kernel's record of that user, which would otherwise
    // be created and removed with every move.
    const bool is_opened = ::syscall(SYS_setresuid, user, 0, 0) == 0 &&
                           (user_ = UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC)));
    if (!is_opened || ::syscall(SYS_setresuid, 0, 0, 0) != 0) {
        fail("opening a file as the AI's user");
    }
}

void KeeperBox::confine(ChildPlan& plan) {
    scope_ = landlock_scope(landlock_abi());
    // The sandbox is inherited, so the keeper is in it too. An AI with another user can't signal
    // the keeper, which stays root, except by SIGCONT, which passes within a session and which the
    // keeper blocks. From an AI of the same user the seccomp filter shields it. If the AI is root,
    // or the sandbox lets signals out, every child gets another sandbox inside.
    const bool shares_user = plan.uid == 0;
    plan.shields_keeper = !scope_ || (shares_user && ::geteuid() == 0);
    const Enforced enforced =
        enforce(setup_.permissions, setup_.work.get(), shares_user ? ::getpid() : 0);
    plan.scope = scope_ ? scope_.get() : -1;
    plan.cookie1 = enforced.cookie1;
    plan.cookie2 = enforced.cookie2;
    sweeper_->use_key({enforced.cookie1, enforced.cookie2});
    setup_.permissions.readable = {}; // keeps the keeper small
    setup_.permissions.names = {};
}

void KeeperBox::restart_numbers() const {
    constexpr std::string_view own = "1";
    if (last_number_ && ::pwrite(last_number_.get(), own.data(), own.size(), 0) < 0) {
        return; // the kernel was built without it
    }
}

namespace {

/// Makes these the standard streams. False, with errno, if that fails.
bool use_streams(const std::array<int, 3>& streams) {
    return ::dup2(streams[0], 0) >= 0 && ::dup2(streams[1], 1) >= 0 && ::dup2(streams[2], 2) >= 0;
}

/// Returns 0 or errno.
int set_limits(const ChildPlan& plan) {
    const rlimit cpu{plan.cpu_seconds, plan.cpu_seconds};
    const rlimit processes{plan.processes, plan.processes};
    if (plan.descriptors != RLIM_INFINITY) {
        const rlimit descriptors{plan.descriptors, plan.descriptors};
        if (::setrlimit(RLIMIT_NOFILE, &descriptors) != 0) {
            return errno;
        }
    }
    if (plan.memory != RLIM_INFINITY) {
        const rlimit memory{plan.memory, plan.memory};
        if (::setrlimit(RLIMIT_DATA, &memory) != 0) {
            return errno;
        }
    }
    const bool is_done =
        ::setrlimit(RLIMIT_CPU, &cpu) == 0 && ::setrlimit(RLIMIT_NPROC, &processes) == 0;
    return is_done ? 0 : errno;
}

} // namespace

int prepare_child(const void* context) {
    const auto& plan = *static_cast<const ChildPlan*>(context);
    // A group of its own, which is killed after the move. The filter allows these two calls, and
    // those below with cookies, only with the right cookies.
    const unsigned long key1 = plan.cookie1; // as wide as a register
    const unsigned long key2 = plan.cookie2;
    const long grouped = plan.has_own_session ? ::syscall(SYS_setsid, key1, key2)
                                              : ::syscall(SYS_setpgid, 0, 0, key1, key2);
    // The work folder and the streams of a game are already the keeper's own; exec closes
    // everything else.
    if (grouped < 0 || (plan.streams[0] >= 0 && !use_streams(plan.streams))) {
        return errno;
    }
    if (plan.shields_keeper) {
        // The keeper is in the same sandbox; this keeps the AI from signalling it.
        const int error = plan.scope >= 0 ? enforce_landlock(plan.scope)
                                          : load_signal_filter(plan.cookie1, plan.cookie2);
        if (error != 0) {
            return error;
        }
    }
    if (const int error = set_limits(plan); error != 0) {
        return error;
    }
    // The raw system call: glibc's wrapper would act on the keeper too.
    if (plan.uid != 0 && ::syscall(SYS_setresuid, plan.uid, plan.uid, plan.uid) != 0) {
        return errno;
    }
    // After the change of user, which clears it. If the keeper has already died, it would never
    // fire: then the parent has changed.
    if (::syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, key1, key2, 0) != 0) {
        return errno;
    }
    if (::getppid() != plan.keeper) {
        return ESRCH;
    }
    sigset_t none;
    ::sigemptyset(&none);
    if (::sigprocmask(SIG_SETMASK, &none, nullptr) != 0) {
        return errno;
    }
    if (plan.test != nullptr) {
        const int opened = *plan.test != '\0' ? ::open(plan.test, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
                                              : ::socket(AF_INET, SOCK_STREAM, 0);
        ::_exit(opened >= 0 ? 1 : 0);
    }
    if (plan.tests_privileges) {
        ::_exit(exec_gives_privileges(plan.has_empty_bounding) ? 1 : 0);
    }
    return 0;
}

} // namespace referee
