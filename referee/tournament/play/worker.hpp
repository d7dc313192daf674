#pragma once

/// A worker: a separate process that plays one game at a time on its own cores. It ends when the
/// tournament ends, for whatever reason.

#include "ai/contestant.hpp"
#include "match/config.hpp"
#include "os/descriptor.hpp"
#include "tournament/store/outcome.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <sys/types.h>
#include <type_traits>
#include <vector>

namespace referee {

class GameDisplay;

/// The configuration of all workers.
struct WorkerSetup {
    const std::vector<Contestant>* contestants = nullptr;
    std::vector<std::string> fields; ///< paths, by index
    std::vector<std::string> hashes; ///< their SHA-256
    const GameInfo* game = nullptr;
    int seats = 2;
    MatchConfig config;
    std::string records;            ///< folder for the records; empty: none
    GameDisplay* display = nullptr; ///< for --watch, else null
};

/// A game for a worker to play.
struct GameToPlay {
    std::int64_t index = 0;
    std::int64_t match = 0;
    std::int32_t field = 0;
    std::int32_t generation = 0;               ///< StoredTournament::generation
    std::array<std::int32_t, max_seats> ais{}; ///< by seat
    /// For tuning: the number of parameters, and their values for the AIs 0 and 1.
    std::int32_t parameters = 0;
    std::array<std::array<double, max_parameters>, 2> values{};
};
static_assert(std::is_trivially_copyable_v<GameToPlay>);

/// Faults of one kind of one seat in a game.
struct FaultSummary {
    int ai = 0;
    Fault fault = Fault::none;
    std::string text; ///< for people, a line
};

/// A message from a worker.
struct WorkerMessage {
    enum class Kind { played, note, broken_game, full_disk, user_error, internal_error, job, gone };
    Kind kind = Kind::gone;
    GameOutcome outcome; ///< if played
    std::vector<FaultSummary> faults;
    std::string text; ///< of a note, an error, a game that doesn't count, or a job
};

/// A job that a worker runs instead of playing games: it returns a text of at most 100,000 bytes.
using Job = std::function<std::string(const std::vector<int>& cores)>;

/// The pool of workers.
class WorkerPool {
  public:
    /// Starts a worker for each set of cores. Call this before opening anything that they must not
    /// inherit. Each worker has a copy of `setup`.
    WorkerPool(const WorkerSetup& setup, const std::vector<std::vector<int>>& cores);
    /// Ends the workers. Unfinished games leave nothing behind.
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    std::size_t size() const { return workers_.size(); }
    /// Replaces an idle or ended worker by one with this setup. Unlike those of the constructor it
    /// may be started while files are open; it closes its copies.
    void renew(std::size_t worker, const WorkerSetup& setup);
    /// Replaces an idle worker by one that runs the job, sends its text and ends.
    void run(std::size_t worker, const Job& job);
    /// For polling: readable when receive() would not block.
    int descriptor(std::size_t worker) const { return workers_[worker].socket.get(); }
    void send(std::size_t worker, const GameToPlay& game);
    WorkerMessage receive(std::size_t worker);

  private:
    struct Worker {
        UniqueFd socket;
        pid_t pid = -1;
        std::vector<int> cores;
    };
    void start(std::size_t worker, const std::function<void(UniqueFd, pid_t)>& be);
    void end(Worker& worker);

    std::vector<Worker> workers_;
    std::string buffer_; ///< for a message
};

/// The name of a game's record in the folder of records. A growing tournament renumbers its games;
/// `generation` keeps the names distinct.
std::string record_name(std::int64_t game, int generation);

} // namespace referee
