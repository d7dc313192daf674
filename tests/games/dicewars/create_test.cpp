// referee/games/dicewars/README.md, "Fields": what `create` makes.

#include "support/catch.hpp"
#include "support/user_error.hpp"

#include "base/bytes.hpp"
#include "game/registry.hpp"
#include "games/dicewars/field.hpp"

#include <algorithm>
#include <map>

using namespace referee;
using namespace referee::dicewars;

namespace {

using Settings = std::map<std::string, std::string>;

std::string created(std::uint64_t seed, int players = 4, Settings settings = {}) {
    Rng rng(seed);
    settings.try_emplace("numbers", "0"); // short texts
    return game_named("dicewars").create_field({players, settings}, rng);
}

FieldSetup setup_of(const std::string& text) {
    FieldText field("drawn.dat", text);
    return read_setup(field);
}

std::string error_of(const Settings& settings, int players = 4) {
    return tests::user_error_of([&] { created(1, players, settings); });
}

} // namespace

TEST_CASE("one seed gives the same field of dicewars everywhere and for ever", "[dicewars]") {
    CHECK(
        sha256(created(1, 4, {{"numbers", "20000"}})) ==
        "d3ad99a2d65a1a2726516cf86550eb69a6e442fa247d792b572675eb474b2bc6");
    CHECK(
        sha256(created(2026, 8, {{"owners", "scattered"}})) ==
        "daea5cbcdb29040940e58da63ec337f00a90ce236fe7a1eab265a176b3e5376d");
    CHECK(created(1) != created(2));
}

TEST_CASE("created fields can be read, for every number of players", "[dicewars]") {
    for (std::uint64_t seed = 0; seed < 140; ++seed) {
        CAPTURE(seed);
        const int players = 2 + static_cast<int>(seed % 7);
        const FieldSetup field = setup_of(created(seed, players));
        CHECK(field.game.players == players);
        CHECK(field.game.board.areas() == 34);
        CHECK(field.game.streams.size() == static_cast<std::size_t>(players));
    }
}

TEST_CASE("boards look like the course's: edges, degrees, sizes", "[dicewars]") {
    double edges = 0;
    constexpr int boards = 100;
    for (int seed = 0; seed < boards; ++seed) {
        const FieldSetup field = setup_of(created(static_cast<std::uint64_t>(seed)));
        std::map<int, int> cells;
        for (const Hex& hex : field.hexes) {
            ++cells[hex.area];
            CHECK((hex.y >= -14 && hex.y <= 13));
            CHECK((hex.x >= -32 && hex.x <= 31));
            CHECK((hex.x + hex.y) % 2 == 0);
        }
        for (int area = 0; area < 34; ++area) {
            const std::size_t degree = field.game.board.neighbours(area).size();
            CHECK((degree >= 1 && degree <= 10));
            CHECK(cells[area] >= 12);
            edges += static_cast<double>(degree) / 2;
        }
    }
    CHECK(edges / boards > 54); // the paper's 500 boards: 57.1
    CHECK(edges / boards < 60);
}

TEST_CASE("areas are adjacent if any of their cells are", "[dicewars]") {
    const FieldSetup field = setup_of(created(3));
    std::array<AreaSet, max_areas> expected{};
    for (const Hex& a : field.hexes) {
        for (const Hex& b : field.hexes) {
            const int dx = std::abs(a.x - b.x);
            const int dy = std::abs(a.y - b.y);
            if (a.area != b.area && ((dy == 0 && dx == 2) || (dy == 1 && dx == 1))) {
                expected[static_cast<std::size_t>(a.area)] |= set_of(b.area);
            }
        }
    }
    for (int area = 0; area < 34; ++area) {
        CHECK(field.game.board.neighbour_set(area) == expected[static_cast<std::size_t>(area)]);
    }
}

