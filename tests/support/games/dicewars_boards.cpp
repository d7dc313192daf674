#include "support/games/dicewars_boards.hpp"

#include <algorithm>

namespace tests {

using namespace referee::dicewars;

std::vector<std::uint32_t> numbers_of(const std::vector<int>& throws) {
    std::vector<std::uint32_t> numbers;
    for (const int die : throws) {
        numbers.push_back(static_cast<std::uint32_t>(die - 1) << 29U); // 6 has three bits
    }
    return numbers;
}

Setup line_of_areas(
    const std::string& dice, const std::string& seats, const std::vector<int>& throws) {
    Setup setup;
    const int count = static_cast<int>(dice.size());
    std::vector<std::vector<int>> neighbours(dice.size());
    for (int area = 0; area < count; ++area) {
        const auto at = static_cast<std::size_t>(area);
        if (area > 0) {
            neighbours[at].push_back(area - 1);
        }
        if (area + 1 < count) {
            neighbours[at].push_back(area + 1);
        }
        setup.dice.push_back(static_cast<std::uint8_t>(dice[at] - '0'));
        setup.owners.push_back({area, seats[at] - '1'});
    }
    setup.players = *std::max_element(seats.begin(), seats.end()) - '0';
    setup.board = Board(neighbours);
    setup.streams.emplace_back(numbers_of(throws));
    return setup;
}

std::string small_field(const std::string& keys) {
    return "game dicewars\nplayers 2\nstreams shared\n" + keys +
           "[areas]\n2 2 3\n1 1 3\n4 1 2\n[owners]\n1 1\n2 2\n3 1\n[stream]\n00000000 ffffffff\n";
}

} // namespace tests
