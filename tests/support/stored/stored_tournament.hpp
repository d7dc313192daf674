#pragma once

/// A small tournament's database without anything being played, for tests of what reads one.

#include "tournament/plan/plan.hpp"
#include "tournament/store/store.hpp"

#include <string>

namespace tests {

/// Makes a database of three AIs for two seats on three fields: a round-robin of nine double
/// matches, of which `matches` have been played.
void store_tournament(const std::string& path, int matches);

/// The outcome of one of the two games of a match of two AIs.
referee::GameOutcome stored_game(const referee::PlannedMatch& match, int rotation);

/// Executes SQL on a database, as somebody who edits it would, without its constraints. Throws
/// SQLite::Exception.
void edit_database(const std::string& path, const std::string& sql);

} // namespace tests
