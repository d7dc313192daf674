// duel of battlesnake: its position is the referee's, its search ends in time and finds what wins.

#include "support/catch.hpp"
#include "support/games/battlesnake_scenes.hpp"

#include "base/random.hpp"
#include "battlesnake/duel/clock.hpp"
#include "battlesnake/duel/search.hpp"
#include "game/registry.hpp"
#include "games/battlesnake/field.hpp"

using namespace referee;
using namespace referee::battlesnake;
using namespace tests;

namespace {

bool never_late() {
    return false;
}

/// A game's start on a board of that size, with food at several times the usual rate.
Setup drawn_setup(int size, int snakes, std::uint64_t seed) {
    Rng rng(seed);
    return battlesnake_setup(game_named("battlesnake")
                                 .create_field(
                                     {snakes,
                                      {{"size", std::to_string(size)},
                                       {"lines", "50"},
                                       {"minimum_food", std::to_string(3 * snakes)}}},
                                     rng));
}

/// What makes a game another than the standard one.
struct Modes {
    bool wrapped = false;
    bool constrictor = false;
    int damage = 0; ///< of hazards that lie on a third of the board; 0 is none
};

/// The same game in other modes.
Setup in_modes(Setup setup, const Modes& modes, Rng& rng) {
    setup.start.wrapped = modes.wrapped;
    setup.start.constrictor = modes.constrictor;
    if (modes.constrictor) {
        constrict(setup.start);
    }
    setup.hazards = Hazards(modes.damage);
    for (int cell = 0; cell < setup.start.width * setup.start.height; ++cell) {
        if (modes.damage != 0 && rng.below(3) == 0) {
            setup.hazards.set(
                cell_at(cell % setup.start.width, cell / setup.start.width), 0,
                1 + static_cast<int>(rng.below(2)));
        }
    }
    return setup;
}

/// Most steps keep from death, so that bodies grow; one of 16 goes anywhere.
Moves drawn_moves(const State& state, Rng& rng) {
    Moves moves{};
    for (int seat = 1; seat <= state.count; ++seat) {
        if (!state.lives(seat)) {
            continue;
        }
        const sample::DirectionList open = sample::open_steps(state, seat);
        const bool is_any = open.count == 0 || rng.below(16) == 0;
        moves[seat - 1] = is_any ? sample::directions[rng.below(4)]
                                 : open.items[rng.below(static_cast<unsigned>(open.count))];
    }
    return moves;
}

template <int words>
sample::Bits<words> cells_of(const State& state, const std::function<bool(Cell)>& is_in) {
    sample::Bits<words> set;
    for (int y = 0; y < state.height; ++y) {
        for (int x = 0; x < state.width; ++x) {
            if (is_in(cell_at(x, y))) {
                set.add(y * state.width + x);
            }
        }
    }
    return set;
}

/// True if the position is this state in all that the search sees of it.
template <int words>
bool is_same(const duel::Position<words>& position, const State& state) {
    const auto number = [&](Cell cell) { return y_of(cell) * state.width + x_of(cell); };
    bool is = position.turn() == state.turn && position.living() == state.living &&
              position.food() ==
                  cells_of<words>(state, [&](Cell cell) { return state.board.has_food(cell); }) &&
              position.bodies() ==
                  cells_of<words>(state, [&](Cell cell) { return state.board.owner(cell) != 0; });
    for (int seat = 1; seat <= state.count && is; ++seat) {
        if (!state.lives(seat)) {
            continue;
        }
        const Snake& snake = state.snake(seat);
        const duel::Part& part = position.part(seat - 1);
        is = part.head == number(snake.head) && part.tail == number(snake.tail) &&
             part.health == snake.health && part.stacked == snake.stacked &&
             part.length() == snake.length() &&
             position.own(seat - 1) ==
                 cells_of<words>(state, [&](Cell cell) { return state.board.owner(cell) == seat; });
        int at = part.steps;
        for_each_segment(state, snake, [&](Cell cell) {
            is = is && position.segment(seat - 1, std::max(at--, 0)) == number(cell);
        });
    }
    return is;
}

/// Plays up to `depth` drawn turns in place and by the rules, compares, and takes them all back.
/// Returns the number of turns.
template <int words>
int compare_turns(
    duel::Position<words>& position, const State& state, const Hazards& hazards, int depth,
    Rng& rng, unsigned lived, bool& is_equal) {
    if (depth == 0 || is_over(state, 1'000'000)) {
        return 0;
    }
    const Moves moves = drawn_moves(state, rng);
    const std::uint64_t key = position.key();
    State next = state;
    advance(next, hazards, moves);
    duel::Undo<words> undo;
    position.make(moves, undo);
    is_equal = is_equal && is_same(position, next);
    // A dead snake leaves a trace in the hash; among the living it says all that there is.
    if (next.living == lived) {
        is_equal = is_equal && position.key() == duel::Position<words>(next, hazards).key();
    }
    const int turns = compare_turns(position, next, hazards, depth - 1, rng, lived, is_equal);
    position.take_back(undo);
    is_equal = is_equal && is_same(position, state) && position.key() == key;
    return turns + 1;
}

template <int words>
int compare_games(int size, int snakes, int games, const Modes& modes = {}) {
    int turns = 0;
    for (int game = 0; game < games; ++game) {
        const auto seed = static_cast<std::uint64_t>(1000 * size + 100 * snakes + game);
        Rng rng(seed);
        const Setup setup = in_modes(drawn_setup(size, snakes, seed), modes, rng);
        State state = setup.start;
        while (!is_over(state, 300)) {
            duel::Position<words> position(state, setup.hazards);
            bool is_equal = is_same(position, state);
            turns += compare_turns(position, state, setup.hazards, 6, rng, state.living, is_equal);
            CAPTURE(size, snakes, game, state.turn);
            REQUIRE(is_equal);
            apply(state, setup, drawn_moves(state, rng));
        }
    }
    return turns;
}

/// A search that is not ended by the clock, so that it finds the same everywhere.
duel::SearchResult found(const sample::Situation& situation, int depth) {
    duel::SearchConfig config;
    config.max_depth = depth;
    duel::Experience experience;
    return duel::search(situation, config, experience, never_late);
}

sample::Situation situation_of(const State& state, int seat = 1) {
    sample::Situation situation;
    situation.state = state;
    situation.seat = seat;
    return situation;
}

} // namespace

