#pragma once

/// Messages between referee and keeper. Commands and reports go through two pipes, which are faster
/// than sockets. A socket pair (SOCK_SEQPACKET: one send is one message) carries the setup, its
/// answer, and what a pipe can't carry: descriptors and paths, sent before the command or report
/// that they belong to. Both sides are the same executable, so structs are sent as they are.

#include "ai/program.hpp"
#include "os/descriptor.hpp"
#include "sandbox/confinement.hpp"
#include "sandbox/limits.hpp"

#include <array>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <type_traits>
#include <unistd.h>
#include <vector>

namespace referee {

// What a run of an AI has used, on its way from the kernel's counters to the game.

struct ResourceUse {
    std::int64_t wall_ns = 0;   ///< from just before the start, or the question, to the end
    std::int64_t cpu_ns = 0;    ///< user and system time of the program and its children
    std::int64_t peak_kb = 0;   ///< largest resident size of one process, KiB
    std::int64_t leftovers = 0; ///< processes that were left running
};

/// The keeper's answer to its setup. In mode strict it carries the work folder's descriptor.
struct KeeperReady {
    std::int32_t error = 0; ///< errno, 0 if ready
    char what[64] = {};     ///< the step that failed
};

enum class CommandKind : std::int32_t {
    run,            ///< run the program once
    start_resident, ///< the program, to stay; attached are its three standard streams, to the
                    ///< report, in mode strict, a descriptor (pidfd) of the process
    stop_resident,  ///< answer when the program has stopped (it has got SIGSTOP) or exited
    end_resident,   ///< wait for its exit up to the limit, then kill it
    renew,          ///< use the attached standard streams from now on
    test,           ///< try to open the attached path inside the sandbox; if empty, a socket
    test_privileges ///< would the program run as root or with a capability?
};

/// A command to the keeper.
struct KeeperCommand {
    CommandKind kind = CommandKind::run;
    std::int64_t limit_ns = 0; ///< wall-clock time; 0: no limit
    std::int32_t seat = 1;     ///< 1..8
    std::uint32_t seed = 0;    ///< for REFEREE_SEED
    /// Added to the limit on the user's processes, for those that have started since the setup.
    std::uint32_t more_processes = 0;
    std::uint32_t has_threads = 0; ///< end_resident: 1 if the program has more than one
};

/// The keeper's answer. For a test, status 0 means that it was denied.
struct Report {
    std::int32_t keeper_error = 0;   ///< errno if the keeper failed (no process, no descriptor)
    std::int32_t start_error = 0;    ///< errno if the program could not be executed, else 0
    std::int32_t status = 0;         ///< as wait4 gives it
    std::int32_t timed_out = 0;      ///< 1 if it was running at its deadline
    std::int32_t unkillable = 0;     ///< 1 if a process could not be killed in time
    std::int32_t resident = 0;       ///< its process ID in the keeper's namespace; 0: not started
    std::int32_t has_attachment = 0; ///< 1: a descriptor follows through the socket
    /// 1 if the kernel ended it, or couldn't start it, because its group has no memory left.
    std::int32_t over_memory = 0;
    ResourceUse use;
};

static_assert(std::is_trivially_copyable_v<KeeperReady>);
static_assert(std::is_trivially_copyable_v<KeeperCommand>);
static_assert(std::is_trivially_copyable_v<Report>);

inline constexpr std::size_t max_carried = 3;
inline constexpr std::size_t max_path = 4096; ///< bytes of an attached path, without terminator

/// Descriptors that a message carried.
struct Carried {
    std::array<UniqueFd, max_carried> descriptors;
    std::size_t count = 0;
};

/// The cookies with which the seccomp filter lets a keeper send descriptors and wait for processes
/// (sandbox/seccomp.hpp).
struct FilterKey {
    std::uint32_t cookie1 = 0;
    std::uint32_t cookie2 = 0;
};

/// Sends one message with copies of at most `max_carried` descriptors. False, with errno, if the
/// other side is gone.
bool send_message(
    int socket, const void* bytes, std::size_t size, std::span<const int> descriptors = {},
    FilterKey key = {});

/// A descriptor that becomes readable when the process ends; none, with errno, if that fails.
UniqueFd open_process(pid_t pid, FilterKey key);

/// Waits for one message and receives it. Returns its size, 0 if the other side is gone, or −1 with
/// errno.
ssize_t receive_message(int socket, void* bytes, std::size_t size, Carried& carried);

/// Writes a struct to a pipe at once. False, with errno, if the other side is gone; SIGPIPE must be
/// ignored or blocked.
template <typename Message>
bool write_message(int pipe, const Message& message) {
    static_assert(sizeof message <= PIPE_BUF);
    return ::write(pipe, &message, sizeof message) == static_cast<ssize_t>(sizeof message);
}

/// Waits for a struct and reads it. False if the other side is gone.
template <typename Message>
bool read_message(int pipe, Message& message) {
    ssize_t size = 0;
    do {
        size = ::read(pipe, &message, sizeof message);
    } while (size < 0 && errno == EINTR);
    return size == static_cast<ssize_t>(sizeof message);
}

// The setup: the program, its sandbox and its limits.

/// What a keeper is started for.
struct KeeperConfig {
    const Program* program = nullptr;
    std::string game;
    std::string work_path; ///< the AI's HOME and TMPDIR
    int work = -1;         ///< descriptor of the work folder
    uid_t user = 0;        ///< the AI's own user; 0: the referee's
    int core = -1;         ///< to pin the AI to, −1: none
    Limits limits;
    Permissions permissions;
    std::string memory_group; ///< path of the AI's control group; empty: none
};

/// The message begins with this header. Then follow the strings, each terminated by NUL:
/// executable, group, arguments, environment, readable paths, their names. It carries the
/// descriptors of the work folder and of the keeper's ends of the two pipes.
struct KeeperHeader {
    std::uint32_t argument_count = 0;
    std::uint32_t environment_count = 0;
    std::uint32_t readable_count = 0;
    std::uint32_t name_count = 0; ///< of names by which readable paths are called
    std::uint32_t port_count = 0;
    std::array<std::int32_t, max_ports> ports{}; ///< TCP ports that the AI may use
    std::int32_t confinement = 0;                ///< as Confinement
    std::int32_t free_folder = 0;                ///< 1: it may make files in its work folder
    std::uint32_t seat_slot = 0;                 ///< index of REFEREE_SEAT=N in the environment
    std::uint32_t seed_slot = 0;                 ///< index of REFEREE_SEED=NNNNNNNNNN
    std::uint32_t uid = 0;                       ///< the AI's user and group; 0: the referee's own
    std::int32_t core = -1;      ///< the core that keeper and AI are pinned to; −1: none
    std::uint64_t memory = 0;    ///< bytes of data segment a process may have
    std::uint64_t processes = 0; ///< of the user, including those already running
    std::uint64_t file_size = 0; ///< bytes a file may have
    std::uint64_t work_size = 0; ///< bytes its work folder may hold, in mode strict
};

/// The arguments and environment with which the AI is started.
struct StartedProgram {
    std::vector<char> strings; ///< the pointers below point into it
    std::vector<char*> arguments;
    std::vector<char*> environment;
    char* executable = nullptr;
    char* seat_digit = nullptr;
    char* seed_digits = nullptr;
    std::size_t seed_width = 0;
};

/// The first message to a keeper.
std::string setup_message(const KeeperConfig& config);

struct KeeperSetup {
    KeeperHeader header;
    StartedProgram program;
    Permissions permissions;
    UniqueFd work;
    UniqueFd commands;
    UniqueFd reports;
    std::string group; ///< path of the memory control group; empty: none
};

/// The keeper's side: waits for the message. Returns nothing if the referee is gone. Throws
/// InternalError.
std::optional<KeeperSetup> receive_setup(int socket);

} // namespace referee
