#pragma once

/// The referee's side of a keeper; what a keeper is and does: keeper_process.cpp.

#include "process/confinement.hpp"
#include "process/messages.hpp"
#include "process/program.hpp"
#include "process/unique_fd.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace referee {

/// What a process of an AI may use; spec: security.md, "rlimits".
struct Limits {
    std::uint64_t memory = 2ULL << 30U;     ///< bytes of its data segment
    std::uint64_t processes = 256;          ///< processes and threads
    std::uint64_t file_size = 16ULL << 20U; ///< bytes in one file
};

struct KeeperConfig {
    const Program* program = nullptr;
    std::string game;
    std::string work_path; ///< the AI's HOME and TMPDIR
    int work = -1;         ///< descriptor of the work folder
    uid_t user = 0;        ///< that only this AI has; 0: the referee's own
    int core = -1;         ///< to pin the AI to, −1: none
    Limits limits;
    Permissions permissions;
    std::string memory_group; ///< path of the group that bounds its memory; empty: none
};

class Keeper {
  public:
    /// Starts the keeper. Throws InternalError.
    explicit Keeper(const KeeperConfig& config);
    /// In mode strict the descriptor of the work folder in the box; once.
    UniqueFd take_work_folder() { return std::move(work_); }
    /// Ends it, and with it whatever it runs.
    ~Keeper();
    Keeper(const Keeper&) = delete;
    Keeper& operator=(const Keeper&) = delete;

    /// Gives what is run from now on these standard streams. To be called before the first command
    /// to run, and for each game with new ones: what an AI does to a stream (its place, flags,
    /// locks) must not reach the next game. Isn't waited for: commands are carried out one by one.
    void renew(int input, int output, int error_output);

    /// Binds what is started from now on to another core. Throws InternalError.
    void move_to_core(int core);

    /// Lets the program run once. `limit` is wall-clock time, 0 for none. To be followed by
    /// await().
    void request_run(std::chrono::nanoseconds limit, int seat, std::uint32_t seed);
    /// What became of it. Throws InternalError if the keeper has died or answers more than 20
    /// seconds after the limit, and Interrupted.
    Report await();

    /// Starts the program to stay, with these standard streams; its number. Throws InternalError,
    /// and UserError if it can't be executed.
    pid_t start_resident(int input, int output, int error_output, int seat, std::uint32_t seed);
    /// To be called when its group was sent SIGSTOP, and followed by await_stop() until that is
    /// true.
    void begin_stop();
    /// True when that has taken effect or it is gone; false if not by `deadline_ns` (monotonic).
    bool await_stop(std::int64_t deadline_ns);
    /// After a stop that has not taken effect: kills it and waits for its end. `pid` is its number.
    void give_up_stop(pid_t pid);
    /// Waits for its exit up to `limit`, then kills it; what it used since its start.
    Report end_resident(std::chrono::nanoseconds limit);

    /// Tries to open `path` from inside the box in which the AI will run (empty: to make a socket).
    /// True if that was refused.
    bool refuses(const std::string& path);
    /// True if the AI would run as root or could have a capability.
    bool gives_privileges();

  private:
    void start(int socket);
    void send_setup(const KeeperConfig& config, int commands, int reports);
    pid_t resident_number(const Report& report);
    Report receive_report();
    Report take_report();
    bool passes_test(CommandKind kind);
    std::uint32_t more_processes() const;
    void attach(const void* bytes, std::size_t size, std::span<const int> descriptors = {});
    void send(const KeeperCommand& command);

    UniqueFd socket_;
    UniqueFd commands_;
    UniqueFd reports_;
    UniqueFd work_;    ///< until it is taken
    int renewals_ = 0; ///< whose reports are still to come
    UniqueFd exit_;    ///< the keeper's pidfd
    pid_t pid_ = -1;
    bool shares_user_ = false;           ///< the AI runs as the referee's own user
    std::uint32_t threads_at_start_ = 0; ///< of the whole machine
    std::int64_t bound_ns_ = -1;         ///< when an answer must have come
};

} // namespace referee
