#pragma once

/// A worker: a separate process that plays one game at a time on its own cores. It ends when the
/// tournament ends, for whatever reason.

#include "ai/contestant.hpp"
#include "match/config.hpp"
#include "os/descriptor.hpp"
#include "tournament/play/workers.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <poll.h>
#include <string>
#include <sys/types.h>
#include <vector>

namespace referee {

class GameDisplay;

/// The configuration of all workers.
struct WorkerSetup {
    const std::vector<Contestant>* contestants = nullptr;
    std::vector<std::string> fields; ///< paths, by index
    std::vector<std::string> hashes; ///< their SHA-256
    const GameInfo* game = nullptr;
    Teams teams; ///< how contestants take the seats
    MatchConfig config;
    std::string records;            ///< folder for the records; empty: none
    GameDisplay* display = nullptr; ///< for --watch, else null
};

/// A job that a worker runs instead of playing games: it returns a text.
using Job = std::function<std::string(const std::vector<int>& cores)>;

/// The workers as processes.
class WorkerPool final : public TournamentWorkers {
  public:
    /// Starts a worker for each set of cores. Call this before opening anything that they must not
    /// inherit. Each worker has a copy of `setup`.
    WorkerPool(const WorkerSetup& setup, const std::vector<std::vector<int>>& cores);
    /// Ends the workers. Unfinished games leave nothing behind.
    ~WorkerPool() override;
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Replaces an idle or ended worker by one with this setup. Unlike those of the constructor it
    /// may be started while files are open; it closes its copies.
    void renew(std::size_t worker, const WorkerSetup& setup);
    /// Replaces an idle worker by one that runs the job, sends its text and ends.
    void run(std::size_t worker, const Job& job);

    std::size_t size() const override { return workers_.size(); }
    void send(std::size_t worker, const GameToPlay& game) override;
    std::vector<std::size_t> wait(std::int64_t due_ns, int other) override;
    WorkerMessage receive(std::size_t worker) override;
    std::int64_t now_ns() const override;
    void throw_if_interrupted() override;
    void await_own_signal() override;

  private:
    struct Worker {
        UniqueFd socket;
        pid_t pid = -1;
        std::vector<int> cores;
    };
    void start(std::size_t worker, const std::function<void(UniqueFd, pid_t)>& be);
    void end(Worker& worker);
    int descriptor(std::size_t worker) const { return workers_[worker].socket.get(); }

    std::vector<Worker> workers_;
    std::vector<pollfd> events_; ///< of wait()
    std::string buffer_;         ///< for a message
};

} // namespace referee
