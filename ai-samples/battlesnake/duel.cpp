// Searches turns ahead, all snakes moving; thinks of its territory, its length and its food; learns
// in memory.dat what its opponents never do.

#include "battlesnake/lib/search.hpp"

using namespace referee::battlesnake::sample;

int main() {
    const auto begin = std::chrono::steady_clock::now();
    return run([&](const Situation& situation) {
        const AllHabits habits = remember(".", situation);
        const auto deadline = begin + time_to_search(situation.time_limit_ms);
        const SearchResult result = search(
            situation, habits, {}, [&] { return std::chrono::steady_clock::now() >= deadline; });
        return Choice{
            result.direction, "value " + std::to_string(result.value) + ", depth " +
                                  std::to_string(result.depth) + ", turns tried " +
                                  std::to_string(result.nodes)};
    });
}
