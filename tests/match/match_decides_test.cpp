// Games where the match decides: how the outcomes of a tournament become those of matches.

#include "support/catch.hpp"

#include "tournament/store/outcome.hpp"

using namespace referee;

namespace {

/// A match of games, each with the scores of its seats; rotation r puts AI (s + r) mod n on seat s.
std::vector<GameOutcome> match_of(const std::vector<std::vector<double>>& scores) {
    std::vector<GameOutcome> games;
    for (std::size_t rotation = 0; rotation < scores.size(); ++rotation) {
        GameOutcome game;
        const std::size_t seats = scores[rotation].size();
        for (std::size_t seat = 0; seat < seats; ++seat) {
            SeatOutcome outcome;
            outcome.ai = static_cast<int>((seat + rotation) % seats);
            outcome.score = scores[rotation][seat];
            game.seats.push_back(outcome);
        }
        games.push_back(game);
    }
    return games;
}

/// The value of one member by game and AI.
template <typename Value>
std::vector<std::vector<Value>>
by_ai(const std::vector<GameOutcome>& games, Value SeatOutcome::*member) {
    std::vector<std::vector<Value>> values;
    for (const GameOutcome& game : games) {
        values.emplace_back(game.seats.size());
        for (const SeatOutcome& seat : game.seats) {
            values.back()[static_cast<std::size_t>(seat.ai)] = seat.*member;
        }
    }
    return values;
}

} // namespace

TEST_CASE("whose scores over a match sum up to more has won all its games", "[tournament]") {
    // AI 0: 100 − 30; AI 1: −100 + 30.
    std::vector<GameOutcome> games = match_of({{100, -100}, {30, -30}});
    decide_by_match(games, {});
    CHECK(by_ai(games, &SeatOutcome::share) == std::vector<std::vector<double>>{{1, 0}, {1, 0}});
    CHECK(by_ai(games, &SeatOutcome::rank) == std::vector<std::vector<int>>{{1, 2}, {1, 2}});
    CHECK(
        by_ai(games, &SeatOutcome::points) == std::vector<std::vector<double>>{{0.5, 0}, {0.5, 0}});
    CHECK(
        by_ai(games, &SeatOutcome::score) ==
        std::vector<std::vector<double>>{{100, -100}, {-30, 30}});
}

TEST_CASE("equal sums of scores are a drawn match, and share its points", "[tournament]") {
    std::vector<GameOutcome> games = match_of({{70, -70}, {70, -70}});
    decide_by_match(games, {3, 1});
    CHECK(
        by_ai(games, &SeatOutcome::share) ==
        std::vector<std::vector<double>>{{0.5, 0.5}, {0.5, 0.5}});
    CHECK(by_ai(games, &SeatOutcome::points) == std::vector<std::vector<double>>{{1, 1}, {1, 1}});
}

TEST_CASE("a match of three is ranked by its sums, and pays points by rank", "[tournament]") {
    std::vector<GameOutcome> games = match_of({{5, 1, 0}, {4, 0, 1}, {3, 1, 0}});
    // AI 0: 5 + 1 + 1, AI 1: 1 + 4 + 0, AI 2: 0 + 0 + 3.
    decide_by_match(games, {6, 3});
    for (const auto& ranks : by_ai(games, &SeatOutcome::rank)) {
        CHECK(ranks == std::vector<int>{1, 2, 3});
    }
    for (const auto& points : by_ai(games, &SeatOutcome::points)) {
        CHECK(points == std::vector<double>{2, 1, 0});
    }
}
