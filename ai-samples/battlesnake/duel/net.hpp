#pragma once

/// A small neural network that values the position of a duel. It was trained on games of duel
/// against itself: ai-samples/battlesnake/training.

#include "battlesnake/duel/lands.hpp"

#include <array>

namespace referee::battlesnake::duel {

/// What the network knows of each snake; numbers are around 1 on boards of any size.
enum OwnInput {
    own_land,
    own_near_3, ///< land within 3 steps
    own_near_6,
    own_near_12,
    own_room,       ///< land as a fraction of its length, up to 1
    own_wide_room,  ///< the same up to twice its length
    own_even_room,  ///< the same, but only what the colours of a chessboard allow it to fill
    own_tail,       ///< its tail is in reach
    own_shortage,   ///< land less than its length, its tail out of reach
    own_short_tail, ///< the same with its tail in reach
    own_food_beside,
    own_food_steps,
    own_foods, ///< on its land
    own_health,
    own_hunger,     ///< below a health of 40
    own_slack,      ///< health that will be left at the nearest food
    own_length,     ///< as a share of the board
    own_stacked,    ///< it has just eaten
    own_edge,       ///< its head is on an edge
    own_corner,     ///< its head is in a corner
    own_off_centre, ///< steps from the centre
    own_no_way,
    own_one_way, ///< only one open step
    own_two_ways,
    own_tail_steps, ///< from its head to its tail, straight
    own_input_count
};

/// What it knows of both together, from one snake's point of view.
enum PairInput {
    pair_lead_1, ///< length, up to 1 segment
    pair_lead_3,
    pair_lead_8,
    pair_lead_20,
    pair_share,    ///< of the land of both
    pair_attack_2, ///< 1 or -1 for the longer one if the heads are up to 2 steps apart
    pair_attack_4,
    pair_mirrored_count, ///< those before change their sign for the other snake, those below don't
    pair_fullness = pair_mirrored_count, ///< the share of cells that snakes cover
    pair_heads,                          ///< steps between the heads
    pair_near_2,                         ///< the heads are up to 2 steps apart
    pair_near_4,
    pair_even,     ///< the heads may meet: their cells have one colour
    pair_frontier, ///< cells of the shorter one's land beside the longer one's
    pair_food,     ///< on the board
    pair_input_count
};

struct NetInputs {
    std::array<std::array<float, own_input_count>, 2> own; ///< of the snake, of its opponent
    std::array<float, pair_input_count> pair;
};

/// A hidden layer values the position for each snake; the difference is the output, so that the two
/// points of view agree. What both units of a pair have in common is calculated once: a unit is the
/// common part plus, for the other snake minus, the part that changes its sign.
struct Net {
    static constexpr int hidden = 8;
    using Row = std::array<float, hidden>;
    std::array<Row, own_input_count> sum;        ///< of what both snakes have together
    std::array<Row, own_input_count> difference; ///< of what the snake has more
    std::array<Row, pair_input_count> pair;
    Row bias;
    Row output;

    /// The log-odds to win.
    float value(const NetInputs& inputs) const;
};

/// The trained weights.
const Net& learned_net();

template <int words>
void find_inputs(
    const Position<words>& position, const Lands& lands, const Reaches& reaches, int index,
    int other, NetInputs& inputs);

extern template void
find_inputs(const Position<1>&, const Lands&, const Reaches&, int, int, NetInputs&);
extern template void
find_inputs(const Position<2>&, const Lands&, const Reaches&, int, int, NetInputs&);
extern template void
find_inputs(const Position<6>&, const Lands&, const Reaches&, int, int, NetInputs&);
extern template void
find_inputs(const Position<10>&, const Lands&, const Reaches&, int, int, NetInputs&);

} // namespace referee::battlesnake::duel
