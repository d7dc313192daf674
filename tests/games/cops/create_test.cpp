// referee/games/cops/README.md, "Fields": what `create` makes.

#include "support/catch.hpp"
#include "support/user_error.hpp"

#include "base/bytes.hpp"
#include "base/random.hpp"
#include "game/registry.hpp"
#include "games/cops/field.hpp"

#include <algorithm>
#include <map>
#include <set>

using namespace referee;

namespace {

using Settings = std::map<std::string, std::string>;

std::string created(std::uint64_t seed, const Settings& settings = {}) {
    Rng rng(seed);
    return game_named("cops").create_field({2, settings}, rng);
}

cops::Setup setup_of(const std::string& text) {
    FieldText field("drawn.dat", text);
    return cops::read_setup(field);
}

std::string error_of(const Settings& settings) {
    return tests::user_error_of([&] { created(1, settings); });
}

/// A share is within five standard deviations of a chance.
void check_share(double count, double of, double chance) {
    CAPTURE(count, of, chance);
    const double deviation = std::sqrt(chance * (1 - chance) / of);
    CHECK(std::abs(count / of - chance) < 5 * deviation);
}

} // namespace

TEST_CASE("one seed gives the same field of cops everywhere and forever", "[cops]") {
    // Computed independently, from the text of the rules.
    CHECK(sha256(created(1)) == "5f2c5137382a136b55b82d8705a477a4845bfcf9f75d2a5588a64d1d0d6543b2");
    CHECK(
        sha256(created(2009)) ==
        "5bbdd825ab95231c6f4b7abd453fa078d3da443f2fc5269245928498fbcd2022");
    CHECK(created(7, {{"size", "8"}, {"ticks", "3"}, {"cops", "2"}}) == R"(game cops
size 8
ticks 3
plan_length 5
capture_radius 0
swap_capture 0
wall_length 4
gate_width 2
gate_move 0.5
gate_turn 0.01
wall_move 0.75
wall_turn 0.05
[thief]
1 6
[cops]
2 2
3 3
[gates]
17 ccw
17 cw
[walls]
2 1 horizontal S
5 3 vertical S
1 1 vertical N
3 6 horizontal N
[ticks]
0m 0m 0- 0m 1m 0-
0m 0m 0m 0m 0- 0m
0m 0m 0m 1- 0m 1m
)");
    CHECK(created(1) != created(2));
}

TEST_CASE("created fields of cops can be read, and the thief is 5 from every cop", "[cops]") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        const cops::Setup setup = setup_of(created(seed));
        CHECK(setup.start.cop_count == 5);
        CHECK(setup.start.gate_count == 2);
        CHECK(setup.start.wall_count == 4);
        CHECK(setup.parameters.ticks == 200);
        CHECK(setup.words.known() == 200 * 6);
        for (int cop = 0; cop < setup.start.cop_count; ++cop) {
            CHECK(cops::distance(setup.start.cops[cop], setup.start.thief) >= 5);
        }
    }
}

TEST_CASE("every parameter of cops can be set, and its limits hold together", "[cops]") {
    const std::vector<Settings> odd{
        {{"size", "10"}, {"wall_length", "10"}},
        {{"cops", "3"}},
        {{"gates", "4"}, {"gate_width", "3"}},
        {{"plan_length", "1"}},
        {{"plan_length", "10"}, {"ticks", "7"}},
        {{"capture_radius", "6"}, {"swap_capture", "1"}},
        {{"walls", "0"}, {"gates", "0"}},
        {{"walls", "16"}, {"gates", "8"}, {"cops", "16"}},
        {{"size", "60"}, {"wall_length", "60"}, {"gate_width", "60"}},
        {{"size", "4"}, {"cops", "2"}, {"walls", "0"}, {"start_distance", "5"}},
        {{"wall_move", "0"}, {"wall_turn", "1"}, {"gate_move", "1"}, {"gate_turn", "0.125"}},
    };
    for (const Settings& settings : odd) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const cops::Setup setup = setup_of(created(seed, settings));
            std::string keys = "\n";
            cops::parameter_table.append(setup.parameters, keys);
            for (const auto& [name, value] : settings) {
                const bool is_key = keys.find("\n" + name + " ") != std::string::npos;
                CHECK(is_key == (keys.find("\n" + name + " " + value + "\n") != std::string::npos));
            }
        }
    }
    CHECK(setup_of(created(1, odd[1])).start.cop_count == 3);
    CHECK(setup_of(created(1, odd[2])).start.gate_count == 4);
    CHECK(setup_of(created(1, odd[7])).start.wall_count == 16);
}

TEST_CASE("walls and gates turn and move as often as the field says", "[cops]") {
    double walls = 0;
    double gates = 0;
    std::map<int, double> turns;
    double wall_moves = 0;
    double gate_moves = 0;
    double gate_turns = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const cops::Setup setup = setup_of(created(seed));
        for (std::size_t i = 0; i < setup.words.known(); ++i) {
            const cops::Word word = setup.words_of(0)[i];
            if (i % 6 < 4) {
                ++walls;
                ++turns[word.turn];
                wall_moves += word.moves ? 1 : 0;
            } else {
                ++gates;
                gate_turns += word.turn;
                gate_moves += word.moves ? 1 : 0;
            }
        }
    }
    check_share(wall_moves, walls, 0.75);
    check_share(gate_moves, gates, 0.5);
    check_share(gate_turns, gates, 0.01);
    for (int turn = 1; turn <= 3; ++turn) {
        check_share(turns[turn], walls, 0.05 / 3);
    }
}

TEST_CASE("players, walls and gates are drawn over the whole board", "[cops]") {
    std::set<std::pair<int, int>> thieves;
    std::set<int> gates;
    std::set<std::tuple<int, int, bool>> walls;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        const cops::State start =
            setup_of(created(seed, {{"ticks", "1"}, {"size", "8"}, {"cops", "1"}})).start;
        thieves.emplace(start.thief.x, start.thief.y);
        gates.insert(start.gates[0].index);
        walls.emplace(start.walls[0].first.x, start.walls[0].first.y, start.walls[0].vertical);
    }
    CHECK(thieves.size() == 64);
    CHECK(gates.size() == 36);
    CHECK(walls.size() == 2 * 5 * 8);
}

TEST_CASE("settings of cops that don't exist or are out of range are refused", "[cops]") {
    CHECK(
        error_of({{"cop", "3"}}) ==
        "--set cop: cops has no such parameter; did you mean 'cops'? 'referee games cops' lists "
        "them");
    CHECK(
        error_of({{"cops", "17"}}) ==
        "--set cops=17: not an integer in range; give cops from 1 to 16");
    CHECK(
        error_of({{"wall_turn", "1.1"}}) ==
        "--set wall_turn=1.1: not a number in range; give wall_turn from 0 to 1");
    for (const std::string value : {"", "x", "0.5x", "nan", "-0.1", "1e"}) {
        CAPTURE(value);
        CHECK_THAT(error_of({{"gate_move", value}}), ContainsSubstring("not a number in range"));
    }
    CHECK_THAT(
        error_of({{"size", "5"}, {"wall_length", "6"}}),
        ContainsSubstring("longer than the board is wide"));
}

TEST_CASE("a start for which there is no room is refused", "[cops]") {
    CHECK_THAT(
        error_of({{"size", "4"}, {"start_distance", "7"}}),
        StartsWith("there is not enough room for all players; "));
    CHECK_THAT(
        error_of({{"size", "4"}, {"cops", "16"}, {"start_distance", "1"}}),
        StartsWith("there is not enough room for all players; "));
}
