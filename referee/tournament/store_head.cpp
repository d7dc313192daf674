// The head of a tournament's database: its settings, AIs and fields.

#include "field/text.hpp"
#include "tournament/plan.hpp"
#include "tournament/sprt.hpp"
#include "tournament/store_database.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <map>
#include <sstream>

namespace referee {

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

/// Upper bounds of stored values: larger ones would overflow in sums.
constexpr std::int64_t max_option = 1 << 30U;
constexpr std::int64_t max_shards = 100'000;
constexpr std::int64_t max_generations = 1'000'000;
constexpr double max_points = 1e6;

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
            refuse_damaged(
                path, fmt::format("points holds '{}', which is not a number", printable(word)));
        }
        points.push_back(value);
    }
    return points;
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
    tournament.matches = integer("matches", 0, max_planned_matches);
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
