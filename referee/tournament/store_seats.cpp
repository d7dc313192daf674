#include "tournament/store_seats.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <limits>

namespace referee {
namespace {

/// Upper bounds of stored values: larger ones would overflow in sums.
constexpr double max_score = 1e12;
constexpr double max_ms = 1e9; // 11 days
constexpr std::int64_t max_kib = std::int64_t{1} << 40U;
constexpr std::int64_t max_count = std::numeric_limits<int>::max();

struct Column {
    std::string_view name;
    std::string_view type;
};

/// All columns but `game`.
std::vector<Column> columns() {
    std::vector<Column> all{{"seat", "INTEGER NOT NULL"}, {"ai", "INTEGER NOT NULL REFERENCES ais"},
                            {"rank", "INTEGER NOT NULL"}, {"score", "REAL NOT NULL"},
                            {"points", "REAL NOT NULL"},  {"share", "REAL NOT NULL"}};
    for (std::size_t fault = 1; fault < all_names<Fault>.size(); ++fault) {
        all.push_back({all_names<Fault>[fault], "INTEGER NOT NULL"});
    }
    for (const Measurement& measurement : measurements) {
        const bool is_real = measurement.unit == Unit::milliseconds;
        all.push_back({measurement.name, is_real ? "REAL NOT NULL" : "INTEGER NOT NULL"});
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

std::string seat_columns(std::string_view prefix) {
    std::string list;
    for (const Column& column : columns()) {
        list += fmt::format("{}{}{}", list.empty() ? "" : ", ", prefix, column_name(column.name));
    }
    return list;
}

std::string insert_seat_statement() {
    std::string places = "?";
    for (std::size_t i = 0; i < columns().size(); ++i) {
        places += ", ?";
    }
    // An edited database may hold a seat without its game: replace it.
    return fmt::format(
        "INSERT OR REPLACE INTO seats (game, {}) VALUES ({})", seat_columns(), places);
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
        if (measurement.unit == Unit::milliseconds) {
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
