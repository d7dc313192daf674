#include "tournament/store/store.hpp"

#include "base/described.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "game/field_text.hpp"
#include "os/folder.hpp"
#include "os/output.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/statistics/sprt.hpp"
#include "tournament/store/games.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <map>
#include <sqlite3.h>
#include <sstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace referee {

namespace {

/// Counts changes that can't be added to an older database. New measurements, faults and keys of
/// the head are no such changes: store/games.cpp and head_members below say what older ones lack,
/// and has_command_lines() what their AIs do.
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

/// A full disk shows as several errors, depending on what SQLite was doing: even reading needs room
/// for an index beside the database.
void refuse_if_full(const std::string& path, const SQLite::Exception& problem) {
    const int error = problem.getErrorCode();
    std::error_code code;
    const std::filesystem::path folder = std::filesystem::absolute(path, code).parent_path();
    constexpr std::uintmax_t next_to_nothing = 64 * 1024;
    const bool has_no_room = std::filesystem::space(folder, code).available < next_to_nothing;
    const bool may_be_full = error == SQLITE_IOERR || error == SQLITE_CANTOPEN;
    if (error == SQLITE_FULL || (may_be_full && !code && has_no_room)) {
        throw InternalError(
            path + ": the disk is full; free some space and run the same command again; what was "
                   "stored before is safe");
    }
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

/// False for a database of an older version that this one has never written to.
bool has_command_lines(SQLite::Database& connection) {
    return connection
               .execAndGet("SELECT count(*) FROM pragma_table_info('ais') WHERE name = "
                           "'command_line'")
               .getInt() > 0;
}

void add_command_lines(SQLite::Database& connection) {
    if (!has_command_lines(connection)) {
        connection.exec("ALTER TABLE ais ADD COLUMN command_line INTEGER NOT NULL DEFAULT 0");
    }
}

} // namespace

std::int64_t planned_games(const StoredTournament& tournament) {
    // A shard has the matches whose index is congruent to its number.
    const std::int64_t first = tournament.shard % tournament.shards;
    const std::int64_t matches =
        tournament.matches <= first
            ? 0
            : (tournament.matches - first + tournament.shards - 1) / tournament.shards;
    return matches * tournament.games_per_match;
}

Store::Store(const std::string& path, Access access) : path_(path) {
    if (std::filesystem::is_directory(path)) {
        const std::string season = path + "/season.sqlite";
        throw UserError(
            path + ": this is a folder; name the database of a tournament" +
            (std::filesystem::exists(season) ? ": " + season : ""));
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

// The head of a tournament's database: its settings, AIs and fields.

namespace {

/// Upper bounds of stored values: larger ones would overflow in sums.
constexpr std::int64_t max_option = 1 << 30U;
constexpr std::int64_t max_shards = 100'000;
constexpr std::int64_t max_generations = 1'000'000;
constexpr std::int64_t max_games_per_match = 40'320; // all orders of eight seats
constexpr double max_points = 1e6;

using Of = MembersOf<StoredTournament>;
using Head = StoredTournament;

/// All keys of the table `tournament`. One that comes later is added_later(), so that older
/// databases can still be read.
constexpr auto head_members = std::to_array<Member>(
    {Of::text<&Head::game>("game"),
     Of::integer<&Head::seats>("seats", 1, max_seats),
     Of::integer<&Head::games_per_match>("games_per_match", 1, max_games_per_match),
     Of::text<&Head::format>("format"),
     Of::integer<&Head::matches>("matches", 0, max_planned_matches),
     Of::text<&Head::settings>("settings"),
     Of::integer<&Head::shards>("shards", 1, max_shards),
     Of::integer<&Head::shard>("shard", 1, max_shards),
     Of::text<&Head::sprt>("sprt"),
     Of::integer<&Head::match_decides>("match_decides", 0, 1),
     Of::numbers<&Head::points>("points", -max_points, max_points),
     Of::integer<&Head::seed>("seed", 0, std::numeric_limits<std::int64_t>::max()),
     Of::text<&Head::challenger>("challenger"),
     Of::integer<&Head::draws_seats>("draws_seats", 0, 1),
     Of::text<&Head::limits>("limits"),
     Of::text<&Head::version>("version"),
     Of::text<&Head::schedule>("schedule"),
     Of::integer<&Head::tie_fields>("tie_fields", 0, max_option),
     Of::integer<&Head::top>("top", 1, max_option),
     Of::number<&Head::confidence>("confidence", 0.5, 0.9999),
     Of::integer<&Head::generation>("generation", 0, max_generations)});

} // namespace

void Store::write_head(
    const StoredTournament& tournament, const std::vector<StoredAi>& ais,
    const std::vector<StoredAi>& left_out, const std::vector<StoredField>& fields) {
    SQLite::Database& connection = database_->connection;
    for (const Member& member : head_members) {
        SQLite::Statement insert(connection, "INSERT INTO tournament VALUES (?, ?)");
        insert.bind(1, std::string(member.name));
        insert.bind(2, text_of(member.get(&tournament)));
        insert.exec();
    }
    SQLite::Statement insert_ai(
        connection, "INSERT INTO ais (id, name, path, sha256, command_line, takes_part) VALUES "
                    "(?, ?, ?, ?, ?, ?)");
    SQLite::Statement insert_field(connection, "INSERT INTO fields VALUES (?, ?, ?, ?)");
    const auto insert_one = [](SQLite::Statement& insert, const auto& row, int number) {
        insert.bind(1, number);
        insert.bind(2, row.name);
        insert.bind(3, row.path);
        insert.bind(4, row.sha256);
        insert.exec();
        insert.reset();
    };
    int number = 0;
    for (const auto& [rows, takes_part] : {std::pair(&ais, 1), std::pair(&left_out, 0)}) {
        for (const StoredAi& ai : *rows) {
            insert_ai.bind(5, ai.is_command_line ? 1 : 0);
            insert_ai.bind(6, takes_part);
            insert_one(insert_ai, ai, number++);
        }
    }
    number = 0;
    for (const StoredField& field : fields) {
        insert_one(insert_field, field, number++);
    }
}

namespace {

using Values = std::map<std::string, std::string>;

[[noreturn]] void refuse_head(
    const std::string& path, std::string_view key, const std::string& text, std::string_view form) {
    refuse_damaged(path, fmt::format("{} is '{}', not {}", key, printable(text), form));
}

/// The possible numbers of games in a match: one, one for each rotation, or one for each order.
bool can_be_games_of_match(int games, int seats) {
    int orders = 1;
    for (int seat = 2; seat <= seats; ++seat) {
        orders *= seat;
    }
    return games == 1 || games == seats || games == orders;
}

StoredTournament tournament_of(const std::string& path, const Values& values) {
    StoredTournament tournament;
    for (const Member& member : head_members) {
        const auto found = values.find(std::string(member.name));
        if (found == values.end()) {
            if (!member.is_new) {
                refuse_damaged(path, fmt::format("the value of {} is missing", member.name));
            }
            continue;
        }
        const MemberValue kind = member.get(&tournament);
        const std::optional<MemberValue> value = parsed(member, kind, found->second);
        if (!value) {
            refuse_head(path, member.name, found->second, form_of(member, kind));
        }
        member.set(&tournament, *value);
    }
    if (tournament.shard > tournament.shards) {
        refuse_head(
            path, "shard", values.at("shard"),
            fmt::format("an integer from 1 to {}", tournament.shards));
    }
    if (!can_be_games_of_match(tournament.games_per_match, tournament.seats)) {
        refuse_damaged(
            path, fmt::format(
                      "a match has {} games, which doesn't fit {} seats",
                      tournament.games_per_match, tournament.seats));
    }
    if (!tournament.sprt.empty()) {
        try {
            read_sprt(tournament.sprt);
        } catch (const UserError&) {
            refuse_damaged(
                path,
                fmt::format(
                    "sprt is '{}', which is not a sequential test", printable(tournament.sprt)));
        }
    }
    return tournament;
}

/// Reads all rows of `ais` or `fields`, which are numbered from 0.
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

void read_command_lines(
    const std::string& path, SQLite::Database& connection, std::vector<StoredAi>& ais) {
    if (!has_command_lines(connection)) {
        return;
    }
    SQLite::Statement select(connection, "SELECT command_line FROM ais ORDER BY id");
    const StoredRow row(path, select, [] { return std::string("the table ais"); });
    for (StoredAi& ai : ais) {
        select.executeStep();
        ai.is_command_line = row.small(0, 0, 1) == 1;
    }
}

} // namespace

/// Splits off the excluded AIs, which come last.
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
    read_command_lines(path_, connection, ais_);
    read_left_out();
    fields_ = files_in<StoredField>(path_, connection, "fields");
    if (is_season()) {
        read_versions();
    }
    const bool has_ais = is_season() || static_cast<int>(ais_.size()) >= tournament_.seats;
    if (!has_ais || fields_.empty()) {
        refuse_damaged(
            path_, fmt::format(
                       "{} AIs and {} fields are too few for a tournament with {} seats",
                       ais_.size(), fields_.size(), tournament_.seats));
    }
    if (tournament_.tie_fields >= static_cast<int>(fields_.size())) {
        refuse_damaged(path_, "more fields are reserved for ties than there are");
    }
}

namespace {

constexpr unsigned time_classes = 1024; // of a TimeHistogram

/// "CLASS:COUNT CLASS:COUNT …", as TimeHistogram::text() writes it.
bool counts_times(const std::string& text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        unsigned number = 0;
        int counted = 0;
        const auto [colon, number_error] = std::from_chars(at, end, number);
        if (number_error != std::errc() || colon == end || *colon != ':' ||
            number >= time_classes) {
            return false;
        }
        const auto [rest, count_error] = std::from_chars(colon + 1, end, counted);
        if (count_error != std::errc() || counted < 1 ||
            (rest != end && (*rest != ' ' || rest + 1 == end))) {
            return false;
        }
        at = rest == end ? end : rest + 1;
    }
    return true;
}

} // namespace

void refuse_damaged(const std::string& path, const std::string& what) {
    throw UserError(fmt::format(
        "{}: {}; the database is damaged: restore it from a copy, or use another one", path, what));
}

void fail_with(const std::string& path, const SQLite::Exception& problem) {
    refuse_if_full(path, problem);
    switch (problem.getErrorCode()) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR: // a table or a column is missing
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
    case SQLITE_RANGE:
        refuse_damaged(path, printable(problem.what(), 200));
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
        throw UserError(fmt::format(
            "{}: {}; check the permissions of the file and of its folder", path,
            printable(problem.what(), 200)));
    default:
        throw InternalError(fmt::format(
            "{}: {} (SQLite {}); what was stored before is safe", path,
            printable(problem.what(), 200), problem.getExtendedErrorCode()));
    }
}

