#pragma once

/// The orders in which the games of a tournament ended: what ratings are made from. Each different
/// order is kept once, a game takes 8 bytes, so that a million games fit.

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace referee {

class FinishingOrders {
  public:
    /// AIs from the best to the worst, twice their index each; plus 1: shares the rank of the one
    /// before it.
    using Ranking = std::span<const std::uint16_t>;

    struct Game {
        std::uint32_t field = 0;
        std::uint32_t order = 0; ///< number of its order
        auto operator<=>(const Game&) const = default;
    };

    /// A game on a field: the AIs and their ranks (1 is best, equal ranks are shared).
    void add(int field, const std::vector<int>& ais, const std::vector<int>& ranks);

    /// Number of different orders.
    std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
    Ranking order(std::uint32_t number) const;
    /// How often each order was seen.
    const std::vector<double>& counts() const { return counts_; }
    /// All games, those of a field one after the other.
    const std::vector<Game>& games_by_field() const;

    static int ai_of(std::uint16_t place) { return place >> 1U; }
    static bool is_shared(std::uint16_t place) { return (place & 1U) != 0; }

  private:
    std::unordered_map<std::u16string, std::uint32_t> numbers_;
    std::vector<std::uint16_t> places_; ///< all orders, one after the other
    std::vector<std::size_t> ends_;     ///< by order, in places_
    std::vector<double> counts_;
    mutable std::vector<Game> games_;
    mutable bool is_sorted_ = true;
    std::u16string key_; ///< scratch
};

} // namespace referee
