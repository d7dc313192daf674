#include "tournament/store/seat_rows.hpp"

#include "base/names.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

namespace {

/// Upper bounds of stored values: larger ones would overflow in sums.
constexpr double max_score = 1e12;
constexpr double max_ms = 1e9; // 11 days
constexpr std::int64_t max_kib = std::int64_t{1} << 40U;
constexpr std::int64_t max_count = std::numeric_limits<int>::max();

/// Whether and how a table of an older version may lack a column.
enum class Missing {
    never,
    zero, ///< there was no such fault
    null  ///< it wasn't measured
};

struct Column {
    std::string_view name;
    std::string_view type;
    Missing missing = Missing::never;
};

/// All columns but `game`.
std::vector<Column> columns() {
    std::vector<Column> all{{"seat", "INTEGER NOT NULL"}, {"ai", "INTEGER NOT NULL REFERENCES ais"},
                            {"rank", "INTEGER NOT NULL"}, {"score", "REAL NOT NULL"},
                            {"points", "REAL NOT NULL"},  {"share", "REAL NOT NULL"}};
    for (std::size_t fault = 1; fault < all_names<Fault>.size(); ++fault) {
        all.push_back({all_names<Fault>[fault], "INTEGER NOT NULL DEFAULT 0", Missing::zero});
    }
    for (const Measurement& measurement : measurements) {
        const bool is_real = measurement.unit == Unit::milliseconds;
        all.push_back({measurement.name, is_real ? "REAL" : "INTEGER", Missing::null});
    }
    all.push_back({"times", "TEXT NOT NULL"});
    return all;
}

/// A fault's name as a column: dashes become underscores.
std::string column_name(std::string_view name) {
    std::string text(name);
    std::replace(text.begin(), text.end(), '-', '_');
    return text;
}

std::int64_t read_measurement(const StoredRow& row, int column, Unit unit) {
    if (row.is_null(column)) {
        return not_measured;
    }
    switch (unit) {
    case Unit::milliseconds:
        return nanoseconds(row.number(column, 0, max_ms));
    case Unit::kibibytes:
        return row.integer(column, 0, max_kib);
    case Unit::count:
        break;
    }
    return row.integer(column, 0, max_count);
}

} // namespace

std::string seats_schema() {
    std::string sql = "CREATE TABLE seats (game INTEGER NOT NULL REFERENCES games";
    for (const Column& column : columns()) {
        sql += fmt::format(", {} {}", column_name(column.name), column.type);
    }
    return sql + ", PRIMARY KEY (game, seat)) WITHOUT ROWID;";
}

std::set<std::string, std::less<>> stored_seat_columns(SQLite::Database& connection) {
    std::set<std::string, std::less<>> names;
    SQLite::Statement info(connection, "SELECT name FROM pragma_table_info('seats')");
    while (info.executeStep()) {
        names.insert(info.getColumn(0).getString());
    }
    return names;
}

std::string
seat_columns(std::string_view prefix, const std::set<std::string, std::less<>>& stored) {
    std::string list;
    for (const Column& column : columns()) {
        const std::string name = column_name(column.name);
        list += list.empty() ? "" : ", ";
        if (column.missing == Missing::never || stored.contains(name)) {
            list += fmt::format("{}{}", prefix, name);
        } else {
            list += fmt::format("{} AS {}", column.missing == Missing::zero ? "0" : "NULL", name);
        }
    }
    return list;
}

void add_missing_seat_columns(SQLite::Database& connection) {
    const std::set<std::string, std::less<>> stored = stored_seat_columns(connection);
    std::string additions;
    for (const Column& column : columns()) {
        const std::string name = column_name(column.name);
        if (column.missing != Missing::never && !stored.contains(name)) {
            additions += fmt::format("ALTER TABLE seats ADD COLUMN {} {};", name, column.type);
        }
    }
    if (!additions.empty()) {
        SQLite::Transaction transaction(connection);
        connection.exec(additions);
        transaction.commit();
    }
}

std::string insert_seat_statement() {
    std::string names;
    std::string places = "?";
    for (const Column& column : columns()) {
        names += ", " + column_name(column.name);
        places += ", ?";
    }
    // An edited database may hold a seat without its game: replace it.
    return fmt::format("INSERT OR REPLACE INTO seats (game{}) VALUES ({})", names, places);
}

void bind_seat(SQLite::Statement& row, std::int64_t game, int number, const SeatOutcome& seat) {
    int column = 0;
    row.bind(++column, game);
    row.bind(++column, number);
    row.bind(++column, seat.ai);
    row.bind(++column, seat.rank);
    row.bind(++column, seat.score);
    row.bind(++column, seat.points);
    row.bind(++column, seat.share);
    for (std::size_t fault = 1; fault < seat.faults.size(); ++fault) {
        row.bind(++column, seat.faults[fault]);
    }
    for (const Measurement& measurement : measurements) {
        const std::int64_t value = seat.measured.*measurement.value;
        if (value == not_measured) {
            row.bind(++column);
        } else if (measurement.unit == Unit::milliseconds) {
            row.bind(++column, milliseconds(value));
        } else {
            row.bind(++column, value);
        }
    }
    row.bindNoCopy(++column, seat.times);
}

SeatOutcome read_seat(const StoredRow& row, int first, int number, int seats, int ais) {
    int column = first;
    row.integer(column++, number, std::min(number, seats));
    SeatOutcome seat;
    seat.ai = row.small(column++, 0, ais - 1);
    seat.rank = row.small(column++, 1, seats);
    seat.score = row.number(column++, -max_score, max_score);
    seat.points = row.number(column++, -max_score, max_score);
    seat.share = row.number(column++, 0, 1);
    for (std::size_t fault = 1; fault < seat.faults.size(); ++fault) {
        seat.faults[fault] = row.small(column++, 0);
    }
    for (const Measurement& measurement : measurements) {
        seat.measured.*measurement.value = read_measurement(row, column++, measurement.unit);
    }
    seat.times = row.times(column);
    return seat;
}

} // namespace referee
