#pragma once

/// The numbers of duel that ai.ini declares, so that `referee tune` can change them.

#include "battlesnake/duel/search.hpp"

#include <string_view>

namespace referee::battlesnake::duel {

/// Calls `use` with the name and the value of each parameter.
template <typename Use>
void for_each_parameter(SearchConfig& config, Use use) {
    Weights& weights = config.weights;
    use(std::string_view("cell"), weights.cell);
    use(std::string_view("food"), weights.food);
    use(std::string_view("tail"), weights.tail);
    use(std::string_view("length"), weights.length);
    use(std::string_view("max_lead"), weights.max_lead);
    use(std::string_view("food_step"), weights.food_step);
    use(std::string_view("hungry_food_step"), weights.hungry_food_step);
    use(std::string_view("hungry_health"), weights.hungry_health);
    use(std::string_view("cramped"), weights.cramped);
    use(std::string_view("cramped_tail"), weights.cramped_tail);
    use(std::string_view("starving"), weights.starving);
    use(std::string_view("learned_of_two"), weights.learned_of_two);
    use(std::string_view("learned_of_more"), weights.learned_of_more);
    use(std::string_view("strongest"), weights.strongest);
    use(std::string_view("opponent"), weights.opponent);
    use(std::string_view("reduced_from"), config.reduced_from);
    use(std::string_view("reduced_depth"), config.reduced_depth);
    use(std::string_view("twice_reduced_from"), config.twice_reduced_from);
    use(std::string_view("twice_reduced_depth"), config.twice_reduced_depth);
    use(std::string_view("reduced_each"), config.reduced_each);
    use(std::string_view("desperate"), config.desperate);
    use(std::string_view("uses_habits"), config.uses_habits);
    use(std::string_view("death_percent"), config.death_percent);
}

} // namespace referee::battlesnake::duel
