#pragma once

/// How `tournament`, `report` and `merge` show the tables.

#include "commands/arguments.hpp"
#include "tournament/summary.hpp"

namespace referee {

/// --json, --csv, --table, --games, --pgn, --html, --title, --anchor, --force
const std::vector<Option>& table_options();

/// Makes sure that they can be carried out, before anything long begins. Throws UserError.
void check_table_options(const Arguments& arguments, const std::vector<StoredAi>& ais);

/// Prints the tables of the store, or writes them.
void show_tables(const Arguments& arguments, const Store& store);

} // namespace referee
