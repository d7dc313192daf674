#include "golden/dicewars_table.hpp"

#include <algorithm>
#include <array>

namespace tests {

using namespace referee::dicewars;
using nlohmann::json;

Setup table_setup(const json& board) {
    // The numbers of a shuffle of four, which came first and was not used.
    static const NumberStream numbers(42, 5);
    Setup setup;
    setup.players = 4;
    std::vector<std::vector<int>> neighbours;
    for (const json& list : board["nb"]) {
        neighbours.emplace_back();
        for (const int neighbour : list) {
            neighbours.back().push_back(neighbour - 1);
        }
    }
    setup.board = Board(neighbours);
    for (const json& given : board["own"]) {
        setup.owners.push_back({given[0].get<int>() - 1, given[1].get<int>() - 1});
    }
    for (const char dice : board["dice"].get<std::string>()) {
        setup.dice.push_back(static_cast<std::uint8_t>(dice - '0'));
    }
    setup.streams.push_back(numbers);
    return setup;
}

State play_out(const Setup& setup, std::span<const sample::Choose> agents) {
    State state = start(setup);
    Deployment deployment;
    std::array<sample::Memory, max_players> memories{};
    while (state.end == End::none) {
        const auto mover = static_cast<std::size_t>(state.mover);
        if (state.is_off(state.mover)) {
            end_by_fault(state, setup, false, deployment);
        } else {
            const Command command =
                agents[mover]({setup.board, state, setup.parameters}, memories[mover]);
            apply(state, setup, command, deployment);
        }
    }
    return state;
}

std::string difference_from_table(const State& state, const json& line) {
    std::vector<std::array<int, 2>> thrown_out; // [battles before, seat]
    for (int player = 0; player < state.players; ++player) {
        if (state.fallen[player] != nobody) {
            thrown_out.push_back({state.fallen[player], player + 1});
        }
    }
    std::sort(thrown_out.begin(), thrown_out.end());
    if (state.end == End::battles) { // then the table lists those that are left as well
        for (int player = 0; player < state.players; ++player) {
            if (state.owned[player] != 0) {
                thrown_out.push_back({state.battles, player + 1});
            }
        }
    }
    json eliminations = json::array();
    for (const auto& [battles, seat] : thrown_out) {
        eliminations.push_back({seat, battles});
    }
    const json ours{state.winner + 1, state.battles, eliminations, state.commands};
    const json theirs{line[3], line[4], line[5], line[6]};
    return ours == theirs ? "" : "is " + ours.dump() + ", should be " + theirs.dump();
}

} // namespace tests
