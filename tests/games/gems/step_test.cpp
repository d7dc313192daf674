// referee/games/gems/README.md, "A move": what a step brings the player and costs the other.

#include "support/catch.hpp"
#include "support/games/gems_boards.hpp"

using namespace referee::gems;
using namespace tests;

namespace {

/// A step on a board, and what it did to both players.
struct StepTest {
    Player mover{30, 15, 0, 0, 0, 0};
    Player other{30, 15, 0, 0, 0, 0};
    Parameters parameters;
    Step step;

    void run(const std::vector<std::string_view>& board_rows) {
        Board board = board_of(board_rows);
        step = dissolve(board, mover, other, parameters);
    }
};

} // namespace

TEST_CASE("red, yellow, green and purple stones go onto the mover's accounts", "[gems]") {
    StepTest test;
    test.run({"RRR..YYYY", "GGGGG.LLLL"});
    CHECK(as_text(test.mover) == "30 15 3 4 5 4");
    CHECK(test.step.stones == 16);
}

TEST_CASE("nothing is credited to the opponent", "[gems]") {
    StepTest test;
    test.other = {30, 3, 1, 2, 3, 4};
    test.run({"RRRYYYGGG", "LLLBBB"});
    CHECK(as_text(test.other) == "30 3 1 2 3 4");
}

TEST_CASE("each blue stone strengthens the shield by one and goes onto no account", "[gems]") {
    StepTest test;
    test.mover.shield = 7;
    test.run({"BBBB"});
    CHECK(as_text(test.mover) == "30 11 0 0 0 0");
    CHECK(test.step.damage == 0);
}

TEST_CASE("the shield never goes above its maximum", "[gems]") {
    StepTest test;
    test.mover.shield = 13;
    test.run({"BBB"});
    CHECK(test.mover.shield == 15);
    test.run({"BBB"});
    CHECK(test.mover.shield == 15);
}

TEST_CASE("the shield's value at the start is its maximum, whatever the field sets", "[gems]") {
    StepTest test;
    test.parameters.shield = 4;
    test.mover.shield = 2;
    test.run({"BBB"});
    CHECK(test.mover.shield == 4);
    test.parameters.shield = 40;
    test.mover.shield = 15;
    test.run({"BBB"});
    CHECK(test.mover.shield == 18);
}

TEST_CASE("a blue stone where two lines cross strengthens the shield twice", "[gems]") {
    StepTest test;
    test.mover.shield = 0;
    test.run({"BBB", "B..", "B.."});
    CHECK(test.mover.shield == 6);
}

TEST_CASE("a stone where two lines cross is credited twice", "[gems]") {
    StepTest test;
    test.run({"RRR.LLL", "R....L", "R....L"});
    CHECK(test.mover.red == 6);
    CHECK(test.mover.purple == 6);
}

TEST_CASE("bombs deal the sum of their values", "[gems]") {
    StepTest test;
    test.run({"145"});
    CHECK(test.step.damage == 10);
    CHECK(as_text(test.other) == "30 5 0 0 0 0");
    test.run({"2222"});
    CHECK(test.step.damage == 8);
}

TEST_CASE("bombs go onto no account", "[gems]") {
    StepTest test;
    test.run({"12345"});
    CHECK(as_text(test.mover) == "30 15 0 0 0 0");
}

TEST_CASE("a bomb where two lines cross deals its value twice", "[gems]") {
    StepTest test;
    test.run({"151", ".2.", ".3."});
    CHECK(test.step.damage == (1 + 5 + 1) + (5 + 2 + 3));
}

TEST_CASE("a red account that reaches 15 pays 15 and deals 10", "[gems]") {
    StepTest test;
    test.mover.red = 12;
    test.run({"RRR"});
    CHECK(test.mover.red == 0);
    CHECK(test.step.damage == 10);
    CHECK(as_text(test.other) == "30 5 0 0 0 0");
}

TEST_CASE("a yellow account that reaches 15 pays 15 and deals 6", "[gems]") {
    StepTest test;
    test.mover.yellow = 12;
    test.run({"YYY"});
    CHECK(test.mover.yellow == 0);
    CHECK(test.step.damage == 6);
    CHECK(as_text(test.other) == "30 9 0 0 0 0");
}

TEST_CASE("a green account that reaches 15 pays 15 and deals 3", "[gems]") {
    StepTest test;
    test.mover.green = 12;
    test.run({"GGG"});
    CHECK(test.mover.green == 0);
    CHECK(test.step.damage == 3);
    CHECK(as_text(test.other) == "30 12 0 0 0 0");
}

