// The keeper: one small single-threaded process for each AI, between the referee and the AI.
//
//     referee ──two pipes── keeper ──clone, exec── AI ── whatever the AI starts
//
// The referee sends an Order for each move; the keeper starts the AI, waits until it exits or its
// time is up, kills and reaps everything that is left, and answers with a Report. Files are none of
// its business: the referee writes them before the order and reads them after the report.
//
// Why a process of its own: starting is cheap from a small process; the AI's peak memory is true
// (a child's begins with its parent's); limits, and later confinement, are put on the keeper once
// and inherited instead of being made for every move; and no thread of the referee can interfere.
//
// Who waits for whom:
//   - The keeper waits for an order (read), or for the AI's exit or the deadline, never for both:
//     first for the signal of the exit, then with ppoll on the AI's pidfd. There it also watches
//     the pipe of orders: when the referee is gone (end of file) it kills the AI and exits, so that
//     not even SIGKILL for the referee leaves a process behind.
//   - The AI dies with its keeper (PDEATHSIG). The keeper itself has no PDEATHSIG, because that
//     fires when the *thread* ends that started it.
//   - Where a control group bounds the AI's memory, the keeper is in it too, or each move would
//   have
//     to move a process there, which the kernel does slowly. It was started there by vfork, from a
//     process that stays outside and sleeps: what shares its memory with a sleeping parent the
//     kernel doesn't kill for want of memory, so it is always the AI.
//   - What the AI leaves is handed to the keeper (subreaper), see sweep.cpp. Nothing is waited for
//     that was not killed before.
//
// An AI is never asked, only killed: with SIGKILL, first its group, before it is reaped, so that
// its number can't have become another's.

#include "process/keeper_process.hpp"

#include "error.hpp"
#include "process/clock.hpp"
#include "process/confinement.hpp"
#include "process/cores.hpp"
#include "process/keeper_child.hpp"
#include "process/keeper_setup.hpp"
#include "process/keeper_wait.hpp"
#include "process/landlock.hpp"
#include "process/launch.hpp"
#include "process/memory_group.hpp"
#include "process/messages.hpp"
#include "process/namespaces.hpp"
#include "process/priority.hpp"
#include "process/privileges.hpp"
#include "process/seccomp_filter.hpp"
#include "process/sweep.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <grp.h>
#include <optional>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace referee {
namespace {

// Sanitizers map terabytes. With them the keeper has no limit, nor have AIs, which may be built so
// too, unless one below the standard is asked for.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool has_sanitizer = true;
#else
constexpr bool has_sanitizer = false;
#endif

constexpr rlim_t max_descriptors = 256;
/// A processor time limit for what the wall clock doesn't see, in seconds above the move's limit.
constexpr rlim_t spare_cpu_seconds = 2;
constexpr rlim_t keepers_descriptors = 4096; ///< in mode strict

void set_limit(int which, rlim_t value) {
    // Whoever has started the referee may have set a lower one.
    rlimit limit{};
    ::getrlimit(static_cast<__rlimit_resource>(which), &limit);
    limit.rlim_max = std::min(limit.rlim_max, value);
    limit.rlim_cur = limit.rlim_max;
    if (::setrlimit(static_cast<__rlimit_resource>(which), &limit) != 0) {
        fail("setrlimit");
    }
}

class KeeperProcess {
  public:
    explicit KeeperProcess(UniqueFd socket) : socket_(std::move(socket)) {}

    [[noreturn]] void run() {
        attempt(&KeeperProcess::prepare);
        if (ready_.error != 0 || (!is_strict() && !group_)) {
            serve();
        }
        // Nothing of this frame is used after that: the child may run on its memory.
        const pid_t inner = group_ ? ::vfork() : ::fork();
        if (inner > 0) {
            stay_outside(inner);
        }
        has_outer_ = inner == 0;
        ready_.error = has_outer_ ? 0 : errno;
        serve();
    }

  private:
    /// Until the keeper proper has ended. Only then the process that the referee knows ends too.
    [[noreturn]] static void stay_outside(pid_t inner) {
        ::close(keeper_socket);
        int status = 0;
        while (::waitpid(inner, &status, 0) < 0 && errno == EINTR) {
        }
        ::_exit(0);
    }

