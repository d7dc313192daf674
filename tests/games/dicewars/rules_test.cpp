// referee/games/dicewars/README.md, "A turn": one rule a test, on boards small enough to be seen at
// a glance. That all of it together is right the golden tests show.

#include "support/catch.hpp"
#include "support/games/dicewars_boards.hpp"

#include <algorithm>

using namespace referee::dicewars;
using namespace tests;

namespace {

Deployment put_down;

Outcome give(State& state, const Setup& setup, const Command& command) {
    return apply(state, setup, command, put_down);
}

std::vector<int> list_of(const State& state, int player) {
    const auto& list = state.lists[player];
    return {list.begin(), list.begin() + state.areas_of(player)};
}

/// Dice of the areas as digits.
std::string dice_of_all(const State& state, int areas) {
    std::string text;
    for (int area = 0; area < areas; ++area) {
        text += static_cast<char>('0' + state.dice[area]);
    }
    return text;
}

} // namespace

TEST_CASE("a won battle moves all dice but one, and the area changes hands", "[dicewars]") {
    const Setup setup = line_of_areas("321", "122", {4, 4, 5, 6, 6});
    State state = start(setup);
    const Outcome outcome = give(state, setup, battle(0, 1));
    CHECK(outcome.won);
    CHECK(outcome.attack_sum == 13);
    CHECK(outcome.defence_sum == 12);
    CHECK(outcome.attack_dice == Thrown{4, 4, 5});
    CHECK(outcome.defence_dice == Thrown{6, 6});
    CHECK(dice_of_all(state, 3) == "121");
    CHECK(state.owner[1] == 0);
    CHECK(state.mover == 0);
    CHECK(state.taken[0] == 5);
}

TEST_CASE("equal sums are won by the defender, who loses a die for every four", "[dicewars]") {
    const auto lost_with = [](const std::string& dice) {
        const Setup setup = line_of_areas(dice, "12", {1});
        State state = start(setup);
        settle_battle(state, setup.board, setup.parameters, {0, 1, 9, 9});
        return dice_of_all(state, 2);
    };
    CHECK(lost_with("33") == "13");
    CHECK(lost_with("43") == "12");
    CHECK(lost_with("73") == "12");
    CHECK(lost_with("83") == "11");
    CHECK(lost_with("82") == "11"); // at least one is left
    CHECK(lost_with("81") == "11");
}

TEST_CASE("a battle needs two dice, a neighbour, and another owner", "[dicewars]") {
    const Setup setup = line_of_areas("2122", "1122");
    const State state = start(setup);
    const auto refusal = [&](const Command& command) {
        return refusal_of(state, setup.board, command);
    };
    CHECK(refusal(battle(1, 2)) == Refusal::too_few_dice);
    CHECK(refusal(battle(0, 2)) == Refusal::not_adjacent);
    CHECK(refusal(battle(0, 1)) == Refusal::own_target);
    CHECK(refusal(battle(2, 1)) == Refusal::not_own);
    CHECK(refusal(battle(0, 4)) == Refusal::no_such_area);
    CHECK(refusal(battle(-1, 2)) == Refusal::no_such_area);
    CHECK(refusal(transfer(0, 1)) == Refusal::none);
    CHECK(refusal(transfer(1, 0)) == Refusal::none); // moves nothing
    CHECK(refusal(transfer(1, 2)) == Refusal::foreign_target);
    CHECK(refusal(transfer(0, 0)) == Refusal::not_adjacent);
    CHECK(refusal(end_turn()) == Refusal::none);
}

TEST_CASE("a transfer moves what there is room for and leaves one die", "[dicewars]") {
    const Setup setup = line_of_areas("5711", "1112");
    State state = start(setup);
    CHECK(give(state, setup, transfer(0, 1)).dice == 1);
    CHECK(dice_of_all(state, 4) == "4811");
    CHECK(give(state, setup, transfer(1, 2)).dice == 7);
    CHECK(dice_of_all(state, 4) == "4181");
    CHECK(give(state, setup, transfer(1, 0)).dice == 0); // legal all the same
    CHECK(state.transfers_this_turn == 3);
}

TEST_CASE("the seventh transfer of a turn ends it and is no fault", "[dicewars]") {
    const Setup setup = line_of_areas("111", "112");
    State state = start(setup);
    for (int i = 0; i < 6; ++i) {
        CHECK_FALSE(give(state, setup, transfer(0, 1)).ended_turn);
    }
    const Outcome outcome = give(state, setup, transfer(0, 2)); // not even looked at
    CHECK(outcome.ended_turn);
    CHECK(outcome.refusal == Refusal::none);
    CHECK_FALSE(state.is_off(0));
    CHECK(state.mover == 1);
    CHECK(state.commands == 7);
}

