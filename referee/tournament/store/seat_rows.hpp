#pragma once

/// The rows of the table `seats`. Creating, writing and reading use the same order of columns: the
/// result, faults by kind, the measurements, the times of moves.

#include "tournament/store/database.hpp"
#include "tournament/store/outcome.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <set>
#include <string>
#include <string_view>

namespace referee {

/// The statement that creates the table.
std::string seats_schema();

/// The names of the columns that the table has in this database.
std::set<std::string, std::less<>> stored_seat_columns(SQLite::Database& connection);

/// The columns after `game` for a SELECT, separated by commas, each after `prefix`. A fault or a
/// measurement that isn't among the `stored` ones, because an older version created the database,
/// is selected as 0 or NULL.
std::string seat_columns(std::string_view prefix, const std::set<std::string, std::less<>>& stored);

/// Adds the faults and measurements that the table lacks. Throws SQLite::Exception.
void add_missing_seat_columns(SQLite::Database& connection);

/// The INSERT statement for bind_seat().
std::string insert_seat_statement();

/// Binds a whole row; `number` is the seat's number from 1. The seat's texts must outlive the
/// execution.
void bind_seat(SQLite::Statement& row, std::int64_t game, int number, const SeatOutcome& seat);

/// Reads the columns of seat_columns(), starting at column `first`. Throws UserError unless they
/// hold seat `number` of at most `seats`, an AI below `ais` and valid values.
SeatOutcome read_seat(const StoredRow& row, int first, int number, int seats, int ais);

} // namespace referee
