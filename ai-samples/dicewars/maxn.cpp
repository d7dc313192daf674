// The paper's agent as its text describes it: `maxn [--areas 0.5] [--region 0.55]
// [--weak-border 0.3] [--weak-enemy 0.4] [--success 0.5] [--hold 0.3] [--escape 0.3] [--depth 4]
// [--positions 300000]`. An AI is started without arguments, so an ai.ini with
// `command = maxn --hold 0.4` has to set them.

#include "dicewars/lib/maxn/maxn.hpp"
#include "dicewars/lib/sample.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>

namespace {

using namespace referee::dicewars::sample;

/// False, with a line on standard error, if they can't be parsed.
bool read_options(int count, char** words, MaxnConfig& config) {
    const std::map<std::string, double*> known = {
        {"--areas", &config.areas},
        {"--region", &config.region},
        {"--weak-border", &config.weak_border},
        {"--weak-enemy", &config.weak_enemy},
        {"--success", &config.success},
        {"--hold", &config.hold},
        {"--escape", &config.escape},
        {"--depth", &config.depth},
        {"--positions", &config.positions},
    };
    for (int i = 1; i < count; i += 2) {
        const auto option = known.find(words[i]);
        char* end = nullptr;
        const double value = i + 1 < count ? std::strtod(words[i + 1], &end) : 0;
        if (option == known.end() || end == nullptr || end == words[i + 1] || *end != '\0') {
            std::cerr << "maxn: " << words[i] << ": write an option and a number:";
            for (const auto& [name, number] : known) {
                std::cerr << ' ' << name << ' ' << *number;
            }
            std::cerr << '\n';
            return false;
        }
        *option->second = value;
    }
    return true;
}

} // namespace

int main(int count, char** words) {
    MaxnConfig config;
    if (!read_options(count, words, config)) {
        return EXIT_FAILURE;
    }
    return run([&config](const Situation& situation, Memory& memory) {
        MaxnConfig limited = config;
        if (situation.time_limit_ms > 0) { // a position takes well under three microseconds
            limited.positions = std::min(config.positions, 300.0 * situation.time_limit_ms);
        }
        return choose_maxn(situation.game(), memory, limited);
    });
}
