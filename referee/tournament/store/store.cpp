#include "tournament/store/store.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/beneath.hpp"
#include "os/folder.hpp"
#include "os/output.hpp"
#include "tournament/store/database.hpp"
#include "tournament/store/seat_rows.hpp"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <sqlite3.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace referee {

// Creating, opening and locking a database, and what it keeps of the tournament as a whole:
// machines, written tables and pages, limits. Its head: head.cpp; games: games.cpp and
// seat_rows.cpp; a season's versions: season_rows.cpp; growing: growth.cpp; games of other
// databases: joining.cpp; what a reader doesn't see: view.cpp.

namespace {

/// Counts changes that can't be added to an older database. New measurements, faults and keys of
/// the head are no such changes: seat_rows.cpp and head.cpp say what older ones lack.
constexpr int schema_version = 3;
constexpr int application_id = 0x52656665; // "Refe": identifies our databases

/// All tables but `seats`.
constexpr const char* schema = R"(
CREATE TABLE tournament (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE ais (id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, sha256 TEXT NOT NULL,
  takes_part INTEGER NOT NULL DEFAULT 1, command_line INTEGER NOT NULL DEFAULT 0);
CREATE TABLE fields (id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE machines (shard INTEGER NOT NULL, processor TEXT NOT NULL, cores INTEGER NOT NULL,
  UNIQUE (shard, processor, cores));
CREATE TABLE games (id INTEGER PRIMARY KEY, match INTEGER NOT NULL, field INTEGER NOT NULL REFERENCES fields,
  turns INTEGER NOT NULL, reason TEXT NOT NULL, state TEXT NOT NULL, record TEXT NOT NULL,
  finished TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')));
CREATE INDEX set_aside ON games (field) WHERE id < 0;
CREATE TABLE faults (game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, fault TEXT NOT NULL,
  turn INTEGER NOT NULL, in_preparation INTEGER NOT NULL, reason TEXT NOT NULL, printed TEXT NOT NULL,
  PRIMARY KEY (game, seat, fault)) WITHOUT ROWID;
)";

[[noreturn]] void refuse_second_writer(const std::string& path) {
    throw SecondWriter(
        path + ": another tournament is writing to it; wait until it ends, or name another file");
}

/// `how`: LOCK_EX to write, LOCK_SH to keep writers away.
void lock_or_refuse(const UniqueFd& file, const std::string& path, int how = LOCK_EX) {
    if (::flock(file.get(), how | LOCK_NB) == 0) {
        return;
    }
    if (errno == EWOULDBLOCK) {
        refuse_second_writer(path);
    }
    throw UserError(fmt::format( // a file server without locks
        "{}: it can't be locked ({}); name a file on a disk of this machine", path,
        std::generic_category().message(errno)));
}

UniqueFd lock_file(const std::string& path, int how = LOCK_EX) {
    UniqueFd lock(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!lock) {
        throw UserError(fmt::format(
            "{}: it can't be opened ({}); check its permissions", path,
            std::generic_category().message(errno)));
    }
    lock_or_refuse(lock, path, how);
    return lock;
}

/// The empty, locked file in which a new database is written. The lock belongs to the file, not to
/// its name, so it is held without a gap when the file is renamed.
UniqueFd lock_draft(const std::string& draft, const std::string& path) {
    UniqueFd lock(::open(draft.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!lock) {
        throw UserError(fmt::format(
            "{}: the database can't be created ({}); name a file in a writable folder", path,
            why_not_written(draft)));
    }
    lock_or_refuse(lock, path);
    struct stat own {};
    struct stat named {};
    if (::fstat(lock.get(), &own) != 0 || ::stat(draft.c_str(), &named) != 0 ||
        own.st_ino != named.st_ino) {
        refuse_second_writer(
            path); // it has become another tournament's database since we opened it
    }
    // Left by a killed run: SQLite would roll this journal back into our file.
    std::error_code code;
    std::filesystem::remove(draft + "-journal", code);
    if (::ftruncate(lock.get(), 0) != 0) {
        fail("emptying " + draft);
    }
    return lock;
}

std::string key_of_output(const std::string& path) {
    return std::string(output_prefix) + std::filesystem::absolute(path).lexically_normal().string();
}

} // namespace

Store::Store(const std::string& path, Access access) : path_(path) {
    if (std::filesystem::is_directory(path)) {
        const std::string season = path + "/season.sqlite";
        throw UserError(
            path + ": this is a folder; name the database of a tournament" +
            (std::filesystem::exists(season) ? ": " + season : ""));
    }
    if (is_stream(path)) {
        throw UserError(path + ": this is no regular file; name the database of a tournament");
    }
    if (!std::filesystem::is_regular_file(path)) {
        throw UserError(path + ": there is no such file; name the database of a tournament");
    }
    UniqueFd lock = access == Access::write ? lock_file(path) : UniqueFd();
    try {
        if (access == Access::read) {
            open_for_reading();
        } else {
            database_ = std::make_unique<Database>(path, SQLite::OPEN_READWRITE);
            database_->lock = std::move(lock);
        }
        if (database_->connection.execAndGet("PRAGMA application_id").getInt() != application_id) {
            throw UserError(path + ": not a database of a tournament; name another file");
        }
        if (database_->connection.execAndGet("PRAGMA user_version").getInt() != schema_version) {
            throw UserError(
                path + ": it was created by another version of the referee; use that version");
        }
        database_->connection.exec("PRAGMA synchronous = NORMAL");
        database_->connection.exec("PRAGMA cell_size_check = ON"); // a damaged page is an error
        read_head();
        if (access == Access::write) {
            add_missing_seat_columns(database_->connection);
            add_command_lines(database_->connection);
        }
    } catch (const SQLite::Exception& problem) {
        refuse_if_full(path, problem);
        if (problem.getErrorCode() == SQLITE_IOERR || problem.getErrorCode() == SQLITE_NOMEM) {
            fail_with(path, problem);
        }
        throw UserError(fmt::format(
            "{}: it can't be read as a database ({}); name another file", path,
            printable(problem.what(), 200)));
    }
}

Store::Store(
    const std::string& path, const StoredTournament& tournament, const std::vector<StoredAi>& ais,
    const std::vector<StoredField>& fields)
    : path_(path) {
    // Written under another name first, so that an interrupted start leaves no partial database.
    const std::string draft = path + ".new";
    std::error_code code;
    make_folders_above(path);
    UniqueFd lock = lock_draft(draft, path);
    if (std::filesystem::exists(path, code)) {
        std::filesystem::remove(draft, code);
        throw UserError(path + ": the file already exists; name another one");
    }
    try {
        database_ = std::make_unique<Database>(draft, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        database_->connection.exec("PRAGMA journal_mode = DELETE");
        database_->connection.exec(schema + seats_schema());
        database_->connection.exec(fmt::format("PRAGMA application_id = {}", application_id));
        database_->connection.exec(fmt::format("PRAGMA user_version = {}", schema_version));
        if (tournament.format == season_format) {
            database_->connection.exec(season_schema);
        }
        SQLite::Transaction transaction(database_->connection);
        write_head(tournament, ais, {}, fields);
        transaction.commit();
        database_.reset();
        std::filesystem::rename(draft, path);
        database_ = std::make_unique<Database>(path, SQLite::OPEN_READWRITE);
        database_->lock = std::move(lock);
        database_->connection.exec("PRAGMA journal_mode = WAL");
        database_->connection.exec("PRAGMA synchronous = NORMAL");
        read_head();
    } catch (const SQLite::Exception& problem) {
        refuse_if_full(path, problem);
        throw UserError(fmt::format(
            "{}: the database can't be created ({}); name a file in a writable folder", path,
            printable(problem.what(), 200)));
    }
}

Store::~Store() = default;

/// Reading a database in WAL mode needs two files beside it. If they can't be created (a read-only
/// medium, somebody else's folder), it is read as immutable; our lock keeps tournaments from
/// changing it meanwhile.
void Store::open_for_reading() {
    try {
        database_ = std::make_unique<Database>(path_, SQLite::OPEN_READWRITE);
        database_->connection.execAndGet("PRAGMA schema_version");
        return;
    } catch (const SQLite::Exception& problem) {
        if (problem.getErrorCode() != SQLITE_CANTOPEN &&
            problem.getErrorCode() != SQLITE_READONLY) {
            throw;
        }
    }
    database_.reset();
    UniqueFd lock = lock_file(path_, LOCK_SH);
    std::error_code code;
    const std::string log = path_ + "-wal";
    if (std::filesystem::exists(log, code) && std::filesystem::file_size(log, code) > 0) {
        throw UserError(fmt::format(
            "{}: its last games are in {}, and the folder is read-only; copy both files to a "
            "writable folder",
            path_, log));
    }
    std::string name = "file:";
    for (const char c : std::filesystem::absolute(path_).string()) {
        name += c == '/' ? "/" : fmt::format("%{:02x}", static_cast<unsigned char>(c));
    }
    database_ =
        std::make_unique<Database>(name + "?immutable=1", SQLite::OPEN_READONLY | SQLite::OPEN_URI);
    database_->lock = std::move(lock);
}

std::vector<StoredMachine> Store::machines() const {
    return with_database(path_, [&] {
        SQLite::Statement select(
            database_->connection, "SELECT shard, processor, cores FROM machines ORDER BY 1, 2, 3");
        const StoredRow row(path_, select, [] { return std::string("the table machines"); });
        std::vector<StoredMachine> machines;
        while (select.executeStep()) {
            machines.push_back({row.small(0, 1), row.text(1), row.small(2, 0)});
        }
        return machines;
    });
}

void Store::add_machine(const StoredMachine& machine) {
    with_database(path_, [&] {
        SQLite::Statement insert(
            database_->connection, "INSERT OR IGNORE INTO machines VALUES (?, ?, ?)");
        insert.bind(1, machine.shard);
        insert.bind(2, machine.processor);
        insert.bind(3, machine.cores);
        insert.exec();
    });
}

void Store::set_output(const std::string& path, const std::string& sha256) {
    with_database(path_, [&] {
        SQLite::Statement insert(
            database_->connection, "INSERT OR REPLACE INTO tournament VALUES (?, ?)");
        insert.bind(1, key_of_output(path));
        insert.bind(2, sha256);
        insert.exec();
    });
}

void Store::expect_output(const std::string& path) {
    set_output(path, "");
}

void Store::remember_output(const std::string& path) {
    if (std::filesystem::is_regular_file(path)) { // a pipe can't be replaced
        set_output(path, sha256_of_file(path));
    }
}

bool Store::is_own_output(const std::string& path) const {
    std::error_code code;
    if (!std::filesystem::is_regular_file(path, code)) {
        return false;
    }
    bool is_own = false;
    with_database(path_, [&] {
        SQLite::Statement select(
            database_->connection, "SELECT value FROM tournament WHERE key = ?");
        select.bind(1, key_of_output(path));
        if (select.executeStep()) {
            const std::string sha256 = select.getColumn(0).getString();
            is_own = sha256.empty() || sha256 == sha256_of_file(path);
        }
    });
    return is_own;
}

void Store::add_limits(const std::string& limits) {
    if (tournament_.limits.ends_with(limits)) {
        return;
    }
    tournament_.limits += "; later " + limits;
    with_database(path_, [&] {
        SQLite::Statement update(
            database_->connection, "UPDATE tournament SET value = ? WHERE key = 'limits'");
        update.bind(1, tournament_.limits);
        update.exec();
    });
}

} // namespace referee
