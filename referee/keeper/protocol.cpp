#include "keeper/protocol.hpp"

#include "ai/executable.hpp"
#include "base/error.hpp"
#include "os/processes.hpp"
#include "sandbox/users.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <type_traits>
#include <unistd.h>

namespace referee {

namespace {

/// The kernel's form of a message with descriptors. It contains pointers into itself, so it must
/// not move.
struct Envelope {
    iovec part;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(max_carried * sizeof(int))> control{};
    msghdr message{};

    Envelope(void* bytes, std::size_t size) : part{bytes, size} {
        message.msg_iov = &part;
        message.msg_iovlen = 1;
    }
};

} // namespace

bool send_message(
    int socket, const void* bytes, std::size_t size, std::span<const int> descriptors,
    FilterKey key) {
    if (descriptors.empty()) {
        return ::send(socket, bytes, size, MSG_NOSIGNAL) == static_cast<ssize_t>(size);
    }
    Envelope envelope(const_cast<void*>(bytes), size);
    envelope.message.msg_control = envelope.control.data();
    envelope.message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* const carried = CMSG_FIRSTHDR(&envelope.message);
    carried->cmsg_level = SOL_SOCKET;
    carried->cmsg_type = SCM_RIGHTS;
    carried->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(carried), descriptors.data(), descriptors.size_bytes());
    // The cookies are in registers that the kernel ignores.
    const unsigned long key1 = key.cookie1;
    const unsigned long key2 = key.cookie2;
    return ::syscall(SYS_sendmsg, socket, &envelope.message, MSG_NOSIGNAL, key1, key2) ==
           static_cast<long>(size);
}

UniqueFd open_process(pid_t pid, FilterKey key) {
    // The cookies are in registers that the kernel ignores.
    const unsigned long key1 = key.cookie1;
    const unsigned long key2 = key.cookie2;
    return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0, key1, key2)));
}

ssize_t receive_message(int socket, void* bytes, std::size_t size, Carried& carried) {
    Envelope envelope(bytes, size);
    envelope.message.msg_control = envelope.control.data();
    envelope.message.msg_controllen = envelope.control.size();
    ssize_t received = 0;
    do {
        received = ::recvmsg(socket, &envelope.message, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    const cmsghdr* const header = received < 0 ? nullptr : CMSG_FIRSTHDR(&envelope.message);
    if (header == nullptr) {
        return received;
    }
    std::array<int, max_carried> numbers{};
    carried.count = std::min((header->cmsg_len - CMSG_LEN(0)) / sizeof(int), max_carried);
    std::memcpy(numbers.data(), CMSG_DATA(header), carried.count * sizeof(int));
    for (std::size_t i = 0; i < carried.count; ++i) {
        carried.descriptors[i] = UniqueFd(numbers[i]);
    }
    return received;
}

namespace {

static_assert(std::is_trivially_copyable_v<KeeperHeader>);

constexpr std::size_t max_setup_bytes = 160 * 1024;

std::uint64_t process_limit(const KeeperConfig& config) {
    // The kernel counts all processes of a user, including those that the referee's user already
    // has.
    return config.user != 0 ? config.limits.processes
                            : count_own_processes() + config.limits.processes;
}

void point_at_strings(KeeperSetup& setup) {
    const KeeperHeader& header = setup.header;
    StartedProgram& program = setup.program;
    Permissions& permissions = setup.permissions;
    char* at = program.strings.data();
    const char* const end = at + program.strings.size();
    const auto next = [&] {
        char* const string = at;
        at = std::find(at, const_cast<char*>(end), '\0');
        if (at == end) {
            errno = EINVAL;
            fail("reading the setup");
        }
        ++at;
        return string;
    };
    program.executable = next();
    setup.group = next();
    for (std::uint32_t i = 0; i < header.argument_count; ++i) {
        program.arguments.push_back(next());
    }
    for (std::uint32_t i = 0; i < header.environment_count; ++i) {
        program.environment.push_back(next());
    }
    for (std::uint32_t i = 0; i < header.readable_count; ++i) {
        permissions.readable.emplace_back(next());
    }
    for (std::uint32_t i = 0; i < header.name_count; ++i) {
        permissions.names.emplace_back(next());
    }
    permissions.mode = static_cast<Confinement>(header.confinement);
    permissions.free_folder = header.free_folder != 0;
    permissions.ports.assign(header.ports.begin(), header.ports.begin() + header.port_count);
    const auto value_of = [&](std::uint32_t slot) {
        return std::strchr(program.environment.at(slot), '=') + 1;
    };
    program.seat_digit = value_of(header.seat_slot);
    program.seed_digits = value_of(header.seed_slot);
    program.seed_width = std::strlen(program.seed_digits);
    program.arguments.push_back(nullptr);
    program.environment.push_back(nullptr);
}

} // namespace

std::string setup_message(const KeeperConfig& config) {
    // The keeper puts in seat and seed for each run; these have the width of the longest.
    const std::vector<std::string> environment =
        environment_of({config.game, config.work_path, config.program->folder, "1", "0000000000"});
    KeeperHeader header;
    header.argument_count = static_cast<std::uint32_t>(config.program->arguments.size());
    header.environment_count = static_cast<std::uint32_t>(environment.size());
    header.readable_count = static_cast<std::uint32_t>(config.permissions.readable.size());
    header.name_count = static_cast<std::uint32_t>(config.permissions.names.size());
    header.port_count =
        static_cast<std::uint32_t>(std::min(config.permissions.ports.size(), header.ports.size()));
    std::copy_n(config.permissions.ports.begin(), header.port_count, header.ports.begin());
    header.confinement = static_cast<std::int32_t>(config.permissions.mode);
    header.free_folder = config.permissions.free_folder ? 1 : 0;
    header.seat_slot = seat_slot;
    header.seed_slot = seed_slot;
    header.uid = config.user;
    header.core = config.core;
    header.memory = config.limits.memory;
    header.processes = process_limit(config);
    header.file_size = config.limits.file_size;
    header.work_size = config.limits.work_size;

    std::string message(reinterpret_cast<const char*>(&header), sizeof header);
    const auto add = [&message](const std::string& text) {
        message += text;
        message += '\0';
    };
    add(config.program->executable);
    add(config.memory_group);
    for (const auto* const list :
         {&config.program->arguments, &environment, &config.permissions.readable,
          &config.permissions.names}) {
        std::for_each(list->begin(), list->end(), add);
    }
    return message;
}

std::optional<KeeperSetup> receive_setup(int socket) {
    std::vector<char> bytes(max_setup_bytes);
    Carried carried;
    const ssize_t size = receive_message(socket, bytes.data(), bytes.size(), carried);
    KeeperSetup setup;
    if (size < static_cast<ssize_t>(sizeof setup.header) || carried.count != 3) {
        return std::nullopt;
    }
    std::memcpy(&setup.header, bytes.data(), sizeof setup.header);
    setup.work = std::move(carried.descriptors[0]);
    setup.commands = std::move(carried.descriptors[1]);
    setup.reports = std::move(carried.descriptors[2]);
    setup.program.strings.assign(bytes.begin() + sizeof setup.header, bytes.begin() + size);
    point_at_strings(setup);
    return setup;
}

} // namespace referee
