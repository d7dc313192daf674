// The games of a database with their faults: adding, reading and dropping them.

#include "base/error.hpp"
#include "base/names.hpp"
#include "tournament/store/database.hpp"
#include "tournament/store/seat_rows.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace referee {

namespace {

constexpr int game_columns = 7; ///< columns of a game before those of a seat in read_games()

constexpr const char* fault_columns =
    "f.seat, f.turn, f.in_preparation, f.fault, f.reason, f.printed";

/// SQL for the row in `seats` of a seat that an expression names.
std::string row_of_seat(const std::string& seat, const Teams& places) {
    if (!places.are_played()) {
        return seat;
    }
    std::string text = "CASE " + seat;
    for (Seat each = 1; each <= places.seats(); ++each) {
        text += fmt::format(" WHEN {} THEN {}", each, places.place_of(each) + 1);
    }
    return text + " END";
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

void Store::for_each(std::int64_t first, std::int64_t end, const LookAtGame& look) const {
    with_database(path_, [&] { read_games(first, end, look); });
}

void Store::read_games(std::int64_t first, std::int64_t end, const LookAtGame& look) const {
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

/// The values of `fault_columns`, of which the first is number `column` of the row.
FaultDetail Store::read_fault(const StoredRow& row, int column) const {
    FaultDetail detail;
    detail.seat = row.small(column, 1, tournament_.places().seats());
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

std::vector<FaultDetail> Store::details_of_game(std::int64_t game) const {
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

void Store::for_each_fault(const LookAtFault& look) const {
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
                "JOIN seats s ON s.game = f.game AND s.seat = {} "
                "WHERE g.id >= 0 AND NOT EXISTS "
                "(SELECT 1 FROM seats o WHERE o.game = g.id AND o.ai IN ({})) "
                "ORDER BY g.id, f.turn, f.seat, f.fault",
                fault_columns, row_of_seat("f.seat", tournament_.places()),
                fmt::join(hidden, ",")));
        const StoredRow row(path_, select, [&] {
            return fmt::format("game {}, a fault", select.getColumn(0).getInt64() + 1);
        });
        while (select.executeStep()) {
            StoredFault fault;
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

void Store::for_each_time(const LookAtTime& look) const {
    with_database(path_, [&] {
        SQLite::Statement select(
            database_->connection, "SELECT id, finished FROM games WHERE id >= 0 ORDER BY id");
        const StoredRow row(path_, select, [&] {
            return fmt::format("game {}", select.getColumn(0).getInt64() + 1);
        });
        while (select.executeStep()) {
            look(select.getColumn(0).getInt64(), row.text(1));
        }
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

std::int64_t Store::drop_begun_elsewhere(const std::string& processor) {
    const std::vector<StoredMachine> known = machines();
    if (std::all_of(known.begin(), known.end(), [&](const StoredMachine& machine) {
            return machine.processor == processor;
        })) {
        return 0;
    }
    return with_database(path_, [&] {
        SQLite::Transaction transaction(database_->connection);
        const std::int64_t count = drop_games(
            "SELECT id AS game FROM games WHERE id >= 0 AND match IN (SELECT match FROM games WHERE "
            "id >= 0 GROUP BY match HAVING count(*) < ?)",
            tournament_.games_per_match);
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

} // namespace referee
