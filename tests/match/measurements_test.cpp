// Every entry of the list of measurements is in everything that a tournament stores and prints. No
// measurement is named here, so a new entry is tested too.

#include "match/measurements.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/stored_games.hpp"
#include "tournament/report/csv.hpp"
#include "tournament/report/exports.hpp"
#include "tournament/report/text.hpp"
#include "tournament/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace referee;

namespace {

/// A value that no other measurement has, in the unit in which it is stored and printed.
double printed(std::size_t measurement, int game = 0) {
    const auto number = static_cast<double>((11 + measurement) * (game + 1U));
    return measurements[measurement].unit == Unit::kibibytes ? 1024 * number : number;
}

std::int64_t value_of(std::size_t measurement, int game) {
    const double value = printed(measurement, game);
    return measurements[measurement].unit == Unit::milliseconds ? nanoseconds(value)
                                                                : static_cast<std::int64_t>(value);
}

/// A match of two games in which the first AI's measurements are value_of() and the other's 0.
class Measured {
  public:
    Measured() : played_(2, 1) {
        tests::GameToStore game{{0, 1}, {1, 2}};
        for (std::size_t i = 0; i < measurements.size(); ++i) {
            game.measured.*measurements[i].value = value_of(i, 0);
        }
        tests::GameToStore second{{0, 1}, {1, 2}};
        for (std::size_t i = 0; i < measurements.size(); ++i) {
            second.measured.*measurements[i].value = value_of(i, 1);
        }
        played_.add_match(0, {game, second});
    }

    const Store& store() { return played_.store(); }
    TournamentSummary summary() { return played_.tables(); }
    const std::string& path() const { return played_.path(); }

  private:
    tests::StoredGames played_;
};

/// The value of both games together, as the list says, in the measurement's unit.
double combined(std::size_t measurement) {
    const double second = printed(measurement, 1);
    return measurements[measurement].combine == Combine::sum ? printed(measurement) + second
                                                             : second;
}

std::vector<std::string> words_of(const std::string& line, char separator) {
    std::vector<std::string> words;
    std::istringstream text(line);
    for (std::string word; std::getline(text, word, separator);) {
        words.push_back(word);
    }
    return words;
}

/// The values of a row of CSV under their column's names.
std::map<std::string, std::string>
row_of(const std::string& csv, const std::string& column, const std::string& value) {
    std::istringstream text(csv);
    std::string line;
    std::getline(text, line);
    const std::vector<std::string> names = words_of(line.substr(0, line.find('\r')), ',');
    while (std::getline(text, line)) {
        const std::vector<std::string> cells = words_of(line.substr(0, line.find('\r')), ',');
        std::map<std::string, std::string> row;
        for (std::size_t i = 0; i < names.size(); ++i) {
            row[names[i]] = i < cells.size() ? cells[i] : "";
        }
        if (row[column] == value) {
            return row;
        }
    }
    FAIL("no row has " << column << " = " << value);
    return {};
}

} // namespace

TEST_CASE("every measurement has a column in the database", "[database]") {
    Measured measured;
    measured.store();
    SQLite::Database database(measured.path(), SQLite::OPEN_READONLY);
    for (std::size_t i = 0; i < measurements.size(); ++i) {
        CAPTURE(measurements[i].name);
        SQLite::Statement select(
            database, fmt::format("SELECT {} FROM seats WHERE ai = 0", measurements[i].name));
        REQUIRE(select.executeStep());
        CHECK(select.getColumn(0).getDouble() == Approx(printed(i)));
    }
}

TEST_CASE("every measurement comes back from the database", "[database]") {
    Measured measured;
    int games = 0;
    measured.store().for_each([&](const GameOutcome& game) {
        for (std::size_t i = 0; i < measurements.size(); ++i) {
            CAPTURE(measurements[i].name);
            CHECK(game.seats[0].measured.*measurements[i].value == value_of(i, games));
            CHECK(game.seats[1].measured.*measurements[i].value == 0);
        }
        ++games;
    });
    CHECK(games == 2);
}

TEST_CASE("every measurement comes from a worker to the tournament", "[tournament]") {
    Measured measured;
    measured.store().for_each([](const GameOutcome& game) {
        CHECK(outcome_from(json_of(game)).seats[0].measured == game.seats[0].measured);
    });
}

TEST_CASE("every measurement is in the report's JSON and CSV", "[report]") {
    Measured measured;
    const TournamentSummary summary = measured.summary();
    const auto json = nlohmann::json::parse(tables_json(summary));
    const auto tables = csv_tables(summary, read_context(measured.store(), ""));
    const auto standings = std::find_if(tables.begin(), tables.end(), [](const CsvTable& table) {
        return table.name == "standings";
    });
    REQUIRE(standings != tables.end());
    auto csv = row_of(standings->text(), "name", "A");
    for (std::size_t i = 0; i < measurements.size(); ++i) {
        const std::string name(measurements[i].name);
        CAPTURE(name);
        REQUIRE(json["standings"][0]["name"] == "A");
        CHECK(json["standings"][0][name].get<double>() == Approx(combined(i)));
        REQUIRE(csv.contains(name));
        CHECK(std::stod(csv[name]) == Approx(combined(i)));
    }
}

TEST_CASE("every measurement is in the CSV of games", "[report]") {
    Measured measured;
    std::ostringstream text;
    write_games_csv(measured.store(), text);
    auto csv = row_of(text.str(), "ai", "A");
    for (std::size_t i = 0; i < measurements.size(); ++i) {
        CAPTURE(measurements[i].name);
        REQUIRE(csv.contains(std::string(measurements[i].name)));
        CHECK(std::stod(csv[std::string(measurements[i].name)]) == Approx(printed(i)));
    }
}

TEST_CASE("every measurement that has a heading is a column of the text tables", "[report]") {
    Measured measured;
    const auto tables = tables_of(measured.summary());
    const auto endings = std::find_if(
        tables.begin(), tables.end(), [](const Table& table) { return table.name == "endings"; });
    REQUIRE(endings != tables.end());
    for (std::size_t i = 0; i < measurements.size(); ++i) {
        CAPTURE(measurements[i].name);
        const auto column =
            std::find(endings->header.begin(), endings->header.end(), measurements[i].heading);
        CHECK((column != endings->header.end()) == (measurements[i].shown != Shown::no));
        if (column != endings->header.end()) {
            const std::string& cell =
                endings->rows[0][static_cast<std::size_t>(column - endings->header.begin())];
            CHECK(std::stod(cell) > 0);
        }
    }
}
