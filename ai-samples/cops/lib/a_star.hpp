#pragma once

/// A* on the board of cops, with an open list that is updated in place, as the lecture advises: a
/// cell stands in it at most once, and moves up when a cheaper way to it is found.

#include "cops/lib/ground.hpp"

namespace referee::cops::sample {

/// The open list: a binary heap of places, smallest key first, and where in it each place is.
/// Among equal keys the one that was added first comes out first.
class OpenList {
  public:
    void clear(int places);
    bool is_empty() const { return count_ == 0; }
    bool holds(Place place) const { return slots_[place] >= 0; }
    /// Adds a place, or lowers its key if it is there already. A key is never raised.
    void add_or_lower(Place place, int key);
    Place take_first();

  private:
    bool is_before(Place a, Place b) const {
        return keys_[a] != keys_[b] ? keys_[a] < keys_[b] : order_[a] < order_[b];
    }
    void put(int slot, Place place) {
        heap_[slot] = static_cast<std::int16_t>(place);
        slots_[place] = static_cast<std::int16_t>(slot);
    }
    void sift_up(int slot);
    void sift_down(int slot);

    int count_ = 0;
    int added_ = 0;
    std::array<std::int16_t, max_places> heap_;
    PlaceMap<std::int16_t> slots_; ///< −1: not in the list
    PlaceMap<int> keys_;
    PlaceMap<int> order_;
};

inline constexpr int closed = -1;

/// What entering each cell costs, 1 or more; `closed` where nobody may go.
using CostMap = PlaceMap<int>;

/// The result of a search.
class Costs {
  public:
    /// The cheapest cost of getting to a place that the search has reached, else `unreached`. Final
    /// for the goal, and for every place if the search had none.
    int of(Place place) const { return costs_[place]; }
    /// The way there from the start.
    Path path_to(Place place) const;

  private:
    friend Place a_star(const Ground&, const CostMap&, Place, const std::vector<Place>&, Costs&);
    Place start_ = 0;
    PlaceMap<int> costs_;
    PlaceMap<std::int16_t> from_;
};

/// Finds the cheapest way from `start` to any of the goals; the estimate is the Manhattan distance
/// to the nearest of them, which is never too high because entering costs at least 1. Returns the
/// goal, or −1 if none can be reached. Without goals it measures the costs of all places.
/// Neighbours in the order N E S W; among equally good ways the first found wins.
Place a_star(
    const Ground& ground, const CostMap& entering, Place start, const std::vector<Place>& goals,
    Costs& costs);

} // namespace referee::cops::sample
