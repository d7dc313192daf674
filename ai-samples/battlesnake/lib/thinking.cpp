#include "battlesnake/lib/thinking.hpp"

#include <algorithm>

namespace referee::battlesnake::sample {

std::chrono::milliseconds time_to_search(int time_limit_ms) {
    constexpr int without_limit = 1000;
    if (time_limit_ms <= 0) {
        return std::chrono::milliseconds(without_limit);
    }
    return std::chrono::milliseconds(std::max(time_limit_ms * 7 / 10 - 5, time_limit_ms / 4));
}

std::string notes_on(const Situation& situation, const Finding& finding) {
    if (finding.nodes == 0) {
        return "the only step"; // nothing was weighed
    }
    const std::string value = std::to_string(finding.value);
    std::string text = "value " + value + ", depth " + std::to_string(finding.depth) +
                       ", turns tried " + std::to_string(finding.nodes) + "\n@value value " + value;
    Cell from = situation.state.snake(situation.seat).head;
    for (const Cell to : finding.line) {
        text += "\n@arrow " + std::to_string(x_of(from)) + ' ' + std::to_string(y_of(from)) + ' ' +
                std::to_string(x_of(to)) + ' ' + std::to_string(y_of(to)) + " gold";
        from = to;
    }
    return text;
}

} // namespace referee::battlesnake::sample
