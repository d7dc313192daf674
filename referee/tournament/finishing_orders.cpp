#include "tournament/finishing_orders.hpp"

#include <algorithm>
#include <array>

namespace referee {

void FinishingOrders::add(int field, const std::vector<int>& ais, const std::vector<int>& ranks) {
    key_.clear();
    for (std::size_t i = 0; i < ais.size(); ++i) {
        key_ += static_cast<char16_t>(i);
    }
    // AIs that share a rank are sorted by index, so that equal orders are spelled alike.
    std::sort(key_.begin(), key_.end(), [&](char16_t a, char16_t b) {
        return std::pair(ranks[a], ais[a]) < std::pair(ranks[b], ais[b]);
    });
    int last_rank = 0;
    for (char16_t& place : key_) {
        const int rank = ranks[place];
        place = static_cast<char16_t>(2 * ais[place] + (rank == last_rank ? 1 : 0));
        last_rank = rank;
    }
    const auto [at, is_new] = numbers_.try_emplace(key_, size());
    if (is_new) {
        places_.insert(places_.end(), key_.begin(), key_.end());
        ends_.push_back(places_.size());
        counts_.push_back(0);
    }
    counts_[at->second] += 1;
    games_.push_back({static_cast<std::uint32_t>(field), at->second});
    is_sorted_ =
        is_sorted_ && (games_.size() < 2 || games_[games_.size() - 2].field <= games_.back().field);
}

FinishingOrders::Ranking FinishingOrders::order(std::uint32_t number) const {
    const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
    return Ranking(places_).subspan(begin, ends_[number] - begin);
}

const std::vector<FinishingOrders::Game>& FinishingOrders::games_by_field() const {
    if (!is_sorted_) {
        std::sort(games_.begin(), games_.end());
        is_sorted_ = true;
    }
    return games_;
}

} // namespace referee
