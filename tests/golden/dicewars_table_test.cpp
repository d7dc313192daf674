// The paper's tournament table, game for game: the winner's seat, the battles, who was thrown out
// when, and the number of commands.

#include "golden/dicewars_table.hpp"
#include "support/catch.hpp"
#include "support/golden.hpp"

using namespace referee::dicewars;
using nlohmann::json;

TEST_CASE("the 2,000 games of the paper's table come out equal", "[dicewars]") {
    std::vector<Setup> boards;
    tests::for_each_golden("dicewars_boards.jsonl.gz", [&](const json& board, int /*number*/) {
        boards.push_back(tests::table_setup(board));
    });
    std::vector<sample::Choose> agents;
    int games = 0;
    int without_winner = 0;
    tests::for_each_golden("dicewars_table.jsonl.gz", [&](const json& line, int number) {
        if (line.is_object()) {
            for (const std::string name : line["ais"]) {
                agents.push_back(sample::agent_named(name));
            }
            return;
        }
        INFO("line " << number << ": " << line.dump());
        std::vector<sample::Choose> seats;
        for (const int agent : line[2]) {
            seats.push_back(agents[static_cast<std::size_t>(agent)]);
        }
        const State state = tests::play_out(boards[line[0].get<std::size_t>()], seats);
        CHECK(tests::difference_from_table(state, line) == "");
        ++games;
        without_winner += state.winner == nobody ? 1 : 0;
    });
    CHECK(games == 2000);
    CHECK(without_winner > 0);
}
