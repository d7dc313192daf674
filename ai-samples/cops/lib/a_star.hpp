#pragma once

/// A* on the board of cops, with an open list that is updated in place, as the lecture advises: a
/// cell is in it at most once, and moves up when a cheaper path to it is found.

#include "cops/lib/ground.hpp"

namespace referee::cops::sample {

/// The open list: a binary heap of places, smallest key first, and the position of each place in
/// it. Among equal keys, the one added first is taken first.
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

/// The cost of entering each cell, 1 or more; `closed` if it can't be entered.
using CostMap = PlaceMap<int>;

/// The result of a search.
class Costs {
  public:
    /// The lowest cost of a path to a place that the search has reached, otherwise `unreached`.
    /// Final for the goal, and for every place if the search had no goal.
    int of(Place place) const { return costs_[place]; }
    /// The path from the start to the place.
    Path path_to(Place place) const;

  private:
    friend Place a_star(const Ground&, const CostMap&, Place, const std::vector<Place>&, Costs&);
    Place start_ = 0;
    PlaceMap<int> costs_;
    PlaceMap<std::int16_t> from_;
};

/// Finds the cheapest path from `start` to any of the goals; the estimate is the Manhattan distance
/// to the nearest of them, which is never too high because entering costs at least 1. Returns the
/// goal, or −1 if none can be reached. Without goals it computes the costs of all places.
/// Neighbours are visited in the order N E S W; among equally good paths, the first found wins.
Place a_star(
    const Ground& ground, const CostMap& entering, Place start, const std::vector<Place>& goals,
    Costs& costs);

} // namespace referee::cops::sample
