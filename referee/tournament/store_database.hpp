#pragma once

/// What the two files of the store share: the only ones that see SQLite.

#include "error.hpp"
#include "process/unique_fd.hpp"
#include "tournament/store.hpp"
#include "tournament/store_row.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <memory>
#include <string>

namespace referee {

constexpr int busy_ms = 10'000; // a report may be reading meanwhile

struct Store::Database {
    Database(const std::string& path, int flags) : connection(path, flags, busy_ms) {}

    /// Opened before SQLite opens the file and closed after it: closing any descriptor of a file
    /// gives up all fcntl locks of a process on it, SQLite's too.
    UniqueFd lock;
    SQLite::Database connection;
    std::unique_ptr<SQLite::Statement> insert_game;
    std::unique_ptr<SQLite::Statement> insert_seat;
};

/// Runs `use`, which reads or writes the database at `path`; an error of SQLite is one of ours.
template <typename Use>
decltype(auto) with_database(const std::string& path, Use use) {
    try {
        return use();
    } catch (const SQLite::Exception& problem) {
        fail_with(path, problem);
    }
}

} // namespace referee
