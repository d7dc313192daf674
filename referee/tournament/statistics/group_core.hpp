#pragma once

/// The core of a group: the AIs that have all finished ahead of one another, directly or through
/// others (ratings.hpp). Only among them are differences finite and have intervals.

#include "tournament/statistics/meetings.hpp"
#include "tournament/statistics/plackett_luce.hpp"
#include "tournament/statistics/profile.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace referee {

/// With the profile likelihood of its games where that is of use.
class GroupCore {
  public:
    GroupCore(
        int group, const Connections& connections, const Maximum& estimate,
        const FinishingOrders& orders);

    int size() const { return static_cast<int>(ais_.size()); }
    const std::vector<int>& ais() const { return ais_; }
    int place_of(int ai) const { return places_[static_cast<std::size_t>(ai)]; }
    /// True if the interval of a sum of θ with this standard error should come from the profile:
    /// a smaller one comes from so many games that both are the same.
    bool is_profiled(double deviation) const;
    /// Where is_profiled() says so.
    const Profile& profile() const { return *profile_; }

  private:
    std::vector<int> places_; ///< by AI, −1: not in the core
    std::vector<int> ais_;
    std::optional<Profile> profile_;
};

} // namespace referee
