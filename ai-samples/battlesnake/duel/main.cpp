// Searches turns ahead, all near snakes moving; thinks of its land, its length, its food and its
// tail; learns in memory.dat what its opponents never do. The numbers are parameters of ai.ini,
// which `referee tune` can change.

#include "battlesnake/duel/clock.hpp"
#include "battlesnake/duel/parameters.hpp"
#include "lib/work_folder.hpp"

#include <string>

using namespace referee;
using namespace referee::battlesnake;

namespace {

/// For the replay page: the value as a curve, the expected way of the head.
std::string drawing(const sample::Situation& situation, const duel::SearchResult& result) {
    std::string text = "\n@value value " + std::to_string(result.value);
    Cell from = situation.state.snake(situation.seat).head;
    for (const Cell to : result.line) {
        text += "\n@arrow " + std::to_string(x_of(from)) + ' ' + std::to_string(y_of(from)) + ' ' +
                std::to_string(x_of(to)) + ' ' + std::to_string(y_of(to)) + " gold";
        from = to;
    }
    return text;
}

sample::Choice choice_of(const sample::Situation& situation, const duel::SearchResult& result) {
    return {
        result.direction, "value " + std::to_string(result.value) + ", depth " +
                              std::to_string(result.depth) + ", turns tried " +
                              std::to_string(result.nodes) + drawing(situation, result)};
}

} // namespace

int main() {
    const auto begin = std::chrono::steady_clock::now();
    return sample::run([&](const sample::Situation& situation) {
        duel::SearchConfig config;
        const work_folder::Keys parameters("parameters.dat");
        duel::for_each_parameter(
            config, [&](std::string_view name, auto& number) { parameters.read(name, number); });
        duel::Experience experience;
        experience.habits = sample::remember(".", situation);
        const auto deadline = begin + duel::time_to_search(situation.time_limit_ms);
        return choice_of(situation, duel::search(situation, config, experience, [&] {
                             return std::chrono::steady_clock::now() >= deadline;
                         }));
    });
}
