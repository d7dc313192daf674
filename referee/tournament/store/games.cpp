#include "tournament/store/games.hpp"

#include "base/error.hpp"
#include "base/names.hpp"
#include "os/beneath.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/store/store.hpp"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

namespace referee {

// The store's games: adding, reading, dropping and merging them.

namespace {

constexpr int game_columns = 7; ///< columns of a game before those of a seat in read_games()

constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max();

/// Converts a path relative to one database's folder to the other's.
std::string moved_path(const std::string& path, const std::string& from, const std::string& to) {
    namespace fs = std::filesystem;
    if (path.empty()) {
        return path;
    }
    return (fs::absolute(from).parent_path() / path)
        .lexically_normal()
        .lexically_relative(fs::absolute(to).lexically_normal().parent_path())
        .generic_string();
}

/// Stores the new path and hash of an AI or a field.
template <typename Row>
void update_file(
    SQLite::Database& connection, const std::string& table, int number, const Row& row) {
    SQLite::Statement update(
        connection, "UPDATE " + table + " SET path = ?, sha256 = ? WHERE id = ?");
    update.bind(1, row.path);
    update.bind(2, row.sha256);
    update.bind(3, number);
    update.exec();
}

/// Refuses a game with missing seats or with one AI on two seats.
void require_all_seats(
    const std::string& path, const StoredTournament& tournament, const GameOutcome& outcome) {
    if (static_cast<int>(outcome.seats.size()) != tournament.seats) {
        refuse_damaged(
            path, fmt::format(
                      "game {} has {} of {} seats", outcome.index + 1, outcome.seats.size(),
                      tournament.seats));
    }
    for (std::size_t seat = 1; seat < outcome.seats.size(); ++seat) {
        for (std::size_t other = 0; other < seat; ++other) {
            if (outcome.seats[seat].ai == outcome.seats[other].ai) {
                refuse_damaged(
                    path, fmt::format(
                              "game {} has one AI on seats {} and {}", outcome.index + 1, other + 1,
                              seat + 1));
            }
        }
    }
}

} // namespace

std::int64_t Store::game_count() const {
    return with_database(path_, [&] {
        return database_->connection.execAndGet("SELECT count(*) FROM games WHERE id >= 0")
            .getInt64();
    });
}

std::vector<std::int64_t>
Store::games_between(std::int64_t first, std::int64_t end, std::int64_t max) const {
    return with_database(path_, [&] {
        SQLite::Statement select(
            database_->connection,
            "SELECT id FROM games WHERE id >= ? AND id < ? ORDER BY id LIMIT ?");
        select.bind(1, first);
        select.bind(2, end);
        select.bind(3, max);
        std::vector<std::int64_t> games;
        while (select.executeStep()) {
            games.push_back(select.getColumn(0).getInt64());
        }
        return games;
    });
}

void Store::insert(const GameOutcome& outcome) {
    SQLite::Database& connection = database_->connection;
    if (!database_->insert_game) {
        database_->insert_game = std::make_unique<SQLite::Statement>(
            connection, "INSERT INTO games (id, match, field, turns, reason, state, record) "
                        "VALUES (?, ?, ?, ?, ?, ?, ?)");
        database_->insert_seat =
            std::make_unique<SQLite::Statement>(connection, insert_seat_statement());
    }
    SQLite::Statement& game = *database_->insert_game;
    game.reset();
    game.bind(1, outcome.index);
    game.bind(2, outcome.match);
    game.bind(3, outcome.field);
    game.bind(4, outcome.turns);
    game.bindNoCopy(5, outcome.reason);
    game.bindNoCopy(6, outcome.state);
    game.bindNoCopy(7, outcome.record);
    game.exec();
    SQLite::Statement& row = *database_->insert_seat;
    int number = 0;
    for (const SeatOutcome& seat : outcome.seats) {
        row.reset();
        bind_seat(row, outcome.index, ++number, seat);
        row.exec();
    }
    insert_faults(outcome);
}

void Store::add(const GameOutcome& outcome) {
    with_database(path_, [&] {
        SQLite::Transaction transaction(
            database_->connection, SQLite::TransactionBehavior::IMMEDIATE);
        insert(outcome);
        transaction.commit();
    });
}

void Store::for_each(const std::function<void(const GameOutcome&)>& look) const {
    for_each(0, no_end, look);
}

void Store::for_each(
    std::int64_t first, std::int64_t end,
    const std::function<void(const GameOutcome&)>& look) const {
    with_database(path_, [&] { read_games(first, end, look); });
}

void Store::read_games(
    std::int64_t first, std::int64_t end,
    const std::function<void(const GameOutcome&)>& look) const {
    // The outer join keeps a game whose seats are missing visible.
    SQLite::Statement select(
        database_->connection,
        fmt::format(
            "SELECT g.id, g.match, g.field, g.turns, g.reason, g.state, g.record, {} "
            "FROM games g LEFT JOIN seats s ON s.game = g.id WHERE g.id >= ? AND g.id < ? "
            "ORDER BY g.id, s.seat",
            seat_columns("s.", stored_seat_columns(database_->connection))));
    select.bind(1, first);
    select.bind(2, end);
    GameOutcome outcome;
    outcome.index = -1;
    const StoredRow row(path_, select, [&] {
        return fmt::format(
            "game {}, seat {}", select.getColumn(0).getInt64() + 1, outcome.seats.size() + 1);
    });
    const auto pass_on = [&] {
        if (outcome.index >= 0) {
            require_all_seats(path_, tournament_, outcome);
            bool is_seen = true;
            for (SeatOutcome& seat : outcome.seats) {
                seat.ai = seen_as(seat.ai);
                is_seen = is_seen && seat.ai >= 0;
            }
            if (is_seen) {
                look(outcome);
            }
        }
    };
    while (select.executeStep()) {
        if (select.getColumn(0).getInt64() != outcome.index) {
            pass_on();
            outcome = {-1, 0, 0, 0, {}, {}, {}, {}, {}};
            outcome = read_game(row);
        }
        const int number = static_cast<int>(outcome.seats.size()) + 1;
        outcome.seats.push_back(
            read_seat(row, game_columns, number, tournament_.seats, ai_count()));
    }
    pass_on();
}

GameOutcome Store::read_game(const StoredRow& row) const {
    const int games = tournament_.games_per_match;
    GameOutcome outcome;
    outcome.index = row.integer(0, 0, tournament_.matches * games - 1);
    outcome.match = row.integer(1, outcome.index / games, outcome.index / games);
    outcome.field = row.small(2, 0, static_cast<int>(fields_.size()) - 1);
    outcome.turns = row.small(3, 0);
    outcome.reason = row.text(4);
    outcome.state = row.text(5);
    outcome.record = row.text(6);
    return outcome;
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

namespace {

std::string key_of_output(const std::string& path) {
    return std::string(output_prefix) + std::filesystem::absolute(path).lexically_normal().string();
}

} // namespace

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

void Store::require_standings() const {
    if (tournament_.format == name_of(Format::tuning)) {
        throw UserError(fmt::format(
            "{}: a run of 'referee tune', whose games have no standings; give the same command again "
            "to see its result",
            path()));
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

/// `games` selects the games to be dropped; it has one parameter, `number`.
std::int64_t Store::drop_games(const std::string& games, int number) {
    SQLite::Database& connection = database_->connection;
    // Collected first, because the query may depend on the rows deleted first.
    SQLite::Statement collect(connection, "CREATE TEMP TABLE dropped AS " + games);
    collect.bind(1, number);
    collect.exec();
    connection.exec("DELETE FROM seats WHERE game IN (SELECT game FROM temp.dropped)");
    connection.exec("DELETE FROM faults WHERE game IN (SELECT game FROM temp.dropped)");
    const int count =
        connection.exec("DELETE FROM games WHERE id IN (SELECT game FROM temp.dropped)");
    connection.exec("DROP TABLE temp.dropped");
    return count;
}

std::int64_t Store::replace_ai(int number, const StoredAi& ai) {
    return with_database(path_, [&] {
        SQLite::Transaction transaction(database_->connection);
        const std::int64_t count =
            drop_games("SELECT DISTINCT game FROM seats WHERE ai = ?", number);
        update_file(database_->connection, "ais", number, ai);
        SQLite::Statement update(
            database_->connection, "UPDATE ais SET command_line = ? WHERE id = ?");
        update.bind(1, ai.is_command_line ? 1 : 0);
        update.bind(2, number);
        update.exec();
        transaction.commit();
        const auto place = static_cast<std::size_t>(number);
        (place < ais_.size() ? ais_[place] : left_out_[place - ais_.size()]) = ai;
        return count;
    });
}

std::int64_t Store::drop_starved() {
    return with_database(path_, [&] {
        SQLite::Transaction transaction(database_->connection);
        const std::int64_t count = drop_games(
            "SELECT id AS game FROM games WHERE id >= 0 AND match IN (SELECT match FROM games WHERE "
            "id >= 0 AND id IN (SELECT game FROM seats WHERE starved >= ?))",
            1);
        transaction.commit();
        return count;
    });
}

std::int64_t Store::replace_field(int number, const StoredField& field) {
    return with_database(path_, [&] {
        SQLite::Transaction transaction(database_->connection);
        const std::int64_t count =
            drop_games("SELECT id AS game FROM games WHERE field = ?", number);
        update_file(database_->connection, "fields", number, field);
        transaction.commit();
        fields_[static_cast<std::size_t>(number)] = field;
        return count;
    });
}

namespace {

/// The games of a database one by one, in the order of indexes.
class GameReader {
  public:
    GameReader(const Store& store, std::int64_t portion) : store_(store), portion_(portion) {
        read();
    }
    const Store& store() const { return store_; }
    bool is_at_end() const { return games_.empty(); }
    GameOutcome& game() { return games_.front(); }
    const GameOutcome& game() const { return games_.front(); }
    void advance() {
        games_.pop_front();
        if (games_.empty()) {
            read();
        }
    }

  private:
    void read() {
        const std::vector<std::int64_t> indexes = store_.games_between(next_, no_end, portion_);
        if (!indexes.empty()) {
            store_.for_each(indexes.front(), indexes.back() + 1, [this](const GameOutcome& game) {
                games_.push_back(game);
            });
            next_ = indexes.back() + 1;
        }
    }

    const Store& store_;
    std::int64_t portion_;
    std::int64_t next_ = 0;
    std::deque<GameOutcome> games_;
};

bool has_faults(const GameOutcome& game) {
    return std::any_of(game.seats.begin(), game.seats.end(), [](const SeatOutcome& seat) {
        return std::any_of(
            seat.faults.begin(), seat.faults.end(), [](int count) { return count > 0; });
    });
}

} // namespace

Store::Joined Store::join(std::span<const Store* const> others, const Conflict& conflict) {
    constexpr std::int64_t in_memory = 16'384; // games, of all readers together
    constexpr std::int64_t in_transaction = 100'000;
    Joined joined;
    with_database(path_, [&] {
        const std::int64_t portion =
            std::max<std::int64_t>(16, in_memory / static_cast<std::int64_t>(others.size() + 1));
        std::vector<GameReader> readers;
        readers.reserve(others.size());
        // The reader with the lowest game is on top.
        const auto comes_later = [](const GameReader* one, const GameReader* other) {
            return one->game().index > other->game().index;
        };
        std::priority_queue<GameReader*, std::vector<GameReader*>, decltype(comes_later)> queue(
            comes_later);
        for (const Store* const other : others) {
            GameReader& reader = readers.emplace_back(*other, portion);
            if (!reader.is_at_end()) {
                queue.push(&reader);
            }
        }
        // Games are added behind this reader, so it sees only those that were here before.
        GameReader own(*this, portion);
        GameOutcome last;
        last.index = -1;
        auto transaction = std::make_unique<SQLite::Transaction>(database_->connection);
        while (!queue.empty()) {
            GameReader& reader = *queue.top();
            queue.pop();
            GameOutcome& outcome = reader.game();
            while (!own.is_at_end() && own.game().index < outcome.index) {
                own.advance();
            }
            const bool is_own = !own.is_at_end() && own.game().index == outcome.index;
            if (is_own || last.index == outcome.index) {
                const GameOutcome& before = is_own ? own.game() : last;
                if (!is_same_result(before, outcome)) {
                    conflict(before, outcome, reader.store());
                }
                ++joined.duplicates;
            } else {
                if (has_faults(outcome)) {
                    outcome.faults = reader.store().faults_of(outcome.index);
                }
                outcome.record = moved_path(outcome.record, reader.store().path_, path_);
                insert(outcome);
                last = std::move(outcome);
                if (++joined.added % in_transaction == 0) {
                    transaction->commit();
                    transaction = std::make_unique<SQLite::Transaction>(database_->connection);
                }
            }
            reader.advance();
            if (!reader.is_at_end()) {
                queue.push(&reader);
            }
        }
        for (const Store* const other : others) {
            for (const StoredMachine& machine : other->machines()) {
                add_machine(machine);
            }
        }
        transaction->commit();
    });
    return joined;
}

namespace {

/// Upper bounds of stored values: larger ones would overflow in sums.
constexpr double max_score = 1e12;
constexpr double max_ms = 1e9; // 11 days
constexpr std::int64_t max_kib = std::int64_t{1} << 40U;
constexpr std::int64_t max_count = std::numeric_limits<int>::max();

/// Whether and how a table of an older version may lack a column.
enum class Missing {
    never,
    zero, ///< there was no such fault
    null  ///< it wasn't measured
};

struct Column {
    std::string_view name;
    std::string_view type;
    Missing missing = Missing::never;
};

/// All columns but `game`.
std::vector<Column> columns() {
    std::vector<Column> all{{"seat", "INTEGER NOT NULL"}, {"ai", "INTEGER NOT NULL REFERENCES ais"},
                            {"rank", "INTEGER NOT NULL"}, {"score", "REAL NOT NULL"},
                            {"points", "REAL NOT NULL"},  {"share", "REAL NOT NULL"}};
    for (std::size_t fault = 1; fault < all_names<Fault>.size(); ++fault) {
        all.push_back({all_names<Fault>[fault], "INTEGER NOT NULL DEFAULT 0", Missing::zero});
    }
    for (const Measurement& measurement : measurements) {
        const bool is_real = measurement.unit == Unit::milliseconds;
        all.push_back({measurement.name, is_real ? "REAL" : "INTEGER", Missing::null});
    }
    all.push_back({"times", "TEXT NOT NULL"});
    return all;
}

/// A fault's name as a column: dashes become underscores.
std::string column_name(std::string_view name) {
    std::string text(name);
    std::replace(text.begin(), text.end(), '-', '_');
    return text;
}

std::int64_t read_measurement(const StoredRow& row, int column, Unit unit) {
    if (row.is_null(column)) {
        return not_measured;
    }
    switch (unit) {
    case Unit::milliseconds:
        return nanoseconds(row.number(column, 0, max_ms));
    case Unit::kibibytes:
        return row.integer(column, 0, max_kib);
    case Unit::count:
        break;
    }
    return row.integer(column, 0, max_count);
}

} // namespace

std::string seats_schema() {
    std::string sql = "CREATE TABLE seats (game INTEGER NOT NULL REFERENCES games";
    for (const Column& column : columns()) {
        sql += fmt::format(", {} {}", column_name(column.name), column.type);
    }
    return sql + ", PRIMARY KEY (game, seat)) WITHOUT ROWID;";
}

std::set<std::string, std::less<>> stored_seat_columns(SQLite::Database& connection) {
    std::set<std::string, std::less<>> names;
    SQLite::Statement info(connection, "SELECT name FROM pragma_table_info('seats')");
    while (info.executeStep()) {
        names.insert(info.getColumn(0).getString());
    }
    return names;
}

std::string
seat_columns(std::string_view prefix, const std::set<std::string, std::less<>>& stored) {
    std::string list;
    for (const Column& column : columns()) {
        const std::string name = column_name(column.name);
        list += list.empty() ? "" : ", ";
        if (column.missing == Missing::never || stored.contains(name)) {
            list += fmt::format("{}{}", prefix, name);
        } else {
            list += fmt::format("{} AS {}", column.missing == Missing::zero ? "0" : "NULL", name);
        }
    }
    return list;
}

void add_missing_seat_columns(SQLite::Database& connection) {
    const std::set<std::string, std::less<>> stored = stored_seat_columns(connection);
    std::string additions;
    for (const Column& column : columns()) {
        const std::string name = column_name(column.name);
        if (column.missing != Missing::never && !stored.contains(name)) {
            additions += fmt::format("ALTER TABLE seats ADD COLUMN {} {};", name, column.type);
        }
    }
    if (!additions.empty()) {
        SQLite::Transaction transaction(connection);
        connection.exec(additions);
        transaction.commit();
    }
}

std::string insert_seat_statement() {
    std::string names;
    std::string places = "?";
    for (const Column& column : columns()) {
        names += ", " + column_name(column.name);
        places += ", ?";
    }
    // An edited database may hold a seat without its game: replace it.
    return fmt::format("INSERT OR REPLACE INTO seats (game{}) VALUES ({})", names, places);
}

void bind_seat(SQLite::Statement& row, std::int64_t game, int number, const SeatOutcome& seat) {
    int column = 0;
    row.bind(++column, game);
    row.bind(++column, number);
    row.bind(++column, seat.ai);
    row.bind(++column, seat.rank);
    row.bind(++column, seat.score);
    row.bind(++column, seat.points);
    row.bind(++column, seat.share);
    for (std::size_t fault = 1; fault < seat.faults.size(); ++fault) {
        row.bind(++column, seat.faults[fault]);
    }
    for (const Measurement& measurement : measurements) {
        const std::int64_t value = seat.measured.*measurement.value;
        if (value == not_measured) {
            row.bind(++column);
        } else if (measurement.unit == Unit::milliseconds) {
            row.bind(++column, milliseconds(value));
        } else {
            row.bind(++column, value);
        }
    }
    row.bindNoCopy(++column, seat.times);
}

SeatOutcome read_seat(const StoredRow& row, int first, int number, int seats, int ais) {
    int column = first;
    row.integer(column++, number, std::min(number, seats));
    SeatOutcome seat;
    seat.ai = row.small(column++, 0, ais - 1);
    seat.rank = row.small(column++, 1, seats);
    seat.score = row.number(column++, -max_score, max_score);
    seat.points = row.number(column++, -max_score, max_score);
    seat.share = row.number(column++, 0, 1);
    for (std::size_t fault = 1; fault < seat.faults.size(); ++fault) {
        seat.faults[fault] = row.small(column++, 0);
    }
    for (const Measurement& measurement : measurements) {
        seat.measured.*measurement.value = read_measurement(row, column++, measurement.unit);
    }
    seat.times = row.times(column);
    return seat;
}

// The store's faults: the details kept for people.

namespace {

constexpr const char* fault_columns =
    "f.seat, f.turn, f.in_preparation, f.fault, f.reason, f.printed";

} // namespace

/// The values of `fault_columns`, of which the first is number `column` of the row.
FaultDetail Store::read_fault(const StoredRow& row, int column) const {
    FaultDetail detail;
    detail.seat = row.small(column, 1, tournament_.seats);
    detail.turn = row.small(column + 1, 0);
    detail.in_preparation = row.integer(column + 2, 0, 1) != 0;
    const std::optional<Fault> fault = named<Fault>(row.text(column + 3));
    if (!fault) {
        row.refuse(column + 3, "the name of a fault");
    }
    detail.fault = *fault;
    detail.reason = row.text(column + 4);
    detail.printed = row.text(column + 5);
    return detail;
}

void Store::insert_faults(const GameOutcome& outcome) {
    for (const FaultDetail& detail : outcome.faults) {
        SQLite::Statement row(
            database_->connection,
            "INSERT OR REPLACE INTO faults (game, seat, turn, in_preparation, fault, "
            "reason, printed) VALUES (?, ?, ?, ?, ?, ?, ?)");
        row.bind(1, outcome.index);
        row.bind(2, detail.seat);
        row.bind(3, detail.turn);
        row.bind(4, detail.in_preparation ? 1 : 0);
        row.bind(5, std::string(name_of(detail.fault)));
        row.bindNoCopy(6, detail.reason);
        row.bindNoCopy(7, detail.printed);
        row.exec();
    }
}

std::vector<FaultDetail> Store::faults_of(std::int64_t game) const {
    return with_database(path_, [&] {
        SQLite::Statement select(
            database_->connection,
            fmt::format(
                "SELECT {} FROM faults f WHERE f.game = ? ORDER BY f.seat, f.fault",
                fault_columns));
        select.bind(1, game);
        const StoredRow row(
            path_, select, [game] { return fmt::format("game {}, a fault", game + 1); });
        std::vector<FaultDetail> faults;
        while (select.executeStep()) {
            faults.push_back(read_fault(row, 0));
        }
        return faults;
    });
}

void Store::for_each_fault(const std::function<void(const FaultRow&)>& look) const {
    with_database(path_, [&] {
        // No games with hidden AIs.
        std::vector<std::size_t> hidden;
        for (std::size_t ai = 0; ai < view_.size(); ++ai) {
            if (view_[ai] < 0) {
                hidden.push_back(ai);
            }
        }
        SQLite::Statement select(
            database_->connection,
            fmt::format(
                "SELECT g.id, g.field, s.ai, g.record, {} FROM faults f "
                "JOIN games g ON g.id = f.game "
                "JOIN seats s ON s.game = f.game AND s.seat = f.seat "
                "WHERE g.id >= 0 AND NOT EXISTS "
                "(SELECT 1 FROM seats o WHERE o.game = g.id AND o.ai IN ({})) "
                "ORDER BY g.id, f.turn, f.seat, f.fault",
                fault_columns, fmt::join(hidden, ",")));
        const StoredRow row(path_, select, [&] {
            return fmt::format("game {}, a fault", select.getColumn(0).getInt64() + 1);
        });
        while (select.executeStep()) {
            FaultRow fault;
            fault.game = row.integer(0, 0, tournament_.matches * tournament_.games_per_match - 1);
            fault.field = row.small(1, 0, static_cast<int>(fields_.size()) - 1);
            fault.ai = seen_as(row.small(2, 0, ai_count() - 1));
            fault.record = row.text(3);
            fault.detail = read_fault(row, 4);
            look(fault);
        }
    });
}

std::vector<std::int64_t> Store::recorded_games(int max) const {
    return with_database(path_, [&] {
        SQLite::Statement select(
            database_->connection,
            "SELECT id FROM games WHERE id >= 0 AND record <> '' ORDER BY id LIMIT ?");
        select.bind(1, max);
        std::vector<std::int64_t> games;
        while (select.executeStep()) {
            games.push_back(select.getColumn(0).getInt64());
        }
        return games;
    });
}

std::pair<std::string, std::string> Store::times() const {
    return with_database(path_, [&]() -> std::pair<std::string, std::string> {
        SQLite::Statement select(
            database_->connection, "SELECT min(finished), max(finished) FROM games WHERE id >= 0");
        select.executeStep();
        const StoredRow row(path_, select, [] { return std::string("the table games"); });
        if (row.is_null(0)) {
            return {};
        }
        return {row.text(0), row.text(1)};
    });
}

} // namespace referee
