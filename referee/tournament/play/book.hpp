#pragma once

/// What playing a tournament needs of its finished games, and writes of them. StoredBook
/// (stored_book.hpp) fulfils it with the database.

#include "tournament/store/outcome.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace referee {

class Book {
  public:
    virtual ~Book() = default;
    /// Of the database, for messages.
    virtual const std::string& path() const = 0;
    /// StoredTournament::generation.
    virtual int generation() const = 0;

    /// The indexes of finished games in [first, end), ascending.
    virtual std::vector<std::int64_t>
    games_between(std::int64_t first, std::int64_t end) const = 0;
    /// Visits the finished games in [first, end) in the order of indexes.
    virtual void for_each(
        std::int64_t first, std::int64_t end,
        const std::function<void(const GameOutcome&)>& look) const = 0;
    /// Adds a finished game; whatever happens afterwards, it stays. Throws InternalError (disk
    /// full).
    virtual void add(const GameOutcome& outcome) = 0;

    /// True if games were set aside when the tournament grew, and have no place in the plan yet.
    virtual bool has_set_aside() const = 0;
    /// Those on a field: the AIs by seat, and the ID for adopt().
    virtual std::multimap<std::vector<int>, std::int64_t> set_aside_on(int field) const = 0;
    /// A game that was set aside, and its place in the plan.
    struct Adoption {
        std::int64_t id = 0;
        std::int64_t index = 0;
        std::int64_t match = 0;
    };
    virtual void adopt(const std::vector<Adoption>& games) = 0;
};

} // namespace referee
