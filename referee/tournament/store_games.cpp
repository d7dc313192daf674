// The store's games: adding, reading, dropping and merging them.

#include "field/sha256.hpp"
#include "tournament/store_database.hpp"
#include "tournament/store_seats.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace referee {
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
            seat_columns("s.")));
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
        transaction.commit();
        const auto place = static_cast<std::size_t>(number);
        (place < ais_.size() ? ais_[place] : left_out_[place - ais_.size()]) = ai;
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

Store::Joined Store::join(
    const Store& other,
    const std::function<void(const GameOutcome&, const GameOutcome&)>& conflict) {
    Joined joined;
    with_database(path_, [&] {
        SQLite::Transaction transaction(database_->connection);
        other.for_each([&](GameOutcome outcome) {
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
                outcome.faults = other.faults_of(outcome.index);
                outcome.record = moved_path(outcome.record, other.path_, path_);
                insert(outcome);
                ++joined.added;
            }
        });
        for (const StoredMachine& machine : other.machines()) {
            add_machine(machine);
        }
        transaction.commit();
    });
    return joined;
}

} // namespace referee
