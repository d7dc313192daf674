#include "cops/lib/ground.hpp"

#include <algorithm>

namespace referee::cops::sample {

Ground::Ground(const State& state, const Parameters& parameters)
    : stride_(parameters.size + 2), offsets_{-stride_, 1, stride_, -1} {
    std::fill_n(kinds_.begin(), places(), Kind::closed);
    for (int y = 1; y <= parameters.size; ++y) {
        std::fill_n(kinds_.begin() + y * stride_ + 1, parameters.size, Kind::free);
    }
    for (int i = 0; i < state.wall_count; ++i) {
        const Wall& wall = state.walls[i];
        const int step = wall.vertical ? stride_ : 1;
        for (int part = 0; part < parameters.wall_length; ++part) {
            kinds_[place(wall.first) + part * step] = Kind::closed;
        }
    }
    const int length = ring_length(parameters.size);
    for (int i = 0; i < state.gate_count; ++i) {
        for (int part = 0; part < std::min(parameters.gate_width, length); ++part) {
            const Place at =
                place(ring_cell((state.gates[i].index + part) % length, parameters.size));
            if (!is_gate(at)) {
                kinds_[at] = Kind::gate;
                gate_places_.push_back(at);
            }
        }
    }
}

std::vector<Place>
Ground::entrances(const State& state, const Parameters& parameters, int gate) const {
    std::vector<Place> found;
    const int length = ring_length(parameters.size);
    for (int part = 0; part < std::min(parameters.gate_width, length); ++part) {
        const Cell at = ring_cell((state.gates[gate].index + part) % length, parameters.size);
        for (int direction = 0; direction < direction_count; ++direction) {
            const Cell beside = neighbour(at, static_cast<Step>(direction));
            if (is_inner(beside, parameters.size) && is_free(place(beside))) {
                found.push_back(place(beside));
            }
        }
    }
    return found;
}

void measure_distances(
    const Ground& ground, const std::vector<Place>& sources, PlaceMap<int>& distances, int limit) {
    std::fill_n(distances.begin(), ground.places(), unreached);
    std::array<std::int16_t, max_places> queue;
    int end = 0;
    for (const Place source : sources) {
        if (distances[source] != 0) {
            distances[source] = 0;
            queue[end++] = static_cast<std::int16_t>(source);
        }
    }
    for (int next = 0; next < end; ++next) {
        const Place at = queue[next];
        if (distances[at] >= limit) {
            break;
        }
        for (int direction = 0; direction < direction_count; ++direction) {
            const Place beside = at + ground.offset(direction);
            // A source on the ring (a gate) may have neighbours outside the map.
            if (beside >= 0 && beside < ground.places() && distances[beside] == unreached &&
                ground.is_free(beside)) {
                distances[beside] = distances[at] + 1;
                queue[end++] = static_cast<std::int16_t>(beside);
            }
        }
    }
}

Step step_between(const Ground& ground, Place from, Place to) {
    for (int direction = 0; direction < direction_count; ++direction) {
        if (from + ground.offset(direction) == to) {
            return static_cast<Step>(direction);
        }
    }
    return Step::wait;
}

void append_steps(
    const Ground& ground, Place start, const Path& path, int length, std::vector<Step>& steps) {
    Place at = start;
    for (int i = 0; i < length; ++i) {
        const bool goes_on = i < static_cast<int>(path.size());
        const Place next = goes_on ? path[static_cast<std::size_t>(i)] : at;
        steps.push_back(step_between(ground, at, next));
        at = next;
    }
}

} // namespace referee::cops::sample
