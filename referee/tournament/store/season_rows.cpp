// What a season keeps: its versions, and the matches that are played elsewhere.

#include "tournament/store/database.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee {

const char* const season_schema = R"(
CREATE TABLE versions (id INTEGER PRIMARY KEY, entry TEXT NOT NULL, version TEXT NOT NULL,
  sha256 TEXT NOT NULL, is_baseline INTEGER NOT NULL, status TEXT NOT NULL, ai INTEGER NOT NULL,
  text TEXT NOT NULL, decided TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
  UNIQUE (entry, version, sha256, is_baseline));
CREATE TABLE batches (first INTEGER PRIMARY KEY, matches INTEGER NOT NULL, schedule TEXT NOT NULL);
)";

namespace {

/// By StoredVersion::Status.
constexpr std::array<std::string_view, 4> status_names{"accepted", "rejected", "broken", "late"};

constexpr std::int64_t max_matches = std::int64_t{1} << 40U;

StoredVersion::Status status_of(const StoredRow& row, int column) {
    const std::string text = row.text(column);
    for (std::size_t i = 0; i < status_names.size(); ++i) {
        if (status_names[i] == text) {
            return static_cast<StoredVersion::Status>(i);
        }
    }
    row.refuse(column, "accepted, rejected, broken or late");
}

/// Folders and files have these names: they must not lead elsewhere, even if somebody else has
/// written the database.
std::string file_name(const StoredRow& row, int column) {
    std::string name = row.text(column);
    if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos ||
        name.find('\0') != std::string::npos) {
        row.refuse(column, "the name of a folder");
    }
    return name;
}

/// The number of a version that is added: that of the same one if it was late, else a new one.
std::size_t place_of(const std::vector<StoredVersion>& versions, const StoredVersion& added) {
    const auto late =
        std::find_if(versions.begin(), versions.end(), [&](const StoredVersion& known) {
            return known.status == StoredVersion::Status::late && known.entry == added.entry &&
                   known.version == added.version && known.sha256 == added.sha256;
        });
    return static_cast<std::size_t>(late - versions.begin());
}

} // namespace

void Store::read_versions() {
    versions_.clear();
    SQLite::Statement select(
        database_->connection,
        "SELECT entry, version, sha256, is_baseline, status, ai, text, decided, id "
        "FROM versions ORDER BY id");
    const StoredRow row(
        path_, select, [&] { return fmt::format("row {} of versions", versions_.size() + 1); });
    const int ais = static_cast<int>(ais_.size());
    while (select.executeStep()) {
        const auto number = static_cast<std::int64_t>(versions_.size());
        row.integer(8, number, number);
        StoredVersion version;
        version.entry = file_name(row, 0);
        version.version = file_name(row, 1);
        version.sha256 = row.text(2);
        version.is_baseline = row.integer(3, 0, 1) == 1;
        version.status = status_of(row, 4);
        const bool is_rejected = version.status == StoredVersion::Status::rejected ||
                                 version.status == StoredVersion::Status::late;
        version.ai = row.small(5, is_rejected ? -1 : 0, is_rejected ? -1 : ais - 1);
        version.text = row.text(6);
        version.decided = row.text(7);
        versions_.push_back(std::move(version));
    }
}

void Store::add_version(StoredVersion version, const StoredAi* ai) {
    with_database(path_, [&] {
        SQLite::Database& connection = database_->connection;
        SQLite::Transaction transaction(connection, SQLite::TransactionBehavior::IMMEDIATE);
        version.ai = -1;
        if (ai != nullptr) {
            version.ai = static_cast<int>(ais_.size());
            SQLite::Statement insert(
                connection,
                "INSERT INTO ais (id, name, path, sha256, command_line) VALUES (?, ?, ?, ?, ?)");
            insert.bind(1, version.ai);
            insert.bind(2, ai->name);
            insert.bind(3, ai->path);
            insert.bind(4, ai->sha256);
            insert.bind(5, ai->is_command_line ? 1 : 0);
            insert.exec();
        }
        const std::size_t place = place_of(versions_, version);
        SQLite::Statement insert(
            connection,
            fmt::format(
                "INSERT {} INTO versions (id, entry, version, sha256, is_baseline, status, ai, "
                "text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                place < versions_.size() ? "OR REPLACE" : ""));
        insert.bind(1, static_cast<std::int64_t>(place));
        insert.bind(2, version.entry);
        insert.bind(3, version.version);
        insert.bind(4, version.sha256);
        insert.bind(5, version.is_baseline ? 1 : 0);
        insert.bind(6, std::string(status_names[static_cast<std::size_t>(version.status)]));
        insert.bind(7, version.ai);
        insert.bind(8, version.text);
        insert.exec();
        transaction.commit();
        if (ai != nullptr) {
            ais_.push_back(*ai);
        }
        read_versions();
    });
}

void Store::change_version(
    std::size_t number, StoredVersion::Status status, const std::string& text) {
    with_database(path_, [&] {
        SQLite::Statement update(
            database_->connection, "UPDATE versions SET status = ?, text = ? WHERE id = ?");
        update.bind(1, std::string(status_names[static_cast<std::size_t>(status)]));
        update.bind(2, text);
        update.bind(3, static_cast<std::int64_t>(number));
        update.exec();
        read_versions();
    });
}

std::vector<StoredBatch> Store::batches() const {
    return with_database(path_, [&] {
        SQLite::Statement select(
            database_->connection, "SELECT first, matches, schedule FROM batches ORDER BY first");
        const StoredRow row(path_, select, [] { return std::string("the table batches"); });
        std::vector<StoredBatch> batches;
        while (select.executeStep()) {
            batches.push_back(
                {row.text(2), row.integer(0, 0, max_matches), row.integer(1, 0, max_matches)});
        }
        return batches;
    });
}

void Store::add_batch(const StoredBatch& batch) {
    with_database(path_, [&] {
        SQLite::Statement insert(database_->connection, "INSERT INTO batches VALUES (?, ?, ?)");
        insert.bind(1, batch.first);
        insert.bind(2, batch.matches);
        insert.bind(3, batch.schedule);
        insert.exec();
    });
}

std::int64_t Store::next_match() const {
    return with_database(path_, [&] {
        return database_->connection
            .execAndGet("SELECT max((SELECT coalesce(max(match) + 1, 0) FROM games), "
                        "(SELECT coalesce(max(first + matches), 0) FROM batches))")
            .getInt64();
    });
}

std::vector<double> Store::seconds_used(int seconds) const {
    return with_database(path_, [&] {
        SQLite::Statement select(
            database_->connection,
            "SELECT s.ai, sum(s.wall_ms) FROM games g JOIN seats s ON s.game = g.id "
            "WHERE g.finished >= strftime('%Y-%m-%dT%H:%M:%SZ', 'now', ?) GROUP BY s.ai");
        select.bind(1, fmt::format("-{} seconds", seconds));
        const StoredRow row(path_, select, [] { return std::string("the table seats"); });
        std::vector<double> used(ais_.size());
        while (select.executeStep()) {
            const int ai = row.small(0, 0, static_cast<int>(ais_.size()) - 1);
            constexpr double max_ms = 1e15;
            used[static_cast<std::size_t>(ai)] = row.number(1, 0, max_ms) / 1000;
        }
        return used;
    });
}

} // namespace referee
