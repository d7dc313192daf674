// The keeper: one small single-threaded process for each AI, between the referee and the AI.
//
//     referee ──two pipes── keeper ──clone, exec── AI ── whatever the AI starts
//
// For each KeeperCommand the keeper starts the AI, waits until it exits or its time is up, kills
// and reaps everything that is left, and answers with a Report. It handles no files: the referee
// writes them before the command and reads them after the report. All that a move inherits is set
// up once, and no thread of the referee can interfere.
//
// Why there is a process in between, and why the AI isn't the referee's child:
// referee/keeper/README.md, "Processes". What the messages hold: protocol.hpp.
//
// Who waits for whom:
//   - The keeper waits for a command (read), or for the AI's exit or its deadline, never for both:
//     first for SIGCHLD, then with ppoll on the AI's pidfd. Then it also watches the command pipe:
//     at end of file (the referee is gone) it kills the AI and exits, so not even SIGKILL of the
//     referee leaves a process behind.
//   - The AI dies with its keeper (PDEATHSIG). The keeper itself has no PDEATHSIG, because that
//     fires when the *thread* that started it ends.
//   - Where a control group limits the AI's memory, the keeper is in it too: moving a process there
//     for each move is slow. It was started by vfork from a process that sleeps outside the group.
//     The kernel doesn't kill a process that shares its memory with one outside, so it kills the
//     AI.
//   - What the AI leaves running becomes a child of the keeper (subreaper), see children.cpp. The
//     keeper waits only for what it has killed.
//
// An AI is never asked to exit, only killed: with SIGKILL, first its group, before it is reaped, so
// that its process ID can't have been reused.
//
// This file has the commands, their answers and running the program; sandboxed.cpp makes the
// sandbox and has what the program's process does before exec. The figures behind it:
// referee/keeper/README.md, "Starting an AI".

#include "keeper/process.hpp"

#include "base/error.hpp"
#include "keeper/children.hpp"
#include "keeper/protocol.hpp"
#include "keeper/sandboxed.hpp"
#include "os/clock.hpp"
#include "os/descriptor.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <optional>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

namespace referee {

namespace {

enum class WaitEnd {
    exited,          ///< the child has exited and isn't reaped yet
    time_is_up,      ///< the limit passed while it was running
    referee_is_gone, ///< the pipe's other end is closed
    failed           ///< errno says why
};

/// How long the cheaper wait is used, which doesn't notice the referee's end.
constexpr std::int64_t short_ns = second_ns / 50;

/// Waits for SIGCHLD, which is blocked and so stays pending. A pidfd for every move costs 2 % of a
/// short one.
bool exits_soon(pid_t pid, std::int64_t deadline) {
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    do {
        const timespec timeout = until(deadline);
        if (::sigtimedwait(&child, nullptr, &timeout) < 0 && errno != EINTR) {
            return false;
        }
        // The signal may come from an orphan or an earlier exit or, unconfined, from the AI itself.
        siginfo_t info{};
        if (::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
            return false;
        }
        if (info.si_pid == pid) {
            return true;
        }
    } while (monotonic_ns() < deadline);
    return false;
}

/// Waits for the exit of the child `pid` until `limit_ns` (0: forever) after `begin_ns` on the
/// monotonic clock. SIGCHLD must be blocked. For the first 20 ms it doesn't notice the referee's
/// end.
WaitEnd
wait_for_end(pid_t pid, int commands, FilterKey key, std::int64_t begin_ns, std::int64_t limit_ns) {
    if (exits_soon(pid, begin_ns + (limit_ns == 0 ? short_ns : std::min(limit_ns, short_ns)))) {
        return WaitEnd::exited;
    }
    const UniqueFd exit = open_process(pid, key);
    if (!exit) {
        return WaitEnd::failed;
    }
    while (true) {
        const timespec timeout = until(begin_ns + limit_ns);
        pollfd events[2] = {{exit.get(), POLLIN, 0}, {commands, 0, 0}};
        const int count = ::ppoll(events, 2, limit_ns == 0 ? nullptr : &timeout, nullptr);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) {
            continue;
        }
        // If both happened, it has exited in time.
        if (count > 0) {
            return events[0].revents == 0 ? WaitEnd::referee_is_gone : WaitEnd::exited;
        }
        return count == 0 ? WaitEnd::time_is_up : WaitEnd::failed;
    }
}

/// Starts, awaits, kills and reaps. When a call returns, no process is left except a resident one.
class ProgramRunner {
  public:
    /// `plan`: what the sandbox leaves to each child.
    ProgramRunner(KeeperBox& box, const ChildPlan& plan) : box_(box), plan_(plan) {}

