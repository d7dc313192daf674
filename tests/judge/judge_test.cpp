// The judge: chances of winning from the measures of a game. What is fitted is tried on walks whose
// true chances are known; what ships, on its own account of games that it wasn't fitted on.

#include "support/catch.hpp"
#include "support/run.hpp"

#include "base/error.hpp"
#include "game/registry.hpp"
#include "judge/fit/fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <random>
#include <set>

using namespace referee;

namespace {

/// A game of so many turns in which each place gets a random step in each turn, and the highest sum
/// wins. The second measure says nothing.
struct Walks {
    int places = 2;
    int turns = 20;
    bool falls_out = false; ///< the last one goes out after half of the turns
    std::mt19937 rng{17};

    static const GameInfo& info() {
        static constexpr std::array<std::string_view, 2> measures{"points", "noise"};
        static const GameInfo all = [] {
            GameInfo info;
            info.name = "walks";
            info.measures = measures;
            return info;
        }();
        return all;
    }

    JudgedGame game(int field) {
        std::normal_distribution<double> step(0, 1);
        JudgedGame game;
        game.field = fmt::format("{:04}", field * 7919 % 10007);
        game.turns = turns;
        const auto count = static_cast<std::size_t>(places);
        std::vector<double> sums(count, 0);
        std::vector<bool> is_out(count, false);
        for (int turn = 0; turn < turns; ++turn) {
            JudgedPosition position;
            position.turn = turn;
            position.is_out = is_out;
            position.is_to_move.assign(count, true);
            for (const double sum : sums) {
                position.measures.push_back({sum, step(rng)});
            }
            game.positions.push_back(position);
            for (double& sum : sums) {
                sum += step(rng);
            }
            if (falls_out && turn == turns / 2) {
                is_out[static_cast<std::size_t>(
                    std::min_element(sums.begin(), sums.end()) - sums.begin())] = true;
            }
        }
        std::size_t best = 0;
        for (std::size_t place = 0; place < count; ++place) {
            const bool is_better = !is_out[place] && (is_out[best] || sums[place] > sums[best]);
            best = is_better ? place : best;
        }
        game.shares.assign(count, 0);
        game.shares[best] = 1;
        return game;
    }

    std::vector<JudgedGame> games(int count, int first) {
        std::vector<JudgedGame> all;
        for (int i = 0; i < count; ++i) {
            all.push_back(game(first + i / 2)); // two on each field
        }
        return all;
    }

    /// The true chance of the first of two places.
    double truth(const JudgedPosition& position) const {
        const double lead = position.measures[0][0] - position.measures[1][0];
        const double rest = std::sqrt(2.0 * (turns - position.turn));
        return 0.5 * std::erfc(-lead / rest / std::sqrt(2.0));
    }
};

/// The log loss that a shipped table stays below: 95 % of a constant's; 97 % in a duel of snakes,
/// where no better table has been found.
double clearly_below(std::string_view game, const JudgeTable& table) {
    const bool is_open = game == "battlesnake" && table.seats == 2;
    return (is_open ? 0.97 : 0.95) * table.held_out.constant;
}

} // namespace

TEST_CASE("a judge that was fitted finds the true chances of other games", "[judge]") {
    Walks walks;
    const JudgeTable table = fit_judge(Walks::info(), 2, walks.games(400, 0));
    const std::vector<JudgedGame> others = walks.games(400, 5000);
    const JudgeCalibration found = calibration_of(table, others);
    CHECK(found.games == 400);
    CHECK(found.fields == 200);
    CHECK(found.error < 0.05);
    CHECK(found.log_loss < 0.8 * found.constant);
    double wrong = 0;
    double count = 0;
    for (const JudgedGame& game : others) {
        for (const JudgedPosition& position : game.positions) {
            const auto chances =
                chances_of(table, position, judge_time(table.clock, position.turn, 0));
            REQUIRE(chances);
            wrong += std::abs((*chances)[0] - walks.truth(position));
            ++count;
        }
    }
    CHECK(wrong / count < 0.06);
    // What it says of itself is what others say of it.
    CHECK(std::abs(table.held_out.log_loss - found.log_loss) < 0.05);
    CHECK(table.held_out.games == 400);
}

TEST_CASE("chances of several places add up to 1, and who is out has none", "[judge]") {
    Walks walks;
    walks.places = 4;
    walks.falls_out = true;
    const std::vector<JudgedGame> games = walks.games(200, 0);
    const JudgeTable table = fit_judge(Walks::info(), 4, games);
    CHECK(table.out_is_lost);
    CHECK(table.held_out.error < 0.05);
    for (const JudgedGame& game : games) {
        for (const JudgedPosition& position : game.positions) {
            const auto chances =
                chances_of(table, position, judge_time(table.clock, position.turn, 0));
            REQUIRE(chances);
            CHECK(std::accumulate(chances->begin(), chances->end(), 0.0) == Approx(1));
            for (std::size_t place = 0; place < 4; ++place) {
                CHECK(((*chances)[place] == 0) == position.is_out[place]);
            }
        }
    }
}

