// The store's faults: the details kept for people.

#include "tournament/store_database.hpp"

#include <fmt/ranges.h>
#include <optional>

namespace referee {
namespace {

constexpr const char* columns = "f.seat, f.turn, f.in_preparation, f.fault, f.reason, f.printed";

} // namespace

/// The values of `columns`, of which the first is number `column` of the row.
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
                "SELECT {} FROM faults f WHERE f.game = ? ORDER BY f.seat, f.fault", columns));
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
                columns, fmt::join(hidden, ",")));
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
