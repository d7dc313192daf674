// The golden tests of dicewars without their framework, for tests/golden/mutate.py: replays the
// traces and the table with whatever rules they are linked with. Exit status: 0 there is no
// difference, 1 in the traces, 2 in the table.

#include "golden/dicewars_replay.hpp"
#include "golden/dicewars_table.hpp"
#include "support/games/golden.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using nlohmann::json;
namespace sample = referee::dicewars::sample;

int main() {
    int wrong = 0;
    tests::for_each_golden("dicewars.jsonl.gz", [&](const json& trace, int) {
        if (tests::foreign_constant(trace).empty() && !tests::difference_in_trace(trace).empty()) {
            ++wrong;
        }
    });
    if (wrong > 0) {
        std::printf("%d traces differ\n", wrong);
        return 1;
    }
    std::vector<referee::dicewars::Setup> boards;
    tests::for_each_golden("dicewars_boards.jsonl.gz", [&](const json& board, int) {
        boards.push_back(tests::table_setup(board));
    });
    std::vector<sample::Choose> agents;
    tests::for_each_golden("dicewars_table.jsonl.gz", [&](const json& line, int) {
        if (line.is_object()) {
            for (const std::string name : line["ais"]) {
                agents.push_back(sample::agent_named(name));
            }
            return;
        }
        std::vector<sample::Choose> seats;
        for (const int agent : line[2]) {
            seats.push_back(agents[agent]);
        }
        const auto state = tests::play_out(boards[line[0].get<std::size_t>()], seats);
        if (!tests::difference_from_table(state, line).empty()) {
            std::puts("the table differs");
            std::exit(2);
        }
    });
    return 0;
}
