#pragma once

/// What the sources of the store share, and nobody else includes: the connection to SQLite, its
/// errors, and rows whose values are checked as they are read. A damaged or edited file must cause
/// one error, never a wrong table or a crash.

#include "os/descriptor.hpp"
#include "tournament/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace referee {

/// Converts an error of SQLite: UserError if the file is to blame (damaged, a table or column is
/// missing), else InternalError (disk full).
[[noreturn]] void fail_with(const std::string& path, const SQLite::Exception& problem);
/// Throws InternalError if the error means that the disk is full.
void refuse_if_full(const std::string& path, const SQLite::Exception& problem);

/// For a database of an older version that this one has never written to.
void add_command_lines(SQLite::Database& connection);

/// A row of the database.
class StoredRow {
  public:
    /// `describe` names the row for people ("game 17, seat 2"). It is called only for errors.
    StoredRow(
        const std::string& path, const SQLite::Statement& statement,
        std::function<std::string()> describe)
        : path_(path), statement_(statement), describe_(std::move(describe)) {}

    /// The integer in a column. Throws UserError unless it is one from min to max.
    std::int64_t integer(int column, std::int64_t min, std::int64_t max) const;
    /// The integer in a column, as an int.
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

/// The tables of a season besides those of every tournament.
extern const char* const season_schema;

/// Keys of the table "tournament" that begin with it, a file's path after it, have hashes of what
/// the tournament has written.
constexpr std::string_view output_prefix = "output ";

constexpr int busy_ms = 10'000; // a report may be reading

struct Store::Database {
    /// Each has one thread. Without locks for several, reading takes two thirds of the time.
    Database(const std::string& path, int flags)
        : connection(path, flags | SQLite::OPEN_NOMUTEX, busy_ms) {}

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
