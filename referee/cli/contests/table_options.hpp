#pragma once

/// The tables of `tournament`, `report` and `merge`.

#include "cli/arguments.hpp"
#include "tournament/report/summary.hpp"
#include "tournament/store/store.hpp"

namespace referee {

/// The options: --json, --csv, --table, --games, --pgn, --html, --title, --anchor, --force.
const std::vector<Option>& table_options();

/// Checks the options before anything slow starts. Files that exist already may only be overwritten
/// with --force, or if the tournament in `database` has written them; an empty name stands for
/// none. Throws UserError.
void check_table_options(
    const Arguments& arguments, const std::vector<StoredAi>& ais, const std::string& database);

/// The index of the AI that an option names. Throws UserError.
int ai_named(const Results& store, const std::string& name, std::string_view option = "explain");

/// Prints or writes the tables of a database. The owner, if there is one, remembers which files are
/// its own. With --explain it prints where that AI loses instead of the tables. `site` is for JSON:
/// the folder of the site with the games, if there is to be one.
void show_tables(
    const Arguments& arguments, const Results& store, Store* owner = nullptr,
    const std::string& site = "");

} // namespace referee