TEST_CASE("with four players everyone has 18 dice, if there is room for them", "[dicewars]") {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const State state = start(setup_of(created(seed)).game);
        for (int player = 0; player < 4; ++player) {
            CHECK(dice_of(state, player) == std::min(18, 8 * state.areas_of(player)));
        }
    }
}

TEST_CASE("continuous owners begin as one region each, scattered ones are dealt", "[dicewars]") {
    int regions = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const State state = start(setup_of(created(seed)).game);
        const State scattered = start(setup_of(created(seed, 4, {{"owners", "scattered"}})).game);
        for (int player = 0; player < 4; ++player) {
            CHECK(state.largest[player] == state.areas_of(player));
            CHECK(std::abs(scattered.areas_of(player) * 4 - 34) <= 2);
            regions += scattered.largest[player] == scattered.areas_of(player) ? 1 : 0;
        }
    }
    CHECK(regions < 20);
}

TEST_CASE("each parameter of dicewars can be set", "[dicewars]") {
    const Setup setup = setup_of(created(
                                     1, 3,
                                     {{"areas", "12"},
                                      {"numbers", "25"},
                                      {"streams", "shared"},
                                      {"max_dice", "4"},
                                      {"reserve_production", "9"},
                                      {"reserve_cap", "10"},
                                      {"battle_wear", "2"},
                                      {"idle_rounds", "3"},
                                      {"max_battles", "100"},
                                      {"max_turns", "200"},
                                      {"max_transfers", "1"}}))
                            .game;
    CHECK(setup.board.areas() == 12);
    CHECK(setup.are_shared());
    CHECK(setup.streams[0].count() == 25);
    CHECK(setup.parameters.max_dice == 4);
    CHECK(setup.parameters.reserve_production == 9);
    CHECK(setup.parameters.reserve_cap == 10);
    CHECK(setup.parameters.battle_wear == 2);
    CHECK(setup.parameters.idle_rounds == 3);
    CHECK(setup.parameters.max_battles == 100);
    CHECK(setup.parameters.max_turns == 200);
    CHECK(setup.parameters.max_transfers == 1);
}

TEST_CASE("without settings each seat has a stream of 20,000 numbers", "[dicewars]") {
    Rng rng(5);
    const Setup setup = setup_of(game_named("dicewars").create_field({}, rng)).game;
    REQUIRE(setup.streams.size() == 4);
    for (const NumberStream& stream : setup.streams) {
        CHECK(stream.count() == 20'000);
    }
    CHECK(setup.streams[0][0] != setup.streams[1][0]);
}

TEST_CASE("dicewars makes no field that is too large to be read", "[dicewars]") {
    CHECK(
        error_of({{"numbers", "1000000"}}, 8) ==
        "--set numbers=1000000: 8 streams of them are larger than a field may be; give at most "
        "931157, or 0");
    CHECK(created(1, 8, {{"numbers", "931157"}, {"areas", "40"}}).size() <= FieldText::max_bytes);
    CHECK(created(1, 8, {{"numbers", "1000000"}, {"streams", "shared"}}).size() > 9'000'000);
}

TEST_CASE("boards of 2 and of 40 areas can be drawn", "[dicewars]") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        CHECK(setup_of(created(seed, 2, {{"areas", "2"}})).game.board.areas() == 2);
        CHECK(setup_of(created(seed, 8, {{"areas", "40"}})).game.board.areas() == 40);
    }
}

TEST_CASE("a setting that dicewars doesn't have, or out of range, is an error", "[dicewars]") {
    CHECK(
        error_of({{"dice", "3"}}) ==
        "--set dice: dicewars has no such parameter; 'referee games dicewars' lists them");
    CHECK(
        error_of({{"areas", "7"}}, 8) == "--set areas=7: fewer areas than seats; give at least 8");
    CHECK(
        error_of({{"owners", "some"}}) ==
        "--set owners=some: not a value of owners; give one of: continuous, scattered");
    CHECK_THAT(error_of({{"streams", "x"}}), ContainsSubstring("give one of: shared, seats"));
}
