// Searches turns ahead in which all snakes move; weighs territory, length and food; records in
// memory.dat what its opponents never do.

#include "battlesnake/duel-1/search.hpp"
#include "battlesnake/lib/thinking.hpp"

#include <chrono>

using namespace referee::battlesnake;
using namespace referee::battlesnake::sample;

int main() {
    const auto begin = std::chrono::steady_clock::now();
    return run([&](const Situation& situation) {
        const AllHabits habits = remember(".", situation);
        const auto deadline = begin + time_to_search(situation.time_limit_ms);
        const SearchResult result = search(
            situation, habits, {}, [&] { return std::chrono::steady_clock::now() >= deadline; });
        return Choice{
            result.direction,
            notes_on(situation, {result.value, result.depth, result.nodes, result.line})};
    });
}
