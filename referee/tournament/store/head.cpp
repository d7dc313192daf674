// The head of a tournament's database: its settings, AIs and fields.

#include "base/described.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/statistics/sprt.hpp"
#include "tournament/store/database.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee {

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
     Of::integer<&Head::generation>("generation", 0, max_generations),
     Of::text<&Head::teams>("teams").added_later()});

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
    const auto teams = parse_teams(tournament.teams);
    if (!tournament.teams.empty() &&
        (!teams || static_cast<int>(teams->size()) != tournament.seats)) {
        refuse_head(
            path, "teams", tournament.teams,
            fmt::format("the seats of {} teams", tournament.seats));
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

/// False for a database of an older version that this one has never written to.
bool has_command_lines(SQLite::Database& connection) {
    return connection
               .execAndGet("SELECT count(*) FROM pragma_table_info('ais') WHERE name = "
                           "'command_line'")
               .getInt() > 0;
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

void add_command_lines(SQLite::Database& connection) {
    if (!has_command_lines(connection)) {
        connection.exec("ALTER TABLE ais ADD COLUMN command_line INTEGER NOT NULL DEFAULT 0");
    }
}

void Store::write_head(
    const StoredTournament& tournament, const std::vector<StoredAi>& ais,
    const std::vector<StoredAi>& left_out, const std::vector<StoredField>& fields) {
    SQLite::Database& connection = database_->connection;
    for (const Member& member : head_members) {
        const std::string value = text_of(member.get(&tournament));
        if (member.is_new && value.empty()) {
            continue;
        }
        SQLite::Statement insert(connection, "INSERT INTO tournament VALUES (?, ?)");
        insert.bind(1, std::string(member.name));
        insert.bind(2, value);
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

} // namespace referee