    /// Sets the standard streams of programs that are started from now on: they become this
    /// process's own, which children inherit. Returns 0 or errno.
    int use_streams(const Carried& streams);
    /// Runs it until its exit or the limit; with a test command, only what comes before exec.
    Report run(const KeeperCommand& command, const char* path);
    /// Starts it as a resident program with these streams.
    Report start_resident(const KeeperCommand& command, Carried streams);
    /// Returns when it has stopped or exited. The referee has sent SIGSTOP to its group, and kills
    /// one that doesn't stop.
    Report await_stop() const;
    /// Waits for its exit up to the limit.
    Report end_resident(const KeeperCommand& command);
    /// Kills a resident one.
    void kill_all();

  private:
    Launch launch_plan() const;
    void set_move(const KeeperCommand& command);
    void report_start(const Launched& launched, Report& report);
    void sweep(pid_t pid, Report& report);
    void let_threads_end();
    void wait(pid_t pid, std::int64_t begin, std::int64_t limit, Report& report);

    KeeperBox& box_;
    ChildPlan plan_;
    bool has_streams_ = false;
    pid_t resident_ = -1;
    Starter starter_;
};

/// RLIMIT_CPU is the move's limit and this many seconds: a second line of defence.
constexpr rlim_t spare_cpu_seconds = 2;

int ProgramRunner::use_streams(const Carried& streams) {
    has_streams_ = false;
    for (int number = 0; number < static_cast<int>(streams.descriptors.size()); ++number) {
        if (::dup2(streams.descriptors[number].get(), number) < 0) {
            return errno;
        }
    }
    has_streams_ = true;
    box_.restart_numbers();
    return 0;
}

Launch ProgramRunner::launch_plan() const {
    const StartedProgram& program = box_.program();
    return {
        program.executable, program.arguments.data(), program.environment.data(), prepare_child,
        &plan_};
}

void ProgramRunner::set_move(const KeeperCommand& command) {
    StartedProgram& program = box_.program();
    *program.seat_digit = static_cast<char>('0' + command.seat);
    // The longest seed fits; shorter ones are terminated earlier.
    char* const last = program.seed_digits + program.seed_width;
    *std::to_chars(program.seed_digits, last, command.seed).ptr = '\0';
    plan_.processes =
        std::min(box_.header().processes + command.more_processes, plan_.max_processes);
    const rlim_t cpu_seconds =
        command.limit_ns == 0
            ? RLIM_INFINITY
            : static_cast<rlim_t>((command.limit_ns + second_ns - 1) / second_ns) +
                  spare_cpu_seconds;
    plan_.cpu_seconds = std::min(cpu_seconds, plan_.max_cpu_seconds);
}

Report ProgramRunner::run(const KeeperCommand& command, const char* path) {
    Report report;
    if (command.kind == CommandKind::run && !has_streams_) {
        report.keeper_error = EBADF;
        return report;
    }
    set_move(command);
    plan_.test = command.kind == CommandKind::test ? path : nullptr;
    plan_.tests_privileges = command.kind == CommandKind::test_privileges;
    const std::int64_t begin = monotonic_ns();
    // If memory runs out before exec, the kernel kills the child and everything that shares its
    // memory, including this process; between vfork and exec it doesn't.
    const bool is_scarce = box_.has_group() && box_.group().is_full();
    Launched launched = is_scarce ? launch(launch_plan()) : Launched{};
    if (!is_scarce) {
        launched.pid = starter_.start(launch_plan());
        launched.error = launched.pid < 0 ? errno : 0;
    }
    if (launched.pid > 0) {
        wait(launched.pid, begin, command.limit_ns, report);
        sweep(launched.pid, report);
        launched = is_scarce ? launched : starter_.result();
    }
    report_start(launched, report);
    return report;
}

void ProgramRunner::report_start(const Launched& launched, Report& report) {
    if (launched.error != 0 && !launched.is_programs_fault && box_.has_group() &&
        box_.group().is_full()) {
        report.over_memory = 1; // the AI's files have used up its memory
    } else if (launched.error != 0) {
        (launched.is_programs_fault ? report.start_error : report.keeper_error) = launched.error;
    }
}

void ProgramRunner::sweep(pid_t pid, Report& report) {
    const Usage usage = box_.sweeper().sweep(pid);
    const std::int64_t wall_ns = report.use.wall_ns;
    report.status = usage.status;
    report.unkillable = usage.all_gone ? 0 : 1;
    report.use = usage.use;
    report.use.wall_ns = wall_ns;
    const bool is_killed = WIFSIGNALED(usage.status) && WTERMSIG(usage.status) == SIGKILL;
    if (box_.has_group() && is_killed && report.timed_out == 0 && box_.group().has_killed()) {
        report.over_memory = 1;
    }
}

/// Waits for the program's exit or its deadline.
void ProgramRunner::wait(pid_t pid, std::int64_t begin, std::int64_t limit, Report& report) {
    const WaitEnd end =
        wait_for_end(pid, box_.commands(), {plan_.cookie1, plan_.cookie2}, begin, limit);
    const int error = errno;
    report.use.wall_ns = monotonic_ns() - begin;
    report.timed_out = end == WaitEnd::time_is_up ? 1 : 0;
    if (end == WaitEnd::failed) {
        report.keeper_error = error;
    } else if (end == WaitEnd::referee_is_gone) {
        box_.sweeper().sweep(pid);
        ::_exit(0);
    }
}

Report ProgramRunner::start_resident(const KeeperCommand& command, Carried streams) {
    box_.restart_numbers();
    set_move(command);
    plan_.test = nullptr;
    plan_.tests_privileges = false;
    for (std::size_t i = 0; i < plan_.streams.size(); ++i) {
        plan_.streams[i] = streams.descriptors[i].get();
    }
    const Launched launched = launch(launch_plan()); // returns when exec is done
    plan_.streams[0] = -1;
    Report report;
    report_start(launched, report);
    if (launched.error != 0 && launched.pid > 0) {
        sweep(launched.pid, report);
        return report;
    }
    resident_ = launched.pid;
    report.resident = std::max(resident_, 0);
    return report; // only the AI holds its ends of the pipes now, so that their closing is seen
}

Report ProgramRunner::await_stop() const {
    if (resident_ <= 0) {
        return {};
    }
    if (box_.is_unconfined()) {
        ::kill(resident_, SIGSTOP); // it may have left its group
    }
    siginfo_t info{};
    const auto id = static_cast<id_t>(resident_);
    // The sweep reaps an exited one. A stop can be seen until the next SIGCONT.
    while (::waitid(P_PID, id, &info, WSTOPPED | WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
    return {};
}

/// Kills a program of several threads and waits until they are gone. Its exit is reported while the
/// last ones still remove their folders from /proc, and whoever reaps it then spins in the kernel
/// until they have. A keeper takes precedence over its AI, so they would have to wait for another
/// core meanwhile: some milliseconds, on a busy machine 100.
void ProgramRunner::let_threads_end() {
    if (::kill(-resident_, SIGKILL) != 0) { // as the sweep does
        ::kill(resident_, SIGKILL);
    }
    if (const UniqueFd exit = open_process(resident_, {plan_.cookie1, plan_.cookie2})) {
        const timespec patience{0, 100'000'000};
        pollfd event{exit.get(), POLLIN, 0};
        ::ppoll(&event, 1, &patience, nullptr);
    }
    const timespec moment{0, 200'000}; // nothing tells that they are gone
    ::nanosleep(&moment, nullptr);
}

Report ProgramRunner::end_resident(const KeeperCommand& command) {
    Report report;
    wait(resident_, monotonic_ns(), command.limit_ns, report);
    if (command.has_threads != 0 && resident_ > 0) {
        let_threads_end();
    }
    sweep(resident_, report);
    resident_ = -1;
    return report;
}

void ProgramRunner::kill_all() {
    if (resident_ > 0) {
        box_.sweeper().sweep(resident_);
        resident_ = -1;
    }
}

class KeeperProcess {
  public:
    explicit KeeperProcess(UniqueFd socket) : socket_(std::move(socket)) {}

    [[noreturn]] void run() {
        attempt(&KeeperProcess::prepare);
        if (ready_.error != 0 || !box_.needs_child()) {
            serve();
        }
        // Nothing of this frame is used after that: the child may overwrite it.
        const pid_t inner = box_.has_group() ? ::vfork() : ::fork();
        if (inner > 0) {
            stay_outside(inner);
        }
        has_outer_ = inner == 0;
        ready_.error = has_outer_ ? 0 : errno;
        serve();
    }

  private:
    /// Waits until the keeper proper has exited. Only then does the process that the referee knows
    /// exit.
    [[noreturn]] static void stay_outside(pid_t inner) {
        ::close(keeper_socket);
        int status = 0;
        while (::waitpid(inner, &status, 0) < 0 && errno == EINTR) {
        }
        ::_exit(0);
    }

    /// Performs one step of the setup, and keeps an error for the answer.
    void attempt(void (KeeperProcess::*part)()) {
        try {
            (this->*part)();
        } catch (const InternalError& failure) {
            fail_with(failure.error_number, failure.what());
        } catch (const std::exception& problem) {
            fail_with(EINVAL, problem.what());
        }
    }

    void fail_with(int error_number, const char* what) {
        ready_.error = error_number != 0 ? error_number : EINVAL;
        std::strncpy(ready_.what, what, sizeof ready_.what - 1);
    }

    /// What comes before the keeper proper is started, if that is another process.
    void prepare() {
        // Only the end of the pipe ends a keeper, not the terminal's Ctrl-C.
        sigset_t all;
        ::sigfillset(&all);
        ::sigprocmask(SIG_SETMASK, &all, nullptr);
        // AIs get the default action for every signal, whatever the referee or its caller ignore.
        for (int number = 1; number <= SIGRTMAX; ++number) {
            ::signal(number, SIG_DFL);
        }
        // Inherited: writing beyond RLIMIT_FSIZE fails instead of killing the process.
        ::signal(SIGXFSZ, SIG_IGN);
        if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
            fail("prctl");
        }
        ::prctl(PR_SET_TIMERSLACK, 1000UL); // deadlines within a microsecond
        std::optional<KeeperSetup> setup = receive_setup(socket_.get());
        if (!setup) {
            ::_exit(0); // the referee has already exited
        }
        box_.enter(std::move(*setup));
    }

    void set_up() {
        ChildPlan plan;
        box_.close(socket_.get(), has_outer_, plan);
        key_ = {plan.cookie1, plan.cookie2};
        runner_.emplace(box_, plan);
    }

    [[noreturn]] void serve() {
        if (ready_.error == 0) {
            attempt(&KeeperProcess::set_up);
        }
        const int work = box_.work();
        const bool tells_work = box_.is_strict() && ready_.error == 0;
        send_message(socket_.get(), &ready_, sizeof ready_, {&work, tells_work ? 1U : 0U}, key_);
        if (ready_.error != 0) {
            ::_exit(1);
        }
        box_.close_work();
        while (true) {
            const KeeperCommand command = receive_command();
            Report report = carry_out(command);
            if (box_.is_strict() && report.resident > 0) {
                attach_process(report);
            }
            if (!write_message(box_.reports(), report)) {
                leave();
            }
        }
    }

    /// The referee has finished, or has died.
    [[noreturn]] void leave() {
        runner_->kill_all();
        ::_exit(0);
    }

    KeeperCommand receive_command() {
        KeeperCommand command;
        if (!read_message(box_.commands(), command)) {
            leave();
        }
        const bool has_attachment = command.kind == CommandKind::start_resident ||
                                    command.kind == CommandKind::renew ||
                                    command.kind == CommandKind::test;
        attached_ = {};
        if (has_attachment &&
            receive_message(socket_.get(), path_.data(), path_.size() - 1, attached_) <= 0) {
            leave();
        }
        return command;
    }

    Report carry_out(const KeeperCommand& command) {
        Report report;
        switch (command.kind) {
        case CommandKind::start_resident:
            return runner_->start_resident(command, std::exchange(attached_, {}));
        case CommandKind::stop_resident:
            return runner_->await_stop();
        case CommandKind::end_resident:
            return runner_->end_resident(command);
        case CommandKind::renew:
            report.keeper_error = runner_->use_streams(attached_);
            return report;
        case CommandKind::run:
        case CommandKind::test:
        case CommandKind::test_privileges:
            break;
        }
        return runner_->run(command, path_.data());
    }

    /// A resident AI has another process ID outside.
    void attach_process(Report& report) const {
        const UniqueFd process = open_process(report.resident, key_);
        const int number = process.get();
        const bool is_sent = process && send_message(socket_.get(), "", 1, {&number, 1}, key_);
        report.has_attachment = is_sent ? 1 : 0;
    }

    UniqueFd socket_;
    KeeperReady ready_;
    KeeperBox box_;
    bool has_outer_ = false; ///< the referee has started another process, which exits with this one
    FilterKey key_;
    std::optional<ProgramRunner> runner_; ///< made when the sandbox is complete
    Carried attached_;                    ///< what the last command carried
    std::array<char, max_path + 1> path_{};
};

} // namespace

void run_as_keeper_if_asked(int argument_count, char** arguments) {
    if (argument_count == 2 && std::string_view(arguments[1]) == keeper_argument) {
        KeeperProcess(UniqueFd(keeper_socket)).run();
    }
}

} // namespace referee
