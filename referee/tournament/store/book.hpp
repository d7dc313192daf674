#pragma once

/// What playing writes: the loop of a tournament (tournament/play/) looks up which games of its
/// plan are finished, and adds each one when it ends. Store (store.hpp) keeps a book in a database,
/// where an added game survives a SIGKILL; a test may keep one in memory.

#include "tournament/store/outcome.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace referee {

/// A game that was set aside when its tournament grew, and its new place in the plan.
struct Adoption {
    std::int64_t id = 0;
    std::int64_t index = 0;
    std::int64_t match = 0;
};

class Book {
  public:
    virtual ~Book() = default;

    /// The database's path, for messages.
    virtual const std::string& path() const = 0;
    /// StoredTournament::generation.
    virtual int generation() const = 0;

    /// The indexes of finished games in [first, end), ascending; at most `max` of them (-1: all).
    virtual std::vector<std::int64_t>
    games_between(std::int64_t first, std::int64_t end, std::int64_t max = -1) const = 0;
    /// Visits the finished games with indexes in [first, end), in the order of indexes.
    virtual void for_each(
        std::int64_t first, std::int64_t end,
        const std::function<void(const GameOutcome&)>& look) const = 0;
    /// Adds a finished game in its own transaction. Throws InternalError (disk full).
    virtual void add(const GameOutcome& outcome) = 0;

    virtual bool has_set_aside() const = 0;
    /// The games on a field that are set aside: the AIs by seat, and the ID for adopt().
    virtual std::multimap<std::vector<int>, std::int64_t> set_aside_on(int field) const = 0;
    virtual void adopt(const std::vector<Adoption>& games) = 0;
};

} // namespace referee
