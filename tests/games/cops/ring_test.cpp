// referee/games/cops/README.md, "Board": the ring and the gates on it.

#include "support/catch.hpp"
#include "support/games/cops_states.hpp"

#include <map>
#include <set>

using namespace referee;
using namespace tests;

namespace {

cops::Cell cell(int x, int y) {
    return {static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)};
}

/// Cells of the gate at `index` that have an inner neighbour.
int usable_cells(const CopsGame& game) {
    int count = 0;
    const int size = game.parameters.size;
    for (int index = 0; index < cops::ring_length(size); ++index) {
        const cops::Cell at = cops::ring_cell(index, size);
        bool has_inner = false;
        for (int i = 0; i < cops::direction_count; ++i) {
            const cops::Cell beside = cops::neighbour(at, static_cast<CopsStep>(i));
            has_inner = has_inner || cops::is_inner(beside, size);
        }
        count += has_inner && cops::is_gate(game.state, game.parameters, at) ? 1 : 0;
    }
    return count;
}

} // namespace

TEST_CASE("the ring has 4(n+1) cells, each once, none of them inside", "[cops]") {
    for (const int size : {4, 10, 20, 60}) {
        CAPTURE(size);
        std::set<std::pair<int, int>> cells;
        const int length = cops::ring_length(size);
        CHECK(length == 4 * (size + 1));
        for (int index = 0; index < length; ++index) {
            const cops::Cell at = cops::ring_cell(index, size);
            cells.emplace(at.x, at.y);
            CHECK_FALSE(cops::is_inner(at, size));
            CHECK(cops::ring_index(at, size) == index);
            CHECK(cops::distance(at, cops::ring_cell((index + 1) % length, size)) == 1);
        }
        CHECK(cells.size() == static_cast<std::size_t>(length));
    }
}

TEST_CASE("the ring goes clockwise from (0,0): top, right, bottom, left", "[cops]") {
    CHECK(cops::ring_cell(0, 20) == cell(0, 0));
    CHECK(cops::ring_cell(1, 20) == cell(1, 0));
    CHECK(cops::ring_cell(20, 20) == cell(20, 0));
    CHECK(cops::ring_cell(21, 20) == cell(21, 0));
    CHECK(cops::ring_cell(22, 20) == cell(21, 1));
    CHECK(cops::ring_cell(42, 20) == cell(21, 21));
    CHECK(cops::ring_cell(43, 20) == cell(20, 21));
    CHECK(cops::ring_cell(63, 20) == cell(0, 21));
    CHECK(cops::ring_cell(64, 20) == cell(0, 20));
    CHECK(cops::ring_cell(83, 20) == cell(0, 1));
}

TEST_CASE("cells that are not on the ring have no ring index", "[cops]") {
    for (const cops::Cell at :
         {cell(1, 1), cell(20, 20), cell(10, 10), cell(-1, 0), cell(22, 3), cell(5, -1),
          cell(5, 22)}) {
        CHECK(cops::ring_index(at, 20) == -1);
    }
}

TEST_CASE("a gate is so many consecutive ring cells from its index on", "[cops]") {
    CopsGame game;
    game.parameters.gate_width = 3;
    game.add_gate(82);
    std::set<int> open;
    for (int index = 0; index < 84; ++index) {
        if (cops::is_gate(game.state, game.parameters, cops::ring_cell(index, 20))) {
            open.insert(index);
        }
    }
    CHECK(open == std::set<int>{82, 83, 0});
    CHECK_FALSE(cops::is_gate(game.state, game.parameters, cell(1, 1)));
}

TEST_CASE("of the 84 places of a gate of two, 76 have two usable cells and 8 have one", "[cops]") {
    std::map<int, int> places;
    for (int index = 0; index < 84; ++index) {
        CopsGame game;
        game.add_gate(index);
        ++places[usable_cells(game)];
    }
    CHECK(places == std::map<int, int>{{1, 8}, {2, 76}});
}

TEST_CASE("N is y-1, E x+1, S y+1, W x-1", "[cops]") {
    CHECK(cops::neighbour(cell(5, 5), CopsStep::north) == cell(5, 4));
    CHECK(cops::neighbour(cell(5, 5), CopsStep::east) == cell(6, 5));
    CHECK(cops::neighbour(cell(5, 5), CopsStep::south) == cell(5, 6));
    CHECK(cops::neighbour(cell(5, 5), CopsStep::west) == cell(4, 5));
    CHECK(cops::neighbour(cell(5, 5), CopsStep::wait) == cell(5, 5));
}

TEST_CASE("the lecture's parameters are the standard ones", "[cops]") {
    const cops::Parameters values;
    CHECK(values.size == 20);
    CHECK(values.ticks == 200);
    CHECK(values.plan_length == 5);
    CHECK(values.capture_radius == 0);
    CHECK(values.swap_capture == 0);
    CHECK(values.wall_length == 4);
    CHECK(values.gate_width == 2);
    CHECK(values.gate_move == 0.5);
    CHECK(values.gate_turn == 0.01);
    CHECK(values.wall_move == 0.75);
    CHECK(values.wall_turn == 0.05);
}