TEST_CASE("a refused command ends the turn and switches the player off", "[dicewars]") {
    const Setup setup = line_of_areas("112", "112");
    State state = start(setup);
    const Outcome outcome = give(state, setup, battle(0, 2));
    CHECK(outcome.refusal == Refusal::too_few_dice);
    CHECK(outcome.ended_turn);
    CHECK(state.is_off(0));
    CHECK(state.mover == 1);
    CHECK(state.commands == 1);
    CHECK(dice_of_all(state, 3) != "112"); // its areas go on producing dice
}

TEST_CASE("as many dice as the largest region are put down one by one", "[dicewars]") {
    // Areas 1 and 2 hang together, 4 lies apart. The list is 1 2 4: three bits of which two count.
    Setup setup = line_of_areas("11111", "11212");
    setup.streams = {NumberStream({3U << 30U, 2U << 30U, 0U})}; // 3 is out of range and passed over
    State state = start(setup);
    CHECK(state.largest[0] == 2);
    give(state, setup, end_turn());
    CHECK(put_down.count == 2);
    CHECK(put_down.areas[0] == 3);
    CHECK(put_down.areas[1] == 0);
    CHECK(state.taken[0] == 3);
    CHECK(dice_of_all(state, 5) == "21121");
}

TEST_CASE("a draw for which no number of the stream is small enough gives 0", "[dicewars]") {
    Setup setup = line_of_areas("3111", "1212");
    setup.streams = {NumberStream(std::vector<std::uint32_t>{~0U, 7U << 29U})};
    State state = start(setup);
    const Outcome outcome = give(state, setup, battle(0, 1));
    CHECK(outcome.attack_dice == Thrown{1, 1, 1});
    CHECK(state.taken[0] == 8); // both numbers for each of four dice
    give(state, setup, end_turn());
    CHECK(put_down.count == 3);
    CHECK(dice_of_all(state, 4) == "4211");
}

TEST_CASE("a full area that is drawn is struck from the list", "[dicewars]") {
    Setup setup = line_of_areas("8811", "1112");
    setup.streams = {NumberStream({0U, 0U, 0U})};
    State state = start(setup);
    give(state, setup, end_turn());
    CHECK(state.taken[0] == 5); // 1 and 2 are struck, then 3 gets its dice
    CHECK(dice_of_all(state, 4) == "8841");
}

TEST_CASE("what has no room goes to the reserve, at most 24 less the areas", "[dicewars]") {
    const Setup setup = line_of_areas("8871", "1112");
    State state = start(setup);
    give(state, setup, end_turn());
    CHECK(put_down.count == 1);
    CHECK(state.reserve[0] == 2);
    state.reserve[0] = 20;
    state.mover = 0;
    give(state, setup, end_turn());
    CHECK(put_down.count == 0);
    CHECK(state.reserve[0] == 21); // of 23
}

TEST_CASE("at most 64 dice are freed in a turn", "[dicewars]") {
    Setup setup = line_of_areas("1111111111111", "1111111111112");
    setup.parameters.reserve_cap = 1000;
    State state = start(setup);
    state.reserve[0] = 100;
    CHECK(dice_to_deploy(state, setup.parameters, 0) == 64);
    give(state, setup, end_turn());
    CHECK(state.reserve[0] == 0); // what is above 64 is lost
}

TEST_CASE("lists are rewritten breadth first after every capture", "[dicewars]") {
    Setup setup = line_of_areas("1212121", "2121112");
    State state = start(setup);
    CHECK(list_of(state, 0) == std::vector<int>{1, 3, 4, 5});
    settle_battle(state, setup.board, setup.parameters, {3, 2, 2, 1});
    CHECK(list_of(state, 0) == std::vector<int>{1, 2, 3, 4, 5});
    CHECK(list_of(state, 1) == std::vector<int>{0, 6});
    settle_battle(state, setup.board, setup.parameters, {1, 0, 2, 1});
    CHECK(list_of(state, 0) == std::vector<int>{1, 0, 2, 3, 4, 5}); // neighbours in their order
    CHECK(state.largest[0] == 6);
    state.mover = 1;
    settle_battle(state, setup.board, setup.parameters, {6, 5, 2, 1});
    CHECK(list_of(state, 0) == std::vector<int>{1, 0, 2, 3, 4});
    CHECK(list_of(state, 1) == std::vector<int>{6, 5});
}

TEST_CASE("the list begins in the order of assignment", "[dicewars]") {
    Setup setup = line_of_areas("11111", "11212");
    std::swap(setup.owners[0], setup.owners[3]); // area 4 first
    const State state = start(setup);
    CHECK(list_of(state, 0) == std::vector<int>{3, 1, 0});
}

