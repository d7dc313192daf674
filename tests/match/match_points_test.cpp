// The points of a game, who sits where in the games of a match, and the seed that an AI is given:
// referee/match/README.md, "match.dat".

#include "support/catch.hpp"

#include "match/match.hpp"
#include "match/result.hpp"

#include <algorithm>
#include <set>

using namespace referee;

namespace {

using Points = std::vector<double>;
using Plan = std::vector<std::vector<int>>;

Ending ending_with(const std::vector<int>& ranks) {
    Ending ending;
    ending.ranks = ranks;
    ending.scores.resize(ranks.size());
    return ending;
}

Points points(const std::vector<int>& ranks, const Points& by_rank = {}) {
    return points_of(ending_with(ranks), by_rank);
}

/// A finished game: who sat where, and the points and scores by seat.
GameResult game(const std::vector<int>& contestants, const Points& by_seat, const Points& scores) {
    GameResult result;
    result.contestants = contestants;
    result.points = by_seat;
    result.ending = ending_with(std::vector<int>(contestants.size(), 1));
    result.ending.scores = scores;
    return result;
}

constexpr std::string_view some_field =
    "685a007f4e27c8ea92310c153d897bdbeb4dab67c41f449da439cc211fe02c4c";
constexpr std::string_view other_field =
    "1f1c69a1c478f918cefd9aa0218b5f1ce52729f8cde3532866aa48a18b7c4ea0";

} // namespace

TEST_CASE("a game is one point for rank 1", "[match]") {
    CHECK(points({1, 2}) == Points{1, 0});
    CHECK(points({2, 1}) == Points{0, 1});
    CHECK(points({3, 1, 4, 2}) == Points{0, 1, 0, 0});
}

TEST_CASE("those on rank 1 share the point", "[match]") {
    CHECK(points({1, 1}) == Points{0.5, 0.5});
    CHECK(points({1, 3, 1}) == Points{0.5, 0, 0.5});
    CHECK(points({1, 1, 1, 1}) == Points{0.25, 0.25, 0.25, 0.25});
}

TEST_CASE("a shared last rank brings nothing", "[match]") {
    CHECK(points({2, 1, 2}) == Points{0, 1, 0});
}

TEST_CASE("points can be set for each rank", "[match]") {
    CHECK(points({3, 1, 2, 4}, {10, 5, 2, 1}) == Points{2, 10, 5, 1});
}

TEST_CASE("AIs that share a rank share the points of the places that it takes", "[match]") {
    CHECK(points({1, 2, 2, 4}, {10, 5, 2, 1}) == Points{10, 3.5, 3.5, 1});
    CHECK(points({1, 1, 3}, {9, 3, 0}) == Points{6, 6, 0});
    CHECK(points({1, 1, 1}, {9, 3, 0}) == Points{4, 4, 4});
}

TEST_CASE("places share their points also where ranks leave no gap after a tie", "[match]") {
    CHECK(points({1, 2, 2, 3}, {10, 5, 2, 1}) == Points{10, 3.5, 3.5, 1});
}

TEST_CASE("places without points of their own bring 0", "[match]") {
    CHECK(points({1, 2, 3}, {5}) == Points{5, 0, 0});
    CHECK(points({1, 1, 3}, {5}) == Points{2.5, 2.5, 0});
}

TEST_CASE("more points than places are left over", "[match]") {
    CHECK(points({2, 1}, {3, 1, 7, 7}) == Points{1, 3});
}

TEST_CASE("points may be less than 0", "[match]") {
    CHECK(points({1, 2}, {1, -1}) == Points{1, -1});
}

TEST_CASE("a game won by nobody gives no points", "[match]") {
    Ending ending = ending_with({1, 2, 2});
    ending.no_winner = true;
    CHECK(points_of(ending, {}) == Points{0, 0, 0});
    CHECK(points_of(ending, {3, 2, 1}) == Points{0, 0, 0});
}

TEST_CASE("the double match is two games with the seats exchanged", "[match]") {
    CHECK(seat_plan(2, SeatOrders::rotate) == Plan{{0, 1}, {1, 0}});
}

TEST_CASE("with n seats there are n games, the seats rotated by one each time", "[match]") {
    CHECK(
        seat_plan(4, SeatOrders::rotate) ==
        Plan{{0, 1, 2, 3}, {1, 2, 3, 0}, {2, 3, 0, 1}, {3, 0, 1, 2}});
}

TEST_CASE("in the rotations every AI has every seat once", "[match]") {
    for (int seats = 1; seats <= max_seats; ++seats) {
        const Plan plan = seat_plan(seats, SeatOrders::rotate);
        REQUIRE(plan.size() == static_cast<std::size_t>(seats));
        for (int seat = 0; seat < seats; ++seat) {
            std::set<int> contestants;
            for (const std::vector<int>& by_seat : plan) {
                contestants.insert(by_seat.at(static_cast<std::size_t>(seat)));
            }
            CHECK(contestants.size() == static_cast<std::size_t>(seats));
        }
    }
}

