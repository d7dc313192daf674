// The paper's tournament table, game for game: the winner's seat, the battles, who was thrown out
// when, and the number of commands.

#include "dicewars/lib/maxn/maxn.hpp"
#include "golden/dicewars_table.hpp"
#include "support/catch.hpp"
#include "support/games/golden.hpp"

#include <algorithm>
#include <array>

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

TEST_CASE("maxn wins most games on the paper's boards, as its text says", "[dicewars]") {
    const sample::Choose maxn = [](const sample::Game& game, sample::Memory& memory) {
        return choose_maxn(game, memory, {.positions = 2000});
    };
    const std::array<sample::Choose, 4> agents{
        maxn, sample::choose_stei_adt, sample::choose_stei_at, sample::choose_xsmejk29};
    std::array<int, 4> wins{};
    tests::for_each_golden("dicewars_boards.jsonl.gz", [&](const json& board, int number) {
        if (number > 100) {
            return;
        }
        const Setup setup = tests::table_setup(board);
        for (std::size_t rotation = 0; rotation < agents.size(); ++rotation) {
            std::array<sample::Choose, 4> seats{};
            for (std::size_t seat = 0; seat < seats.size(); ++seat) {
                seats[seat] = agents[(seat + rotation) % agents.size()];
            }
            const State state = tests::play_out(setup, seats);
            if (state.winner != nobody) {
                ++wins[(static_cast<std::size_t>(state.winner) + rotation) % agents.size()];
            }
        }
    });
    CAPTURE(wins[0], wins[1], wins[2], wins[3]);
    CHECK(wins[0] > 130); // of 400 (147 when written); chance would be 100
    CHECK(wins[0] > *std::max_element(wins.begin() + 1, wins.end()) + 20);
}
