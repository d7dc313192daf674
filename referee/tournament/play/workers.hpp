#pragma once

/// The workers as the loop of a tournament sees them (tournament.hpp): games go out, messages come
/// in, time passes, signals interrupt. WorkerPool (worker.hpp) fulfils it with processes.

#include "ai/program.hpp"
#include "game/game.hpp"
#include "tournament/store/outcome.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace referee {

/// A game for a worker to play.
struct GameToPlay {
    std::int64_t index = 0;
    std::int64_t match = 0;
    std::int32_t field = 0;
    std::int32_t generation = 0;               ///< StoredTournament::generation
    std::array<std::int32_t, max_seats> ais{}; ///< by place
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
    enum class Kind {
        played,
        note,
        broken_game,
        full_disk,
        user_error,
        environment_error,
        internal_error,
        job,
        gone
    };
    Kind kind = Kind::gone;
    GameOutcome outcome{}; ///< if played
    std::vector<FaultSummary> faults{};
    std::string text{};        ///< of a note, an error, a game that doesn't count, or a job
    std::string no_room_for{}; ///< of an error: the file whose disk was full; else empty
    std::string contestant{};  ///< of an error: the name of the AI that can't be played; else empty
};

class TournamentWorkers {
  public:
    virtual ~TournamentWorkers() = default;
    virtual std::size_t size() const = 0;
    /// Gives a worker a game, which it plays after those that it has.
    virtual void send(std::size_t worker, const GameToPlay& game) = 0;
    /// Waits until workers have messages, until the descriptor `other` (-1: none) is readable, or
    /// until `due_ns`. Returns the workers with messages in ascending order. Throws Interrupted.
    virtual std::vector<std::size_t> wait(std::int64_t due_ns, int other) = 0;
    /// The next message of a worker that wait() has returned.
    virtual WorkerMessage receive(std::size_t worker) = 0;
    /// The clock of all times.
    virtual std::int64_t now_ns() const = 0;
    /// As in os/interrupt.hpp.
    virtual void throw_if_interrupted() = 0;
    virtual void await_own_signal() = 0;
};

} // namespace referee
