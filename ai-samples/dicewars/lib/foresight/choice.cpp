// foresight's choice, and its notes for the replay page.

#include "dicewars/lib/commands.hpp"
#include "dicewars/lib/foresight/foresight.hpp"
#include "dicewars/lib/maxn/maxn.hpp"

#include <string>

namespace referee::dicewars::sample {
namespace {

void note(const std::vector<Valued>& commands, double end, std::string& notes) {
    for (const Valued& valued : commands) {
        const bool is_best = valued.command == commands.front().command;
        note_candidate(
            valued.command, std::to_string(valued.value),
            is_best              ? "gold"
            : valued.value > end ? "seagreen"
                                 : "silver",
            notes);
    }
    notes += "@value chance " + std::to_string(commands.front().value) + '\n';
}

} // namespace

Command choose_foresight(
    const Game& game, Memory& memory, const ValueNet& net, const ForesightOptions& options,
    std::string* notes) {
    const double end = value_of_end(game, net);
    if (end >= options.certain) {
        const Command command =
            choose_maxn(game, memory, {.positions = options.finishing_positions});
        if (notes != nullptr) {
            note({{command, end}}, end, *notes);
        }
        return command;
    }
    memory = 0; // maxn starts with its transfers if it is asked later
    const std::vector<Valued> commands = searched_commands(game, net, options);
    if (notes != nullptr) {
        note(commands, end, *notes);
    }
    return commands.front().command;
}

} // namespace referee::dicewars::sample
