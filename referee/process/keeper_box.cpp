#include "process/keeper_box.hpp"

#include "error.hpp"
#include "process/confinement.hpp"
#include "process/cores.hpp"
#include "process/keeper_limits.hpp"
#include "process/landlock.hpp"
#include "process/namespaces.hpp"
#include "process/priority.hpp"
#include "process/privileges.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <grp.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace referee {
namespace {

/// This process dies with its parent. A change of user or group clears that.
void end_with_parent() {
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {
        fail("prctl");
    }
}

} // namespace

void KeeperBox::enter(Setup setup) {
    setup_ = std::move(setup);
    has_priority_ = raise_priority();
    set_oom_score_adj();
    if (!setup_.group.empty()) {
        group_ = GroupMembership(setup_.group);
    }
    if (is_strict()) {
        last_number_ = UniqueFd(::open("/proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC));
        enter_spaces();
    }
}

void KeeperBox::enter_spaces() {
    const std::vector<char*>& environment = setup_.program.environment;
    NamespaceConfig config;
    const auto home =
        std::find_if(environment.begin(), environment.end(), [](const char* variable) {
            return variable != nullptr && std::strncmp(variable, "HOME=", 5) == 0;
        });
    config.work_path = home == environment.end() ? "" : *home + 5;
    config.user = setup_.header.uid;
    config.loopback = !setup_.permissions.ports.empty();
    setup_.work = enter_namespaces(config);
}

void KeeperBox::close(int socket, bool has_outer, ChildPlan& plan) {
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
    setup_.permissions.readable = {}; // keeps the keeper small
}

void KeeperBox::restart_numbers() const {
    constexpr std::string_view own = "1";
    if (last_number_ && ::pwrite(last_number_.get(), own.data(), own.size(), 0) < 0) {
        return; // the kernel was built without it
    }
}

} // namespace referee
