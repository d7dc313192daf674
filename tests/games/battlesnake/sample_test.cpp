// What the sample AIs of battlesnake share: reading the files, floods, memory.

#include "support/catch.hpp"
#include "support/games/battlesnake_scenes.hpp"
#include "support/run.hpp"

#include "base/random.hpp"
#include "battlesnake/lib/area.hpp"
#include "battlesnake/lib/opponents.hpp"
#include "battlesnake/lib/policies.hpp"
#include "battlesnake/lib/thinking.hpp"
#include "game/registry.hpp"
#include "games/battlesnake/field.hpp"
#include "games/battlesnake/files.hpp"

#include <sstream>

using namespace referee;
using namespace referee::battlesnake;
using namespace referee::battlesnake::sample;
using namespace tests;

namespace {

/// What an AI on that seat reads of a field's start.
Situation situation_of(const std::string& field, int seat = 1) {
    Situation situation;
    situation.state = battlesnake_setup(field).start;
    situation.seat = seat;
    return situation;
}

/// States of drawn games of 4 snakes, most of them long enough for bodies to matter.
std::vector<State> random_states(int count) {
    std::vector<State> states;
    Rng rng(5);
    for (std::uint64_t seed = 0; static_cast<int>(states.size()) < count; ++seed) {
        Rng field_rng(seed);
        const std::string text =
            game_named("battlesnake").create_field({4, {{"lines", "50"}}}, field_rng);
        const Setup setup = battlesnake_setup(text);
        State state = setup.start;
        while (!is_over(state, 200)) {
            Moves moves{};
            for (int seat = 1; seat <= state.count; ++seat) {
                const DirectionList steps = open_steps(state, seat);
                moves[seat - 1] = steps.count == 0
                                      ? Direction::up
                                      : steps.items[rng.below(static_cast<unsigned>(steps.count))];
            }
            advance(state, moves);
            if (!is_over(state, 200)) {
                states.push_back(state);
            }
        }
    }
    return states;
}

/// The folder of an AI with a state's files.
void write_files(const TemporaryFolder& folder, const State& state, int seat) {
    StateFiles files(state_files().size());
    write_state(state, Setup{}, seat, files);
    for (std::size_t i = 0; i < state_files().size(); ++i) {
        write_file(folder / std::string(state_files()[i].name), files.of(i));
    }
    write_file(
        folder / "match.dat", "game battlesnake\nplayers " + std::to_string(state.count) +
                                  "\nseat " + std::to_string(seat) + "\nturn " +
                                  std::to_string(state.turn) +
                                  "\ntime_limit_ms 250\npoints 3 1\nseed 77\n" + files.match_keys);
}

} // namespace

TEST_CASE("an AI reads back the state that the referee writes", "[battlesnake]") {
    const TemporaryFolder folder(true);
    for (const State& state : random_states(60)) {
        for (int seat = 1; seat <= state.count; ++seat) {
            if (!state.lives(seat)) {
                continue;
            }
            write_files(folder, state, seat);
            const Situation read = read_situation(folder.path());
            CHECK(read.seat == seat);
            CHECK(read.time_limit_ms == 250);
            CHECK(read.seed == 77);
            CHECK(read.points == std::vector<double>{3, 1});
            CHECK(read.state.turn == state.turn);
            CHECK(read.state.count == state.count);
            CHECK(read.state.living == state.living);
            CHECK(food_text(read.state) == food_text(state));
            for (int other = 1; other <= state.count; ++other) {
                if (state.lives(other)) {
                    CHECK(body_text(read.state.snake(other)) == body_text(state.snake(other)));
                    CHECK(read.state.snake(other).health == state.snake(other).health);
                }
            }
        }
    }
}

TEST_CASE("files that an AI can't read are reported by name", "[battlesnake]") {
    const TemporaryFolder folder(true);
    const State state = random_states(1)[0];
    write_files(folder, state, 1);
    write_file(folder / "player.dat", "1\n90\n3\n1 1\n");
    CHECK_THROWS_WITH(read_situation(folder.path()), StartsWith("player.dat: "));
    write_file(folder / "player.dat", "1\n90\n1\n40 1\n");
    CHECK_THROWS_WITH(read_situation(folder.path()), "player.dat: a segment off the board");
    write_files(folder, state, 1);
    write_file(folder / "gamefield.dat", "...\n..\n...\n");
    CHECK_THROWS_WITH(read_situation(folder.path()), ContainsSubstring("rows of equal length"));
}

