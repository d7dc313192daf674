#pragma once

/// The referee's side of a keeper. What a keeper is: keeper/process.cpp and
/// referee/keeper/README.md, "Processes".

#include "ai/program.hpp"
#include "base/error.hpp"
#include "keeper/protocol.hpp"
#include "os/descriptor.hpp"
#include "sandbox/confinement.hpp"
#include "sandbox/limits.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace referee {

class Keeper {
  public:
    /// Starts the keeper. Throws InternalError.
    explicit Keeper(const KeeperConfig& config);
    /// In mode strict the descriptor of the work folder in the sandbox. Call it once.
    UniqueFd take_work_folder() { return std::move(work_); }
    /// Ends the keeper and everything that it runs.
    ~Keeper();
    Keeper(const Keeper&) = delete;
    Keeper& operator=(const Keeper&) = delete;

    /// Sets the standard streams of programs that are started from now on. Call it before the first
    /// run, and for each game with new streams: what an AI does to a stream (offset, flags, locks)
    /// must not reach the next game. Returns at once; the keeper executes commands in order.
    void renew(int input, int output, int error_output);

    /// Pins what is started from now on to another core. Throws InternalError.
    void move_to_core(int core);

    /// Runs the program once. `limit` is wall-clock time, 0 for none. Call await() next.
    void request_run(std::chrono::nanoseconds limit, int seat, std::uint32_t seed);
    /// The result of the run. Throws InternalError if the keeper has died or answers more than 20
    /// seconds after the limit, and Interrupted.
    Report await();

    /// Starts a resident program with these standard streams; returns its process ID. Throws
    /// InternalError, and UserError if it can't be executed.
    pid_t start_resident(int input, int output, int error_output, int seat, std::uint32_t seed);
    /// Call it after sending SIGSTOP to the group, then await_stop() until that returns true.
    void begin_stop();
    /// True when the program has stopped or exited; false at `deadline_ns` (monotonic).
    bool await_stop(std::int64_t deadline_ns);
    /// After a stop that has failed: kills the program `pid` and waits for its exit.
    void give_up_stop(pid_t pid);
    /// Waits for its exit up to `limit`, then kills it. Returns what it used since its start.
    /// `has_threads`: it has more than one thread.
    Report end_resident(std::chrono::nanoseconds limit, bool has_threads);

    /// Tries to open `path` inside the AI's sandbox (if empty, to create a socket). True if that
    /// was denied.
    bool refuses(const std::string& path);
    /// True if the AI would run as root or could gain a capability.
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
    UniqueFd work_;    ///< until take_work_folder()
    int renewals_ = 0; ///< renewals whose reports haven't arrived
    UniqueFd exit_;    ///< the keeper's pidfd
    pid_t pid_ = -1;
    bool shares_user_ = false;           ///< the AI runs as the referee's own user
    std::uint32_t threads_at_start_ = 0; ///< system-wide
    std::int64_t bound_ns_ = -1;         ///< deadline of the keeper's answer
};

/// The program of an AI can't be started. That isn't a fault of the AI: it or its interpreter was
/// replaced or removed. The text is one line, as for any UserError.
struct StartError : UserError {
    using UserError::UserError;
};

} // namespace referee
