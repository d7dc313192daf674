#pragma once

/// The value of a position to a seat: its certain points and its prospects.

#include "battlesnake/duel/lands.hpp"
#include "battlesnake/duel/net.hpp"

#include <vector>

namespace referee::battlesnake::duel {

inline constexpr int all_points = 10'000; ///< of the best place; the worst is worth 0

/// The weights of the evaluation, in units of 1/10000 of the difference between the best and the
/// worst points. Land and length are the seat's own minus those of the opponent that has most.
struct Weights {
    int cell = 12;             ///< per cell of land
    int food = 0;              ///< per food on the land
    int tail = 0;              ///< its own tail is in reach
    int length = 60;           ///< per segment more than the longest other snake, up to max_lead
    int max_lead = 4;          ///< segments
    int food_step = 3;         ///< per step nearer to food
    int hungry_food_step = 20; ///< the same below hungry_health
    int hungry_health = 35;
    int cramped = 40;          ///< per cell of land less than its length
    int cramped_tail = 20;     ///< the same if its tail is in reach
    int starving = 3000;       ///< food is further away than health lasts
    int learned_of_two = 100;  ///< percent of the network's value between two snakes
    int learned_of_more = 100; ///< the same among more; the rest comes from the weights above
    int strongest = 50; ///< percent of the learned value that depends on the strongest opponent
    int opponent = 0; ///< percent of its food, hunger and crampedness that counts for the opponent
    const Net* net = &learned_net(); ///< between two snakes
};

/// The value of a living seat's prospects in a position, from -max_prospects to max_prospects.
template <int words>
int prospects(const Position<words>& position, int index, const Weights& weights);

inline constexpr int max_prospects = 4'000;

/// The points of all places, as shares of the difference between the best and the worst.
class Places {
  public:
    Places(int count, const std::vector<double>& points);
    /// The mean of the places from `first` to `last`, from 0 to all_points. Place 1 is the best.
    int mean(int first, int last) const {
        return (sums_[last] - sums_[first - 1]) / (last - first + 1);
    }

  private:
    std::array<int, max_snakes + 1> sums_{};
};

extern template int prospects(const Position<1>&, int, const Weights&);
extern template int prospects(const Position<2>&, int, const Weights&);
extern template int prospects(const Position<6>&, int, const Weights&);
extern template int prospects(const Position<10>&, int, const Weights&);

} // namespace referee::battlesnake::duel
