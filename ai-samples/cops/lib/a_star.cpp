#include "cops/lib/a_star.hpp"

#include <algorithm>

namespace referee::cops::sample {

void OpenList::clear(int places) {
    count_ = 0;
    added_ = 0;
    std::fill_n(slots_.begin(), places, std::int16_t{-1});
}

void OpenList::add_or_lower(Place place, int key) {
    if (!holds(place)) {
        keys_[place] = key;
        order_[place] = added_++;
        put(count_, place);
        sift_up(count_++);
    } else if (key < keys_[place]) {
        keys_[place] = key;
        sift_up(slots_[place]);
    }
}

Place OpenList::take_first() {
    const Place first = heap_[0];
    slots_[first] = -1;
    --count_;
    if (count_ > 0) {
        put(0, heap_[count_]);
        sift_down(0);
    }
    return first;
}

void OpenList::sift_up(int slot) {
    const Place place = heap_[slot];
    while (slot > 0) {
        const int parent = (slot - 1) / 2;
        if (!is_before(place, heap_[parent])) {
            break;
        }
        put(slot, heap_[parent]);
        slot = parent;
    }
    put(slot, place);
}

void OpenList::sift_down(int slot) {
    const Place place = heap_[slot];
    while (true) {
        int child = 2 * slot + 1;
        if (child >= count_) {
            break;
        }
        if (child + 1 < count_ && is_before(heap_[child + 1], heap_[child])) {
            ++child;
        }
        if (!is_before(heap_[child], place)) {
            break;
        }
        put(slot, heap_[child]);
        slot = child;
    }
    put(slot, place);
}

Path Costs::path_to(Place place) const {
    Path path;
    if (costs_[place] == unreached) {
        return path;
    }
    for (Place at = place; at != start_; at = from_[at]) {
        path.push_back(at);
    }
    std::reverse(path.begin(), path.end());
    return path;
}

Place a_star(
    const Ground& ground, const CostMap& entering, Place start, const std::vector<Place>& goals,
    Costs& costs) {
    const auto estimate = [&](Place place) {
        int best = goals.empty() ? 0 : unreached;
        for (const Place goal : goals) {
            best = std::min(best, distance(ground.cell(place), ground.cell(goal)));
        }
        return best;
    };
    costs.start_ = start;
    std::fill_n(costs.costs_.begin(), ground.places(), unreached);
    costs.costs_[start] = 0;
    OpenList open;
    open.clear(ground.places());
    open.add_or_lower(start, estimate(start));
    while (!open.is_empty()) {
        const Place at = open.take_first();
        if (std::find(goals.begin(), goals.end(), at) != goals.end()) {
            return at;
        }
        for (int direction = 0; direction < direction_count; ++direction) {
            const Place beside = at + ground.offset(direction);
            if (beside < 0 || beside >= ground.places() || entering[beside] == closed) {
                continue;
            }
            const int cost = costs.costs_[at] + entering[beside];
            // The estimate is consistent, so no cheaper path to a place taken out is found later.
            if (cost < costs.costs_[beside]) {
                costs.costs_[beside] = cost;
                costs.from_[beside] = static_cast<std::int16_t>(at);
                open.add_or_lower(beside, cost + estimate(beside));
            }
        }
    }
    return -1;
}

} // namespace referee::cops::sample
