// The paths of a tournament for more than two seats, from the plan to the tables, on a game of
// chance.

#include "base/random.hpp"
#include "game/field_text.hpp"
#include "match/match.hpp"
#include "support/catch.hpp"
#include "support/games/chance_game.hpp"
#include "support/run.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/report/csv.hpp"
#include "tournament/report/summary.hpp"
#include "tournament/report/text.hpp"
#include "tournament/store/store.hpp"

#include <random>

using namespace referee;

namespace {

/// AI number i knows the roll with probability skill[i], else it guesses.
std::string answer_of(double skill, int roll, std::mt19937& generator) {
    const bool knows = std::uniform_real_distribution<double>()(generator) < skill;
    return std::to_string(knows ? roll : static_cast<int>(generator() % 6) + 1);
}

struct Played {
    StoredTournament tournament;
    tests::TemporaryFolder folder;
    std::string path;
    std::int64_t games = 0;
};

/// So many AIs and fields, which are only names.
Store make_store(const Played& played, std::size_t ais, int fields) {
    std::vector<StoredAi> stored_ais;
    for (std::size_t i = 0; i < ais; ++i) {
        stored_ais.push_back({"ai" + std::to_string(i), "path", "hash"});
    }
    std::vector<StoredField> stored_fields;
    for (int i = 0; i < fields; ++i) {
        stored_fields.push_back({"field" + std::to_string(i), "path", "hash"});
    }
    return {played.path, played.tournament, stored_ais, stored_fields};
}

/// A field of the game of chance, and the rolls that stand in it.
struct ChanceField {
    std::unique_ptr<const Field> field;
    std::vector<int> rolls; ///< one a turn
};

ChanceField make_field(int seats, int number) {
    Rng rng(static_cast<std::uint64_t>(number) + 1);
    CreateRequest request;
    request.players = seats;
    const std::string text = tests::chance_game().create_field(request, rng);
    FieldText field_text("field", text);
    ChanceField made;
    made.field = tests::chance_game().read_field(field_text);
    for (std::size_t at = text.find("[rolls]\n") + 8; at < text.size(); at += 2) {
        made.rolls.push_back(text[at] - '0');
    }
    return made;
}

/// Plays one game. `skills` are those of the seats.
GameResult
play_game(const ChanceField& field, const std::vector<double>& skills, std::mt19937& generator) {
    const auto position = field.field->start();
    while (!position->players_to_move().empty()) {
        const int roll = field.rolls[static_cast<std::size_t>(position->turn())];
        std::vector<std::string> texts;
        std::vector<Answer> answers;
        for (const Seat seat : position->players_to_move()) {
            texts.push_back(answer_of(skills[static_cast<std::size_t>(seat - 1)], roll, generator));
        }
        for (const Seat seat : position->players_to_move()) {
            answers.push_back({seat, Fault::none, texts[static_cast<std::size_t>(seat - 1)]});
        }
        position->apply(answers, {});
    }
    GameResult result;
    result.ending = *position->ending();
    result.turns = position->turn();
    result.tallies.resize(skills.size());
    result.points = points_of(result.ending, {});
    return result;
}

/// Plays a whole sampled tournament of the game with `seats` seats and stores it.
void play(Played& played, int seats, const std::vector<double>& skills, int fields) {
    PlanConfig config;
    config.format = Format::sampled;
    config.ais = static_cast<int>(skills.size());
    config.seats = seats;
    config.fields = fields;
    const auto plan = make_plan(config);
    const auto rotations = seat_plan(seats, SeatOrders::rotate);
    played.tournament = {"chance", seats, seats, "sampled", plan->size(), "", 1, 1, "", false};
    played.path = played.folder / "db.sqlite";
    Store store = make_store(played, skills.size(), fields);
    std::mt19937 generator(11);
    PlannedMatch match;
    while (plan->next(match) == Plan::Step::match) {
        const ChanceField field = make_field(seats, match.field);
        for (int rotation = 0; rotation < seats; ++rotation) {
            std::vector<int> by_seat;
            std::vector<double> skill_by_seat;
            for (const int place : rotations[static_cast<std::size_t>(rotation)]) {
                by_seat.push_back(match.group[static_cast<std::size_t>(place)]);
                skill_by_seat.push_back(skills[static_cast<std::size_t>(by_seat.back())]);
            }
            store.add(outcome_of(
                play_game(field, skill_by_seat, generator),
                game_index(match.index, seats, rotation), match.index, match.field, by_seat));
            ++played.games;
        }
    }
}

} // namespace

