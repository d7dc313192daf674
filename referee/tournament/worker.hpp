#pragma once

/// A worker: a separate process that plays one game at a time on its own cores. It ends when the
/// tournament does, however that ends.

#include "match/config.hpp"
#include "match/contestant.hpp"
#include "process/unique_fd.hpp"
#include "tournament/outcome.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <sys/types.h>
#include <type_traits>
#include <vector>

namespace referee {

/// The configuration of all workers.
struct WorkerSetup {
    const std::vector<Contestant>* contestants = nullptr;
    std::vector<std::string> fields; ///< paths, by index
    std::vector<std::string> hashes; ///< their SHA-256
    const GameInfo* game = nullptr;
    int seats = 2;
    MatchConfig config;
    std::string records; ///< folder for the records; empty: none
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
    enum class Kind { played, note, user_error, internal_error, gone };
    Kind kind = Kind::gone;
    GameOutcome outcome; ///< if played
    std::vector<FaultSummary> faults;
    std::string text; ///< of a note or an error
};

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
    /// For polling: readable when receive() would not block.
    int descriptor(std::size_t worker) const { return workers_[worker].socket.get(); }
    void send(std::size_t worker, const GameToPlay& game);
    WorkerMessage receive(std::size_t worker);

  private:
    struct Worker {
        UniqueFd socket;
        pid_t pid = -1;
    };
    std::vector<Worker> workers_;
    std::string buffer_; ///< for a message
};

/// The name of a game's record in the folder of records. A growing tournament renumbers its games;
/// `generation` keeps the names distinct.
std::string record_name(std::int64_t game, int generation);

} // namespace referee
