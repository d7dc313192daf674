#include "battlesnake/duel/net.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace referee::battlesnake::duel {
namespace {

/// A part of the units of the hidden layer, in registers.
class Units {
  public:
    explicit Units(const Net::Row& row) {
        for (int i = 0; i < lanes; ++i) {
            sums_[i] = read(row, i);
        }
    }
    [[gnu::always_inline]] void add(float factor, const Net::Row& row) {
        for (int i = 0; i < lanes; ++i) {
            sums_[i] += factor * read(row, i);
        }
    }
    void write(Net::Row& row) const { std::memcpy(row.data(), sums_.data(), sizeof row); }

  private:
    static constexpr int width = 4;
    static constexpr int lanes = Net::hidden / width;
    using Lane = float __attribute__((vector_size(width * sizeof(float))));

    static Lane read(const Net::Row& row, int lane) {
        Lane values;
        std::memcpy(&values, row.data() + lane * width, sizeof values);
        return values;
    }
    std::array<Lane, lanes> sums_;
};

float share_of(int part, int whole) {
    return static_cast<float>(part) / static_cast<float>(whole);
}

float flag(bool is_set) {
    return is_set ? 1.0F : 0.0F;
}

template <int words>
void find_own_inputs(
    const Position<words>& position, const Land& land, const Reach& reach, const Part& part,
    std::array<float, own_input_count>& own) {
    const Geometry<words>& geometry = position.geometry();
    const int width = geometry.width;
    const int height = geometry.height;
    const int size = width * height;
    const int sides = width + height;
    const int length = part.length();
    const float extent = share_of(land.cells, length);
    const float missing = std::max(0.0F, 1 - extent);
    const int food_steps = std::min(land.food_distance, sides);
    own[own_land] = share_of(land.cells, size);
    own[own_near_3] = share_of(reach.within_3, 12);
    own[own_near_6] = share_of(reach.within_6, 40);
    own[own_near_12] = share_of(reach.within_12, 80);
    own[own_room] = std::min(1.0F, extent);
    own[own_wide_room] = std::min(1.0F, extent / 2);
    own[own_even_room] = std::min(1.0F, share_of(reach.max_steps, length));
    own[own_tail] = flag(land.has_tail);
    own[own_shortage] = land.has_tail ? 0 : missing;
    own[own_short_tail] = land.has_tail ? missing : 0;
    own[own_food_beside] = 1 / static_cast<float>(food_steps);
    own[own_food_steps] = share_of(food_steps, sides);
    own[own_foods] = share_of(std::min(land.foods, 4), 4);
    own[own_health] = share_of(part.health, full_health);
    own[own_hunger] = share_of(std::max(0, 40 - part.health), 40);
    own[own_slack] = share_of(std::clamp(part.health - food_steps, -20, 20), 20);
    own[own_length] = share_of(length, size);
    own[own_stacked] = flag(part.stacked > 0);
    const int x = part.head % width;
    const int y = part.head / width;
    const bool is_at_side = x == 0 || x == width - 1;
    const bool is_at_end = y == 0 || y == height - 1;
    own[own_edge] = flag(is_at_side || is_at_end);
    own[own_corner] = flag(is_at_side && is_at_end);
    own[own_off_centre] =
        share_of(std::abs(2 * x - width + 1) + std::abs(2 * y - height + 1), sides);
    const auto blocked = position.blocked();
    int ways = 0;
    for (const std::int16_t cell : geometry.neighbours[part.head]) {
        ways += cell != off_board && !blocked.has(cell) ? 1 : 0;
    }
    own[own_no_way] = flag(ways == 0);
    own[own_one_way] = flag(ways == 1);
    own[own_two_ways] = flag(ways == 2);
    own[own_tail_steps] =
        share_of(std::abs(x - part.tail % width) + std::abs(y - part.tail / width), sides);
}

} // namespace

float Net::value(const NetInputs& inputs) const {
    Units common(bias);
    Units mirrored(Row{});
    for (int i = 0; i < own_input_count; ++i) {
        common.add(inputs.own[0][i] + inputs.own[1][i], sum[i]);
        mirrored.add(inputs.own[0][i] - inputs.own[1][i], difference[i]);
    }
    for (int i = 0; i < pair_mirrored_count; ++i) {
        mirrored.add(inputs.pair[i], pair[i]);
    }
    for (int i = pair_mirrored_count; i < pair_input_count; ++i) {
        common.add(inputs.pair[i], pair[i]);
    }
    Row same;
    Row by_side;
    common.write(same);
    mirrored.write(by_side);
    std::array<float, 4> odds{}; // several sums, so that they can be made at once
    for (int i = 0; i < hidden; i += 4) {
        for (int j = 0; j < 4; ++j) {
            const float own = std::max(0.0F, same[i + j] + by_side[i + j]);
            const float others = std::max(0.0F, same[i + j] - by_side[i + j]);
            odds[j] += (own - others) * output[i + j];
        }
    }
    return odds[0] + odds[1] + odds[2] + odds[3];
}

template <int words>
void find_inputs(
    const Position<words>& position, const Lands& lands, const Reaches& reaches, int index,
    int other, NetInputs& inputs) {
    const Part& self = position.part(index);
    const Part& rival = position.part(other);
    find_own_inputs(position, lands[index], reaches[index], self, inputs.own[0]);
    find_own_inputs(position, lands[other], reaches[other], rival, inputs.own[1]);
    const int width = position.geometry().width;
    const int size = width * position.geometry().height;
    const int sides = width + position.geometry().height;
    const int lead = self.length() - rival.length();
    const int distance = std::abs(self.head % width - rival.head % width) +
                         std::abs(self.head / width - rival.head / width);
    auto& pair = inputs.pair;
    pair[pair_lead_1] = static_cast<float>(std::clamp(lead, -1, 1));
    pair[pair_lead_3] = share_of(std::clamp(lead, -3, 3), 3);
    pair[pair_lead_8] = share_of(std::clamp(lead, -8, 8), 8);
    pair[pair_lead_20] = share_of(std::clamp(lead, -20, 20), 20);
    const int land = lands[index].cells + lands[other].cells;
    pair[pair_share] = share_of(lands[index].cells - lands[other].cells, land + 1);
    pair[pair_attack_2] = distance <= 2 ? pair[pair_lead_1] : 0;
    pair[pair_attack_4] = distance <= 4 ? pair[pair_lead_1] : 0;
    const int covered = position.bodies().count();
    pair[pair_fullness] = share_of(covered, size);
    pair[pair_heads] = share_of(distance, sides);
    pair[pair_near_2] = flag(distance <= 2);
    pair[pair_near_4] = flag(distance <= 4);
    pair[pair_even] = flag(distance % 2 == 0);
    pair[pair_frontier] = share_of(reaches[index].frontier + reaches[other].frontier, sides);
    pair[pair_food] = share_of(std::min(position.food().count(), 10), 10);
}

template void find_inputs(const Position<1>&, const Lands&, const Reaches&, int, int, NetInputs&);
template void find_inputs(const Position<2>&, const Lands&, const Reaches&, int, int, NetInputs&);
template void find_inputs(const Position<6>&, const Lands&, const Reaches&, int, int, NetInputs&);
template void find_inputs(const Position<10>&, const Lands&, const Reaches&, int, int, NetInputs&);

} // namespace referee::battlesnake::duel
