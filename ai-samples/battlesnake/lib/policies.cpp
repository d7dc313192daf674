#include "battlesnake/lib/policies.hpp"

#include "battlesnake/lib/area.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

namespace referee::battlesnake::sample {
namespace {

/// Below this health a snake looks for food; it is enough to cross any board before starving.
constexpr int hungry_health = 50;
/// A snake also looks for food until it is longer than every other by more than this.
constexpr int lead = 2;

int longest_opponent(const State& state, int seat) {
    int longest = 0;
    for (int other = 1; other <= state.count; ++other) {
        if (other != seat && state.lives(other)) {
            longest = std::max(longest, state.snake(other).length());
        }
    }
    return longest;
}

} // namespace

Choice choose_random(const Situation& situation) {
    // One step of SplitMix64, because seeds of neighbouring turns may be close to one another.
    std::uint64_t bits = situation.seed + 0x9e3779b97f4a7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return {directions[(bits >> 33) % directions.size()], "drawn"};
}

Choice choose_space(const Situation& situation) {
    const State& state = situation.state;
    const Snake& self = state.snake(situation.seat);
    const bool is_hungry =
        self.health < hungry_health ||
        (self.length() <= longest_opponent(state, situation.seat) + lead && !state.constrictor);
    Choice choice{Direction::up, "no open step"};
    std::optional<std::tuple<bool, bool, bool, int, bool, int, int>> best;
    for (const Direction direction : open_steps(state, situation.seat)) {
        const Cell cell = neighbour(state, self.head, direction);
        const bool survives = self.health - 1 - harm_of_step(situation, cell) > 0;
        const int to_safety = steps_to_safety(state, situation.hazards, cell);
        const int own = claim(state, situation.seat, direction);
        const bool is_roomy = room(state, cell) >= self.length();
        const bool is_safe = !is_contested(state, situation.seat, cell);
        const bool is_claimed = own >= self.length();
        const int wish = !is_claimed ? own : is_hungry ? -steps_to_food(state, cell) : 0;
        const std::tuple value(survives, is_roomy, is_safe, -to_safety, is_claimed, wish, own);
        if (!best || value > *best) {
            best = value;
            choice.direction = direction;
            choice.notes = "first on " + std::to_string(own) + " cells" +
                           (is_hungry ? ", hungry" : "") + (is_roomy ? "" : ", cramped");
        }
    }
    return choice;
}

} // namespace referee::battlesnake::sample
