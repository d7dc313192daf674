#include "process/keeper.hpp"

#include "error.hpp"
#include "process/clock.hpp"
#include "process/interrupt.hpp"
#include "process/keeper_process.hpp"
#include "process/launch.hpp"
#include "process/private_user.hpp"

#include <algorithm>
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
#include <sys/wait.h>
#include <system_error>
#include <vector>

namespace referee {
namespace {

/// How long after a move's limit the keeper must have answered: it needs time to kill and reap.
constexpr std::int64_t spare_ns = 20 * second_ns;

/// Runs in the child of a vfork: system calls only.
int prepare_keeper(const void* context) {
    const int socket = *static_cast<const int*>(context);
    const int null = ::open("/dev/null", O_RDWR);
    if (null < 0 || ::dup2(null, 0) < 0 || ::dup2(null, 1) < 0) {
        return errno;
    }
    // dup2 onto itself would leave the close-on-exec flag.
    if ((socket == keeper_socket ? ::fcntl(socket, F_SETFD, 0) : ::dup2(socket, keeper_socket)) <
        0) {
        return errno;
    }
    ::syscall(SYS_close_range, keeper_socket + 1U, ~0U, 0U);
    return 0;
}

std::vector<std::string> environment_of(const KeeperOptions& options) {
    std::vector<std::string> variables{
        "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8",
        "HOME=" + options.work_path,         "TMPDIR=" + options.work_path,
        "REFEREE_GAME=" + options.game,      "REFEREE_SEAT=1",
        "REFEREE_SEED=0000000000",
    };
    if (!options.program->folder.empty()) {
        variables.push_back("REFEREE_AI_DIR=" + options.program->folder);
    }
    return variables;
}

constexpr std::uint32_t seat_slot = 5;
constexpr std::uint32_t seed_slot = 6;

/// The number that a process behind a pidfd has here: its keeper may count from 1.
pid_t number_of(int descriptor) {
    std::ifstream file(fmt::format("/proc/self/fdinfo/{}", descriptor));
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("Pid:")) {
            return static_cast<pid_t>(std::atoi(line.c_str() + 4));
        }
    }
    throw InternalError("a resident AI's process has no number in /proc/self/fdinfo");
}

std::uint64_t process_limit(const KeeperOptions& options) {
    // The kernel counts all processes of a user: those of the referee's own user are there already.
    return options.user != 0 ? options.limits.processes
                             : count_own_processes() + options.limits.processes;
}

} // namespace

Keeper::Keeper(const KeeperOptions& options) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        fail("making a socket pair for a keeper");
    }
    socket_ = Descriptor(ends[0]);
    const Descriptor other(ends[1]);
    start(other.get());
    send_setup(options);
}

void Keeper::start(int socket) {
    std::string name = "referee";
    std::string argument = keeper_argument;
    const std::array<char*, 3> arguments{name.data(), argument.data(), nullptr};
    // Our own environment, so that it finds the libraries that we have found. The AI gets another.
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
    exit_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
    if (!exit_) {
        const int error = errno;
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
        pid_ = -1;
        fail("pidfd_open", error);
    }
}

void Keeper::send_setup(const KeeperOptions& options) {
    const std::vector<std::string> environment = environment_of(options);
    KeeperHeader header;
    header.argument_count = static_cast<std::uint32_t>(options.program->arguments.size());
    header.environment_count = static_cast<std::uint32_t>(environment.size());
    header.readable_count = static_cast<std::uint32_t>(options.permissions.readable.size());
    header.port_count =
        static_cast<std::uint32_t>(std::min(options.permissions.ports.size(), header.ports.size()));
    std::copy_n(options.permissions.ports.begin(), header.port_count, header.ports.begin());
    header.confinement = static_cast<std::int32_t>(options.permissions.mode);
    header.free_folder = options.permissions.free_folder ? 1 : 0;
    header.seat_slot = seat_slot;
    header.seed_slot = seed_slot;
    header.uid = options.user;
    header.core = options.core;
    header.memory = options.limits.memory;
    header.processes = process_limit(options);
    header.file_size = options.limits.file_size;

    std::string strings = options.program->executable + '\0';
    for (const std::vector<std::string>& list :
         {options.program->arguments, environment, options.permissions.readable}) {
        for (const std::string& text : list) {
            strings += text;
            strings += '\0';
        }
    }
    std::string message(reinterpret_cast<const char*>(&header), sizeof header);
    message += strings;
    send(message.data(), message.size(), &options.work, 1);
    KeeperReady ready;
    pollfd event{socket_.get(), POLLIN, 0};
    if (wait_for(&event, 1, monotonic_ns() + 10 * second_ns) == 0 ||
        receive(&ready, sizeof ready, work_) != sizeof ready) {
        throw InternalError("a keeper did not start");
    }
    if (ready.error != 0) {
        throw InternalError(fmt::format("a keeper could not be set up: {}", ready.what));
    }
}

/// Receives a message with which a descriptor may come.
ssize_t Keeper::receive(void* bytes, std::size_t size, Descriptor& carried) {
    iovec part{bytes, size};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t received = ::recvmsg(socket_.get(), &message, MSG_CMSG_CLOEXEC);
    const cmsghdr* const header = received < 0 ? nullptr : CMSG_FIRSTHDR(&message);
    if (header != nullptr && header->cmsg_len == CMSG_LEN(sizeof(int))) {
        int descriptor = -1;
        std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
        carried = Descriptor(descriptor);
    }
    return received;
}

