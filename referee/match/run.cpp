#include "match/run.hpp"

#include "keeper/resident.hpp"
#include "keeper/work_folder.hpp"

#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <string_view>
#include <sys/wait.h>
#include <utility>

namespace referee {
namespace {

std::string signal_name(int signal) {
    const char* const name = ::sigabbrev_np(signal);
    return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

/// Why a resident AI is restarted, for people; empty if it was suspended.
std::string restart_reason(StopState stop_state) {
    switch (stop_state) {
    case StopState::complete:
        break;
    case StopState::held:
        return "it can't be suspended after its answer (it is in vfork or being traced), so it is "
               "restarted";
    case StopState::pending:
        return fmt::format(
            "the busy machine did not suspend it within {} s after its answer, "
            "so it is restarted",
            Resident::max_stop_time.count());
    }
    return "";
}

/// So many beside its own are no workers of a program: it starts processes in a loop.
constexpr std::int64_t many_processes = 32;

std::string seconds(std::chrono::nanoseconds time) {
    return fmt::format("{:.3g} s", std::chrono::duration<double>(time).count());
}

/// True if the program died of a signal that is commonly sent to all processes of a job, a service
/// or a terminal, or turned it into an exit status as shells do.
bool is_end_by_common_signal(const Report& report) {
    if (report.timed_out != 0 || report.over_memory != 0) {
        return false; // killed by its keeper or because memory ran out
    }
    const int signal =
        WIFSIGNALED(report.status) ? WTERMSIG(report.status) : WEXITSTATUS(report.status) - 128;
    return signal == SIGHUP || signal == SIGINT || signal == SIGQUIT || signal == SIGKILL ||
           signal == SIGTERM;
}

/// The kernel killed it because its processes together exceeded the memory limit.
void judge_memory(std::uint64_t limit, Run& run) {
    run.fault = Fault::crash;
    run.reason = fmt::format(
        "memory limit exceeded: its processes and their files in memory may use {} MiB together",
        limit >> 20U);
}

/// The fault of a resident AI that ended before its answer.
void judge_end(const Report& report, std::uint64_t memory, Run& run) {
    run.may_be_interrupted = is_end_by_common_signal(report);
    if (report.over_memory != 0) {
        judge_memory(memory, run);
    } else if (WIFSIGNALED(report.status) && report.timed_out == 0) {
        run.fault = Fault::crash;
        run.reason = "ended by " + signal_name(WTERMSIG(report.status));
    } else if (WIFEXITED(report.status) && WEXITSTATUS(report.status) != 0) {
        run.fault = Fault::exit;
        run.reason = fmt::format("exit status {}", WEXITSTATUS(report.status));
    } else {
        run.fault = Fault::no_result;
        run.reason = "it ended, or closed its output, without 'done'";
    }
}

} // namespace

Run run_of(const Report& report, std::chrono::nanoseconds limit, std::uint64_t memory) {
    Run run;
    run.use = report.use;
    if (report.over_memory != 0) {
        judge_memory(memory, run);
        return run;
    }
    run.may_be_interrupted = is_end_by_common_signal(report);
    if (report.timed_out != 0) {
        run.fault = Fault::timeout;
        run.reason = fmt::format(
            "still running after {}{}", seconds(limit),
            report.use.leftovers >= many_processes
                ? fmt::format(", with {} more processes", report.use.leftovers)
                : "");
    } else if (WIFSIGNALED(report.status)) {
        run.fault = Fault::crash;
        run.reason = "ended by " + signal_name(WTERMSIG(report.status));
    } else if (WEXITSTATUS(report.status) != 0) {
        run.fault = Fault::exit;
        run.reason = fmt::format("exit status {}", WEXITSTATUS(report.status));
    }
    return run;
}

Run run_of(const ResidentAnswer& answer, std::chrono::nanoseconds limit, std::uint64_t memory) {
    Run run;
    run.use = answer.use;
    run.is_first_of_process = answer.was_started;
    run.restart = restart_reason(answer.stop_state);
    run.is_starved = answer.stop_state == StopState::pending;
    switch (answer.kind) {
    case ResidentAnswer::Kind::done:
        break;
    case ResidentAnswer::Kind::timeout:
        run.fault = Fault::timeout;
        run.reason = fmt::format("no 'done' after {}", seconds(limit));
        break;
    case ResidentAnswer::Kind::bad_line:
        run.fault = Fault::bad_result;
        run.reason = answer.is_second_done
                         ? "it printed 'done' a second time after its last move"
                         : fmt::format("it printed '{}' instead of 'done'", answer.line);
        break;
    case ResidentAnswer::Kind::ended:
        judge_end(answer.end, memory, run);
        break;
    case ResidentAnswer::Kind::stays_out:
        run.fault = Fault::crash;
        run.reason = "it was restarted three times in this game and is not started again";
        break;
    }
    return run;
}

void take_result(ReadResult found, bool is_resident, Run& run) {
    switch (found.kind) {
    case ReadResult::Kind::text:
        run.text = std::move(found.text);
        break;
    case ReadResult::Kind::unfit:
        run.fault = Fault::bad_result;
        run.reason = "result.dat can't be read: " + found.reason;
        break;
    case ReadResult::Kind::empty:
    case ReadResult::Kind::missing:
        run.fault = Fault::no_result;
        run.reason = is_resident ? "it printed 'done', but " : "exit status 0, but ";
        run.reason += found.kind == ReadResult::Kind::empty ? "nothing was written to result.dat"
                                                            : "result.dat is gone";
        break;
    }
}

} // namespace referee
