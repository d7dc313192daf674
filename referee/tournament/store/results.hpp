#pragma once

/// What reports read of a tournament or season: its head and its finished games. Tables, pages,
/// exports and explanations know nothing else of a database; Store (store.hpp) is one, a test may
/// bring another. Every function throws UserError if the database is damaged.

#include "tournament/store/outcome.hpp"
#include "tournament/store/stored.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace referee {

/// A stored fault with its game, field and AI.
struct StoredFault {
    std::int64_t game = 0;
    int field = 0;
    int ai = 0;
    std::string record;
    FaultDetail detail;
};

class Results {
  public:
    using LookAtGame = std::function<void(const GameOutcome&)>;
    using LookAtFault = std::function<void(const StoredFault&)>;
    using LookAtTime = std::function<void(std::int64_t game, const std::string& time)>;

    virtual ~Results() = default;

    virtual const StoredTournament& tournament() const = 0;
    virtual const std::vector<StoredAi>& ais() const = 0;
    /// Excluded AIs. Their games are kept but not counted.
    virtual const std::vector<StoredAi>& left_out() const = 0;
    virtual const std::vector<StoredField>& fields() const = 0;
    /// For a season: all versions in the order of their decisions.
    virtual const std::vector<StoredVersion>& versions() const = 0;
    /// The database's path, for messages, and for paths of records, which are relative to its
    /// folder.
    virtual const std::string& path() const = 0;
    /// True if AIs and their games are hidden.
    virtual bool is_partial() const = 0;

    /// The number of finished games.
    virtual std::int64_t game_count() const = 0;
    /// Visits the finished games with indexes in [first, end), in the order of indexes.
    virtual void for_each(std::int64_t first, std::int64_t end, const LookAtGame& look) const = 0;
    /// Visits all finished games.
    void for_each(const LookAtGame& look) const;
    virtual void for_each_fault(const LookAtFault& look) const = 0;
    /// The details that are kept of the faults of a game.
    virtual std::vector<FaultDetail> details_of_game(std::int64_t game) const = 0;
    /// The indexes of the first `max` games that have records.
    virtual std::vector<std::int64_t> recorded_games(int max) const = 0;
    /// The times at which the first and the last game finished, "2026-11-21T20:51:36Z"; empty
    /// without games.
    virtual std::pair<std::string, std::string> times() const = 0;
    /// The time at which each game finished, in the order of indexes.
    virtual void for_each_time(const LookAtTime& look) const = 0;
    virtual std::vector<StoredMachine> machines() const = 0;
    /// By AI, the wall-clock seconds that its moves took in the games finished within the last
    /// `seconds`.
    virtual std::vector<double> seconds_used(int seconds) const = 0;

    bool is_season() const { return tournament().format == season_format; }
    /// Throws UserError for the database of `tune`, whose games have no standings.
    void require_standings() const;
};

/// Throws UserError: "PATH: WHAT; the database is damaged: …".
[[noreturn]] void refuse_damaged(const std::string& path, const std::string& what);

} // namespace referee
