#pragma once

/// Ratings of all AIs at once, from the order in which they finished their games: Plackett–Luce,
/// which for two players is Bradley–Terry, fitted by minorise–maximise (Hunter 2004). The order of
/// the games doesn't matter. Every AI has one virtual win and one virtual loss against an average
/// one, so that ratings are finite. Spec: tournament.md, "Statistics".

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace referee {

/// Collects games. So that it can give intervals it keeps every sum also for many resampled
/// tournaments, in which each field with all its games counts as often as a Poisson draw of mean 1
/// says (the bootstrap over clusters, for data that pass by once).
class Ratings {
  public:
    /// `ais`: how many there are; `resamples`: 0 for no intervals.
    Ratings(int ais, int resamples);

    /// A game on a field: the AIs and their ranks (1 is best, equal ranks are shared).
    void add(int field, const std::vector<int>& ais, const std::vector<int>& ranks);

    struct Rating {
        int games = 0;
        double elo = 0; ///< mean of all 0, or as anchored
        /// 95 %; without a value: no bound can be given (nothing was won or nothing lost there), or
        /// there are too few fields.
        std::optional<double> low;
        std::optional<double> high;
    };

    /// Ratings by AI; `anchor`: this AI has `anchor_elo`, −1: none.
    std::vector<Rating> fit(int anchor = -1, double anchor_elo = 0) const;
    /// Different fields so far; fewer than `fewest_fields` give no intervals.
    int fields() const { return fields_; }
    static constexpr int fewest_fields = 10;

  private:
    /// Groups of AIs from the best to the worst; those who shared a rank stand in one group.
    using Order = std::vector<std::vector<int>>;
    /// How often an order was seen: in truth (first) and in each resample.
    using Weights = std::vector<float>;

    struct Flat;
    static std::vector<double>
    strengths(const Flat& flat, std::size_t column, std::vector<double> start, double close);
    void bound_by_all(int ai, const std::vector<double>& elos, Rating& rating) const;

    int ais_;
    std::size_t columns_;
    std::map<Order, Weights> seen_;
    std::vector<double> games_;
    std::vector<double> shares_;      ///< of points, by AI
    std::vector<double> seats_;       ///< sum over its games of the number of players
    std::vector<std::uint8_t> draws_; ///< of the current field, by resample
    int field_ = -1;                  ///< for which draws_ are
    std::vector<bool> was_seen_;      ///< by field
    int fields_ = 0;
};

} // namespace referee
