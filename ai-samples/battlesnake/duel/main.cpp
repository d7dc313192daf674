// Searches turns ahead in which all near snakes move; weighs land, length, food and the way to its
// tail; records in memory.dat what its opponents never do. The numbers are parameters of ai.ini,
// which `referee tune` can change.

#include "battlesnake/duel/clock.hpp"
#include "battlesnake/duel/parameters.hpp"
#include "battlesnake/lib/thinking.hpp"
#include "lib/work_folder.hpp"

#include <string_view>

using namespace referee;
using namespace referee::battlesnake;

int main() {
    duel::Clock clock;
    return sample::run([&](const sample::Situation& situation) {
        duel::SearchConfig config;
        const work_folder::Keys parameters("parameters.dat");
        duel::for_each_parameter(
            config, [&](std::string_view name, auto& number) { parameters.read(name, number); });
        duel::Experience experience;
        experience.habits = sample::remember(".", situation);
        clock.set_limit(situation.time_limit_ms);
        const duel::SearchResult result =
            duel::search(situation, config, experience, [&] { return clock.is_late(); });
        return sample::Choice{
            result.direction,
            sample::notes_on(situation, {result.value, result.depth, result.nodes, result.line})};
    });
}
