#include "tournament/store/database.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <sqlite3.h>
#include <system_error>

namespace referee {

namespace {

constexpr unsigned time_classes = 1024; // of a TimeHistogram

/// "CLASS:COUNT CLASS:COUNT …", as TimeHistogram::text() writes it.
bool counts_times(const std::string& text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        unsigned number = 0;
        int counted = 0;
        const auto [colon, number_error] = std::from_chars(at, end, number);
        if (number_error != std::errc() || colon == end || *colon != ':' ||
            number >= time_classes) {
            return false;
        }
        const auto [rest, count_error] = std::from_chars(colon + 1, end, counted);
        if (count_error != std::errc() || counted < 1 ||
            (rest != end && (*rest != ' ' || rest + 1 == end))) {
            return false;
        }
        at = rest == end ? end : rest + 1;
    }
    return true;
}

} // namespace

/// A full disk shows as several errors, depending on what SQLite was doing: even reading needs room
/// for an index beside the database.
void refuse_if_full(const std::string& path, const SQLite::Exception& problem) {
    const int error = problem.getErrorCode();
    std::error_code code;
    const std::filesystem::path folder = std::filesystem::absolute(path, code).parent_path();
    constexpr std::uintmax_t next_to_nothing = 64 * 1024;
    const bool has_no_room = std::filesystem::space(folder, code).available < next_to_nothing;
    const bool may_be_full = error == SQLITE_IOERR || error == SQLITE_CANTOPEN;
    if (error == SQLITE_FULL || (may_be_full && !code && has_no_room)) {
        throw EnvironmentError(
            path + ": the disk is full; free some space and run the same command again; what was "
                   "stored before is safe");
    }
}

void fail_with(const std::string& path, const SQLite::Exception& problem) {
    refuse_if_full(path, problem);
    switch (problem.getErrorCode()) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR: // a table or a column is missing
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
    case SQLITE_RANGE:
        refuse_damaged(path, printable(problem.what(), 200));
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
        throw UserError(fmt::format(
            "{}: {}; check the permissions of the file and of its folder", path,
            printable(problem.what(), 200)));
    default:
        throw InternalError(fmt::format(
            "{}: {} (SQLite {}); what was stored before is safe", path,
            printable(problem.what(), 200), problem.getExtendedErrorCode()));
    }
}

std::int64_t StoredRow::integer(int column, std::int64_t min, std::int64_t max) const {
    const SQLite::Column value = statement_.getColumn(column);
    if (!value.isInteger() || value.getInt64() < min || value.getInt64() > max) {
        refuse(column, fmt::format("an integer from {} to {}", min, max));
    }
    return value.getInt64();
}

double StoredRow::number(int column, double min, double max) const {
    const SQLite::Column value = statement_.getColumn(column);
    if (!value.isFloat() && !value.isInteger()) {
        refuse(column, "a number");
    }
    const double number = value.getDouble();
    if (!(number >= min && number <= max)) { // SQLite has infinities, but no NaN
        refuse(column, fmt::format("a number from {} to {}", min, max));
    }
    return number;
}

std::string StoredRow::text(int column) const {
    const SQLite::Column value = statement_.getColumn(column);
    if (!value.isText()) {
        refuse(column, "a text");
    }
    return value.getString();
}

std::string StoredRow::times(int column) const {
    std::string times = text(column);
    if (!counts_times(times)) {
        refuse(column, "counted times");
    }
    return times;
}

void StoredRow::refuse(int column, const std::string& needed) const {
    const SQLite::Column value = statement_.getColumn(column);
    refuse_damaged(
        path_, fmt::format(
                   "{}: {} is {}, not {}", describe_(), statement_.getColumnName(column),
                   value.isNull() ? "empty" : "'" + printable(value.getString()) + "'", needed));
}

} // namespace referee
