// A growing tournament: AIs and fields get new numbers, and games are set aside until the new plan
// has places for them. A game that is set aside has a negative number and is not counted.

#include "tournament/store/database.hpp"

#include <SQLiteCpp/Savepoint.h>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace referee {

namespace {

void write_numbers(SQLite::Database& connection, const std::vector<int>& numbers) {
    connection.exec("CREATE TEMP TABLE numbers (was INTEGER PRIMARY KEY, becomes INTEGER)");
    SQLite::Statement insert(connection, "INSERT INTO temp.numbers VALUES (?, ?)");
    for (std::size_t was = 0; was < numbers.size(); ++was) {
        insert.bind(1, static_cast<int>(was));
        insert.bind(2, numbers[was]);
        insert.exec();
        insert.reset();
    }
}

} // namespace

void Store::set_all_aside() {
    SQLite::Database& connection = database_->connection;
    const std::int64_t below =
        connection.execAndGet("SELECT coalesce(min(min(id), 0), 0) FROM games").getInt64();
    for (const char* const statement :
         {"UPDATE seats SET game = ?1 - 1 - game WHERE game >= 0",
          "UPDATE faults SET game = ?1 - 1 - game WHERE game >= 0",
          "UPDATE games SET id = ?1 - 1 - id WHERE id >= 0"}) {
        SQLite::Statement update(connection, statement);
        update.bind(1, below);
        update.exec();
    }
}

void Store::renumber(const std::string& column, const std::vector<int>& numbers) {
    SQLite::Database& connection = database_->connection;
    write_numbers(connection, numbers);
    const std::string table = column == "ai" ? "seats" : "games";
    connection.exec(fmt::format(
        "UPDATE {0} SET {1} = (SELECT becomes FROM temp.numbers WHERE was = {1})", table, column));
    connection.exec("DROP TABLE temp.numbers");
}

void Store::regroup(const Regrouping& regrouping, const std::function<void()>& place) {
    try {
        SQLite::Database& connection = database_->connection;
        SQLite::Transaction transaction(connection, SQLite::TransactionBehavior::IMMEDIATE);
        set_all_aside();
        renumber("ai", regrouping.ai_numbers);
        renumber("field", regrouping.field_numbers);
        // Not what it has written: it may still replace that.
        connection.exec(
            fmt::format("DELETE FROM tournament WHERE key NOT LIKE '{}%'", output_prefix));
        for (const char* const table : {"ais", "fields"}) {
            connection.exec(fmt::format("DELETE FROM {}", table));
        }
        StoredTournament tournament = regrouping.tournament;
        tournament.generation = tournament_.generation + 1;
        tournament.version = tournament_.version;
        write_head(tournament, regrouping.ais, regrouping.left_out, regrouping.fields);
        read_head();
        place();
        transaction.commit();
    } catch (const SQLite::Exception& problem) {
        fail_with(path_, problem);
    }
}

bool Store::has_set_aside() const {
    return with_database(path_, [&] {
        return database_->connection.execAndGet("SELECT EXISTS (SELECT 1 FROM games WHERE id < 0)")
                   .getInt() != 0;
    });
}

std::int64_t Store::set_aside_count() const {
    return with_database(path_, [&] {
        return database_->connection.execAndGet("SELECT count(*) FROM games WHERE id < 0")
            .getInt64();
    });
}

std::multimap<std::vector<int>, std::int64_t> Store::set_aside_on(int field) const {
    return with_database(path_, [&] {
        // Uses the partial index set_aside. Among several games the first one comes first.
        SQLite::Statement select(
            database_->connection, "SELECT g.id, s.ai FROM games g JOIN seats s ON s.game = g.id "
                                   "WHERE g.id < 0 AND g.field = ? ORDER BY g.id DESC, s.seat");
        select.bind(1, field);
        std::multimap<std::vector<int>, std::int64_t> games;
        std::vector<int> seating;
        std::int64_t game = 0;
        while (select.executeStep()) {
            if (select.getColumn(0).getInt64() != game && game < 0) {
                games.emplace(std::move(seating), game);
                seating.clear();
            }
            game = select.getColumn(0).getInt64();
            seating.push_back(select.getColumn(1).getInt());
        }
        if (game < 0) {
            games.emplace(std::move(seating), game);
        }
        return games;
    });
}

void Store::adopt(const std::vector<Adoption>& games) {
    try {
        SQLite::Database& connection = database_->connection;
        SQLite::Savepoint savepoint(connection, "adoption");
        SQLite::Statement seats(connection, "UPDATE seats SET game = ?2 WHERE game = ?1");
        SQLite::Statement faults(connection, "UPDATE faults SET game = ?2 WHERE game = ?1");
        SQLite::Statement game(connection, "UPDATE games SET id = ?2, match = ?3 WHERE id = ?1");
        for (const Adoption& adoption : games) {
            for (SQLite::Statement* const statement : {&seats, &faults, &game}) {
                statement->reset();
                statement->bind(1, adoption.id);
                statement->bind(2, adoption.index);
            }
            game.bind(3, adoption.match);
            seats.exec();
            faults.exec();
            game.exec();
        }
        savepoint.release();
    } catch (const SQLite::Exception& problem) {
        fail_with(path_, problem);
    }
}

} // namespace referee
