#include "keeper/keeper.hpp"

#include "base/error.hpp"
#include "base/remedy.hpp"
#include "keeper/children.hpp"
#include "keeper/process.hpp"
#include "keeper/protocol.hpp"
#include "os/child_process.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"
#include "os/processes.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <system_error>
#include <vector>

namespace referee {

namespace {

/// Time after a move's limit within which the keeper must answer: it needs time to kill and reap.
constexpr std::int64_t spare_ns = max_sweep_ns + 5 * second_ns;

/// Runs in the child of a vfork: makes only system calls.
int prepare_keeper(const void* context) {
    const int socket = *static_cast<const int*>(context);
    const int null = ::open("/dev/null", O_RDWR);
    if (null < 0 || ::dup2(null, 0) < 0 || ::dup2(null, 1) < 0) {
        return errno;
    }
    // dup2 to the same number would keep the close-on-exec flag.
    if ((socket == keeper_socket ? ::fcntl(socket, F_SETFD, 0) : ::dup2(socket, keeper_socket)) <
        0) {
        return errno;
    }
    ::syscall(SYS_close_range, keeper_socket + 1U, ~0U, 0U);
    return 0;
}

/// The signal that killed a keeper may have been sent to all processes. Throws Interrupted if it
/// was.
[[noreturn]] void fail_by_death(std::string_view what) {
    await_own_signal();
    throw EnvironmentError(fmt::format(
        "{}: something else on this machine has killed it, or memory ran out (the kernel's log "
        "says so: dmesg); the AI isn't to blame, and the game doesn't count; run the same command again",
        what));
}

/// System-wide thread count; sysinfo.procs is 16 bits wide.
std::uint32_t count_threads() {
    struct sysinfo status {};
    return ::sysinfo(&status) == 0 ? status.procs : 0;
}

} // namespace

Keeper::Keeper(const KeeperConfig& config) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        fail("making a socket pair for a keeper");
    }
    socket_ = UniqueFd(ends[0]);
    const UniqueFd other(ends[1]);
    Pipe commands = make_pipe("making a pipe for a keeper");
    Pipe reports = make_pipe("making a pipe for a keeper");
    commands_ = std::move(commands.writing);
    reports_ = std::move(reports.reading);
    start(other.get());
    shares_user_ = config.user == 0;
    threads_at_start_ = shares_user_ ? count_threads() : 0;
    send_setup(config, commands.reading.get(), reports.writing.get());
}

void Keeper::start(int socket) {
    std::string name = "referee";
    std::string argument = keeper_argument;
    const std::array<char*, 3> arguments{name.data(), argument.data(), nullptr};
    // Our own environment, so that it finds the same libraries. The AI gets another.
    const Launched launched =
        launch({"/proc/self/exe", arguments.data(), ::environ, prepare_keeper, &socket});
    pid_ = launched.pid;
    if (launched.error != 0) {
        if (pid_ > 0) {
            ::waitpid(pid_, nullptr, 0);
            pid_ = -1;
        }
        fail("starting a keeper", launched.error);
    }
    exit_ = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
    if (!exit_) {
        const int error = errno;
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
        pid_ = -1;
        fail("pidfd_open", error);
    }
}

void Keeper::send_setup(const KeeperConfig& config, int commands, int reports) {
    const std::string message = setup_message(config);
    attach(message.data(), message.size(), std::array{config.work, commands, reports});
    KeeperReady ready;
    Carried carried;
    pollfd event{socket_.get(), POLLIN, 0};
    if (wait_for(&event, 1, monotonic_ns() + 10 * second_ns) == 0 ||
        receive_message(socket_.get(), &ready, sizeof ready, carried) != sizeof ready) {
        fail_by_death("a keeper (a helper process of the referee) did not start");
    }
    work_ = std::move(carried.descriptors[0]);
    if (ready.error != 0) {
        // The message has no room for the remedy.
        const std::string what(ready.what, ::strnlen(ready.what, sizeof ready.what));
        const std::string_view remedy = remedy_for(ready.error);
        throw EnvironmentError(fmt::format(
            "a keeper could not be set up: {}; {}",
            what.empty() ? std::generic_category().message(ready.error)
                         : what.substr(0, what.find("; ")),
            remedy.empty() ? "the kernel's log may say why" : remedy));
    }
}

/// Sends the attachment of the next command through the socket.
void Keeper::attach(const void* bytes, std::size_t size, std::span<const int> descriptors) {
    if (!send_message(socket_.get(), bytes, size, descriptors)) {
        fail_by_death("a keeper (a helper process of the referee) has died");
    }
}

void Keeper::send(const KeeperCommand& command) {
    if (!write_message(commands_.get(), command)) {
        fail_by_death("a keeper (a helper process of the referee) has died");
    }
}

Keeper::~Keeper() {
    commands_.reset(); // at end of file it kills what it runs, and exits
    socket_.reset();
    if (pid_ < 0) {
        return;
    }
    pollfd event{exit_.get(), POLLIN, 0};
    // It may still wait for processes that don't die. Killed meanwhile, it would leave them behind.
    constexpr std::int64_t second = 1'000'000'000;
    const timespec bound{max_sweep_ns / second + 5, 0};
    if (::ppoll(&event, 1, &bound, nullptr) == 0) {
        ::kill(pid_, SIGKILL);
        ::ppoll(&event, 1, &bound, nullptr);
    }
    ::waitpid(pid_, nullptr, WNOHANG);
}

