#include "tournament/store_database.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace referee {
namespace {

constexpr int schema_version = 2;
constexpr int application_id = 0x52656665; // "Refe": tells our databases from others'

constexpr const char* schema = R"(
CREATE TABLE tournament (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE ais (id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE fields (id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE machines (shard INTEGER NOT NULL, processor TEXT NOT NULL, cores INTEGER NOT NULL,
  UNIQUE (shard, processor, cores));
CREATE TABLE games (id INTEGER PRIMARY KEY, match INTEGER NOT NULL, field INTEGER NOT NULL REFERENCES fields,
  turns INTEGER NOT NULL, reason TEXT NOT NULL, state TEXT NOT NULL, record TEXT NOT NULL,
  finished TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')));
CREATE TABLE seats (game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, ai INTEGER NOT NULL REFERENCES ais,
  rank INTEGER NOT NULL, score REAL NOT NULL, points REAL NOT NULL, share REAL NOT NULL,
  timeout INTEGER NOT NULL, crash INTEGER NOT NULL, exit INTEGER NOT NULL, no_result INTEGER NOT NULL,
  bad_result INTEGER NOT NULL, illegal INTEGER NOT NULL, starved INTEGER NOT NULL,
  moves INTEGER NOT NULL, wall_ms REAL NOT NULL, longest_ms REAL NOT NULL, cpu_ms REAL NOT NULL,
  memory_kib INTEGER NOT NULL, times TEXT NOT NULL, restarts INTEGER NOT NULL,
  PRIMARY KEY (game, seat)) WITHOUT ROWID;
CREATE TABLE faults (game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, fault TEXT NOT NULL,
  turn INTEGER NOT NULL, in_preparation INTEGER NOT NULL, reason TEXT NOT NULL, printed TEXT NOT NULL,
  PRIMARY KEY (game, seat, fault)) WITHOUT ROWID;
)";

[[noreturn]] void refuse_second_writer(const std::string& path) {
    throw UserError(
        path + ": another tournament is writing to it; wait for its end or use another --db");
}

void lock_or_refuse(const Descriptor& file, const std::string& path) {
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
        refuse_second_writer(path);
    }
}

Descriptor lock_file(const std::string& path) {
    Descriptor lock(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!lock) {
        fail("opening " + path);
    }
    lock_or_refuse(lock, path);
    return lock;
}

/// The empty file in which a new database is written, locked. The lock is the file's, not the
/// name's: it is held on without a gap when the file gets its name.
Descriptor lock_draft(const std::string& draft, const std::string& path) {
    Descriptor lock(::open(draft.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!lock) {
        throw UserError(fmt::format(
            "{}: the database can't be made ({}); name a file in a folder that may be written",
            path, std::generic_category().message(errno)));
    }
    lock_or_refuse(lock, path);
    struct stat own {};
    struct stat named {};
    if (::fstat(lock.get(), &own) != 0 || ::stat(draft.c_str(), &named) != 0 ||
        own.st_ino != named.st_ino) {
        refuse_second_writer(path); // it has become that one's database since we opened it
    }
    // What a start that was killed has left: SQLite would roll its journal back into our file.
    std::error_code code;
    std::filesystem::remove(draft + "-journal", code);
    if (::ftruncate(lock.get(), 0) != 0) {
        fail("emptying " + draft);
    }
    return lock;
}

} // namespace

Store::Store(const std::string& path, Access access) : path_(path) {
    if (!std::filesystem::is_regular_file(path)) {
        throw UserError(path + ": there is no such file; name the database of a tournament");
    }
    Descriptor lock = access == Access::write ? lock_file(path) : Descriptor();
    try {
        // A database in WAL mode can only be read by one who may make its -shm file.
        database_ = std::make_unique<Database>(path, SQLite::OPEN_READWRITE);
        database_->lock = std::move(lock);
        if (database_->connection.execAndGet("PRAGMA application_id").getInt() != application_id) {
            throw UserError(path + ": this is no database of a tournament; name another file");
        }
        if (database_->connection.execAndGet("PRAGMA user_version").getInt() != schema_version) {
            throw UserError(path + ": it was made by another version of the referee; use that one");
        }
        database_->connection.exec("PRAGMA synchronous = NORMAL");
        read_head();
    } catch (const SQLite::Exception& problem) {
        throw UserError(fmt::format(
            "{}: it can't be read as a database ({}); name another file", path, problem.what()));
    }
}

Store::Store(
    const std::string& path, const StoredTournament& tournament, const std::vector<StoredAi>& ais,
    const std::vector<StoredField>& fields)
    : path_(path) {
    // Written under another name first: a broken-off start leaves no half a database.
    const std::string draft = path + ".new";
    std::error_code code;
    Descriptor lock = lock_draft(draft, path);
    if (std::filesystem::exists(path, code)) {
        std::filesystem::remove(draft, code);
        throw UserError(path + ": the file exists already; name another one");
    }
    try {
        database_ = std::make_unique<Database>(draft, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        database_->connection.exec("PRAGMA journal_mode = DELETE");
        database_->connection.exec(schema);
        database_->connection.exec(fmt::format("PRAGMA application_id = {}", application_id));
        database_->connection.exec(fmt::format("PRAGMA user_version = {}", schema_version));
        write_head(tournament, ais, fields);
        database_.reset();
        std::filesystem::rename(draft, path);
        database_ = std::make_unique<Database>(path, SQLite::OPEN_READWRITE);
        database_->lock = std::move(lock);
        database_->connection.exec("PRAGMA journal_mode = WAL");
        database_->connection.exec("PRAGMA synchronous = NORMAL");
        read_head();
    } catch (const SQLite::Exception& problem) {
        throw UserError(fmt::format(
            "{}: the database can't be made ({}); name a file in a folder that may be written",
            path, problem.what()));
    }
}

Store::~Store() = default;

void Store::write_head(
    const StoredTournament& tournament, const std::vector<StoredAi>& ais,
    const std::vector<StoredField>& fields) {
    SQLite::Database& connection = database_->connection;
    SQLite::Transaction transaction(connection);
    const std::map<std::string, std::string> values{
        {"game", tournament.game},
        {"seats", std::to_string(tournament.seats)},
        {"games_per_match", std::to_string(tournament.games_per_match)},
        {"format", tournament.format},
        {"matches", std::to_string(tournament.matches)},
        {"settings", tournament.settings},
        {"shard", std::to_string(tournament.shard)},
        {"shards", std::to_string(tournament.shards)},
        {"sprt", tournament.sprt},
        {"match_decides", tournament.match_decides ? "1" : "0"},
        {"points", fmt::format("{}", fmt::join(tournament.points, " "))},
        {"seed", std::to_string(tournament.seed)},
        {"challenger", tournament.challenger},
        {"draws_seats", tournament.draws_seats ? "1" : "0"},
        {"limits", tournament.limits},
        {"version", tournament.version},
        {"generation", std::to_string(tournament.generation)}};
    for (const auto& [key, value] : values) {
        SQLite::Statement insert(connection, "INSERT INTO tournament VALUES (?, ?)");
        insert.bind(1, key);
        insert.bind(2, value);
        insert.exec();
    }
    SQLite::Statement insert_ai(connection, "INSERT INTO ais VALUES (?, ?, ?, ?)");
    SQLite::Statement insert_field(connection, "INSERT INTO fields VALUES (?, ?, ?, ?)");
    const auto insert_all = [](SQLite::Statement& insert, const auto& rows) {
        int id = 0;
        for (const auto& row : rows) {
            insert.bind(1, id++);
            insert.bind(2, row.name);
            insert.bind(3, row.path);
            insert.bind(4, row.sha256);
            insert.exec();
            insert.reset();
        }
    };
    insert_all(insert_ai, ais);
    insert_all(insert_field, fields);
    transaction.commit();
}

void Store::read_head() {
    SQLite::Database& connection = database_->connection;
    std::map<std::string, std::string> values;
    SQLite::Statement head(connection, "SELECT key, value FROM tournament");
    while (head.executeStep()) {
        values[head.getColumn(0)] = head.getColumn(1).getString();
    }
    const auto number = [&](const char* key) { return std::stoll(values.at(key)); };
    tournament_ = {
        values.at("game"),
        static_cast<int>(number("seats")),
        static_cast<int>(number("games_per_match")),
        values.at("format"),
        number("matches"),
        values.at("settings"),
        static_cast<int>(number("shard")),
        static_cast<int>(number("shards")),
        values.at("sprt"),
        values.at("match_decides") == "1",
        {},
        std::stoull(values.at("seed")),
        values.at("challenger"),
        values.at("draws_seats") == "1",
        values.at("limits"),
        values.at("version"),
        static_cast<int>(number("generation"))};
    std::istringstream points(values["points"]);
    for (double value = 0; points >> value;) {
        tournament_.points.push_back(value);
    }
    const auto read_all = [&](const char* query, auto& rows) {
        rows.clear();
        SQLite::Statement select(connection, query);
        while (select.executeStep()) {
            rows.push_back(
                {select.getColumn(0).getString(), select.getColumn(1).getString(),
                 select.getColumn(2).getString()});
        }
    };
    read_all("SELECT name, path, sha256 FROM ais ORDER BY id", ais_);
    read_all("SELECT name, path, sha256 FROM fields ORDER BY id", fields_);
}

} // namespace referee
