#pragma once

/// The database of a tournament (SQLite, write-ahead log). Each finished game is one transaction,
/// so every reported game survives a SIGKILL. Every value that is read is checked; if the database
/// is damaged, every function throws UserError. Only store*.cpp contain SQL.

#include "base/error.hpp"
#include "os/descriptor.hpp"
#include "tournament/store/outcome.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

class StoredRow;

struct StoredAi {
    std::string name;
    std::string path;
    std::string sha256;
    bool is_command_line = false; ///< the path is one
};

struct StoredField {
    std::string name;
    std::string path;
    std::string sha256;
};

/// Identity of a tournament: everything its results depend on.
struct StoredTournament {
    std::string game;
    int seats = 2;
    int games_per_match = 2;
    std::string format;
    std::int64_t matches = 0; ///< number of matches in the whole plan
    std::string settings;     ///< everything else that results depend on: lines "key value"
    int shard = 1;            ///< of `shards`
    int shards = 1;
    std::string sprt;           ///< as requested, or empty
    bool match_decides = false; ///< the sum over a match decides, not the single game
    std::vector<double>
        points{}; ///< points by rank of a match that decides; empty: 1 for the first
    // The rest of the plan's configuration, besides AIs, fields and format.
    std::uint64_t seed = 0;
    std::string challenger{};
    bool draws_seats = false; ///< the base order of groups is random
    int tie_fields = 0;
    int top = 1;
    double confidence = 0.95;
    std::string limits{};   ///< of the AIs, for people
    std::string version{};  ///< version of the referee that created it
    std::string schedule{}; ///< SHA-256 of --schedule's file, or empty
    int generation = 0;     ///< the number of times it has grown
};

/// The number of games of a plan, or of one shard of it.
std::int64_t planned_games(const StoredTournament& tournament);

/// A version that was handed in to a season: referee/season/README.md.
struct StoredVersion {
    enum class Status {
        accepted,
        rejected,
        broken, ///< accepted, but later it could not be played
        late    ///< it came after the deadline and was not looked at
    };
    std::string entry;
    std::string version;
    std::string sha256; ///< of the submitted files
    bool is_baseline = false;
    Status status = Status::accepted;
    int ai = -1;           ///< index of its AI; −1: rejected or late
    std::string text{};    ///< the message for its author
    std::string decided{}; ///< when, "2026-11-21T20:51:36Z"
};

/// Matches of a season that are played elsewhere.
struct StoredBatch {
    std::string schedule; ///< SHA-256 of its schedule
    std::int64_t first = 0;
    std::int64_t matches = 0;
};

/// The format of a season's database: its matches are in no plan.
inline constexpr std::string_view season_format = "season";

/// A machine on which games were played.
struct StoredMachine {
    int shard = 1;
    std::string processor;
    int cores = 0;
    bool operator==(const StoredMachine&) const = default;
};

/// Throws UserError: "PATH: WHAT; the database is damaged: …".
[[noreturn]] void refuse_damaged(const std::string& path, const std::string& what);

/// Another process writes to the database.
struct SecondWriter : UserError {
    using UserError::UserError;
};

class Store {
  public:
    enum class Access { read, write };

    /// Opens an existing database; Access::write locks it against other tournaments. Throws
    /// UserError if it doesn't exist, isn't a tournament's or is in use.
    Store(const std::string& path, Access access);
    /// Creates a database. Throws UserError if the file exists.
    Store(
        const std::string& path, const StoredTournament& tournament,
        const std::vector<StoredAi>& ais, const std::vector<StoredField>& fields);
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    const StoredTournament& tournament() const { return tournament_; }
    const std::vector<StoredAi>& ais() const { return ais_; }
    /// Excluded AIs. Their games are kept but not counted.
    const std::vector<StoredAi>& left_out() const { return left_out_; }
    const std::vector<StoredField>& fields() const { return fields_; }
    const std::string& path() const { return path_; }

    /// For reports: hides these AIs and all their games. The store can no longer be written to.
    void leave_out(const std::vector<int>& ais);
    bool is_partial() const { return !view_.empty(); }

    /// For what is published: hides games, versions and their AIs of this moment and later ones, as
    /// the database has times, "2026-11-21T20:51:36Z". The store can no longer be written to.
    void hide_from(const std::string& time);

    /// The number of finished games.
    std::int64_t game_count() const;
    /// The indexes of finished games in [first, end), ascending; at most `max` of them (-1: all).
    std::vector<std::int64_t>
    games_between(std::int64_t first, std::int64_t end, std::int64_t max = -1) const;
    /// Adds a finished game in its own transaction. Throws InternalError (disk full).
    void add(const GameOutcome& outcome);
    /// Visits all finished games in the order of indexes, or those in [first, end).
    void for_each(const std::function<void(const GameOutcome&)>& look) const;
    void for_each(
        std::int64_t first, std::int64_t end,
        const std::function<void(const GameOutcome&)>& look) const;

    /// A stored fault with its game, field and AI.
    struct FaultRow {
        std::int64_t game = 0;
        int field = 0;
        int ai = 0;
        std::string record;
        FaultDetail detail;
    };
    void for_each_fault(const std::function<void(const FaultRow&)>& look) const;
    /// The details that are kept of the faults of a game.
    std::vector<FaultDetail> details_of_game(std::int64_t game) const { return faults_of(game); }
    /// The indexes of the first `max` games that have records.
    std::vector<std::int64_t> recorded_games(int max) const;
    /// The times at which the first and the last game finished, "2026-11-21T20:51:36Z"; empty
    /// without games.
    std::pair<std::string, std::string> times() const;

