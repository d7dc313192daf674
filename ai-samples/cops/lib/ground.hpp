#pragma once

/// The board as the sample AIs of cops plan on it: frozen as it is now, as flat maps of cells, and
/// breadth-first search on them.

#include "games/cops/rules.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace referee::cops::sample {

/// A cell as one number: y · stride + x.
using Place = int;

inline constexpr int max_stride = max_size + 2;
inline constexpr int max_places = max_stride * max_stride;
inline constexpr int unreached = 1 << 20; ///< longer than any path

/// A value for each cell, including the ring.
template <typename Value>
using PlaceMap = std::array<Value, max_places>;

/// The places of a path after the start, including its end; empty if there is no path, or if the
/// start is the end.
using Path = std::vector<Place>;

/// Which cells can be entered, and by whom.
class Ground {
  public:
    Ground(const State& state, const Parameters& parameters);

    int size() const { return stride_ - 2; }
    int stride() const { return stride_; }
    int places() const { return stride_ * stride_; }
    Place place(Cell cell) const { return cell.y * stride_ + cell.x; }
    Cell cell(Place place) const {
        return {
            static_cast<std::int16_t>(place % stride_), static_cast<std::int16_t>(place / stride_)};
    }
    /// On the inner board and without a wall: every player may enter it.
    bool is_free(Place place) const { return kinds_[place] == Kind::free; }
    bool is_gate(Place place) const { return kinds_[place] == Kind::gate; }
    /// The cells of gates, with or without an inner neighbour, each once, by ring index.
    const std::vector<Place>& gate_places() const { return gate_places_; }
    /// The offset of a neighbour, in the order N E S W.
    int offset(int direction) const { return offsets_[direction]; }
    /// The free inner cells beside the cells of one gate of the state, by ring index.
    std::vector<Place> entrances(const State& state, const Parameters& parameters, int gate) const;

  private:
    enum class Kind : std::uint8_t { closed, free, gate };
    int stride_;
    std::array<int, direction_count> offsets_;
    PlaceMap<Kind> kinds_;
    std::vector<Place> gate_places_;
};

/// Steps from the nearest of the sources to every free cell; `unreached` if there is no path. A
/// source counts even if its own cell is blocked. Cells farther than `limit` are `unreached`, too.
void measure_distances(
    const Ground& ground, const std::vector<Place>& sources, PlaceMap<int>& distances,
    int limit = unreached);

/// A shortest path from `start` to the first goal found. Neighbours are visited in the order N E S
/// W, and the first path found wins. Only places for which `is_open` holds are entered.
template <typename IsOpen, typename IsGoal>
Path shortest_path(const Ground& ground, Place start, IsOpen is_open, IsGoal is_goal) {
    PlaceMap<std::int16_t> from;
    std::fill_n(from.begin(), ground.places(), std::int16_t{-1});
    std::array<std::int16_t, max_places> queue;
    int end = 0;
    from[start] = static_cast<std::int16_t>(start);
    queue[end++] = static_cast<std::int16_t>(start);
    for (int next = 0; next < end; ++next) {
        const Place at = queue[next];
        if (is_goal(at)) {
            Path path;
            for (Place place = at; place != start; place = from[place]) {
                path.push_back(place);
            }
            return {path.rbegin(), path.rend()};
        }
        for (int direction = 0; direction < direction_count; ++direction) {
            const Place beside = at + ground.offset(direction);
            if (from[beside] < 0 && is_open(beside)) {
                from[beside] = static_cast<std::int16_t>(at);
                queue[end++] = static_cast<std::int16_t>(beside);
            }
        }
    }
    return {};
}

/// The step from a place to a neighbouring one.
Step step_between(const Ground& ground, Place from, Place to);

/// Appends `length` steps: along the path, then waits.
void append_steps(
    const Ground& ground, Place start, const Path& path, int length, std::vector<Step>& steps);

} // namespace referee::cops::sample