TEST_CASE("with --seats all every order is played once, the given one first", "[match]") {
    CHECK(seat_plan(2, SeatOrders::all) == Plan{{0, 1}, {1, 0}});
    CHECK(
        seat_plan(3, SeatOrders::all) ==
        Plan{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}});
    const Plan plan = seat_plan(5, SeatOrders::all);
    CHECK(std::set<std::vector<int>>(plan.begin(), plan.end()).size() == 120);
    CHECK(plan.size() == 120);
}

TEST_CASE("with --seats fixed there is one game in the given order", "[match]") {
    CHECK(seat_plan(2, SeatOrders::fixed) == Plan{{0, 1}});
    CHECK(seat_plan(3, SeatOrders::fixed) == Plan{{0, 1, 2}});
}

TEST_CASE("a match adds up points and scores by AI and not by seat", "[match]") {
    const MatchResult match =
        sum_up({game({0, 1, 2}, {1, 0, 0}, {7, 4, 1}), game({1, 2, 0}, {0.5, 0, 0.5}, {6, 2, 6})});
    CHECK(match.points == Points{1.5, 0.5, 0});
    CHECK(match.scores == Points{13, 10, 3});
    CHECK(match.games.size() == 2);
}

TEST_CASE(
    "a deterministic AI against itself gets 1:1, for the same seat wins both games", "[match]") {
    const Plan plan = seat_plan(2, SeatOrders::rotate);
    CHECK(
        sum_up({game(plan[0], {1, 0}, {1, 0}), game(plan[1], {1, 0}, {1, 0})}).points ==
        Points{1, 1});
    CHECK(
        sum_up({game(plan[0], {0, 1}, {0, 1}), game(plan[1], {0, 1}, {0, 1})}).points ==
        Points{1, 1});
}

TEST_CASE("where the match decides, the sums of the scores make the points", "[match]") {
    const Plan plan = seat_plan(2, SeatOrders::rotate);
    const auto points_for = [&](double first, double second, const Points& by_rank = {}) {
        std::vector<GameResult> games{
            game(plan[0], {0, 0}, {first, -first}), game(plan[1], {0, 0}, {second, -second})};
        for (GameResult& played : games) {
            played.match_decides = true;
        }
        return sum_up(games, by_rank).points;
    };
    CHECK(points_for(200, 57) == Points{1, 0});
    CHECK(points_for(57, 200) == Points{0, 1});
    CHECK(points_for(57, 57) == Points{0.5, 0.5});
    CHECK(points_for(57, 200, {3, 1}) == Points{1, 3});
}

TEST_CASE("a match without games has no points", "[match]") {
    CHECK(sum_up({}).points.empty());
}

TEST_CASE("the seed of a move is this number forever", "[match]") {
    // Computed independently. The AIs of a record play as they did only while this holds.
    CHECK(move_seed(0, some_field, 1, 0) == 1991182191);
    CHECK(move_seed(0, some_field, 2, 0) == 157061164);
    CHECK(move_seed(0, some_field, 1, 1) == 1663276364);
    CHECK(move_seed(1, some_field, 1, 0) == 151717391);
    CHECK(move_seed(~0ULL, some_field, 8, 499) == 1681027083);
}

TEST_CASE("the seed of a move depends on --seed, the field, the seat and the turn", "[match]") {
    const std::uint32_t seed = move_seed(0, some_field, 1, 0);
    CHECK(move_seed(1, some_field, 1, 0) != seed);
    CHECK(move_seed(0, other_field, 1, 0) != seed);
    CHECK(move_seed(0, some_field, 2, 0) != seed);
    CHECK(move_seed(0, some_field, 1, 1) != seed);
}

TEST_CASE("the seed of a move depends on nothing else", "[match]") {
    // Neither the game's number nor the AI can come in: it is a function of these four, and pure.
    using Expected = std::uint32_t (*)(std::uint64_t, std::string_view, Seat, int);
    const Expected function = &move_seed;
    CHECK(function(5, some_field, 2, 17) == function(5, std::string(some_field), 2, 17));
}

TEST_CASE("the seeds of moves are 31 bits and seldom meet", "[match]") {
    std::set<std::uint32_t> seeds;
    for (Seat seat = 1; seat <= max_seats; ++seat) {
        for (int turn = 0; turn < 1000; ++turn) {
            const std::uint32_t seed = move_seed(0, some_field, seat, turn);
            REQUIRE(seed < (1U << 31U));
            seeds.insert(seed);
        }
    }
    CHECK(seeds.size() > 8 * 1000 - 3);
    CHECK(*seeds.rbegin() > (1U << 30U)); // the top bit is used
}
