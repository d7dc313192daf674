// The sample AIs of spe_ed as functions: areas, terrains and searches.

#include "support/catch.hpp"

#include "spe_ed/lib/domme_search.hpp"
#include "spe_ed/lib/sample.hpp"
#include "spe_ed/lib/space.hpp"
#include "spe_ed/lib/voronoi_search.hpp"

#include <chrono>

using namespace referee;
using spe_ed::Action;
using spe_ed::Direction;

namespace {

/// A board from rows of signs: '.' free, 'x' an old trail, '1' .. '6' heads, all at speed 1 and up.
spe_ed::State state_of(const std::vector<std::string>& rows) {
    spe_ed::State state;
    state.board = spe_ed::Board(static_cast<int>(rows[0].size()), static_cast<int>(rows.size()));
    state.max_rounds = 10000;
    for (int number = 1; number <= spe_ed::max_players; ++number) {
        for (int y = 0; y < state.board.height(); ++y) {
            for (int x = 0; x < state.board.width(); ++x) {
                const char sign = rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
                if (sign == '0' + number) {
                    spe_ed::add_player(state, x, y, Direction::up, 1);
                } else if (sign == 'x') {
                    state.board[state.board.index(x, y)] = spe_ed::met;
                }
            }
        }
    }
    return state;
}

using spe_ed::sample::Clock;

Clock::time_point long_past() {
    return Clock::now() - std::chrono::hours(1);
}

/// For a search that ends by itself, however slow the machine is.
Clock::time_point in_an_hour() {
    return Clock::now() + std::chrono::hours(1);
}

spe_ed::voronoi::Search voronoi_to(int depth) {
    spe_ed::voronoi::Constants constants;
    constants.max_depth = depth;
    return spe_ed::voronoi::Search(constants);
}

} // namespace

TEST_CASE("voronoi gives each cell to who comes first, and ties to nobody", "[spe_ed]") {
    spe_ed::voronoi::AreaMap map;
    const auto row = map.measure(state_of({"1...2"}), 1);
    CHECK(row.own[0] == 1);
    CHECK(row.own[1] == 1);
    CHECK(row.is_contested[0]);
    const auto even = map.measure(state_of({"1....2."}), 1);
    CHECK(even.own[0] == 2);
    CHECK(even.own[1] == 3);
    const auto apart = map.measure(state_of({"1.x.2", "..x.."}), 1);
    CHECK(apart.own[0] == 3);
    CHECK(apart.own[1] == 3);
    CHECK_FALSE(apart.is_contested[0]);
}

TEST_CASE(
    "what a player can use up counts only the best of the parts without a way back", "[spe_ed]") {
    spe_ed::voronoi::AreaMap map;
    CHECK(map.usable(state_of({"1...", "...."}), 0) == 7);
    // Two chambers, left of 4 and right of 6 cells, and a corridor cell above the head.
    CHECK(map.usable(state_of({"xx.xxx", "..x...", "......", "xx1xxx"}), 0) == 1 + 6);
    CHECK(map.usable(state_of({"..1.....", "xxxxxxxx"}), 0) == 5);
}

TEST_CASE("the area around a head is counted without the head", "[spe_ed]") {
    const spe_ed::State state = state_of({"..x.", "1.x.", "..x."});
    CHECK(spe_ed::space::area_around(state.board, 0, 1) == 5);
}

TEST_CASE("space takes the way to the larger area", "[spe_ed]") {
    CHECK(
        spe_ed::space::choose(state_of({"xxxxxxx", "..1....", "xx.xxxx"}), 0) ==
        Action::turn_right);
    CHECK(spe_ed::space::choose(state_of({"xxx", "x1x", "xxx"}), 0) == Action::change_nothing);
}

TEST_CASE("voronoi doesn't run into a dead end, nor into its opponent", "[spe_ed]") {
    spe_ed::voronoi::Search search = voronoi_to(4);
    CHECK(
        search.choose(state_of({"xxxxxxx", "..1....", "xxxx...", "xxxx..."}), 0, in_an_hour())
            .action == Action::turn_right);
    const auto duel = state_of({".......", ".......", ".......", ".......", "1.2....", "......."});
    CHECK(search.choose(duel, 0, in_an_hour()).action != Action::turn_right);
}

