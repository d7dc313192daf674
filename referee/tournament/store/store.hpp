#pragma once

/// The database of a tournament (SQLite, write-ahead log), as three kinds of clients see it:
/// reports read Results, playing writes a Book, seasons keep a SeasonBook. The functions declared
/// here alone are those of commands that create, change and merge databases.
///
/// Each finished game is one transaction, so every reported game survives a SIGKILL. Every value
/// that is read is checked; if the database is damaged, every function throws UserError. Only this
/// folder contains SQL, and no header of it but database.hpp and seat_rows.hpp includes SQLite.

#include "base/error.hpp"
#include "tournament/store/book.hpp"
#include "tournament/store/results.hpp"
#include "tournament/store/season_book.hpp"
#include "tournament/store/stored.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace referee {

class StoredRow;

/// Another process writes to the database.
struct SecondWriter : UserError {
    using UserError::UserError;
};

class Store final : public SeasonBook, public Book {
  public:
    enum class Access { read, write };

    /// Opens an existing database; Access::write locks it against other tournaments. Throws
    /// UserError if it doesn't exist, isn't a tournament's or is in use.
    Store(const std::string& path, Access access);
    /// Creates a database. Throws UserError if the file exists.
    Store(
        const std::string& path, const StoredTournament& tournament,
        const std::vector<StoredAi>& ais, const std::vector<StoredField>& fields);
    ~Store() override;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    const StoredTournament& tournament() const override { return tournament_; }
    const std::vector<StoredAi>& ais() const override { return ais_; }
    const std::vector<StoredAi>& left_out() const override { return left_out_; }
    const std::vector<StoredField>& fields() const override { return fields_; }
    const std::vector<StoredVersion>& versions() const override { return versions_; }
    const std::string& path() const override { return path_; }
    int generation() const override { return tournament_.generation; }

    /// For reports: hides these AIs and all their games. The store can no longer be written to.
    void leave_out(const std::vector<int>& ais);
    bool is_partial() const override { return !view_.empty(); }
    /// For what is published: hides games, versions and their AIs of this moment and later ones, as
    /// the database has times, "2026-11-21T20:51:36Z". The store can no longer be written to.
    void hide_from(const std::string& time);

    std::int64_t game_count() const override;
    std::vector<std::int64_t>
    games_between(std::int64_t first, std::int64_t end, std::int64_t max = -1) const override;
    void add(const GameOutcome& outcome) override;
    using Results::for_each;
    void for_each(std::int64_t first, std::int64_t end, const LookAtGame& look) const override;
    void for_each_fault(const LookAtFault& look) const override;
    std::vector<FaultDetail> details_of_game(std::int64_t game) const override;
    std::vector<std::int64_t> recorded_games(int max) const override;
    std::pair<std::string, std::string> times() const override;
    void for_each_time(const LookAtTime& look) const override;
    std::vector<StoredMachine> machines() const override;

    void add_version(StoredVersion version, const StoredAi* ai) override;
    void change_version(
        std::size_t number, StoredVersion::Status status, const std::string& text) override;
    std::vector<StoredBatch> batches() const override;
    void add_batch(const StoredBatch& batch) override;
    std::int64_t next_match() const override;
    std::vector<double> seconds_used(int seconds) const override;

    /// A table or page is about to be written: it may be replaced later, even if it isn't finished.
    void expect_output(const std::string& path);
    /// Remembers one that has just been written, so that it may be replaced later.
    void remember_output(const std::string& path);
    /// True if the file still is what was remembered, or was expected and perhaps not finished:
    /// nobody else has written to it.
    bool is_own_output(const std::string& path) const;

    void add_machine(const StoredMachine& machine);
    /// The limits of the games from now on; the head names earlier ones too.
    void add_limits(const std::string& limits);

    /// The new head of a growing tournament.
    struct Regrouping {
        StoredTournament tournament;
        std::vector<StoredAi> ais;
        std::vector<StoredAi> left_out;
        std::vector<StoredField> fields;
        std::vector<int> ai_numbers;    ///< new numbers by old number, excluded AIs last
        std::vector<int> field_numbers; ///< new numbers by old number
    };
    /// Renumbers AIs and fields and sets all games aside; `place` then calls adopt() for those of
    /// the new plan. One transaction.
    void regroup(const Regrouping& regrouping, const std::function<void()>& place);
    bool has_set_aside() const override;
    std::int64_t set_aside_count() const;
    std::multimap<std::vector<int>, std::int64_t> set_aside_on(int field) const override;
    void adopt(const std::vector<Adoption>& games) override;

    /// Drops all games of an AI or field and stores its new hash. Excluded AIs are numbered after
    /// the others. Returns the number of games dropped.
    std::int64_t replace_ai(int number, const StoredAi& ai);
    /// Drops all games of matches in which a late AI hardly computed (`starved`). Returns their
    /// number.
    std::int64_t drop_starved();
    /// If machines with another kind of processor have played: drops all games of matches that
    /// aren't finished, so that no match is played by two kinds. Returns their number.
    std::int64_t drop_begun_elsewhere(const std::string& processor);
    std::int64_t replace_field(int number, const StoredField& field);

    struct Joined {
        std::int64_t added = 0;
        std::int64_t duplicates = 0;
    };
    /// `own` is stored, the other one is in `from`.
    using Conflict =
        std::function<void(const GameOutcome& own, const GameOutcome& other, const Store& from)>;
    /// Adds the games of other shards, in the order of indexes, because a database grows fastest at
    /// its end. Calls `conflict` for a game that exists with a different result. What was added
    /// before an error may stay. Returns the numbers of games added and of duplicates.
    Joined join(std::span<const Store* const> others, const Conflict& conflict);

  private:
    struct Database;
    void set_output(const std::string& path, const std::string& sha256);
    void open_for_reading();
    void read_left_out();
    void read_versions();
    /// The number of AIs that take part, including hidden ones.
    int ai_count() const { return static_cast<int>(view_.empty() ? ais_.size() : view_.size()); }
    int seen_as(int ai) const { return view_.empty() ? ai : view_[static_cast<std::size_t>(ai)]; }
    void read_head();
    void write_head(
        const StoredTournament& tournament, const std::vector<StoredAi>& ais,
        const std::vector<StoredAi>& left_out, const std::vector<StoredField>& fields);
    void set_all_aside();
    void renumber(const std::string& column, const std::vector<int>& numbers);
    void insert(const GameOutcome& outcome);
    void insert_faults(const GameOutcome& outcome);
    void read_games(std::int64_t first, std::int64_t end, const LookAtGame& look) const;
    GameOutcome read_game(const StoredRow& row) const;
    FaultDetail read_fault(const StoredRow& row, int column) const;
    std::int64_t drop_games(const std::string& games, int number);

    std::string path_;
    std::unique_ptr<Database> database_;
    StoredTournament tournament_;
    std::vector<StoredAi> ais_;
    std::vector<StoredAi> left_out_;
    std::vector<StoredField> fields_;
    std::vector<StoredVersion> versions_;
    std::vector<int> view_; ///< after leave_out(): visible number by number in the database, or −1
};

} // namespace referee
