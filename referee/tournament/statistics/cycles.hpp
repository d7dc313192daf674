#pragma once

/// Whether AIs beat one another in a circle, which no rating can express.

#include "tournament/statistics/plackett_luce.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace referee {

/// By two AIs: the fields on which one finished ahead of the other more often than behind. Fields
/// are the units, since the games of a field are not independent. Takes room only for AIs that met.
class FieldsAhead {
  public:
    struct Pair {
        int first = 0;
        int second = 0; ///< larger than `first`
        int ahead = 0;  ///< fields on which the first was ahead
        int behind = 0;
    };

    FieldsAhead() = default;
    FieldsAhead(int ais, std::vector<Pair> pairs) : ais_(ais), pairs_(std::move(pairs)) {}

    int ais() const { return ais_; }
    /// The fields on which `ai` was ahead of `other`.
    int operator()(int ai, int other) const;
    /// Those with such a field, sorted.
    const std::vector<Pair>& pairs() const { return pairs_; }

  private:
    int ais_ = 0;
    std::vector<Pair> pairs_;
};

FieldsAhead fields_ahead(const FinishingOrders& orders, int ais);

/// AIs each of which certainly beats the next, and the last the first.
struct Cycle {
    struct Step {
        int ai = 0;
        int ahead = 0;  ///< fields on which it was ahead of the next AI
        int behind = 0; ///< fields on which it was behind
    };
    std::vector<Step> steps;
    double p_value = 1; ///< the largest of its steps, for all pairs at once, at any time
};

/// The shortest circle in which each step is certain: by the signs of fields, for all pairs that
/// met at once and whenever somebody looks (any_time.hpp). So where AIs can be put in an order in
/// which none beats one above it, a circle is ever named with a probability of at most 5 %,
/// whatever the results depend on besides.
std::optional<Cycle> certain_cycle(const FieldsAhead& ahead);

} // namespace referee