    /// Does a part of the setup. What goes wrong is kept for the answer.
    void attempt(void (KeeperProcess::*part)()) {
        try {
            (this->*part)();
        } catch (const std::exception& problem) {
            ready_.error = errno != 0 ? errno : EINVAL;
            std::strncpy(ready_.what, problem.what(), sizeof ready_.what - 1);
        }
    }

    [[noreturn]] void serve() {
        if (ready_.error == 0) {
            attempt(&KeeperProcess::set_up);
        }
        const int work = work_.get();
        const bool tells_work = is_strict() && ready_.error == 0;
        send_message(
            socket_.get(), &ready_, sizeof ready_, {&work, tells_work ? 1U : 0U}, sending_key());
        if (ready_.error != 0) {
            ::_exit(1);
        }
        work_.reset(); // it stands in it
        while (true) {
            const KeeperCommand command = receive_command();
            plan_.test = command.kind == CommandKind::test ? path_.data() : nullptr;
            plan_.tests_privileges = command.kind == CommandKind::test_privileges;
            Report report = carry_out(command);
            if (is_strict() && report.resident > 0) {
                attach_process(report);
            }
            if (!write_message(reports_.get(), report)) {
                leave();
            }
        }
    }

    /// The number of a resident AI is another one outside.
    void attach_process(Report& report) const {
        const UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, resident_, 0)));
        const int number = process.get();
        const bool is_sent =
            process && send_message(socket_.get(), "", 1, {&number, 1}, sending_key());
        report.has_attachment = is_sent ? 1 : 0;
    }

    SendingKey sending_key() const { return {plan_.cookie1, plan_.cookie2}; }

    bool is_strict() const { return permissions_.mode == Confinement::strict; }

    /// In mode strict: into the box, in which the next child will be process 1.
    void enter_box(uid_t user) {
        NamespaceConfig config;
        const auto home = std::find_if(
            program_.environment.begin(), program_.environment.end(), [](const char* variable) {
                return variable != nullptr && std::strncmp(variable, "HOME=", 5) == 0;
            });
        config.work_path = home == program_.environment.end() ? "" : *home + 5;
        config.user = user;
        config.loopback = !permissions_.ports.empty();
        work_ = enter_namespaces(config);
    }

    /// Makes them this process's own standard streams, which the AI inherits. errno or 0.
    int use_streams(const Carried& streams) {
        has_streams_ = false;
        for (int number = 0; number < static_cast<int>(streams.descriptors.size()); ++number) {
            if (::dup2(streams.descriptors[number].get(), number) < 0) {
                return errno;
            }
        }
        has_streams_ = true;
        restart_numbers();
        return 0;
    }

    /// What a child finds without a system call of its own: everything but the streams is closed by
    /// exec, and this process stands in the AI's folder, of which it uses nothing.
    void prepare_inheritance(uid_t user) {
        if (::fcntl(socket_.get(), F_SETFD, FD_CLOEXEC) != 0 || ::fchdir(work_.get()) != 0) {
            fail("preparing what AIs inherit");
        }
        if (user == 0) {
            return;
        }
        // A file opened as the AI's user keeps the kernel's record of that user, which would else
        // be made and removed with every move.
        const bool is_opened = ::syscall(SYS_setresuid, user, 0, 0) == 0 &&
                               (user_ = UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC)));
        if (!is_opened || ::syscall(SYS_setresuid, 0, 0, 0) != 0) {
            fail("opening a file as the AI's user");
        }
    }

    /// In mode strict each game begins with the same process number: counting on, it would tell how
    /// many processes there were in the game before.
    void restart_numbers() const {
        constexpr std::string_view own = "1";
        if (last_number_ && ::pwrite(last_number_.get(), own.data(), own.size(), 0) < 0) {
            return; // a kernel that was built without it
        }
    }

    /// The referee is done, or gone.
    [[noreturn]] void leave() {
        if (resident_ > 0) {
            sweeper_->sweep(resident_);
        }
        ::_exit(0);
    }

    KeeperCommand receive_command() {
        KeeperCommand command;
        if (!read_message(orders_.get(), command)) {
            leave();
        }
        Carried carried;
        if ((command.kind == CommandKind::start_resident || command.kind == CommandKind::renew ||
             command.kind == CommandKind::test) &&
            receive_message(socket_.get(), path_.data(), path_.size() - 1, carried) <= 0) {
            leave();
        }
        if (command.kind == CommandKind::start_resident) {
            resident_streams_ = std::move(carried);
        } else if (command.kind == CommandKind::renew) {
            stream_error_ = use_streams(carried);
        }
        return command;
    }

    /// What comes before the keeper proper is started, if that is to be another process.
    void prepare() {
        // Nothing but the end of the socket ends a keeper: not the terminal's Ctrl-C either.
        sigset_t all;
        ::sigfillset(&all);
        ::sigprocmask(SIG_SETMASK, &all, nullptr);
        // AIs find every signal as a fresh login has it, whatever the referee or its caller ignore.
        for (int number = 1; number < SIGRTMAX; ++number) {
            ::signal(number, SIG_DFL);
        }
        // Inherited: writing beyond RLIMIT_FSIZE fails, it doesn't kill.
        ::signal(SIGXFSZ, SIG_IGN);
        if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
            fail("prctl");
        }
        ::prctl(PR_SET_TIMERSLACK, 1000UL); // deadlines within a microsecond
        has_priority_ = raise_priority();
        std::optional<Setup> setup = receive_setup(socket_.get());
        if (!setup) {
            ::_exit(0); // the referee is gone already
        }
        header_ = setup->header;
        program_ = std::move(setup->program);
        permissions_ = std::move(setup->permissions);
        work_ = std::move(setup->work);
        orders_ = std::move(setup->orders);
        reports_ = std::move(setup->reports);
        set_oom_score_adj();
        if (!setup->group.empty()) {
            group_ = GroupMembership(setup->group);
        }
        if (is_strict()) {
            last_number_ = UniqueFd(::open("/proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC));
            enter_box(header_.uid);
        }
    }

    void set_up() {
        const KeeperHeader& header = header_;
        if (group_) {
            group_.join();
        }
        if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) {
            fail("prctl");
        }
        if (has_outer_) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        }
        if (has_priority_) {
            set_reset_on_fork();
        }
        plan_.has_empty_bounding = forbid_capabilities();
        // Unconfined it could leave its group, and in the keeper's session change what the keeper's
        // helpers get of the processor's time (/proc/self/autogroup).
        plan_.has_own_session =
            !(has_priority_ || shorten_slice()) || permissions_.mode == Confinement::none;
        if (::setsid() < 0) {
            fail("setsid"); // away from the terminal of the referee
        }
        sweeper_.emplace(
            is_strict()       ? KillScope::pid_namespace
            : header.uid != 0 ? KillScope::uid
                              : KillScope::descendants,
            header.uid);
        if (header.core >= 0) {
            pin_to_core(header.core);
        }
        deny_realtime();
        // These hold for the AIs by inheritance and don't hinder the keeper.
        // Not 0: where a program takes core dumps (systemd-coredump) only 1 keeps it from starting.
        set_limit(RLIMIT_CORE, 1);
        set_limit(RLIMIT_FSIZE, header.file_size);
        limit_descriptors();
        if constexpr (!has_sanitizer) {
            set_limit(RLIMIT_DATA, header.memory);
        } else if (header.memory < Limits{}.memory) {
            plan_.memory = header.memory;
        }
        set_limit(RLIMIT_MSGQUEUE, 0);
        // The groups are given up here already, which saves each move two changes of credentials.
        if (header.uid != 0 && (::setgroups(0, nullptr) != 0 ||
                                ::setresgid(header.uid, header.uid, header.uid) != 0)) {
            fail("giving up root's groups");
        }
        prepare_inheritance(header.uid);
        if (has_outer_ && ::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) { // which a new group clears
            fail("prctl");
        }
        // With a user of their own the AIs lose them with root's, which the keeper goes on needing.
        if (header.uid == 0) {
            drop_capabilities(is_strict());
        }
        plan_.uid = header.uid;
        processes_ = header.processes;
        plan_.keeper = ::getpid();
        // No other process of the same user may look into this one.
        ::prctl(PR_SET_DUMPABLE, 0);
        if (permissions_.mode != Confinement::none) {
            confine();
        }
    }

    /// In mode strict each child lowers the limit for itself: what the keeper sends in sockets
    /// counts against its own limit, together with what the AIs of the same user have on its way.
    void limit_descriptors() {
        if (!is_strict()) {
            set_limit(RLIMIT_NOFILE, max_descriptors);
            return;
        }
        rlimit own{};
        ::getrlimit(RLIMIT_NOFILE, &own);
        plan_.descriptors = std::min(max_descriptors, own.rlim_max);
        own.rlim_cur = std::min(keepers_descriptors, own.rlim_max);
        if (::setrlimit(RLIMIT_NOFILE, &own) != 0) {
            fail("setrlimit");
        }
    }

    void confine() {
        scope_ = landlock_scope(landlock_abi());
        // The box is inherited, so the keeper stands in it too. An AI that becomes another user
        // can't signal the keeper, which stays root; but for SIGCONT, which passes within a session
        // and which the keeper blocks. From one of its own user the filter shields it; from one
        // that is root as well, or where the box lets signals out, every child gets a box in the
        // box.
        const bool shares_user = plan_.uid == 0;
        plan_.shields_keeper = !scope_ || (shares_user && ::geteuid() == 0);
        const Enforced enforced = enforce(permissions_, work_.get(), shares_user ? ::getpid() : 0);
        plan_.scope = scope_ ? scope_.get() : -1;
        plan_.cookie1 = enforced.cookie1;
        plan_.cookie2 = enforced.cookie2;
        permissions_.readable = {}; // the keeper is to stay small
    }

    void set_move(const KeeperCommand& command) {
        *program_.seat_digit = static_cast<char>('0' + command.seat);
        // The longest seed fits; shorter ones end earlier.
        char* const end =
            std::to_chars(
                program_.seed_digits, program_.seed_digits + program_.seed_width, command.seed)
                .ptr;
        *end = '\0';
        plan_.processes = processes_ + command.more_processes;
        plan_.cpu_seconds =
            command.limit_ns == 0
                ? RLIM_INFINITY
                : static_cast<rlim_t>((command.limit_ns + second_ns - 1) / second_ns) +
                      spare_cpu_seconds;
    }

    static Report failed(int error) {
        Report report;
        report.keeper_error = error;
        return report;
    }

    Report carry_out(const KeeperCommand& command) {
        switch (command.kind) {
        case CommandKind::start_resident:
            return start_resident(command);
        case CommandKind::stop_resident:
            return stop_resident();
        case CommandKind::end_resident:
            return end_resident(command);
        case CommandKind::renew:
            return failed(stream_error_); // the streams came with the order
        case CommandKind::run:
        case CommandKind::test:
        case CommandKind::test_privileges:
            break;
        }
        set_move(command);
        return run_once(command);
    }

    Launch launch_plan() const {
        return {
            program_.executable, program_.arguments.data(), program_.environment.data(),
            prepare_child, &plan_};
    }

    Report run_once(const KeeperCommand& command) {
        if (command.kind == CommandKind::run && !has_streams_) {
            return failed(EBADF);
        }
        const std::int64_t begin = monotonic_ns();
        // Where memory may run out before exec, the kernel would choose the child, and kill with it
        // what shares its memory: this process. Not so between vfork and exec.
        const bool is_scarce = group_ && group_.is_full();
        Launched launched = is_scarce ? launch(launch_plan()) : Launched{};
        if (!is_scarce) {
            launched.pid = starter_.start(launch_plan());
            launched.error = launched.pid < 0 ? errno : 0;
        }
        Report report;
        if (launched.pid > 0) {
            wait(launched.pid, begin, command.limit_ns, report);
            sweep(launched.pid, report);
            launched = is_scarce ? launched : starter_.result();
        }
        report_start(launched, report);
        return report;
    }

    void report_start(const Launched& launched, Report& report) const {
        if (launched.error != 0 && !launched.is_programs_fault && group_ && group_.is_full()) {
            report.over_memory = 1; // what its files have left of its memory is the AI's affair
        } else if (launched.error != 0) {
            (launched.is_programs_fault ? report.start_error : report.keeper_error) =
                launched.error;
        }
    }

    /// Starts the program to stay, and returns when exec is done; its number, or −1 if there is no
    /// process to be reaped.
    pid_t start(Report& report) {
        const Launched launched = launch(launch_plan());
        report_start(launched, report);
        return launched.pid;
    }

    void sweep(pid_t pid, Report& report) {
        const Usage usage = sweeper_->sweep(pid);
        report.status = usage.status;
        report.leftovers = usage.leftovers;
        report.unkillable = usage.all_gone ? 0 : 1;
        report.cpu_ns = usage.cpu_ns;
        report.peak_kb = usage.peak_kb;
        const bool is_killed = WIFSIGNALED(usage.status) && WTERMSIG(usage.status) == SIGKILL;
        if (group_ && is_killed && report.timed_out == 0 && group_.has_killed()) {
            report.over_memory = 1;
        }
    }

    Report start_resident(const KeeperCommand& command) {
        Report report;
        set_move(command);
        restart_numbers();
        for (std::size_t i = 0; i < plan_.streams.size(); ++i) {
            plan_.streams[i] = resident_streams_.descriptors[i].get();
        }
        const pid_t pid = start(report);
        plan_.streams[0] = -1;
        // Only the AI's own ends are left, so that their closing is seen.
        resident_streams_ = {};
        const bool has_failed =
            report.start_error != 0 || report.keeper_error != 0 || report.over_memory != 0;
        if (has_failed && pid > 0) {
            sweep(pid, report);
        } else {
            resident_ = pid;
            report.resident = std::max(pid, 0);
        }
        return report;
    }

    /// Returns when it has stopped or ended: its group was sent SIGSTOP by the referee, which also
    /// kills one that puts off its stop.
    Report stop_resident() const {
        if (resident_ <= 0) {
            return {};
        }
        if (permissions_.mode == Confinement::none) {
            ::kill(resident_, SIGSTOP); // it may have left its group
        }
        siginfo_t info{};
        const auto id = static_cast<id_t>(resident_);
        // Its exit is left to be reaped by the sweep. A stop is seen until the next SIGCONT.
        while (::waitid(P_PID, id, &info, WSTOPPED | WEXITED | WNOWAIT) != 0 && errno == EINTR) {
        }
        return {};
    }

    Report end_resident(const KeeperCommand& command) {
        Report report;
        wait(resident_, monotonic_ns(), command.limit_ns, report);
        sweep(resident_, report);
        resident_ = -1;
        return report;
    }

    /// Waits for the program's exit or the end of its time.
    void wait(pid_t pid, std::int64_t begin, std::int64_t limit, Report& report) {
        const WaitEnd end = wait_for_end(pid, orders_.get(), begin, limit);
        const int error = errno;
        report.wall_ns = monotonic_ns() - begin;
        report.timed_out = end == WaitEnd::time_is_up ? 1 : 0;
        if (end == WaitEnd::failed) {
            report.keeper_error = error;
        } else if (end == WaitEnd::referee_is_gone) {
            sweeper_->sweep(pid);
            ::_exit(0);
        }
    }

    UniqueFd socket_;
    UniqueFd orders_;
    UniqueFd reports_;
    UniqueFd work_;
    KeeperReady ready_;
    KeeperHeader header_;
    GroupMembership group_;
    bool has_outer_ = false; ///< a process that ends with this one, which the referee started
    UniqueFd last_number_;   ///< of a process, in mode strict
    UniqueFd user_;          ///< a file opened as the AI's user
    bool has_streams_ = false;
    int stream_error_ = 0;     ///< of the last change of streams
    Carried resident_streams_; ///< until it is started
    pid_t resident_ = -1;
    bool has_priority_ = false;
    rlim_t processes_ = RLIM_INFINITY;
    UniqueFd scope_;
    Permissions permissions_;
    StartedProgram program_;
    ChildPlan plan_;
    Starter starter_;
    std::array<char, max_path + 1> path_{}; ///< to be tested
    std::optional<Sweeper> sweeper_;        ///< made when the user is known
};

} // namespace

void run_as_keeper_if_asked(int argument_count, char** arguments) {
    if (argument_count == 2 && std::string_view(arguments[1]) == keeper_argument) {
        KeeperProcess(UniqueFd(keeper_socket)).run();
    }
}

} // namespace referee
