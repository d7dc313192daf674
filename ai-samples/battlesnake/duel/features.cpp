#include "battlesnake/duel/features.hpp"

#include <algorithm>
#include <cstdlib>

namespace referee::battlesnake::duel {
namespace {

constexpr int far_food = 15;

template <int words>
void add_own(
    const Position<words>& position, int index, const Land& land, float sign, Features& features) {
    const Geometry<words>& geometry = position.geometry();
    const Part& part = position.part(index);
    const auto add = [&](Feature feature, float value) { features[feature] += sign * value; };
    const auto length = static_cast<float>(part.length());
    const auto hunger_now = static_cast<float>(full_health - part.health) / full_health;
    const auto steps = static_cast<float>(std::min(land.food_distance, far_food));
    const auto land_cells = static_cast<float>(land.cells);
    add(cells, land_cells);
    add(food_step, steps);
    add(hungry_step, steps * hunger_now);
    add(hunger, hunger_now);
    add(starving, part.health < 30 && land.food_distance > part.health ? 1.0F : 0.0F);
    add(foods, static_cast<float>(land.foods));
    add(tail, land.has_tail ? 1.0F : 0.0F);
    add(land.has_tail ? shortage_to_tail : shortage, std::max(0.0F, length - land_cells));
    add(room, std::min(1.0F, land_cells / length));
    const int x = part.head % geometry.width;
    const int y = part.head / geometry.width;
    const bool is_on_edge = x == 0 || y == 0 || x == geometry.width - 1 || y == geometry.height - 1;
    add(edge, is_on_edge ? 1.0F : 0.0F);
    add(centre, static_cast<float>(
                    std::abs(2 * x - geometry.width + 1) + std::abs(2 * y - geometry.height + 1)) /
                    2);
    const auto blocked = position.blocked();
    int ways = 0;
    for (const std::int16_t cell : geometry.neighbours[part.head]) {
        ways += cell != off_board && !blocked.has(cell) ? 1 : 0;
    }
    add(one_way, ways == 1 ? 1.0F : 0.0F);
    add(no_way, ways == 0 ? 1.0F : 0.0F);
}

} // namespace

template <int words>
void find_features(
    const Position<words>& position, const Lands& lands, int index, int other, Features& features) {
    features.fill(0);
    add_own(position, index, lands[index], 1, features);
    add_own(position, other, lands[other], -1, features);
    const int lead = position.part(index).length() - position.part(other).length();
    features[lead_1] = static_cast<float>(std::clamp(lead, -1, 1));
    features[lead_3] = static_cast<float>(std::clamp(lead, -3, 3));
    features[lead_8] = static_cast<float>(std::clamp(lead, -8, 8));
    features[share] =
        features[cells] / static_cast<float>(lands[index].cells + lands[other].cells + 1);
    const int width = position.geometry().width;
    const int a = position.part(index).head;
    const int b = position.part(other).head;
    const int distance = std::abs(a % width - b % width) + std::abs(a / width - b / width);
    features[attack_2] = distance <= 2 ? features[lead_1] : 0;
    features[attack_4] = distance <= 4 ? features[lead_1] : 0;
}

template void find_features(const Position<1>&, const Lands&, int, int, Features&);
template void find_features(const Position<2>&, const Lands&, int, int, Features&);
template void find_features(const Position<6>&, const Lands&, int, int, Features&);
template void find_features(const Position<10>&, const Lands&, int, int, Features&);

} // namespace referee::battlesnake::duel
