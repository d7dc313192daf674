#pragma once

/// What the referee and a keeper say to one another over their socket pair (SOCK_SEQPACKET, so one
/// send is one message). Both are the same executable, so the structs go over as they are.

#include <array>
#include <cstdint>
#include <sys/types.h>
#include <type_traits>

namespace referee {

/// The first message to a keeper: this header, then the strings, each ended by NUL: executable,
/// arguments, environment, readable places. With it comes the descriptor of the work folder.
struct KeeperHeader {
    std::uint32_t argument_count = 0;
    std::uint32_t environment_count = 0;
    std::uint32_t readable_count = 0;
    std::uint32_t port_count = 0;
    std::array<std::int32_t, 16> ports{}; ///< that it may use
    std::int32_t confinement = 0;         ///< as Confinement
    std::int32_t free_folder = 0;         ///< 1: it may make files in its work folder
    std::uint32_t seat_slot = 0; ///< index of REFEREE_SEAT=N in the environment
    std::uint32_t seed_slot = 0; ///< index of REFEREE_SEED=NNNNNNNNNN
    std::uint32_t uid = 0;       ///< the AI's user and group; 0: the referee's own
    std::int32_t core = -1;      ///< the core that keeper and AI are pinned to; −1: none
    std::uint64_t memory = 0;    ///< bytes of data segment a process may have
    std::uint64_t processes = 0; ///< of the user, already running ones counted
    std::uint64_t file_size = 0; ///< bytes a file may have
};

/// The keeper's answer to it; in mode strict the work folder's descriptor comes with it.
struct KeeperReady {
    std::int32_t error = 0; ///< errno, 0 if ready
    char what[64] = {};     ///< what was tried when it failed
};

enum class OrderKind : std::int32_t {
    run,            ///< the program, once
    start_resident, ///< the program, to stay; with the order come its standard input and output,
                    ///< with the report a descriptor (pidfd) of the process
    stop_resident,  ///< stop it, and answer when it has stopped or is gone
    end_resident,   ///< wait for its exit up to the limit, then kill it
    renew,          ///< with it come new standard streams for what is started from now on
    test            ///< whether the path behind the order can be opened from inside the box; empty: a socket
};

/// What the keeper is to do. An order to test is followed by a path, without an end.
struct Order {
    OrderKind kind = OrderKind::run;
    std::int64_t limit_ns = 0; ///< wall-clock time; 0: no limit
    std::int32_t seat = 1;     ///< 1..8
    std::uint32_t seed = 0;    ///< for REFEREE_SEED
};

/// What became of it. For a test: status 0 if it was refused.
struct Report {
    std::int32_t keeper_error = 0; ///< errno if the keeper itself failed (no process, no descriptor)
    std::int32_t start_error = 0;  ///< errno if the program could not be executed, else 0
    std::int32_t status = 0;      ///< as wait4 gives it
    std::int32_t timed_out = 0;   ///< 1 if it still ran when its time was up
    std::int32_t leftovers = 0;   ///< processes that it had left running
    std::int32_t survivors = 0;   ///< 1 if something could not be killed within the bound
    std::int64_t wall_ns = 0;     ///< from just before its start to its exit
    std::int64_t cpu_ns = 0;      ///< user and system time of it and its children
    std::int64_t peak_kb = 0;     ///< largest resident size of one process, KiB
};

static_assert(std::is_trivially_copyable_v<KeeperHeader>);
static_assert(std::is_trivially_copyable_v<KeeperReady>);
static_assert(std::is_trivially_copyable_v<Order>);
static_assert(std::is_trivially_copyable_v<Report>);

} // namespace referee
