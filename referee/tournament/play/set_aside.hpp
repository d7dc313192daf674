#pragma once

/// Games that were set aside when a tournament grew: they get new places in the plan, match by
/// match.

#include "tournament/plan/plan.hpp"
#include "tournament/store/book.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace referee {

/// The AIs by seat in one game of a match.
std::vector<int> seating_of(const PlannedMatch& match, const std::vector<int>& rotation);

class SetAside {
  public:
    /// Keeps a reference to the book.
    SetAside(Book& book, std::vector<std::vector<int>> rotations);
    /// Puts the games of this match that exist into the plan. Returns their number.
    int adopt(const PlannedMatch& match);

  private:
    Book& book_;
    std::vector<std::vector<int>> rotations_;
    int field_ = -1; ///< of games_
    std::multimap<std::vector<int>, std::int64_t> games_;
};

} // namespace referee