TEST_CASE("an account of 14 doesn't pay", "[gems]") {
    StepTest test;
    test.mover.red = test.mover.yellow = test.mover.green = 11;
    test.run({"RRR", "YYY", "GGG"});
    CHECK(as_text(test.mover) == "30 15 14 14 14 0");
    CHECK(test.step.damage == 0);
}

TEST_CASE("what an account holds above 15 stays", "[gems]") {
    StepTest test;
    test.mover.red = test.mover.yellow = test.mover.green = 14;
    test.run({"RRRR", "YYY", "GGG"});
    CHECK(as_text(test.mover) == "30 15 3 2 2 0");
}

TEST_CASE("an account pays once a step, however much it holds", "[gems]") {
    StepTest test;
    test.mover.red = 40;
    test.run({"RRR"});
    CHECK(test.mover.red == 28);
    CHECK(test.step.damage == 10);
}

TEST_CASE("accounts pay in a step also without new stones", "[gems]") {
    StepTest test;
    test.mover = {30, 15, 20, 15, 16, 0};
    test.run({"LLL"});
    CHECK(as_text(test.mover) == "30 15 5 0 1 3");
    CHECK(test.step.damage == 19);
}

TEST_CASE("without a line there is no step, and nothing pays", "[gems]") {
    StepTest test;
    test.mover = {30, 15, 20, 20, 20, 20};
    test.run({"RR.LL"});
    CHECK(as_text(test.mover) == "30 15 20 20 20 20");
    CHECK(as_text(test.other) == "30 15 0 0 0 0");
    CHECK(test.step.stones == 0);
    CHECK(test.step.damage == 0);
}

TEST_CASE("the opponent's accounts don't pay in the mover's step", "[gems]") {
    StepTest test;
    test.other = {30, 15, 20, 20, 20, 20};
    test.run({"BBB"});
    CHECK(as_text(test.other) == "30 15 20 20 20 20");
    CHECK(as_text(test.mover) == "30 15 0 0 0 0");
}

TEST_CASE("the purple account doesn't pay in a step", "[gems]") {
    StepTest test;
    test.mover.purple = 14;
    test.run({"LLL"});
    CHECK(test.mover.purple == 17);
    CHECK(test.step.damage == 0);
}

TEST_CASE("the threshold of the field counts for red, yellow and green", "[gems]") {
    StepTest test;
    test.parameters.threshold = 4;
    test.run({"RRRR.YYYY", "GGGG.LLLL"});
    CHECK(as_text(test.mover) == "30 15 0 0 0 4");
    CHECK(test.step.damage == 19);
}

TEST_CASE("a step's damage is one sum of bombs and payments", "[gems]") {
    StepTest test;
    test.mover = {30, 15, 13, 13, 13, 0};
    test.run({"RRR.YYY", "GGG.555"});
    CHECK(test.step.damage == 10 + 6 + 3 + 15);
    CHECK(as_text(test.other) == "11 0 0 0 0 0");
}

TEST_CASE("damage goes to the shield first", "[gems]") {
    Player player{30, 15, 0, 0, 0, 0};
    take_damage(player, 14);
    CHECK(as_text(player) == "30 1 0 0 0 0");
    take_damage(player, 1);
    CHECK(as_text(player) == "30 0 0 0 0 0");
}

TEST_CASE("what the shield doesn't hold off goes to life", "[gems]") {
    Player player{30, 4, 0, 0, 0, 0};
    take_damage(player, 10);
    CHECK(as_text(player) == "24 0 0 0 0 0");
    take_damage(player, 10);
    CHECK(as_text(player) == "14 0 0 0 0 0");
}

TEST_CASE("life never goes below 0", "[gems]") {
    Player player{5, 4, 0, 0, 0, 0};
    take_damage(player, 9);
    CHECK(as_text(player) == "0 0 0 0 0 0");
    player = {5, 4, 0, 0, 0, 0};
    take_damage(player, 100);
    CHECK(as_text(player) == "0 0 0 0 0 0");
}

TEST_CASE("no damage costs nothing", "[gems]") {
    Player player{5, 0, 1, 2, 3, 4};
    take_damage(player, 0);
    CHECK(as_text(player) == "5 0 1 2 3 4");
}

TEST_CASE("the mover takes no damage from a step", "[gems]") {
    StepTest test;
    test.mover = {1, 0, 15, 15, 15, 0};
    test.run({"555"});
    CHECK(as_text(test.mover) == "1 0 0 0 0 0");
}