TEST_CASE("where somebody who is out may still win, the judge learns it", "[judge]") {
    Walks walks;
    std::vector<JudgedGame> games = walks.games(200, 0);
    games.front().positions.back().is_out = {true, false};
    games.front().shares = {1, 0};
    CHECK_FALSE(fit_judge(Walks::info(), 2, games).out_is_lost);
}

TEST_CASE("a table that was written is read again", "[judge]") {
    Walks walks;
    const std::vector<JudgedGame> games = walks.games(100, 0);
    const JudgeTable table = fit_judge(Walks::info(), 2, games);
    const std::vector<JudgeTable> read = read_judge_tables("judge.json", text_of("walks", {table}));
    REQUIRE(read.size() == 1);
    CHECK(text_of("walks", read) == text_of("walks", {table}));
    for (const JudgedPosition& position : games.front().positions) {
        const double time = judge_time(table.clock, position.turn, 0);
        CHECK(
            (*chances_of(read.front(), position, time))[0] ==
            Approx((*chances_of(table, position, time))[0]).margin(0.001));
    }
    CHECK_THROWS_WITH(read_judge_tables("judge.json", "{}"), ContainsSubstring("judge.json: "));
    CHECK_THROWS_WITH(
        read_judge_tables("judge.json", "no JSON"), ContainsSubstring("judge.json: "));
}

TEST_CASE("where a measure isn't told, the judge says nothing", "[judge]") {
    Walks walks;
    const std::vector<JudgedGame> games = walks.games(100, 0);
    const JudgeTable table = fit_judge(Walks::info(), 2, games);
    JudgedPosition position = games.front().positions.back();
    REQUIRE(chances_of(table, position, 3));
    position.measures[1][1] = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(chances_of(table, position, 3));
}

TEST_CASE("few games make no judge", "[judge]") {
    Walks walks;
    CHECK_THROWS_WITH(
        fit_judge(Walks::info(), 2, walks.games(50, 0)), ContainsSubstring("50 games are too few"));
    std::vector<JudgedGame> alike = walks.games(200, 0);
    for (JudgedGame& game : alike) {
        game.field = "one";
    }
    CHECK_THROWS_WITH(fit_judge(Walks::info(), 2, alike), ContainsSubstring("on many fields"));
}

TEST_CASE(
    "every judge that ships fits its game, and is right about games it wasn't fitted on",
    "[judge]") {
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        CAPTURE(info.name);
        const std::string file =
            tests::source_folder() + "/referee/games/" + std::string(info.name) + "/judge.json";
        if (!std::filesystem::exists(file)) {
            continue; // it has no judge
        }
        const std::string text = tests::read_file(file);
        const std::vector<JudgeTable> tables = judge_tables(info);
        // None was left out: all have the measures of the game.
        CHECK(tables.size() == read_judge_tables("judge.json", text).size());
        for (const JudgeTable& table : tables) {
            CAPTURE(table.seats);
            CHECK(table.seats >= info.min_seats);
            CHECK(table.seats <= info.max_seats);
            // That of cops is older than this rule.
            CHECK(table.held_out.games >= (info.match_decides ? 200 : 500));
            CHECK(table.held_out.error <= 0.05);
            CHECK(table.held_out.log_loss < clearly_below(info.name, table));
        }
    }
}

TEST_CASE("every game has a judge for each number of seats of its fields", "[judge]") {
    // Pages of these have no line yet.
    const std::set<std::pair<std::string, int>> without{
        {"dicewars", 8}, {"salvage", 2}, {"salvage", 3}, {"salvage", 4}, {"spades", 4}};
    std::set<std::pair<std::string, int>> missing;
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        std::set<int> judged;
        for (const JudgeTable& table : judge_tables(info)) {
            judged.insert(table.seats);
        }
        const std::filesystem::path fields =
            std::filesystem::path(tests::source_folder()) / "fields" / info.name;
        REQUIRE(std::filesystem::is_directory(fields));
        for (const auto& entry : std::filesystem::directory_iterator(fields)) {
            if (entry.path().extension() == ".dat") {
                const LoadedField field = load_field(entry.path().string());
                if (!judged.contains(field.field->seats())) {
                    missing.emplace(info.name, field.field->seats());
                }
            }
        }
    }
    CHECK(missing == without);
}
