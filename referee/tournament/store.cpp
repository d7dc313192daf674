#include "field/text.hpp"
#include "tournament/sprt.hpp"
#include "tournament/store_database.hpp"
#include "tournament/store_seats.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <sqlite3.h>
#include <sstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace referee {
namespace {

constexpr int schema_version = 3;
/// Bounds of what can be: beyond them sums would overflow.
constexpr std::int64_t max_matches = std::int64_t{1} << 40U;
constexpr std::int64_t max_option = 1 << 30U;
constexpr std::int64_t max_shards = 100'000;
constexpr std::int64_t max_generations = 1'000'000;
constexpr double max_points = 1e6;
constexpr int application_id = 0x52656665; // "Refe": tells our databases from others'

/// All tables but `seats`.
constexpr const char* schema = R"(
CREATE TABLE tournament (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE ais (id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, sha256 TEXT NOT NULL,
  takes_part INTEGER NOT NULL DEFAULT 1);
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
    throw UserError(
        path + ": another tournament is writing to it; wait for its end or use another --db");
}

/// `how`: LOCK_EX for who writes, LOCK_SH to keep writers away.
void lock_or_refuse(const UniqueFd& file, const std::string& path, int how = LOCK_EX) {
    if (::flock(file.get(), how | LOCK_NB) != 0) {
        refuse_second_writer(path);
    }
}

UniqueFd lock_file(const std::string& path, int how = LOCK_EX) {
    UniqueFd lock(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!lock) {
        throw UserError(fmt::format(
            "{}: it can't be opened ({}); check the rights of the file", path,
            std::generic_category().message(errno)));
    }
    lock_or_refuse(lock, path, how);
    return lock;
}

/// The empty file in which a new database is written, locked. The lock is the file's, not the
/// name's: it is held on without a gap when the file gets its name.
UniqueFd lock_draft(const std::string& draft, const std::string& path) {
    UniqueFd lock(::open(draft.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
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
    UniqueFd lock = access == Access::write ? lock_file(path) : UniqueFd();
    try {
        if (access == Access::read) {
            open_for_reading();
        } else {
            database_ = std::make_unique<Database>(path, SQLite::OPEN_READWRITE);
            database_->lock = std::move(lock);
        }
        if (database_->connection.execAndGet("PRAGMA application_id").getInt() != application_id) {
            throw UserError(path + ": this is no database of a tournament; name another file");
        }
        if (database_->connection.execAndGet("PRAGMA user_version").getInt() != schema_version) {
            throw UserError(path + ": it was made by another version of the referee; use that one");
        }
        database_->connection.exec("PRAGMA synchronous = NORMAL");
        database_->connection.exec("PRAGMA cell_size_check = ON"); // a damaged page is an error
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
    UniqueFd lock = lock_draft(draft, path);
    if (std::filesystem::exists(path, code)) {
        std::filesystem::remove(draft, code);
        throw UserError(path + ": the file exists already; name another one");
    }
    try {
        database_ = std::make_unique<Database>(draft, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        database_->connection.exec("PRAGMA journal_mode = DELETE");
        database_->connection.exec(schema + seats_schema());
        database_->connection.exec(fmt::format("PRAGMA application_id = {}", application_id));
        database_->connection.exec(fmt::format("PRAGMA user_version = {}", schema_version));
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
        throw UserError(fmt::format(
            "{}: the database can't be made ({}); name a file in a folder that may be written",
            path, problem.what()));
    }
}

Store::~Store() = default;

/// A database in WAL mode is read with the help of two files beside it. Where they can't be made
/// (a read-only medium, the folder of somebody else) it is read as one that doesn't change; our
/// lock keeps tournaments from changing it meanwhile.
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
            "{}: its last games are in {}, and this folder can't be written; copy both files into "
            "one that can",
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

void Store::write_head(
    const StoredTournament& tournament, const std::vector<StoredAi>& ais,
    const std::vector<StoredAi>& left_out, const std::vector<StoredField>& fields) {
    SQLite::Database& connection = database_->connection;
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
        {"tie_fields", std::to_string(tournament.tie_fields)},
        {"top", std::to_string(tournament.top)},
        {"confidence", fmt::format("{}", tournament.confidence)},
        {"limits", tournament.limits},
        {"version", tournament.version},
        {"schedule", tournament.schedule},
        {"generation", std::to_string(tournament.generation)}};
    for (const auto& [key, value] : values) {
        SQLite::Statement insert(connection, "INSERT INTO tournament VALUES (?, ?)");
        insert.bind(1, key);
        insert.bind(2, value);
        insert.exec();
    }
    SQLite::Statement insert_ai(
        connection, "INSERT INTO ais (id, name, path, sha256, takes_part) VALUES (?, ?, ?, ?, ?)");
    SQLite::Statement insert_field(connection, "INSERT INTO fields VALUES (?, ?, ?, ?)");
    const auto insert_all = [](SQLite::Statement& insert, const auto& rows, int first) {
        for (const auto& row : rows) {
            insert.bind(1, first++);
            insert.bind(2, row.name);
            insert.bind(3, row.path);
            insert.bind(4, row.sha256);
            insert.exec();
            insert.reset();
        }
    };
    insert_ai.bind(5, 1);
    insert_all(insert_ai, ais, 0);
    insert_ai.bind(5, 0);
    insert_all(insert_ai, left_out, static_cast<int>(ais.size()));
    insert_all(insert_field, fields, 0);
}

namespace {

using Values = std::map<std::string, std::string>;

/// The head's integer of that name. Throws UserError unless it is one from min to max.
std::int64_t head_integer(
    const std::string& path, const Values& values, const std::string& key, std::int64_t min,
    std::int64_t max) {
    std::int64_t number = 0;
    const std::string& text = values.at(key);
    if (!parse_integer(text, number) || number < min || number > max) {
        refuse_damaged(
            path, fmt::format(
                      "{} is '{}', not an integer from {} to {}", key, printable(text), min, max));
    }
    return number;
}

/// The head's number of that name. Throws UserError unless it is one from min to max.
double head_number(
    const std::string& path, const Values& values, const std::string& key, double min, double max) {
    double number = 0;
    const std::string& text = values.at(key);
    const char* const end = text.data() + text.size();
    const auto [rest, code] = std::from_chars(text.data(), end, number);
    if (code != std::errc() || rest != end || !(number >= min && number <= max)) {
        refuse_damaged(
            path,
            fmt::format("{} is '{}', not a number from {} to {}", key, printable(text), min, max));
    }
    return number;
}

std::vector<double> head_points(const std::string& path, const Values& values) {
    std::vector<double> points;
    std::istringstream text(values.at("points"));
    for (std::string word; text >> word;) {
        double value = 0;
        const char* const end = word.data() + word.size();
        const auto [rest, code] = std::from_chars(word.data(), end, value);
        if (code != std::errc() || rest != end || !(std::abs(value) <= max_points)) {
            refuse_damaged(path, fmt::format("points holds '{}', no number", printable(word)));
        }
        points.push_back(value);
    }
    return points;
}

/// Games that a match may have: one, one for each rotation, or one for each order of the seats.
bool can_be_games_of_match(int games, int seats) {
    int orders = 1;
    for (int seat = 2; seat <= seats; ++seat) {
        orders *= seat;
    }
    return games == 1 || games == seats || games == orders;
}

StoredTournament tournament_of(const std::string& path, const Values& values) {
    for (const char* const key :
         {"game",      "seats",    "games_per_match", "format",      "matches",
          "settings",  "shard",    "shards",          "sprt",        "match_decides",
          "points",    "seed",     "challenger",      "draws_seats", "limits",
          "version",   "schedule", "generation",      "tie_fields",  "top",
          "confidence"}) {
        if (!values.contains(key)) {
            refuse_damaged(path, fmt::format("the value of {} is missing", key));
        }
    }
    const auto integer = [&](const char* key, std::int64_t min, std::int64_t max) {
        return head_integer(path, values, key, min, max);
    };
    StoredTournament tournament;
    tournament.game = values.at("game");
    tournament.seats = static_cast<int>(integer("seats", 1, max_seats));
    tournament.games_per_match = static_cast<int>(integer("games_per_match", 1, 40'320));
    tournament.format = values.at("format");
    tournament.matches = integer("matches", 0, max_matches);
    tournament.settings = values.at("settings");
    tournament.shards = static_cast<int>(integer("shards", 1, max_shards));
    tournament.shard = static_cast<int>(integer("shard", 1, tournament.shards));
    tournament.sprt = values.at("sprt");
    tournament.match_decides = integer("match_decides", 0, 1) == 1;
    tournament.points = head_points(path, values);
    tournament.seed =
        static_cast<std::uint64_t>(integer("seed", 0, std::numeric_limits<std::int64_t>::max()));
    tournament.challenger = values.at("challenger");
    tournament.draws_seats = integer("draws_seats", 0, 1) == 1;
    tournament.limits = values.at("limits");
    tournament.version = values.at("version");
    tournament.schedule = values.at("schedule");
    tournament.tie_fields = static_cast<int>(integer("tie_fields", 0, max_option));
    tournament.top = static_cast<int>(integer("top", 1, max_option));
    tournament.confidence = head_number(path, values, "confidence", 0.5, 0.9999);
    tournament.generation = static_cast<int>(integer("generation", 0, max_generations));
    if (!can_be_games_of_match(tournament.games_per_match, tournament.seats)) {
        refuse_damaged(
            path, fmt::format(
                      "a match has {} games, which {} seats don't give", tournament.games_per_match,
                      tournament.seats));
    }
    if (!tournament.sprt.empty()) {
        try {
            read_sprt(tournament.sprt);
        } catch (const UserError&) {
            refuse_damaged(
                path, fmt::format("sprt is '{}', no sequential test", printable(tournament.sprt)));
        }
    }
    return tournament;
}

/// All rows of `ais` or `fields`, which are numbered from 0.
template <typename Row>
std::vector<Row>
files_in(const std::string& path, SQLite::Database& connection, const std::string& table) {
    SQLite::Statement select(
        connection, "SELECT id, name, path, sha256 FROM " + table + " ORDER BY id");
    std::vector<Row> rows;
    const StoredRow row(
        path, select, [&] { return fmt::format("row {} of {}", rows.size() + 1, table); });
    while (select.executeStep()) {
        const auto number = static_cast<std::int64_t>(rows.size());
        row.integer(0, number, number);
        rows.push_back({row.text(1), row.text(2), row.text(3)});
    }
    return rows;
}

} // namespace

/// Those who take part come first.
void Store::read_left_out() {
    SQLite::Statement select(
        database_->connection,
        "SELECT count(*), coalesce(max(id), -1) + 1 FROM ais WHERE takes_part");
    const StoredRow row(path_, select, [] { return std::string("the table ais"); });
    select.executeStep();
    const auto count = static_cast<std::int64_t>(ais_.size());
    const auto playing = row.integer(0, 0, count);
    row.integer(1, playing, playing);
    left_out_.assign(ais_.begin() + playing, ais_.end());
    ais_.resize(static_cast<std::size_t>(playing));
}

void Store::read_head() {
    SQLite::Database& connection = database_->connection;
    Values values;
    SQLite::Statement head(connection, "SELECT key, value FROM tournament");
    const StoredRow row(path_, head, [] { return std::string("the table tournament"); });
    while (head.executeStep()) {
        const std::string key = row.text(0);
        values[key] = row.text(1);
    }
    tournament_ = tournament_of(path_, values);
    ais_ = files_in<StoredAi>(path_, connection, "ais");
    read_left_out();
    fields_ = files_in<StoredField>(path_, connection, "fields");
    if (static_cast<int>(ais_.size()) < tournament_.seats || fields_.empty()) {
        refuse_damaged(
            path_, fmt::format(
                       "{} AIs and {} fields are too few for a tournament with {} seats",
                       ais_.size(), fields_.size(), tournament_.seats));
    }
    if (tournament_.tie_fields >= static_cast<int>(fields_.size())) {
        refuse_damaged(path_, "more fields are kept for ties than there are");
    }
}

} // namespace referee
