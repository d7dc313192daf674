#pragma once

/// A row of the database. Every value is checked as it is read: a damaged or edited file must cause
/// one error, never a wrong table or a crash.

#include <SQLiteCpp/SQLiteCpp.h>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

namespace referee {

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

} // namespace referee
