#include "base/random.hpp"
#include "game/registry.hpp"
#include "game/teams.hpp"
#include "match/match.hpp"
#include "match/move_files.hpp"
#include "support/catch.hpp"
#include "support/games/any_game.hpp"
#include "support/games/random_answer.hpp"
#include "tournament/store/outcome.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

using namespace referee;

namespace {

using Seats = std::vector<std::vector<Seat>>;

/// A game of four seats in two teams, of which seats 1 and 3 have won. `contestants`: of a match,
/// by seat of its first game.
GameResult won_by_seats_1_and_3(std::vector<int> contestants) {
    GameResult result;
    result.contestants = std::move(contestants);
    result.ending = {{1, 2, 1, 2}, {9, 4, 9, 4}};
    result.tallies.resize(4);
    for (std::size_t seat = 0; seat < 4; ++seat) {
        result.tallies[seat].measured.moves = 10 + static_cast<int>(seat);
        result.tallies[seat].measured.longest_ns = 100 * static_cast<int>(seat);
        result.tallies[seat].faults[static_cast<std::size_t>(Fault::timeout)] = seat == 2 ? 3 : 0;
    }
    result.points = points_of(result.ending, {}, Teams(4, {{1, 3}, {2, 4}}));
    return result;
}

/// A seat's state files; empty if it doesn't move now.
std::string files_of(const GameInfo& info, const Position& position, Seat seat) {
    const auto movers = position.players_to_move();
    if (std::find(movers.begin(), movers.end(), seat) == movers.end()) {
        return "";
    }
    StateFiles files(info.files.size());
    position.write_files(seat, Phase::move, files);
    std::string text = files.match_keys;
    for (std::size_t i = 0; i < files.count(); ++i) {
        text += files.of(i);
    }
    return text;
}

} // namespace

TEST_CASE("teams are any partition of the seats into equal parts", "[teams]") {
    CHECK(parse_teams("1 3, 2 4", 4) == Seats{{1, 3}, {2, 4}});
    CHECK(parse_teams("4 2,3 1", 4) == Seats{{1, 3}, {2, 4}});
    CHECK(parse_teams("1 4, 2 5, 3 6", 6) == Seats{{1, 4}, {2, 5}, {3, 6}});
    CHECK(parse_teams("1 2 3, 4 5 6") == Seats{{1, 2, 3}, {4, 5, 6}});
    for (const char* const wrong :
         {"", "1 3", "1, 2, 3, 4", "1 3, 2", "1 3, 2 2", "1 3, 2 5", "1 3 2 4", "1 3; 2 4",
          "13, 24", "1 3, 2 4,", "0 1, 2 3", "1 2, 3 9"}) {
        CAPTURE(wrong);
        CHECK_FALSE(parse_teams(wrong, 4).has_value());
    }
    CHECK_FALSE(parse_teams("1 3, 2 4", 6).has_value());
    CHECK(Teams(4, {{1, 3}, {2, 4}}).text() == "1 3, 2 4");
    CHECK(Teams(4).text().empty());
    CHECK(Teams(4).name_of(1) == "seat 2");
    CHECK(Teams(4, {{1, 3}, {2, 4}}).name_of(1) == "seats 2 and 4");
    CHECK(Teams(6, {{1, 2, 3}, {4, 5, 6}}).name_of(0) == "seats 1, 2 and 3");
}

TEST_CASE("a team's AI has a player of its own for each seat", "[teams]") {
    const Teams teams(4, {{1, 3}, {2, 4}});
    CHECK(teams.places() == 2);
    CHECK(teams.size() == 2);
    CHECK(teams.players(std::array{5, 2}) == std::vector<int>{10, 4, 11, 5});
    CHECK(Teams(3).players(std::array{5, 2, 0}) == std::vector<int>{5, 2, 0});
}

TEST_CASE("partners have one rank and one score, and a team is ranked among teams", "[teams]") {
    const Teams teams(4, {{1, 3}, {2, 4}});
    Ending ending{{1, 3, 1, 3}, {9, 4, 9, 4}};
    CHECK(rank_teams(ending, teams).empty());
    CHECK(ending.ranks == std::vector<int>{1, 2, 1, 2});
    Ending unequal{{1, 3, 2, 3}, {9, 4, 8, 4}};
    CHECK(rank_teams(unequal, teams) == "seats 1 and 3 are a team and have the ranks 1 and 2");
    Ending scores{{1, 3, 1, 3}, {9, 4, 8, 4}};
    CHECK(rank_teams(scores, teams) == "seats 1 and 3 are a team and have the scores 9 and 8");
    Ending drawn{{1, 1, 1, 1}, {4, 4, 4, 4}};
    CHECK(rank_teams(drawn, teams).empty());
    CHECK(points_of(drawn, {}, teams) == std::vector<double>{.5, .5, .5, .5});
    CHECK(points_of(ending, {3, 1}, teams) == std::vector<double>{3, 1, 3, 1});
}

