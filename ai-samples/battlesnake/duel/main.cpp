// Searches turns ahead, all near snakes moving; thinks of its land, its length, its food and its
// tail; learns in memory.dat what its opponents never do. The numbers are parameters of ai.ini,
// which `referee tune` can change.

#include "battlesnake/duel/parameters.hpp"
#include "battlesnake/lib/thinking.hpp"
#include "lib/work_folder.hpp"

#include <chrono>
#include <string_view>

using namespace referee;
using namespace referee::battlesnake;

int main() {
    const auto begin = std::chrono::steady_clock::now();
    return sample::run([&](const sample::Situation& situation) {
        duel::SearchConfig config;
        const work_folder::Keys parameters("parameters.dat");
        duel::for_each_parameter(
            config, [&](std::string_view name, auto& number) { parameters.read(name, number); });
        duel::Experience experience;
        experience.habits = sample::remember(".", situation);
        const auto deadline = begin + sample::time_to_search(situation.time_limit_ms);
        const duel::SearchResult result = duel::search(situation, config, experience, [&] {
            return std::chrono::steady_clock::now() >= deadline;
        });
        return sample::Choice{
            result.direction,
            sample::notes_on(situation, {result.value, result.depth, result.nodes, result.line})};
    });
}