/// RLIMIT_NPROC counts all processes of a user. A suspended AI of the same user that has reached
/// its limit must not keep this one from starting its own processes.
std::uint32_t Keeper::more_processes() const {
    const std::uint32_t threads = shares_user_ ? count_threads() : 0;
    return threads > threads_at_start_ ? threads - threads_at_start_ : 0;
}

void Keeper::request_run(std::chrono::nanoseconds limit, int seat, std::uint32_t seed) {
    const KeeperCommand command{CommandKind::run, limit.count(), seat, seed, more_processes()};
    bound_ns_ = limit.count() == 0 ? -1 : monotonic_ns() + limit.count() + spare_ns;
    send(command);
}

void Keeper::renew(int input, int output, int error_output) {
    attach("", 1, std::array{input, output, error_output});
    send({CommandKind::renew, 0, 1, 0});
    ++renewals_;
}

void Keeper::move_to_core(int core) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    // In mode strict the process that we have started only waits for the keeper, its child.
    std::vector<pid_t> processes{pid_};
    read_pids(open_children(pid_).get(), processes);
    for (const pid_t process : processes) {
        if (::sched_setaffinity(process, sizeof set, &set) != 0) {
            fail("sched_setaffinity");
        }
    }
}

pid_t Keeper::start_resident(
    int input, int output, int error_output, int seat, std::uint32_t seed) {
    bound_ns_ = monotonic_ns() + spare_ns;
    attach("", 1, std::array{input, output, error_output});
    send({CommandKind::start_resident, 0, seat, seed, more_processes()});
    const Report report = await();
    if (report.start_error != 0) {
        throw StartError(fmt::format(
            "a resident AI can't be started ({})",
            std::generic_category().message(report.start_error)));
    }
    if (report.over_memory != 0) {
        throw UserError("a resident AI can't be started: it exceeds its memory limit");
    }
    return resident_number(report);
}

/// The process ID in our PID namespace, not in the keeper's.
pid_t Keeper::resident_number(const Report& report) {
    if (report.has_attachment == 0) {
        return report.resident;
    }
    Carried carried;
    char byte = 0;
    if (receive_message(socket_.get(), &byte, sizeof byte, carried) != sizeof byte) {
        fail_by_death("a keeper (a helper process of the referee) has died");
    }
    return pid_behind(carried.descriptors[0].get());
}

void Keeper::begin_stop() {
    send({CommandKind::stop_resident, 0, 1, 0});
}

bool Keeper::await_stop(std::int64_t deadline_ns) {
    pollfd event{reports_.get(), POLLIN, 0};
    for (; wait_for(&event, 1, deadline_ns) != 0; --renewals_) {
        take_report();
        if (renewals_ == 0) {
            return true;
        }
    }
    return false;
}

void Keeper::give_up_stop(pid_t pid) {
    // The keeper waits for a stop or an exit: now the exit follows.
    ::kill(-pid, SIGKILL);
    ::kill(pid, SIGKILL); // it may have joined another group
    bound_ns_ = monotonic_ns() + spare_ns;
    await();
}

Report Keeper::end_resident(std::chrono::nanoseconds limit, bool has_threads) {
    bound_ns_ = monotonic_ns() + limit.count() + spare_ns;
    send({CommandKind::end_resident, limit.count(), 1, 0, 0, has_threads ? 1U : 0U});
    return await();
}

bool Keeper::refuses(const std::string& path) {
    // With the terminator, so that the message is never empty.
    attach(path.c_str(), path.size() + 1);
    return passes_test(CommandKind::test);
}

bool Keeper::gives_privileges() {
    return !passes_test(CommandKind::test_privileges);
}

bool Keeper::passes_test(CommandKind kind) {
    bound_ns_ = monotonic_ns() + spare_ns;
    send({kind, 0, 1, 0});
    const Report report = await();
    if (report.start_error != 0) {
        fail("testing the confinement", report.start_error);
    }
    if (WIFSIGNALED(report.status)) {
        fail_by_death("testing the confinement: the test was killed");
    }
    return report.status == 0;
}

Report Keeper::await() {
    for (; renewals_ > 0; --renewals_) {
        receive_report();
    }
    return receive_report();
}

/// Waits for the next report.
Report Keeper::receive_report() {
    pollfd event{reports_.get(), POLLIN, 0};
    if (wait_for(&event, 1, bound_ns_) == 0) {
        throw InternalError("a keeper did not answer in time");
    }
    return take_report();
}

/// Receives a report that has arrived.
Report Keeper::take_report() {
    Report report;
    if (!read_message(reports_.get(), report)) {
        fail_by_death("a keeper (a helper process of the referee) has died");
    }
    if (report.keeper_error != 0) {
        fail("starting an AI's process", report.keeper_error);
    }
    if (report.unkillable != 0) {
        throw InternalError(fmt::format(
            "a process of an AI could not be killed within {} seconds", max_sweep_ns / second_ns));
    }
    return report;
}

} // namespace referee