void Keeper::send(const void* bytes, std::size_t size, const int* descriptors, std::size_t count) {
    iovec part{const_cast<void*>(bytes), size};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(4 * sizeof(int))> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (count > 0) {
        message.msg_control = control.data();
        message.msg_controllen = CMSG_SPACE(count * sizeof(int));
        cmsghdr* const carried = CMSG_FIRSTHDR(&message);
        carried->cmsg_level = SOL_SOCKET;
        carried->cmsg_type = SCM_RIGHTS;
        carried->cmsg_len = CMSG_LEN(count * sizeof(int));
        std::memcpy(CMSG_DATA(carried), descriptors, count * sizeof(int));
    }
    if (::sendmsg(socket_.get(), &message, MSG_NOSIGNAL) != static_cast<ssize_t>(size)) {
        throw InternalError("a keeper has died");
    }
}

Keeper::~Keeper() {
    socket_.reset(); // at the end of file it kills what it runs, and exits
    if (pid_ < 0) {
        return;
    }
    pollfd event{exit_.get(), POLLIN, 0};
    const timespec bound{5, 0};
    if (::ppoll(&event, 1, &bound, nullptr) == 0) {
        ::kill(pid_, SIGKILL);
    }
    ::waitpid(pid_, nullptr, 0);
}

void Keeper::order(std::chrono::nanoseconds limit, int seat, std::uint32_t seed) {
    const Order order{OrderKind::run, limit.count(), seat, seed};
    bound_ns_ = limit.count() == 0 ? -1 : monotonic_ns() + limit.count() + spare_ns;
    send(&order, sizeof order, nullptr, 0);
}

void Keeper::renew(int input, int output, int error_output) {
    const Order order{OrderKind::renew, 0, 1, 0};
    const std::array<int, 3> descriptors{input, output, error_output};
    bound_ns_ = monotonic_ns() + spare_ns;
    send(&order, sizeof order, descriptors.data(), descriptors.size());
    await();
}

void Keeper::move_to_core(int core) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    // In mode strict what we have started only waits for the keeper, its child.
    std::vector<pid_t> processes{pid_};
    std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", pid_));
    for (pid_t child = 0; children >> child;) {
        processes.push_back(child);
    }
    for (const pid_t process : processes) {
        if (::sched_setaffinity(process, sizeof set, &set) != 0) {
            fail("sched_setaffinity");
        }
    }
}

pid_t Keeper::start_resident(int input, int output, int seat, std::uint32_t seed) {
    const Order order{OrderKind::start_resident, 0, seat, seed};
    const std::array<int, 2> descriptors{input, output};
    bound_ns_ = monotonic_ns() + spare_ns;
    send(&order, sizeof order, descriptors.data(), descriptors.size());
    expects_descriptor_ = true;
    const Report report = await();
    if (report.start_error != 0) {
        throw UserError(fmt::format(
            "a resident AI can't be started ({}); try it by hand",
            std::generic_category().message(report.start_error)));
    }
    return number_of(carried_.get());
}

bool Keeper::stop_resident(pid_t pid) {
    constexpr std::int64_t patience_ns = second_ns / 10;
    const Order order{OrderKind::stop_resident, 0, 1, 0};
    send(&order, sizeof order, nullptr, 0);
    pollfd event{socket_.get(), POLLIN, 0};
    if (wait_for(&event, 1, monotonic_ns() + patience_ns) != 0) {
        take_report();
        return true;
    }
    // The keeper waits for its stop or its end: then the end.
    ::kill(-pid, SIGKILL);
    ::kill(pid, SIGKILL); // should it have joined another group
    bound_ns_ = monotonic_ns() + spare_ns;
    await();
    return false;
}

Report Keeper::end_resident(std::chrono::nanoseconds limit) {
    const Order order{OrderKind::end_resident, limit.count(), 1, 0};
    bound_ns_ = monotonic_ns() + limit.count() + spare_ns;
    send(&order, sizeof order, nullptr, 0);
    return await();
}

bool Keeper::refuses(const std::string& path) {
    const Order order{OrderKind::test, 0, 1, 0};
    std::string message(reinterpret_cast<const char*>(&order), sizeof order);
    message += path;
    bound_ns_ = monotonic_ns() + spare_ns;
    send(message.data(), message.size(), nullptr, 0);
    const Report report = await();
    if (report.start_error != 0) {
        fail("testing the confinement", report.start_error);
    }
    return report.status == 0;
}

Report Keeper::await() {
    pollfd event{socket_.get(), POLLIN, 0};
    if (wait_for(&event, 1, bound_ns_) == 0) {
        throw InternalError("a keeper did not answer in time");
    }
    return take_report();
}

/// Receives the report that is there.
Report Keeper::take_report() {
    Report report;
    const ssize_t size = expects_descriptor_ ? receive(&report, sizeof report, carried_)
                                             : ::recv(socket_.get(), &report, sizeof report, 0);
    expects_descriptor_ = false;
    if (size != sizeof report) {
        throw InternalError("a keeper has died");
    }
    if (report.keeper_error != 0) {
        fail("starting an AI's process", report.keeper_error);
    }
    if (report.survivors != 0) {
        throw InternalError("a process of an AI could not be killed within 15 seconds");
    }
    return report;
}

} // namespace referee
