#pragma once

/// Work of a tournament besides its games: a season accepts new AIs while others play. The
/// tournament asks its attendant before it hands out games, and gives it workers that are idle.

#include "tournament/outcome.hpp"
#include "tournament/worker.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace referee {

class Attendant {
  public:
    virtual ~Attendant() = default;
    /// Called before games are handed out.
    virtual void attend() = 0;
    /// True if nothing more will come: the tournament ends when nothing is being played.
    virtual bool is_done() const = 0;
    /// When attend() is due next, on CLOCK_MONOTONIC.
    virtual std::int64_t due_ns() const = 0;
    /// A descriptor that becomes readable when attend() is due at once.
    virtual int descriptor() const = 0;
    /// True if this worker gets no more games until it is idle and occupy() was called for it.
    virtual bool wants(std::size_t worker) = 0;
    /// Called with an idle worker that it has requested. True if the worker now runs a job.
    virtual bool occupy(std::size_t worker) = 0;
    /// The job of a worker has ended with this text.
    virtual void job_done(std::size_t worker, const std::string& text) = 0;
    /// The worker has ended before its job.
    virtual void job_failed(std::size_t worker, const std::string& why) = 0;
    /// A game is in the store.
    virtual void stored(const GameOutcome& outcome) = 0;
    /// The worker could not play these games and has to be renewed. They will not be played.
    virtual void
    failed(std::size_t worker, std::span<const GameToPlay> games, const std::string& why) = 0;
};

} // namespace referee