TEST_CASE("voronoi doesn't become so fast that it can't brake", "[spe_ed]") {
    spe_ed::State state = state_of({".........", "1........", "........."});
    state.players[0].direction = Direction::right;
    state.players[0].speed = 3;
    spe_ed::voronoi::Constants constants;
    constants.max_depth = 1;   // so that it doesn't see the wall itself
    constants.speed_cost = -5; // and likes to be fast
    constants.no_brakes = 0;
    spe_ed::voronoi::Search reckless(constants);
    CHECK(reckless.choose(state, 0, in_an_hour()).action == Action::speed_up);
    constants.no_brakes = spe_ed::voronoi::Constants().no_brakes;
    spe_ed::voronoi::Search search(constants);
    CHECK(search.choose(state, 0, in_an_hour()).action == Action::change_nothing);
}

TEST_CASE("voronoi looks as far ahead as the time lets it", "[spe_ed]") {
    spe_ed::voronoi::Search search = voronoi_to(2);
    std::vector<std::string> rows(60, std::string(60, '.'));
    rows[10][10] = '1';
    rows[50][50] = '2';
    rows[10][50] = '3';
    CHECK(search.choose(state_of(rows), 0, in_an_hour()).depth == 2);
    CHECK(search.choose(state_of(rows), 0, long_past()).depth == 1);
}

TEST_CASE("voronoi answers in the narrowest place", "[spe_ed]") {
    const auto no_way = state_of({"xxx", "x1x", "xx2"});
    CHECK(voronoi_to(2).choose(no_way, 0, in_an_hour()).action == Action::change_nothing);
}

TEST_CASE(
    "domme marks where enemies may come to, and what a hole leaves out it doesn't", "[spe_ed]") {
    spe_ed::State state =
        state_of({"1.......", "........", "........", "....2...", "........", "........"});
    state.players[1].speed = 2;
    const auto open = spe_ed::domme::Terrain::with_enemies(state, 0);
    CHECK_FALSE(open.is_free(open.place(4, 0))); // straight ahead speed + 1
    CHECK(open.is_free(open.place(4, 4)));       // not behind
    CHECK_FALSE(open.is_free(open.place(2, 3)));
    CHECK(open.is_free(open.place(1, 3)));
    CHECK(open.run(open.place(0, 0), Direction::right) == 3);
    state.players[1].speed = 4;
    state.round = 6;
    const auto holes = spe_ed::domme::Terrain::with_enemies(state, 0);
    CHECK_FALSE(holes.is_free(holes.place(3, 3)));
    CHECK(holes.is_free(holes.place(2, 3)));
    CHECK_FALSE(holes.is_free(holes.place(0, 3)));
}

TEST_CASE("domme stops in time and when its memory is full", "[spe_ed]") {
    std::vector<std::string> rows(60, std::string(60, '.'));
    rows[30][30] = '1';
    rows[50][50] = '2';
    const spe_ed::State state = state_of(rows);
    spe_ed::domme::Constants constants;
    constants.max_jobs = 5'000'000;
    constants.time_buffer = 0;
    spe_ed::domme::Search search(constants);
    // At least five layers, however late it is, and no more then.
    const auto late = search.decide(state, 0, {{}, long_past()});
    CHECK(late.has_values);
    CHECK(late.layers == 5);
    constants.max_jobs = 2000;
    spe_ed::domme::Search small(constants);
    const auto decision = small.decide(state, 0, {{}, in_an_hour()});
    CHECK(decision.has_values);
    CHECK(decision.jobs < 2000);
}

TEST_CASE("a tree that is kept has the moves that a new search would find", "[spe_ed]") {
    // No enemy is near, so the kept tree must be the same as a new one, one layer on.
    std::vector<std::string> rows(40, std::string(40, '.'));
    rows[20][20] = '1';
    rows[0][0] = '2';
    spe_ed::State state = state_of(rows);
    spe_ed::domme::Constants constants;
    constants.max_jobs = 5'000'000;
    constants.always_keeps = true;
    spe_ed::domme::Search keeping(constants);
    spe_ed::domme::Search fresh(constants);
    int kept = 0;
    for (int round = 1; round <= 30 && state.players[0].active(); ++round) {
        const auto first = keeping.decide_further(state, 0, {6, {}});
        const auto second = fresh.decide(state, 0, {6, {}});
        kept += first.kept_jobs > 0 ? 1 : 0;
        REQUIRE(first.has_values);
        CHECK(first.layers == second.layers);
        for (std::size_t i = 0; i < first.values.size(); ++i) {
            CHECK((first.values[i] > 0) == (second.values[i] > 0));
        }
        spe_ed::Actions actions;
        actions.fill(Action::change_nothing);
        actions[0] = first.action;
        actions[1] = Action::turn_right;
        spe_ed::play_round(state, actions);
        state.players[1] = spe_ed::Player{0, 0, Direction::up, 1, spe_ed::Out::no, 0};
    }
    CHECK(kept > 10);
}
