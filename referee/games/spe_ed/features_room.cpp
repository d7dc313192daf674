#include "games/spe_ed/features_room.hpp"

#include <cstdlib>

namespace referee::spe_ed {
namespace {

constexpr int max_searched = 512; ///< cells: searching larger areas for dead ends takes too long
constexpr int max_pace = 2;       ///< of spreading, whatever a player's speed is

} // namespace

Situation::Situation(const State& shown, int own)
    : state(shown), player(own), layout(shown.board), free(free_cells(layout, shown.board)),
      threatened(layout) {
    for_each_other([&](const Player& other) {
        ++others;
        const int away = std::abs(other.x - me().x) + std::abs(other.y - me().y);
        if (away < distance) {
            distance = away;
            nearest = &other;
        }
        for_each_move(other, [&](const Path& path) {
            for (int i = 0; i < path.count; ++i) {
                threatened.add(bit_of(path.cells[static_cast<std::size_t>(i)]));
            }
        });
    });
}

float Situation::risk(const Path& own) const {
    float sum = 0;
    for_each_other([&](const Player& other) {
        int moves = 0;
        int meeting = 0;
        for_each_move(other, [&](const Path& path) {
            ++moves;
            meeting += static_cast<int>(own.meets(path));
        });
        sum += moves == 0 ? 0 : static_cast<float>(meeting) / static_cast<float>(moves);
    });
    return std::min(sum, 1.0F);
}

Room room_of(const Situation& situation, const Player& own, const Cells& free) {
    const CellLayout& layout = situation.layout;
    const int head = layout.bit(own.x, own.y);
    Room room;
    room.within = counts_within(layout, free, head, horizons);
    room.reach = reachable(layout, free, head).count(layout);
    room.usable = room.reach <= max_searched ? usable(layout, free, head) : room.reach;
    const auto pace = [](const Player& player) {
        return std::clamp<int>(player.speed, 1, max_pace);
    };
    std::array<Runner, max_players> runners;
    runners[0] = {head, pace(own), false, nullptr};
    int count = 1;
    // The others have yet to move, so they go first.
    situation.for_each_other([&](const Player& other) {
        runners[static_cast<std::size_t>(count++)] = {
            layout.bit(other.x, other.y), pace(other), true, nullptr};
    });
    const Shares shares = divide(layout, free, runners, count);
    room.area = shares.cells[0];
    room.pairs = shares.pairs[0];
    room.is_contested = shares.is_contested[0];
    room.other_area = *std::max_element(shares.cells.begin() + 1, shares.cells.end());
    return room;
}

} // namespace referee::spe_ed
