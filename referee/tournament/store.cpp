#include "tournament/store.hpp"

#include "error.hpp"
#include "process/descriptor.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <sstream>
#include <sys/file.h>

namespace referee {
namespace {

constexpr int schema_version = 1;
constexpr int application_id = 0x52656665; // "Refe": tells our databases from others'
constexpr int busy_ms = 10'000;            // a report may be reading meanwhile

constexpr const char* schema = R"(
CREATE TABLE tournament (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE ais (id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE fields (id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE machines (shard INTEGER NOT NULL, processor TEXT NOT NULL, cores INTEGER NOT NULL,
  UNIQUE (shard, processor, cores));
CREATE TABLE games (id INTEGER PRIMARY KEY, match INTEGER NOT NULL, field INTEGER NOT NULL REFERENCES fields,
  turns INTEGER NOT NULL, reason TEXT NOT NULL, state TEXT NOT NULL,
  finished TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')));
CREATE TABLE seats (game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, ai INTEGER NOT NULL REFERENCES ais,
  rank INTEGER NOT NULL, score REAL NOT NULL, points REAL NOT NULL, share REAL NOT NULL,
  timeout INTEGER NOT NULL, crash INTEGER NOT NULL, exit INTEGER NOT NULL, no_result INTEGER NOT NULL,
  bad_result INTEGER NOT NULL, illegal INTEGER NOT NULL, starved INTEGER NOT NULL,
  moves INTEGER NOT NULL, wall_ms REAL NOT NULL, longest_ms REAL NOT NULL, cpu_ms REAL NOT NULL,
  memory_kib INTEGER NOT NULL, times TEXT NOT NULL,
  PRIMARY KEY (game, seat)) WITHOUT ROWID;
)";

constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max();

double milliseconds(std::int64_t ns) {
    return static_cast<double>(ns) / 1e6;
}

std::int64_t nanoseconds(double ms) {
    return static_cast<std::int64_t>(ms * 1e6 + 0.5);
}

} // namespace

struct Store::Database {
    Database(const std::string& path, int flags) : connection(path, flags, busy_ms) {}

    /// Opened before SQLite opens the file and closed after it: closing any descriptor of a file
    /// gives up all fcntl locks of a process on it, SQLite's too.
    Descriptor lock;
    SQLite::Database connection;
    std::unique_ptr<SQLite::Statement> insert_game;
    std::unique_ptr<SQLite::Statement> insert_seat;
};

namespace {

/// Makes an error of ours out of one of SQLite's.
[[noreturn]] void fail_with(const std::string& path, const SQLite::Exception& problem) {
    throw InternalError(fmt::format(
        "{}: {} (SQLite {}); what was stored before is safe", path, problem.what(),
        problem.getExtendedErrorCode()));
}

Descriptor lock_file(const std::string& path) {
    Descriptor lock(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!lock) {
        fail("opening " + path);
    }
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
        throw UserError(
            path + ": another tournament is writing to it; wait for its end or use another --db");
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
    if (std::filesystem::exists(path, code)) {
        throw UserError(path + ": the file exists already; name another one");
    }
    std::filesystem::remove(draft, code);
    try {
        database_ = std::make_unique<Database>(draft, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        database_->connection.exec("PRAGMA journal_mode = DELETE");
        database_->connection.exec(schema);
        database_->connection.exec(fmt::format("PRAGMA application_id = {}", application_id));
        database_->connection.exec(fmt::format("PRAGMA user_version = {}", schema_version));
        write_head(tournament, ais, fields);
        database_.reset();
        std::filesystem::rename(draft, path);
        Descriptor lock = lock_file(path);
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
        {"points", fmt::format("{}", fmt::join(tournament.points, " "))}};
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
        {}};
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

std::int64_t Store::game_count() const {
    return database_->connection.execAndGet("SELECT count(*) FROM games").getInt64();
}

std::vector<std::int64_t> Store::games_between(std::int64_t first, std::int64_t end) const {
    SQLite::Statement select(
        database_->connection, "SELECT id FROM games WHERE id >= ? AND id < ? ORDER BY id");
    select.bind(1, first);
    select.bind(2, end);
    std::vector<std::int64_t> games;
    while (select.executeStep()) {
        games.push_back(select.getColumn(0).getInt64());
    }
    return games;
}

void Store::insert(const GameOutcome& outcome) {
    SQLite::Database& connection = database_->connection;
    if (!database_->insert_game) {
        database_->insert_game = std::make_unique<SQLite::Statement>(
            connection,
            "INSERT INTO games (id, match, field, turns, reason, state) VALUES (?, ?, ?, ?, ?, ?)");
        database_->insert_seat = std::make_unique<SQLite::Statement>(
            connection, "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                        "?, ?, ?, ?)");
    }
    SQLite::Statement& game = *database_->insert_game;
    game.reset();
    game.bind(1, outcome.index);
    game.bind(2, outcome.match);
    game.bind(3, outcome.field);
    game.bind(4, outcome.turns);
    game.bindNoCopy(5, outcome.reason);
    game.bindNoCopy(6, outcome.state);
    game.exec();
    SQLite::Statement& row = *database_->insert_seat;
    int number = 0;
    for (const SeatOutcome& seat : outcome.seats) {
        row.reset();
        int column = 0;
        row.bind(++column, outcome.index);
        row.bind(++column, ++number);
        row.bind(++column, seat.ai);
        row.bind(++column, seat.rank);
        row.bind(++column, seat.score);
        row.bind(++column, seat.points);
        row.bind(++column, seat.share);
        for (std::size_t fault = 1; fault < seat.faults.size(); ++fault) {
            row.bind(++column, seat.faults[fault]);
        }
        row.bind(++column, seat.starved);
        row.bind(++column, seat.moves);
        row.bind(++column, milliseconds(seat.wall_ns));
        row.bind(++column, milliseconds(seat.longest_ns));
        row.bind(++column, milliseconds(seat.cpu_ns));
        row.bind(++column, seat.peak_kb);
        row.bindNoCopy(++column, seat.times);
        row.exec();
    }
}

void Store::add(const GameOutcome& outcome) {
    try {
        SQLite::Transaction transaction(
            database_->connection, SQLite::TransactionBehavior::IMMEDIATE);
        insert(outcome);
        transaction.commit();
    } catch (const SQLite::Exception& problem) {
        fail_with(path_, problem);
    }
}

void Store::for_each(const std::function<void(const GameOutcome&)>& look) const {
    for_each(0, no_end, look);
}

void Store::for_each(
    std::int64_t first, std::int64_t end,
    const std::function<void(const GameOutcome&)>& look) const {
    SQLite::Statement select(
        database_->connection,
        "SELECT g.id, g.match, g.field, g.turns, g.reason, g.state, s.ai, s.rank, s.score, "
        "s.points, "
        "s.share, s.timeout, s.crash, s.exit, s.no_result, s.bad_result, s.illegal, s.starved, "
        "s.moves, s.wall_ms, s.longest_ms, s.cpu_ms, s.memory_kib, s.times "
        "FROM games g JOIN seats s ON s.game = g.id WHERE g.id >= ? AND g.id < ? "
        "ORDER BY g.id, s.seat");
    select.bind(1, first);
    select.bind(2, end);
    GameOutcome outcome;
    outcome.index = -1;
    while (select.executeStep()) {
        const std::int64_t index = select.getColumn(0).getInt64();
        if (index != outcome.index) {
            if (outcome.index >= 0) {
                look(outcome);
            }
            outcome = {
                index,
                select.getColumn(1).getInt64(),
                select.getColumn(2).getInt(),
                select.getColumn(3).getInt(),
                select.getColumn(4).getString(),
                select.getColumn(5).getString(),
                {}};
        }
        SeatOutcome seat;
        int column = 6;
        seat.ai = select.getColumn(column++).getInt();
        seat.rank = select.getColumn(column++).getInt();
        seat.score = select.getColumn(column++).getDouble();
        seat.points = select.getColumn(column++).getDouble();
        seat.share = select.getColumn(column++).getDouble();
        for (std::size_t fault = 1; fault < seat.faults.size(); ++fault) {
            seat.faults[fault] = select.getColumn(column++).getInt();
        }
        seat.starved = select.getColumn(column++).getInt();
        seat.moves = select.getColumn(column++).getInt();
        seat.wall_ns = nanoseconds(select.getColumn(column++).getDouble());
        seat.longest_ns = nanoseconds(select.getColumn(column++).getDouble());
        seat.cpu_ns = nanoseconds(select.getColumn(column++).getDouble());
        seat.peak_kb = select.getColumn(column++).getInt64();
        seat.times = select.getColumn(column++).getString();
        outcome.seats.push_back(std::move(seat));
    }
    if (outcome.index >= 0) {
        look(outcome);
    }
}

std::vector<StoredMachine> Store::machines() const {
    SQLite::Statement select(
        database_->connection, "SELECT shard, processor, cores FROM machines ORDER BY 1, 2, 3");
    std::vector<StoredMachine> machines;
    while (select.executeStep()) {
        machines.push_back(
            {select.getColumn(0).getInt(), select.getColumn(1).getString(),
             select.getColumn(2).getInt()});
    }
    return machines;
}

void Store::add_machine(const StoredMachine& machine) {
    SQLite::Statement insert(
        database_->connection, "INSERT OR IGNORE INTO machines VALUES (?, ?, ?)");
    insert.bind(1, machine.shard);
    insert.bind(2, machine.processor);
    insert.bind(3, machine.cores);
    insert.exec();
}

/// `where` names the games to be dropped, with one place for a number.
std::int64_t Store::drop_games(const std::string& where, int number) {
    std::int64_t count = 0;
    for (const std::string& statement :
         {"DELETE FROM seats WHERE game IN (" + where + ")",
          "DELETE FROM games WHERE id IN (" + where + ")"}) {
        SQLite::Statement drop(database_->connection, statement);
        drop.bind(1, number);
        count = drop.exec();
    }
    return count;
}

std::int64_t Store::replace_ai(int number, const StoredAi& ai) {
    SQLite::Transaction transaction(database_->connection);
    // All games of a match with it: the seats' rows of the games themselves go first.
    SQLite::Statement collect(
        database_->connection,
        "CREATE TEMP TABLE dropped AS SELECT DISTINCT game FROM seats WHERE ai = ?");
    collect.bind(1, number);
    collect.exec();
    const std::int64_t count = drop_games("SELECT game FROM temp.dropped WHERE ?1 = ?1", number);
    database_->connection.exec("DROP TABLE temp.dropped");
    SQLite::Statement update(
        database_->connection, "UPDATE ais SET path = ?, sha256 = ? WHERE id = ?");
    update.bind(1, ai.path);
    update.bind(2, ai.sha256);
    update.bind(3, number);
    update.exec();
    transaction.commit();
    ais_[static_cast<std::size_t>(number)] = ai;
    return count;
}

std::int64_t Store::replace_field(int number, const StoredField& field) {
    SQLite::Transaction transaction(database_->connection);
    const std::int64_t count = drop_games("SELECT id FROM games WHERE field = ?", number);
    SQLite::Statement update(
        database_->connection, "UPDATE fields SET path = ?, sha256 = ? WHERE id = ?");
    update.bind(1, field.path);
    update.bind(2, field.sha256);
    update.bind(3, number);
    update.exec();
    transaction.commit();
    fields_[static_cast<std::size_t>(number)] = field;
    return count;
}

Store::Joined Store::join(
    const Store& other,
    const std::function<void(const GameOutcome&, const GameOutcome&)>& conflict) {
    Joined joined;
    try {
        SQLite::Transaction transaction(database_->connection);
        other.for_each([&](const GameOutcome& outcome) {
            bool is_there = false;
            for_each(outcome.index, outcome.index + 1, [&](const GameOutcome& own) {
                is_there = true;
                if (!is_same_result(own, outcome)) {
                    conflict(own, outcome);
                }
            });
            if (is_there) {
                ++joined.duplicates;
            } else {
                insert(outcome);
                ++joined.added;
            }
        });
        for (const StoredMachine& machine : other.machines()) {
            add_machine(machine);
        }
        transaction.commit();
    } catch (const SQLite::Exception& problem) {
        fail_with(path_, problem);
    }
    return joined;
}

} // namespace referee
