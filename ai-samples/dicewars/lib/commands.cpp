#include "dicewars/lib/commands.hpp"

namespace referee::dicewars::sample {
namespace {

std::string areas_of(const Command& command) {
    return std::to_string(command.from + 1) + ' ' + std::to_string(command.to + 1);
}

} // namespace

std::string text_of(const Command& command) {
    switch (command.kind) {
    case Command::Kind::battle:
        return "battle " + areas_of(command);
    case Command::Kind::transfer:
        return "transfer " + areas_of(command);
    case Command::Kind::end:
        break;
    }
    return "end";
}

void note_candidate(
    const Command& command, std::string_view why, std::string_view colour, std::string& notes) {
    notes.append(text_of(command)).append(": ").append(why).append("\n");
    if (command.kind != Command::Kind::end) {
        notes.append("@arrow ").append(areas_of(command)).append(" ").append(colour).append("\n");
    }
}

} // namespace referee::dicewars::sample
