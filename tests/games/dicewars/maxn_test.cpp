// maxn, the paper's agent as its text describes it: ai-samples/dicewars/README.md.

#include "dicewars/lib/maxn/maxn.hpp"
#include "support/catch.hpp"
#include "support/games/dicewars_boards.hpp"

using namespace referee::dicewars;
using namespace referee::dicewars::sample;
using namespace tests;

namespace {

/// Areas in a row, and the first seat on.
struct AreasInRow {
    Setup setup;
    State state;
    AreasInRow(const std::string& dice, const std::string& owners)
        : setup(line_of_areas(dice, owners, {1})), state(start(setup)) {}
    sample::Game game() const { return {setup.board, state, setup.parameters}; }
};

/// 34 areas: 19 – 30 – 33 belong to seat 1, all others to seat 2, a ring around 33.
Setup example() {
    std::vector<std::vector<int>> neighbours(34);
    const auto join = [&](int area, int other) {
        neighbours[area - 1].push_back(other - 1);
        neighbours[other - 1].push_back(area - 1);
    };
    join(19, 30);
    join(30, 33);
    int last = 33;
    Setup setup;
    setup.players = 2;
    for (int area = 1; area <= 34; ++area) {
        const bool is_own = area == 19 || area == 30 || area == 33;
        if (!is_own) {
            join(last, area);
            last = area;
        }
        setup.owners.push_back({area - 1, is_own ? 0 : 1});
        const int dice = area == 19 ? 8 : area == 33 ? 6 : 1;
        setup.dice.push_back(static_cast<std::uint8_t>(dice));
    }
    setup.board = Board(neighbours);
    setup.streams.emplace_back(std::vector<std::uint32_t>{0});
    return setup;
}

} // namespace

TEST_CASE("maxn brings 33 eight dice from 19 over 30 in two transfers", "[dicewars]") {
    const Setup setup = example();
    State state = start(setup);
    Memory memory = 0;
    Deployment put_down;
    const auto choose = [&] { return choose_maxn({setup.board, state, setup.parameters}, memory); };
    CHECK(choose() == transfer(18, 29));
    apply(state, setup, transfer(18, 29), put_down);
    CHECK(choose() == transfer(29, 32));
    apply(state, setup, transfer(29, 32), put_down);
    CHECK(state.dice[32] == 8);
    CHECK(choose().kind == Command::Kind::battle); // 33 is full, so nothing more is brought
}

TEST_CASE("maxn takes the path with fewer transfers among those that bring as much", "[dicewars]") {
    // 5 dice one step away suffice for the border's 4; the 8 behind them bring no more.
    CHECK(maxn_transfer(AreasInRow("8544", "1112").game()) == transfer(1, 2));
    // A step that moves nothing is left out.
    CHECK(maxn_transfer(AreasInRow("1544", "1112").game()) == transfer(1, 2));
}

TEST_CASE("maxn keeps one transfer for its escape", "[dicewars]") {
    AreasInRow row("841", "112");
    row.state.transfers_this_turn = 4;
    CHECK(maxn_transfer(row.game()) == transfer(0, 1));
    row.state.transfers_this_turn = 5;
    CHECK(maxn_transfer(row.game()) == std::nullopt);
}

TEST_CASE("maxn's paths are no longer than the transfers that are left", "[dicewars]") {
    AreasInRow row("811141", "111112");
    CHECK(maxn_transfer(row.game()) == transfer(0, 1));
    row.state.transfers_this_turn = 2;
    CHECK(maxn_transfer(row.game()) == std::nullopt);
}

TEST_CASE("maxn values areas, the largest region, weak borders and weak enemies", "[dicewars]") {
    // Seat 1 has areas 1, 2 and 5. The second is weak beside 5 dice and no threat to them; the
    // fifth has 4 dice against the 2 of the fourth.
    const AreasInRow row("33524", "11221");
    const MaxnValues values = maxn_values(row.setup.board, row.state, {});
    CHECK(values[0] == Approx(0.5 * 3 + 0.55 * 2 - 0.3 * 1 + 0.4 * 1));
    CHECK(values[1] == Approx(0.5 * 2 + 0.55 * 2 - 0.3 * 1 + 0.4 * 1));
}