TEST_CASE(
    "Tournaments of 2 to 8 seats give every AI every seat as often and rank by skill",
    "[tournament-plan][slow]") {
    const std::vector<double> skills{0.0, 0.10, 0.20, 0.30, 0.40, 0.50, 0.60, 0.70, 0.80};
    for (int seats = 2; seats <= 8; ++seats) {
        INFO(seats << " seats");
        Played played;
        play(played, seats, skills, 90);
        const Store store(played.path, Store::Access::read);
        const TournamentSummary summary = read_summary(store, {});
        CHECK(summary.games == 90 * seats);
        CHECK(summary.planned == 90 * seats);
        REQUIRE(summary.seats.size() == static_cast<std::size_t>(seats));
        double shares = 0;
        for (const SeatRow& row : summary.seats) {
            CHECK(row.games == 90 * seats);
            shares += row.share;
        }
        CHECK(shares == Approx(90 * seats)); // each game is worth one point
        // Better AIs rank higher; neighbours may be swapped by chance.
        for (std::size_t place = 0; place + 2 < summary.standings.size(); ++place) {
            CHECK(
                skills[static_cast<std::size_t>(summary.standings[place].ai)] >
                skills[static_cast<std::size_t>(summary.standings[place + 2].ai)]);
        }
        for (const AiRow& row : summary.standings) {
            CHECK(row.games % seats == 0); // whole matches: every seat as often
            CHECK(row.wins + row.draws + row.losses == row.games);
            if (row.rating.low && row.rating.high) {
                CHECK(*row.rating.low < row.rating.elo);
                CHECK(row.rating.elo < *row.rating.high);
            }
        }
        // The matrix of meetings is symmetric.
        for (std::size_t a = 0; a < skills.size(); ++a) {
            for (std::size_t b = 0; b < skills.size(); ++b) {
                CHECK(summary.meetings[a][b].games == summary.meetings[b][a].games);
            }
        }
        CHECK(summary.pairings.empty() == (seats > 2));
        const std::string text = tables_text(summary);
        CHECK(text.find("nan") == std::string::npos);
        CHECK(text.find("inf") == std::string::npos);
    }
}

TEST_CASE(
    "Tables of a tournament without a game say so without strange numbers", "[tournament-plan]") {
    const tests::TemporaryFolder folder;
    const Store store(
        folder / "db.sqlite", {"chance", 4, 4, "sampled", 10, "", 1, 1, "", false},
        {{"a", "", ""}, {"b", "", ""}, {"c", "", ""}, {"d", "", ""}}, {{"f", "", ""}});
    const TournamentSummary summary = read_summary(store, {});
    std::vector<std::string> texts{tables_text(summary), tables_json(summary)};
    for (const CsvTable& table : csv_tables(summary, read_context(store, ""))) {
        texts.push_back(table.text());
    }
    for (const std::string& text : texts) {
        CHECK(text.find("nan") == std::string::npos);
        CHECK(text.find("inf") == std::string::npos);
    }
}

TEST_CASE("Times are counted to within five percent", "[tournament-plan]") {
    for (std::int64_t ns = 1000; ns < 4'000'000'000'000; ns = ns * 7 / 5 + 13) {
        TimeHistogram times;
        times.add(ns);
        CHECK(
            static_cast<double>(times.quantile(0.5)) ==
            Approx(static_cast<double>(ns)).epsilon(0.05).margin(128));
        TimeHistogram copy;
        copy.add_text(times.text());
        CHECK(copy.quantile(0.5) == times.quantile(0.5));
    }
    TimeHistogram many;
    for (int i = 1; i <= 100; ++i) {
        many.add(i * 1'000'000);
    }
    CHECK(static_cast<double>(many.quantile(0.5)) == Approx(50e6).epsilon(0.05));
    CHECK(static_cast<double>(many.quantile(0.95)) == Approx(95e6).epsilon(0.05));
    CHECK(many.quantile(1) > 95'000'000);
    CHECK(TimeHistogram().quantile(0.5) == 0);
}
