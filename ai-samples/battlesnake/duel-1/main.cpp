// Searches turns ahead, all snakes moving; thinks of its territory, its length and its food; learns
// in memory.dat what its opponents never do.

#include "battlesnake/duel-1/search.hpp"

#include <string>

using namespace referee::battlesnake;
using namespace referee::battlesnake::sample;

namespace {

/// For the replay page: the value as a curve, the expected way of the head.
std::string drawing(const Situation& situation, const SearchResult& result) {
    std::string text = "\n@value value " + std::to_string(result.value);
    Cell from = situation.state.snake(situation.seat).head;
    for (const Cell to : result.line) {
        text += "\n@arrow " + std::to_string(x_of(from)) + ' ' + std::to_string(y_of(from)) + ' ' +
                std::to_string(x_of(to)) + ' ' + std::to_string(y_of(to)) + " gold";
        from = to;
    }
    return text;
}

} // namespace

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
                                  std::to_string(result.nodes) + drawing(situation, result)};
    });
}
