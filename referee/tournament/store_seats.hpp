#pragma once

/// The rows of the table of seats. Its columns stand in one order for making the table, writing and
/// reading: what happened on the seat, faults by kind, the measurements, the times of moves.

#include "tournament/outcome.hpp"
#include "tournament/store_row.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <string>
#include <string_view>

namespace referee {

/// The statement that makes the table.
std::string seats_schema();

/// The columns after `game`, separated by commas, each after `prefix`.
std::string seat_columns(std::string_view prefix = "");

/// INSERT for a row, to be bound by bind_seat().
std::string insert_seat_statement();

/// Binds a whole row; `number` is the seat's, from 1. The seat's texts must live until it has been
/// executed.
void bind_seat(SQLite::Statement& row, std::int64_t game, int number, const SeatOutcome& seat);

/// Reads the columns of seat_columns() from the column `first` on. Throws UserError unless they
/// hold seat `number` of at most `seats`, with one of `ais` AIs and values that can be.
SeatOutcome read_seat(const StoredRow& row, int first, int number, int seats, int ais);

} // namespace referee