TEST_CASE("with a stream for each seat the attacker's dice are his own", "[dicewars]") {
    Setup setup = line_of_areas("221", "122");
    setup.streams = {NumberStream(numbers_of({6})), NumberStream(numbers_of({1}))};
    State state = start(setup);
    const Outcome outcome = give(state, setup, battle(0, 1));
    CHECK(outcome.attack_sum == 12);
    CHECK(outcome.defence_sum == 2);
    CHECK(state.taken[0] == 2);
    CHECK(state.taken[1] == 2);
}

TEST_CASE("a player without areas is out and passed over", "[dicewars]") {
    Setup setup = line_of_areas("3111", "1233", {6, 6, 6, 1});
    State state = start(setup);
    give(state, setup, battle(0, 1));
    CHECK(state.alive == 2);
    CHECK(state.fallen[1] == 0);
    give(state, setup, end_turn());
    CHECK(state.mover == 2);
    CHECK(state.end == End::none);
}

TEST_CASE("who owns everything has won; the others by elimination, later is better", "[dicewars]") {
    Setup setup = line_of_areas("8111", "1234", {6, 6, 6, 6, 6, 6, 6, 6, 1});
    State state = start(setup);
    for (int area = 0; area < 3; ++area) {
        settle_battle(state, setup.board, setup.parameters, {area, area + 1, 2, 1});
    }
    CHECK(state.end == End::conquest);
    CHECK(state.winner == 0);
    const auto places = ranks(state);
    CHECK(std::vector<int>(places.begin(), places.begin() + 4) == std::vector<int>{1, 4, 3, 2});
}

TEST_CASE("eight idle rounds of those alive end the game without a winner", "[dicewars]") {
    Setup setup = line_of_areas("2122", "1233");
    State state = start(setup);
    settle_battle(state, setup.board, setup.parameters, {0, 1, 2, 1});
    for (int turn = 0; turn < 15; ++turn) {
        CHECK(state.end == End::none);
        give(state, setup, end_turn());
    }
    give(state, setup, end_turn());
    CHECK(state.end == End::idle);
    CHECK(state.winner == nobody);
    const auto places = ranks(state);
    CHECK(std::vector<int>(places.begin(), places.begin() + 3) == std::vector<int>{1, 3, 1});
}

TEST_CASE("a transfer that moves nothing is not idle", "[dicewars]") {
    const Setup setup = line_of_areas("112", "112");
    State state = start(setup);
    for (int round = 0; round < 20; ++round) {
        give(state, setup, transfer(0, 1));
        give(state, setup, end_turn());
        give(state, setup, end_turn());
    }
    CHECK(state.end == End::none);
}

TEST_CASE("at the last battle nobody wins, even by conquering all", "[dicewars]") {
    Setup setup = line_of_areas("31", "12");
    setup.parameters.max_battles = 1;
    State state = start(setup);
    settle_battle(state, setup.board, setup.parameters, {0, 1, 2, 1});
    CHECK(state.end == End::battles);
    CHECK(state.winner == nobody);
}

TEST_CASE("at the last turn end nobody wins", "[dicewars]") {
    Setup setup = line_of_areas("31", "12");
    setup.parameters.max_turns = 3;
    State state = start(setup);
    for (int turn = 0; turn < 3; ++turn) {
        CHECK(state.end == End::none);
        give(state, setup, end_turn());
    }
    CHECK(state.end == End::turns);
}

TEST_CASE("the stream of words begins again when it is used up", "[dicewars]") {
    const NumberStream stream({7, 8, 9});
    CHECK(stream[0] == 7);
    CHECK(stream[2] == 9);
    CHECK(stream[3] == 7);
    CHECK(stream[3'000'001] == 8);
}

TEST_CASE("MT19937 is seeded by init_by_array as in the reference program", "[dicewars]") {
    // The first outputs for the key {42}, computed with another implementation.
    const NumberStream stream(42, 0);
    const std::vector<std::uint32_t> first{2746317213U, 478163327U, 107420369U, 3184935163U};
    for (std::size_t i = 0; i < first.size(); ++i) {
        CHECK(stream[i] == first[i]);
    }
    const NumberStream skipped(42, 2);
    CHECK(skipped[0] == first[2]);
    CHECK(skipped[1] == first[3]);
    // Far beyond what is drawn in advance, forwards and backwards.
    const std::uint32_t far = stream[100'000];
    CHECK(skipped[99'998] == far);
    CHECK(stream[99'999] == NumberStream(42, 99'999)[0]);
}