TEST_CASE(
    "duel's turns in place are those of the rules, and are taken back whole",
    "[battlesnake][slow]") {
    CHECK(compare_games<1>(7, 2, 150) > 5'000);
    CHECK(compare_games<1>(7, 4, 100) > 2'000);
    CHECK(compare_games<2>(11, 2, 100) > 5'000);
    CHECK(compare_games<2>(11, 8, 40) > 2'000);
    CHECK(compare_games<6>(19, 8, 20) > 2'000);
    CHECK(compare_games<10>(19, 3, 20) > 1'000);
}

TEST_CASE("duel's turns are those of the rules in all modes, too", "[battlesnake]") {
    const Modes modes = GENERATE(
        Modes{true, false, 0}, Modes{false, true, 0}, Modes{true, true, 0}, Modes{false, false, 14},
        Modes{false, false, -20}, Modes{true, false, 14}, Modes{true, true, 100});
    CAPTURE(modes.wrapped, modes.constrictor, modes.damage);
    // Constrictors are soon shut in.
    CHECK(compare_games<1>(7, 2, 20, modes) > 50);
    CHECK(compare_games<2>(11, 4, 10, modes) > 50);
    CHECK(compare_games<6>(19, 6, 3, modes) > 25);
}

TEST_CASE("duel runs for the win and away from death", "[battlesnake]") {
    // Seat 2 creeps along the wall; when seat 1 turns in before its head, it has no way out.
    const State closing =
        battlesnake_setup(battlesnake_field(7, {"90 1,3 1,2 1,1 1,0 2,0 3,0", "90 0,2 0,1 0,0"}))
            .start;
    const duel::SearchResult result = found(situation_of(closing), 5);
    CHECK(result.direction == Direction::left);
    CHECK(result.value > 9'000);
    CHECK(result.line.front() == cell_at(0, 3));
    // The shorter of two must not meet the longer one's head.
    const State meeting =
        battlesnake_setup(battlesnake_field(7, {"90 2,3 1,3 0,3", "90 4,3 5,3 6,3 6,2"}, {"3,3"}))
            .start;
    CHECK(found(situation_of(meeting), 5).direction != Direction::right);
}

TEST_CASE(
    "among three, duel's flood lets nobody wait for a way out longer than there is room",
    "[battlesnake]") {
    // Two cells are left to seat 1. Its own body opens a way out: after 2 turns if it is short.
    const std::string wall = "90 2,0 1,0 1,1 1,2 1,3 1,4 1,5 2,5 3,5 4,5 5,5 5,4 5,3 5,2";
    const auto cells = [&](const std::string& body) {
        const State state =
            battlesnake_setup(battlesnake_field(7, {body, wall, "90 6,0 5,0 4,0"})).start;
        duel::Lands lands;
        duel::find_lands(duel::Position<1>(state), lands);
        return lands[0].cells;
    };
    CHECK(cells("90 0,2 0,3 0,4 0,5 0,6 1,6 2,6") == 2);
    CHECK(cells("90 0,2 0,3 0,4 0,5") > 2);
}

TEST_CASE("duel plays for points, not for the win", "[battlesnake]") {
    // Seat 1 has no way out; seats 2 and 3 lie apart. With points for places a later death pays.
    const State state =
        battlesnake_setup(battlesnake_field(7, {"90 3,3 3,2", "90 0,0 1,0", "90 6,6 6,5"})).start;
    sample::Situation situation = situation_of(state);
    situation.points = {1};
    const int for_the_win = found(situation, 2).value;
    situation.points = {2, 1, 0};
    const int for_places = found(situation, 2).value;
    situation.points = {1, 1, 1};
    CHECK(std::abs(for_the_win - duel::all_points / 3) < duel::max_prospects / 3 * 2);
    CHECK(std::abs(for_places - duel::all_points / 2) < duel::max_prospects);
    CHECK(for_places > for_the_win);
    const duel::Places places(3, {2, 1, 0});
    CHECK(places.mean(1, 1) == 10'000);
    CHECK(places.mean(1, 3) == 5'000);
    CHECK(places.mean(2, 3) == 2'500);
    CHECK(duel::Places(3, {1}).mean(1, 3) == 3'333);
    CHECK(duel::Places(3, {1, 1, 1}).mean(1, 2) == 0);
}

TEST_CASE("among eight snakes duel keeps alive with little land", "[battlesnake]") {
    // Seat 1 is shut in a corner by two longer ones, and five more share the rest of the board.
    const State state = battlesnake_setup(battlesnake_field(
                                              19, {"90 1,1 1,0 0,0", "90 3,2 4,2 5,2 6,2 7,2 8,2",
                                                   "90 2,4 2,5 2,6 2,7 2,8 2,9", "90 9,9 9,8 9,7",
                                                   "90 15,15 15,16 15,17", "90 15,3 16,3 17,3",
                                                   "90 3,15 3,16 3,17", "90 9,15 9,16 9,17"}))
                            .start;
    constexpr int of_death = 100; // turns lived through are all that it is worth
    CHECK(found(situation_of(state), 2).value > of_death);
}

TEST_CASE("duel's search ends when it is late, with a step that is open", "[battlesnake]") {
    for (const int size : {7, 11, 19}) {
        for (const int snakes : {2, 4, 8}) {
            const Setup setup = drawn_setup(size, snakes, 7);
            Rng rng(7);
            duel::Experience experience;
            for (State state = setup.start; !is_over(state, 40);
                 apply(state, setup, drawn_moves(state, rng))) {
                for (int seat = 1; seat <= state.count; ++seat) {
                    if (!state.lives(seat)) {
                        continue;
                    }
                    const duel::SearchResult result = duel::search(
                        situation_of(state, seat), {}, experience, [] { return true; });
                    CHECK(result.nodes < 1'000);
                    const sample::DirectionList open = sample::open_steps(state, seat);
                    CHECK(
                        (open.count == 0 ||
                         std::find(open.begin(), open.end(), result.direction) != open.end()));
                }
            }
        }
    }
}

TEST_CASE("a full table of transpositions changes no value of a search", "[battlesnake]") {
    // The value of a search without reductions depends on the position alone, however it is ordered
    // and whatever was searched before.
    const Setup setup = drawn_setup(11, 2, 3);
    Rng rng(3);
    duel::Experience old_hand;
    duel::SearchConfig config;
    config.max_depth = 4;
    config.reduced_from = 9;
    for (State state = setup.start; !is_over(state, 60);
         apply(state, setup, drawn_moves(state, rng))) {
        duel::Experience beginner;
        const sample::Situation situation = situation_of(state);
        const duel::SearchResult first = duel::search(situation, config, beginner, never_late);
        const duel::SearchResult again = duel::search(situation, config, old_hand, never_late);
        CHECK(first.value == again.value);
    }
}

TEST_CASE(
    "duel keeps a part of any time limit, and more of it on a busy machine", "[battlesnake]") {
    using namespace std::chrono_literals;
    CHECK(duel::search_time(0).alone == 1s);
    CHECK(duel::search_time(500).busy == 345ms);
    CHECK(duel::search_time(600).alone == 545ms);
    for (const int limit : {1, 5, 10, 20, 50, 100, 500, 10'000}) {
        const duel::SearchTime time = duel::search_time(limit);
        CHECK(time.alone < std::chrono::milliseconds(limit));
        CHECK(time.alone >= time.busy);
        CHECK(time.busy > 0ns);
    }
}
