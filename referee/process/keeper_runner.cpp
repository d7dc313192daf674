#include "process/keeper_runner.hpp"

#include "process/clock.hpp"
#include "process/keeper_wait.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace referee {
namespace {

/// RLIMIT_CPU is the move's limit and this many seconds: a second line of defence.
constexpr rlim_t spare_cpu_seconds = 2;

} // namespace

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
    const WaitEnd end = wait_for_end(pid, box_.commands(), begin, limit);
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

Report ProgramRunner::end_resident(const KeeperCommand& command) {
    Report report;
    wait(resident_, monotonic_ns(), command.limit_ns, report);
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

} // namespace referee
