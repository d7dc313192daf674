#pragma once

/// The first message to a keeper: the program, its sandbox and its limits.

#include "process/confinement.hpp"
#include "process/keeper.hpp"
#include "process/unique_fd.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace referee {

/// The message begins with this header. Then follow the strings, each terminated by NUL:
/// executable, group, arguments, environment, readable paths. It carries the descriptors of the
/// work folder and of the keeper's ends of the two pipes.
struct KeeperHeader {
    std::uint32_t argument_count = 0;
    std::uint32_t environment_count = 0;
    std::uint32_t readable_count = 0;
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

/// The message for a keeper. Referee and keeper are the same executable, so structs are sent as
/// they are.
std::string setup_message(const KeeperConfig& config);

struct Setup {
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
std::optional<Setup> receive_setup(int socket);

} // namespace referee
