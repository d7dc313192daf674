// referee/games/dicewars/README.md, "Files" and "Answer": the state files of a seat, and the
// parsing of result.dat.

#include "support/catch.hpp"
#include "support/games/dicewars_boards.hpp"

#include "games/dicewars/files.hpp"

using namespace referee;
using namespace referee::dicewars;

namespace {

std::string error_of(std::string_view text) {
    return read_commands(text).error;
}

} // namespace

TEST_CASE("the state files hold the board, the players and what happened", "[dicewars]") {
    const Setup setup = tests::line_of_areas("3214", "1233");
    State state = start(setup);
    state.reserve[2] = 5;
    state.turns[1] = 7;
    state.mover = 1;
    state.battles_this_turn = 2;
    state.transfers_this_turn = 3;
    state.commands = 12;
    StateFiles files(state_files().size());
    write_state(state, setup, 1, "1 end 2\n", files);
    CHECK(files.of(0) == "2 0 1 1 2\n");
    CHECK(files.of(1) == "3 5 2 2 5\n1 0 1 1 3\n"); // in the order of play
    CHECK(files.of(2) == "1 1 3 1 2\n2 2 2 2 1 3\n3 3 1 2 2 4\n4 3 4 1 3\n");
    CHECK(files.of(3) == "1 end 2\n");
    CHECK(
        files.match_keys ==
        "areas 4\nbattles_this_turn 2\ntransfers_this_turn 3\nturns 7\nfirst 0\nmax_dice 8\n"
        "reserve_production 64\nreserve_cap 24\nbattle_wear 4\nidle_rounds 8\n"
        "max_battles 10000\nmax_turns 100000\nmax_transfers 6\n");
}

TEST_CASE("first is 1 before the first command of the game", "[dicewars]") {
    const Setup setup = tests::line_of_areas("31", "12");
    StateFiles files(state_files().size());
    write_state(start(setup), setup, 0, "", files);
    CHECK_THAT(files.match_keys, ContainsSubstring("first 1\n"));
}

TEST_CASE("commands are words, whatever parts them", "[dicewars]") {
    const std::vector<Command> expected{battle(2, 4), transfer(0, 1), end_turn()};
    CHECK(read_commands("battle 3 5\ntransfer 1 2\nend\n").commands == expected);
    CHECK(read_commands("battle 3 5 transfer 1 2 end").commands == expected);
    CHECK(read_commands("battle\r\n+3\r\n5\ttransfer 01 2\r\nend\r\n").commands == expected);
}

TEST_CASE("areas of any size can be read, but lie outside the board", "[dicewars]") {
    for (const std::string number :
         {"0", "-1", "65", "99999999999999999999", "-9223372036854775809"}) {
        CAPTURE(number);
        const ReadCommands read = read_commands("battle " + number + " 1");
        REQUIRE(read.error.empty());
        CHECK((read.commands[0].from < 0 || read.commands[0].from >= max_areas));
    }
}

TEST_CASE("an answer that holds anything else is refused with line and word", "[dicewars]") {
    const std::string form = "; write 'battle S T', 'transfer S T' or 'end'";
    CHECK(error_of("attack 1 2") == "line 1, word 1 ('attack'): not a command" + form);
    CHECK(error_of("battle 1 2\nend 3") == "line 2, word 2 ('3'): not a command" + form);
    CHECK(error_of("battle 1 x") == "line 1, word 3 ('x'): not an integer" + form);
    CHECK(error_of("end\nbattle 1") == "line 2, word 1 ('battle'): two areas must follow" + form);
    CHECK(error_of("battle") == "line 1, word 1 ('battle'): two areas must follow" + form);
    CHECK(error_of("") == "the answer is empty" + form);
    CHECK(error_of(" \n") == "the answer is empty" + form);
    CHECK(error_of("END") == "line 1, word 1 ('END'): not a command" + form);
    CHECK(
        error_of("\xef\xbb\xbf"
                 "end") == "line 1, word 1 ('\\xef\\xbb\\xbfend'): not a command" + form);
    CHECK(
        error_of(std::string_view("end\0", 4)) ==
        "line 1, word 1 ('end\\x00'): not a command" + form);
    CHECK(error_of("battle 1.0 2") == "line 1, word 2 ('1.0'): not an integer" + form);
}

TEST_CASE("each kind of command has its line in last.dat", "[dicewars]") {
    Event event{1, battle(2, 4), {}, {}};
    event.outcome.attack_sum = 17;
    event.outcome.defence_sum = 12;
    event.outcome.won = true;
    CHECK(line_of(event) == "2 battle 3 5 17 12\n");
    CHECK(comment_on(event) == "17 : 12, won");
    event = {0, transfer(0, 1), {}, {}};
    event.outcome.dice = 1;
    CHECK(line_of(event) == "1 transfer 1 2 1\n");
    CHECK(comment_on(event) == "1 die moved");
    event = {7, end_turn(), {}, {4, 4, 0}};
    CHECK(line_of(event) == "8 end 5 5 1\n");
    CHECK(comment_on(event) == "3 dice put down");
}