    /// The time at which each game finished, in the order of indexes.
    void for_each_time(
        const std::function<void(std::int64_t game, const std::string& time)>& look) const;

    /// A table or page is about to be written: it may be replaced later, even if it isn't finished.
    void expect_output(const std::string& path);
    /// Remembers one that has just been written, so that it may be replaced later.
    void remember_output(const std::string& path);
    /// True if the file still is what was remembered, or was expected and perhaps not finished:
    /// nobody else has written to it.
    bool is_own_output(const std::string& path) const;

    bool is_season() const { return tournament_.format == season_format; }
    /// Throws UserError for the database of `tune`, whose games have no standings.
    void require_standings() const;
    /// For a season: all versions in the order of their decisions.
    const std::vector<StoredVersion>& versions() const { return versions_; }
    /// Adds a version with its AI (unless it was rejected) in one transaction. A late one with the
    /// same files takes this place: its deadline was moved.
    void add_version(StoredVersion version, const StoredAi* ai);
    /// Records that an accepted version can no longer be played, or can be again.
    void change_version(std::size_t number, StoredVersion::Status status, const std::string& text);
    std::vector<StoredBatch> batches() const;
    /// Reserves the matches of a batch.
    void add_batch(const StoredBatch& batch);
    /// The index after those of all matches that are stored or reserved.
    std::int64_t next_match() const;
    /// By AI, the wall-clock seconds that its moves took in the games finished within the last
    /// `seconds`.
    std::vector<double> seconds_used(int seconds) const;

    std::vector<StoredMachine> machines() const;
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
    bool has_set_aside() const;
    std::int64_t set_aside_count() const;
    /// The games on a field that are set aside: the AIs by seat, and the ID for adopt().
    std::multimap<std::vector<int>, std::int64_t> set_aside_on(int field) const;
    /// A game that was set aside, and its new place in the plan.
    struct Adoption {
        std::int64_t id = 0;
        std::int64_t index = 0;
        std::int64_t match = 0;
    };
    void adopt(const std::vector<Adoption>& games);

    /// Drops all games of an AI or field and stores its new hash. Excluded AIs are numbered after
    /// the others. Returns the number of games dropped.
    std::int64_t replace_ai(int number, const StoredAi& ai);
    /// Drops all games of matches in which a late AI hardly computed (`starved`). Returns their
    /// number.
    std::int64_t drop_starved();
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
    std::vector<FaultDetail> faults_of(std::int64_t game) const;
    void read_games(
        std::int64_t first, std::int64_t end,
        const std::function<void(const GameOutcome&)>& look) const;
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

// A row of the database. Every value is checked as it is read: a damaged or edited file must cause
// one error, never a wrong table or a crash.

/// Converts an error of SQLite: UserError if the file is to blame (damaged, a table or column is
/// missing), else InternalError (disk full).
[[noreturn]] void fail_with(const std::string& path, const SQLite::Exception& problem);

class StoredRow {
  public:
    /// `describe` names the row for people ("game 17, seat 2"). It is called only for errors.
    StoredRow(
        const std::string& path, const SQLite::Statement& statement,
        std::function<std::string()> describe)
        : path_(path), statement_(statement), describe_(std::move(describe)) {}

    /// The integer in a column. Throws UserError unless it is one from min to max.
    std::int64_t integer(int column, std::int64_t min, std::int64_t max) const;
    /// The same for an int.
    int small(int column, int min, int max = std::numeric_limits<int>::max()) const {
        return static_cast<int>(integer(column, min, max));
    }
    /// The number in a column. Throws UserError unless it is one from min to max.
    double number(int column, double min, double max) const;
    /// The text in a column. Throws UserError if it isn't text.
    std::string text(int column) const;
    /// The text of a TimeHistogram in a column. Throws UserError if it isn't one.
    std::string times(int column) const;

    bool is_null(int column) const { return statement_.isColumnNull(column); }
    [[noreturn]] void refuse(int column, const std::string& needed) const;

  private:
    const std::string& path_;
    const SQLite::Statement& statement_;
    std::function<std::string()> describe_;
};

// Shared by store*.cpp, which alone include SQLite.

constexpr int busy_ms = 10'000; // a report may be reading

/// Keys of the table "tournament" that begin with it, a file's path after it, have hashes of what
/// the tournament has written.
constexpr std::string_view output_prefix = "output ";

/// The tables of a season beside those of every tournament.
extern const char* const season_schema;

struct Store::Database {
    Database(const std::string& path, int flags) : connection(path, flags, busy_ms) {}

    /// Opened before SQLite opens the file and closed after it: closing any descriptor of a file
    /// releases all fcntl locks that the process holds on it, including SQLite's.
    UniqueFd lock;
    SQLite::Database connection;
    std::unique_ptr<SQLite::Statement> insert_game;
    std::unique_ptr<SQLite::Statement> insert_seat;
};

/// Runs `use`, which reads or writes the database at `path`, and converts SQLite's errors to ours.
template <typename Use>
decltype(auto) with_database(const std::string& path, Use use) {
    try {
        return use();
    } catch (const SQLite::Exception& problem) {
        fail_with(path, problem);
    }
}

} // namespace referee
