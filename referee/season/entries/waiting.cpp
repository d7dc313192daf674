#include "season/entries/waiting.hpp"

#include <algorithm>
#include <utility>

namespace referee {

std::size_t WaitingVersions::of(const std::string& entry) const {
    return static_cast<std::size_t>(
        std::count_if(waiting_.begin(), waiting_.end(), [&](const Arrival& arrival) {
            return arrival.entry.entry == entry;
        }));
}

std::size_t WaitingVersions::ready(const std::set<std::string>& checked) const {
    std::set<std::string> entries;
    for (const Arrival& arrival : waiting_) {
        if (!checked.contains(arrival.entry.entry)) {
            entries.insert(arrival.entry.entry);
        }
    }
    return entries.size();
}

std::optional<Arrival> WaitingVersions::take(const std::set<std::string>& checked) {
    auto next = waiting_.end();
    std::int64_t turn = 0;
    for (auto at = waiting_.begin(); at != waiting_.end(); ++at) {
        if (checked.contains(at->entry.entry)) {
            continue;
        }
        const auto last = turns_.find(at->entry.entry);
        const std::int64_t own = last == turns_.end() ? 0 : last->second;
        if (next == waiting_.end() || own < turn) {
            next = at;
            turn = own;
        }
    }
    if (next == waiting_.end()) {
        return std::nullopt;
    }
    Arrival arrival = std::move(*next);
    waiting_.erase(next);
    turns_[arrival.entry.entry] = ++turn_;
    return arrival;
}

} // namespace referee