TEST_CASE("for maxn a border is weak from 2 dice less on, an enemy from 1", "[dicewars]") {
    const auto values = [](const std::string& dice) {
        const AreasInRow row(dice, "12");
        return maxn_values(row.setup.board, row.state, {})[0] - 0.5 - 0.55;
    };
    CHECK(values("34") == Approx(0));
    CHECK(values("35") == Approx(-0.3));
    CHECK(values("33") == Approx(0).margin(1e-12));
    CHECK(values("43") == Approx(0.4));
    CHECK(values("88") == Approx(0.4));
    CHECK(values("77") == Approx(0).margin(1e-12));
}

TEST_CASE("maxn counts every option it is given", "[dicewars]") {
    const AreasInRow row("33524", "11221");
    MaxnConfig config;
    config.areas = 1;
    config.region = 10;
    config.weak_border = 100;
    config.weak_enemy = 1000;
    CHECK(maxn_values(row.setup.board, row.state, config)[0] == Approx(3 + 20 - 100 + 1000));
}

TEST_CASE("maxn attacks only what it is likely to win and to hold", "[dicewars]") {
    CHECK(maxn_attack(AreasInRow("43", "12").game(), {}) == battle(0, 1));
    CHECK(maxn_attack(AreasInRow("33", "12").game(), {}) == std::nullopt); // an even fight
    CHECK(
        maxn_attack(AreasInRow("428", "123").game(), {}) ==
        std::nullopt); // the third would take it
    CHECK(
        maxn_attack(AreasInRow("888", "123").game(), {}) == battle(0, 1)); // a full area always may
    MaxnConfig bold;
    bold.hold = 0;
    CHECK(maxn_attack(AreasInRow("428", "123").game(), bold) == battle(0, 1));
}

TEST_CASE("maxn looks one attack of each seat ahead, a level each", "[dicewars]") {
    // To join the regions from the right is worth most now, the 5 dice go on threatening the
    // first area. With the own next turn in sight all is won in either order, and the first one
    // is taken.
    const AreasInRow row("15133", "21211");
    MaxnConfig shallow;
    shallow.depth = 1;
    CHECK(maxn_attack(row.game(), shallow) == battle(3, 2));
    shallow.depth = 2; // the second seat can do nothing
    CHECK(maxn_attack(row.game(), shallow) == battle(3, 2));
    CHECK(maxn_attack(row.game(), {}) == battle(1, 0));
}

TEST_CASE("maxn searches less deep where it may value fewer positions", "[dicewars]") {
    const AreasInRow row("15133", "21211");
    MaxnConfig hurried;
    hurried.positions = 1;
    CHECK(maxn_attack(row.game(), hurried) == battle(3, 2));
}

TEST_CASE("maxn leaves the area least likely to hold for its fullest neighbour", "[dicewars]") {
    // 2 – 3 – enemy with 8: the third area won't hold, its neighbour has room for its 2 dice.
    CHECK(maxn_escape(AreasInRow("2238", "1112").game(), {}) == transfer(2, 1));
    // No room: the neighbour has 7 dice, and 2 would have to move.
    CHECK(maxn_escape(AreasInRow("2738", "1112").game(), {}) == std::nullopt);
    // It holds: nothing to fear from one die.
    CHECK(maxn_escape(AreasInRow("2231", "1112").game(), {}) == std::nullopt);
    AreasInRow row("2238", "1112");
    row.state.transfers_this_turn = 6;
    CHECK(maxn_escape(row.game(), {}) == std::nullopt);
}

TEST_CASE("maxn goes from transfers to attacks to escapes, then ends its turn", "[dicewars]") {
    AreasInRow row("2238", "1112");
    Memory memory = 0;
    const auto choose = [&] { return choose_maxn(row.game(), memory); };
    const Parameters& parameters = row.setup.parameters;
    CHECK(choose() == transfer(0, 1)); // towards the border, from the far end
    move_dice(row.state, parameters, 0, 1);
    CHECK(choose() == transfer(1, 2));
    move_dice(row.state, parameters, 1, 2);
    CHECK(choose() == transfer(2, 1)); // no attack: back from where it won't hold
    move_dice(row.state, parameters, 2, 1);
    CHECK(choose() == end_turn());
    CHECK(memory == 0);
}

TEST_CASE("maxn begins its turn with transfers even if the last one was cut short", "[dicewars]") {
    const AreasInRow row("8422", "1112");
    Memory memory = 2;
    CHECK(choose_maxn(row.game(), memory) == transfer(0, 1));
}
