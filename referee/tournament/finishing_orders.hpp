#pragma once

/// The finishing orders of a tournament's games, from which ratings are computed. Each distinct
/// order is kept once and a game takes 8 bytes, so that a million games fit.

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace referee {

class FinishingOrders {
  public:
    /// AIs from best to worst, each as twice its index; plus 1 if it shares the rank of the one
    /// before.
    using Ranking = std::span<const std::uint16_t>;

    struct Game {
        std::uint32_t field = 0;
        std::uint32_t order = 0;                       ///< number of its order
        auto operator<=>(const Game&) const = default; // NOLINT(modernize-use-nullptr)
    };

    /// Adds a game on a field: the AIs and their ranks (1 is best, ranks can be shared).
    void add(int field, const std::vector<int>& ais, const std::vector<int>& ranks);

    /// Number of different orders.
    std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
    Ranking order(std::uint32_t number) const;
    /// How often each order was seen.
    const std::vector<double>& counts() const { return counts_; }
    /// All games, sorted by field.
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