std::int64_t StoredRow::integer(int column, std::int64_t min, std::int64_t max) const {
    const SQLite::Column value = statement_.getColumn(column);
    if (!value.isInteger() || value.getInt64() < min || value.getInt64() > max) {
        refuse(column, fmt::format("an integer from {} to {}", min, max));
    }
    return value.getInt64();
}

double StoredRow::number(int column, double min, double max) const {
    const SQLite::Column value = statement_.getColumn(column);
    if (!value.isFloat() && !value.isInteger()) {
        refuse(column, "a number");
    }
    const double number = value.getDouble();
    if (!(number >= min && number <= max)) { // SQLite has infinities, but no NaN
        refuse(column, fmt::format("a number from {} to {}", min, max));
    }
    return number;
}

std::string StoredRow::text(int column) const {
    const SQLite::Column value = statement_.getColumn(column);
    if (!value.isText()) {
        refuse(column, "a text");
    }
    return value.getString();
}

std::string StoredRow::times(int column) const {
    std::string times = text(column);
    if (!counts_times(times)) {
        refuse(column, "counted times");
    }
    return times;
}

void StoredRow::refuse(int column, const std::string& needed) const {
    const SQLite::Column value = statement_.getColumn(column);
    refuse_damaged(
        path_, fmt::format(
                   "{}: {} is {}, not {}", describe_(), statement_.getColumnName(column),
                   value.isNull() ? "empty" : "'" + printable(value.getString()) + "'", needed));
}

} // namespace referee
