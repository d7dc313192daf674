#include "tournament/store_row.hpp"

#include "error.hpp"
#include "field/text.hpp"
#include "tournament/store.hpp"

#include <charconv>
#include <fmt/format.h>
#include <sqlite3.h>

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

void refuse_damaged(const std::string& path, const std::string& what) {
    throw UserError(fmt::format(
        "{}: {}; the database is damaged: restore it from a copy, or use another one", path, what));
}

void fail_with(const std::string& path, const SQLite::Exception& problem) {
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
            "{}: {}; check the permissions of the file and of its folder", path, problem.what()));
    default:
        throw InternalError(fmt::format(
            "{}: {} (SQLite {}); what was stored before is safe", path, problem.what(),
            problem.getExtendedErrorCode()));
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