TEST_CASE(
    "a step is deadly if the rules let the snake die whatever the others do", "[battlesnake]") {
    for (const State& state : random_states(150)) {
        for (int seat = 1; seat <= state.count; ++seat) {
            for (const Direction step : directions) {
                if (!state.lives(seat)) {
                    continue;
                }
                bool can_live = false;
                for (int replies = 0; replies < 256 && !can_live; ++replies) {
                    Moves moves{};
                    for (int other = 1; other <= state.count; ++other) {
                        moves[other - 1] = directions[(replies >> (2 * (other - 1))) % 4];
                    }
                    moves[seat - 1] = step;
                    State next = state;
                    advance(next, moves);
                    // One that eats keeps its tail where it is, but that is seen only now.
                    can_live = next.lives(seat);
                }
                const Cell cell = neighbour(state.snake(seat).head, step);
                const bool says_deadly = is_deadly(state, cell);
                if (says_deadly && state.snake(seat).health > 1) {
                    // Others may have left the board in this very turn, and their bodies with them.
                    const int owner = state.board.is_wall(cell) ? 0 : state.board.owner(cell);
                    CHECK((!can_live || (owner != 0 && owner != seat)));
                } else if (!says_deadly && state.snake(seat).health > 1) {
                    CHECK(can_live);
                }
            }
        }
    }
}

TEST_CASE("space doesn't enter a region that is smaller than itself", "[battlesnake]") {
    // Its own body closes the corner: three cells to the left, the board to the right.
    const Situation situation = situation_of(battlesnake_field(
        7, {"90 2,0 2,1 2,2 1,2 0,2 0,3 1,3 2,3 3,3", "90 6,6 6,5 6,4"}, {"1,0"}));
    CHECK(choose_space(situation).direction == Direction::right);
}

TEST_CASE("the searching AIs keep a part of any time limit", "[battlesnake]") {
    CHECK(time_to_search(0).count() == 1'000);
    CHECK(time_to_search(500).count() == 345);
    CHECK(time_to_search(1).count() == 0);
    for (const int limit : {5, 10, 20, 100, 500, 10'000}) {
        CHECK(time_to_search(limit).count() < limit);
        CHECK(time_to_search(limit).count() > 0);
    }
}

TEST_CASE("what duel knows of its opponents comes back from memory.dat", "[battlesnake]") {
    const std::vector<State> states = random_states(30);
    AllHabits habits{};
    for (std::size_t i = 1; i < states.size(); ++i) {
        if (states[i].turn == states[i - 1].turn + 1) {
            observe(states[i - 1], states[i], 1, habits);
        }
    }
    CHECK(habits[0].goes_for_food.chances == 0); // itself
    std::stringstream file;
    write_memory(file, habits, states[10]);
    const std::string text = file.str();
    const Memory memory = read_memory(file, states[10].width, states[10].height);
    REQUIRE(memory.last);
    CHECK(memory.last->turn == states[10].turn);
    CHECK(food_text(*memory.last) == food_text(states[10]));
    for (int seat = 1; seat <= states[10].count; ++seat) {
        CHECK(
            memory.habits[seat - 1].goes_for_food.chances ==
            habits[seat - 1].goes_for_food.chances);
        CHECK(memory.habits[seat - 1].gives_way.times == habits[seat - 1].gives_way.times);
        CHECK(memory.habits[seat - 1].avoids_death.times == habits[seat - 1].avoids_death.times);
        if (states[10].lives(seat)) {
            CHECK(body_text(memory.last->snake(seat)) == body_text(states[10].snake(seat)));
        }
    }
    // A damaged file is no memory, and never more than that.
    for (std::size_t length = 0; length < text.size() - 1; ++length) {
        std::istringstream cut(text.substr(0, length));
        read_memory(cut, states[10].width, states[10].height);
        std::string wrong = text;
        wrong[length] = static_cast<char>('0' + (wrong[length] + 7) % 10);
        std::istringstream damaged(wrong);
        read_memory(damaged, states[10].width, states[10].height);
    }
    std::istringstream nothing("");
    CHECK(!read_memory(nothing, 11, 11).last);
    std::istringstream other("a diary\n1 2 3\n");
    CHECK(!read_memory(other, 11, 11).last);
}

TEST_CASE("the longest territory is the one that is reached first", "[battlesnake]") {
    // Two heads on a line of an empty board: each has its half, the middle column is nobody's.
    const State state =
        battlesnake_setup(battlesnake_field(7, {"90 1,3 0,3", "90 5,3 6,3"}, {"0,0"})).start;
    const Territory lands = territory(state);
    CHECK(lands[0] == lands[1]);
    CHECK(lands[0] > 14);
    CHECK(steps_to_food(state, cell_at(3, 0)) == 3);
}
