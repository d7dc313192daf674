#pragma once

/// Shared by store*.cpp, which alone include SQLite.

#include "error.hpp"
#include "process/unique_fd.hpp"
#include "tournament/store.hpp"
#include "tournament/store_row.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <string_view>

namespace referee {

constexpr int busy_ms = 10'000; // a report may be reading

/// Keys of the table "tournament" that begin with it, a file's path after it, have hashes of what
/// the tournament has written.
constexpr std::string_view output_prefix = "output ";

/// The tables of a season beside those of every tournament.
extern const char* const season_schema;

struct Store::Database {
    Database(const std::string& path, int flags) : connection(path, flags, busy_ms) {}

    /// Opened before SQLite opens the file and closed after it: closing any descriptor of a file
    /// releases all fcntl locks that the process holds on it, including SQLite's.
    UniqueFd lock;
    SQLite::Database connection;
    std::unique_ptr<SQLite::Statement> insert_game;
    std::unique_ptr<SQLite::Statement> insert_seat;
};

/// Runs `use`, which reads or writes the database at `path`, and converts SQLite's errors to ours.
template <typename Use>
decltype(auto) with_database(const std::string& path, Use use) {
    try {
        return use();
    } catch (const SQLite::Exception& problem) {
        fail_with(path, problem);
    }
}

} // namespace referee
