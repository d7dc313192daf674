// The store's faults: what of each is kept for people.

#include "tournament/store_database.hpp"

namespace referee {
namespace {

constexpr const char* columns = "f.seat, f.turn, f.in_preparation, f.fault, f.reason, f.printed";

FaultDetail detail_from(SQLite::Statement& select, int column) {
    FaultDetail detail;
    detail.seat = select.getColumn(column).getInt();
    detail.turn = select.getColumn(column + 1).getInt();
    detail.in_preparation = select.getColumn(column + 2).getInt() != 0;
    detail.fault = fault_named(select.getColumn(column + 3).getString()).value_or(Fault::none);
    detail.reason = select.getColumn(column + 4).getString();
    detail.printed = select.getColumn(column + 5).getString();
    return detail;
}

} // namespace

void Store::insert_faults(const GameOutcome& outcome) {
    for (const FaultDetail& detail : outcome.faults) {
        SQLite::Statement row(
            database_->connection, "INSERT INTO faults (game, seat, turn, in_preparation, fault, "
                                   "reason, printed) VALUES (?, ?, ?, ?, ?, ?, ?)");
        row.bind(1, outcome.index);
        row.bind(2, detail.seat);
        row.bind(3, detail.turn);
        row.bind(4, detail.in_preparation ? 1 : 0);
        row.bind(5, std::string(fault_names[static_cast<std::size_t>(detail.fault)]));
        row.bindNoCopy(6, detail.reason);
        row.bindNoCopy(7, detail.printed);
        row.exec();
    }
}

std::vector<FaultDetail> Store::faults_of(std::int64_t game) const {
    SQLite::Statement select(
        database_->connection,
        fmt::format("SELECT {} FROM faults f WHERE f.game = ? ORDER BY f.seat, f.fault", columns));
    select.bind(1, game);
    std::vector<FaultDetail> faults;
    while (select.executeStep()) {
        faults.push_back(detail_from(select, 0));
    }
    return faults;
}

void Store::for_each_fault(const std::function<void(const FaultRow&)>& look) const {
    SQLite::Statement select(
        database_->connection,
        fmt::format(
            "SELECT g.id, g.field, s.ai, g.record, {} FROM faults f JOIN games g ON g.id = f.game "
            "JOIN seats s ON s.game = f.game AND s.seat = f.seat "
            "WHERE g.id >= 0 ORDER BY g.id, f.turn, f.seat, f.fault",
            columns));
    while (select.executeStep()) {
        FaultRow row;
        row.game = select.getColumn(0).getInt64();
        row.field = select.getColumn(1).getInt();
        row.ai = select.getColumn(2).getInt();
        row.record = select.getColumn(3).getString();
        row.detail = detail_from(select, 4);
        look(row);
    }
}

std::pair<std::string, std::string> Store::times() const {
    SQLite::Statement select(
        database_->connection, "SELECT min(finished), max(finished) FROM games WHERE id >= 0");
    select.executeStep();
    return {select.getColumn(0).getString(), select.getColumn(1).getString()};
}

} // namespace referee