TEST_CASE("a team's result counts once", "[teams]") {
    const Seats seats{{1, 3}, {2, 4}};
    const GameOutcome outcome =
        outcome_of(won_by_seats_1_and_3({0, 1, 2, 3}), 0, 0, 0, {7, 5}, seats);
    REQUIRE(outcome.seats.size() == 2);
    CHECK(outcome.seats[0].ai == 7);
    CHECK(outcome.seats[0].share == 1);
    CHECK(outcome.seats[0].score == 9);
    CHECK(outcome.seats[0].measured.moves == 22);
    CHECK(outcome.seats[0].measured.longest_ns == 200);
    CHECK(outcome.seats[0].faults[static_cast<std::size_t>(Fault::timeout)] == 3);
    CHECK(outcome.seats[1].ai == 5);
    CHECK(outcome.seats[1].rank == 2);
    CHECK(outcome.seats[1].share == 0);
    CHECK(outcome.seats[1].measured.moves == 24);
}

TEST_CASE("a double match swaps teams, and each gets its points once", "[teams]") {
    const Seats seats{{1, 3}, {2, 4}};
    // In the second game the AIs of seats 2 and 4 have seats 1 and 3.
    const MatchResult both =
        sum_up({won_by_seats_1_and_3({0, 1, 2, 3}), won_by_seats_1_and_3({1, 0, 3, 2})}, {}, seats);
    CHECK(both.points == std::vector<double>{1, 1});
    CHECK(both.scores == std::vector<double>{13, 13});
    const MatchResult same =
        sum_up({won_by_seats_1_and_3({0, 1, 2, 3}), won_by_seats_1_and_3({0, 1, 2, 3})}, {}, seats);
    CHECK(same.points == std::vector<double>{2, 0});
}

TEST_CASE("match.dat names the partners, and the points of teams", "[teams]") {
    MatchFile file("bridge", Teams(4, {{1, 3}, {2, 4}}), {}, {});
    const std::string text = file.text(3, {}, "");
    CHECK(text.find("seat 3\npartners 1\nturn 0\n") != std::string::npos);
    CHECK(text.find("\npoints 1 0\n") != std::string::npos);
    MatchFile alone("bridge", Teams(4), {}, {});
    CHECK(alone.text(3, {}, "").find("partners") == std::string::npos);
    CHECK(alone.text(3, {}, "").find("\npoints 1 0 0 0\n") != std::string::npos);
}

TEST_CASE(
    "no file and no frame of a seat tells what its partner alone knows, in any game with teams",
    "[teams][contract]") {
    constexpr int positions = 12;
    int games = 0;
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        if (info.teams.empty() || !info.hidden) {
            continue;
        }
        ++games;
        CAPTURE(info.name);
        const LoadedField field = tests::created(*game, 3, {0, info.example_settings});
        Rng rng(5);
        const std::unique_ptr<Position> position = field.field->start();
        std::set<std::pair<Seat, Seat>>
            dealt_otherwise; // a seat, and a partner whose secrets moved
        std::set<std::pair<Seat, Seat>> partners;
        for (int i = 0; i < positions && !position->players_to_move().empty(); ++i) {
            for (const std::vector<Seat>& team : info.teams) {
                for (const Seat seat : team) {
                    CAPTURE(position->turn(), seat);
                    const std::unique_ptr<Position> dealt = position->dealt_again(seat, rng);
                    REQUIRE(dealt);
                    CHECK(dealt->frame_for(seat) == position->frame_for(seat));
                    CHECK(files_of(info, *dealt, seat) == files_of(info, *position, seat));
                    for (const Seat partner : team) {
                        if (partner == seat) {
                            continue;
                        }
                        partners.emplace(seat, partner);
                        if (dealt->frame_for(partner) != position->frame_for(partner)) {
                            dealt_otherwise.emplace(seat, partner);
                        }
                    }
                }
            }
            tests::PlayedTurn turn;
            turn.seats.assign(
                position->players_to_move().begin(), position->players_to_move().end());
            for (const Seat mover : turn.seats) {
                turn.given.emplace_back(Fault::none, tests::random_answer(*position, mover, rng));
            }
            tests::apply(*position, turn);
        }
        CHECK(dealt_otherwise == partners);
    }
    CHECK(games > 0);
}
