#pragma once

/// The model of Plackett (1975) and Luce (1959), which for two players is Bradley and Terry's. AI i
/// wins with probability s_i / Σ s_j over the players; the second is the winner among the rest, and
/// so on. Parameters are θ = ln s, in which the likelihood is concave. A shared rank counts as the
/// mean log-likelihood of all orders of the AIs that share it.

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <eigen3/Eigen/Dense>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace referee {

// The finishing orders of a tournament's games, from which ratings are computed. Each distinct
// order is kept once and a game takes 8 bytes, so that a million games fit.

class FinishingOrders {
  public:
    /// AIs from best to worst, each as twice its index; plus 1 if it shares the rank of the one
    /// before.
    using Ranking = std::span<const std::uint32_t>;

    struct Game {
        std::uint32_t field = 0;
        std::uint32_t order = 0;                       ///< number of its order
        auto operator<=>(const Game&) const = default; // NOLINT(modernize-use-nullptr)
    };

    /// Adds a game on a field: the AIs and their ranks (1 is best, ranks can be shared).
    void add(int field, const std::vector<int>& ais, const std::vector<int>& ranks);

    /// Only the AIs to which `places` gives a new index, −1: none. Counts are right, fields are
    /// lost.
    FinishingOrders among(const std::vector<int>& places) const;

    /// Number of different orders.
    std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
    Ranking order(std::uint32_t number) const;
    /// How often each order was seen.
    const std::vector<double>& counts() const { return counts_; }
    /// All games, sorted by field.
    const std::vector<Game>& games_by_field() const;

    static int ai_of(std::uint32_t place) { return static_cast<int>(place >> 1U); }
    static bool is_shared(std::uint32_t place) { return (place & 1U) != 0; }

  private:
    std::unordered_map<std::u32string, std::uint32_t> numbers_;
    std::vector<std::uint32_t> places_; ///< all orders, one after the other
    std::vector<std::size_t> ends_;     ///< by order, in places_
    std::vector<double> counts_;
    mutable std::vector<Game> games_;
    mutable bool is_sorted_ = true;
    std::u32string key_; ///< scratch
};

/// Elo points of one unit of θ.
inline const double elo_per_theta = 400 / std::log(10.0);

/// One choice of the model: the best of `members` is one of the first `winners`, each equally
/// likely. Its log-likelihood counts `weight` times.
struct Choice {
    const int* members;
    std::size_t count;
    std::size_t winners;
    double weight;
};

/// Calls `look` with each choice of an order.
template <typename Look>
void for_each_choice(FinishingOrders::Ranking order, const Look& look) {
    constexpr std::size_t max_members = 16;
    std::array<int, max_members> ais{};
    bool is_strict = true;
    for (std::size_t i = 0; i < order.size(); ++i) {
        ais[i] = FinishingOrders::ai_of(order[i]);
        is_strict = is_strict && !FinishingOrders::is_shared(order[i]);
    }
    if (is_strict) {
        for (std::size_t i = 0; i + 1 < order.size(); ++i) {
            look(Choice{&ais[i], order.size() - i, 1, 1});
        }
        return;
    }
    // At each choice among AIs that share a rank, the remaining ones are any subset of that size.
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        for (end = begin + 1; end < order.size() && FinishingOrders::is_shared(order[end]);) {
            ++end;
        }
        const std::size_t size = end - begin;
        std::array<double, max_members + 1> ways{1}; // ways to choose this many out of `size`
        for (std::size_t count = 1; count <= size; ++count) {
            ways[count] = ways[count - 1] * static_cast<double>(size - count + 1) /
                          static_cast<double>(count);
        }
        for (unsigned subset = 1; subset < (1U << size); ++subset) {
            std::array<int, max_members> members{};
            const auto winners = static_cast<std::size_t>(std::popcount(subset));
            std::size_t count = 0;
            for (std::size_t i = 0; i < size; ++i) {
                if ((subset >> i & 1U) != 0) {
                    members[count++] = ais[begin + i];
                }
            }
            for (std::size_t i = end; i < order.size(); ++i) {
                members[count++] = ais[i];
            }
            if (count > 1) {
                look(Choice{members.data(), count, winners, 1 / ways[winners]});
            }
        }
    }
}

/// Adds a choice's derivatives to a gradient and to the information (minus the second derivatives).
/// `strength_of` and `place_of` give an AI's strength and its index in both.
template <typename StrengthOf, typename PlaceOf, typename Gradient, typename Information>
void add_choice(
    const Choice& choice, double weight, const StrengthOf& strength_of, const PlaceOf& place_of,
    Gradient& gradient, Information& information) {
    std::array<double, 16> shares{};
    std::array<int, 16> places{};
    double all = 0;
    for (std::size_t i = 0; i < choice.count; ++i) {
        shares[i] = strength_of(choice.members[i]);
        places[i] = place_of(choice.members[i]);
        all += shares[i];
    }
    weight *= choice.weight;
    for (std::size_t i = 0; i < choice.count; ++i) {
        shares[i] /= all;
        const double won = i < choice.winners ? 1.0 / static_cast<double>(choice.winners) : 0;
        gradient(places[i]) += weight * (won - shares[i]);
        for (std::size_t j = 0; j < i; ++j) {
            const double product = weight * shares[i] * shares[j];
            information(places[i], places[j]) -= product;
            information(places[j], places[i]) -= product;
        }
        information(places[i], places[i]) += weight * shares[i] * (1 - shares[i]);
    }
}

/// The log-likelihood with its derivatives.
struct Likelihood {
    double value = 0;
    Eigen::VectorXd gradient;
    Eigen::MatrixXd information; ///< minus the second derivatives
};

/// The log-likelihood of the games, each order counted `weights` times.
double log_likelihood(
    const FinishingOrders& orders, const std::vector<double>& weights,
    const Eigen::VectorXd& thetas);

/// ln σ(θ) + ln σ(−θ): the log-likelihood of a win and a loss between two with this difference.
double log_of_both(double theta);

/// A constraint on the maximisation: Σ factors_i · θ_i = sum.
struct Constraint {
    Eigen::VectorXd factors;
    double sum = 0;
};

struct Maximum {
    Eigen::VectorXd thetas;
    Likelihood likelihood; ///< there
};

/// The maximum-likelihood θ of the orders, each counted `weights` times. Each AI also has `prior`
/// wins and as many losses against one with θ = 0, so that all are finite. Newton's method with
/// step halving, until the gradient is 0 up to rounding.
Maximum maximum_likelihood(
    const FinishingOrders& orders, const std::vector<double>& weights, std::size_t ais,
    double prior, const std::optional<Constraint>& constraint = std::nullopt);

/// The maximum without a prior, searched from `start` on, for AIs that have all finished ahead of
/// one another directly or through others: otherwise there is none.
Maximum maximum_likelihood_from(
    const Eigen::VectorXd& start, const FinishingOrders& orders,
    const std::optional<Constraint>& constraint = std::nullopt);

/// The inverse of an information matrix, which is positive definite up to rounding.
Eigen::MatrixXd inverse_of(const Eigen::MatrixXd& information);

/// The θ without the bias of first order that the maximum of the likelihood has (Firth 1993): each
/// two AIs that met are given as many virtual games, half of them won by each, as the results
/// between them determine of the difference of their θ (their leverage; over all pairs these are
/// one game less than there are AIs). For two players this is Firth's estimate, for more an
/// approximation of it. It is finite for AIs that won or lost everything, too. `groups`: by AI;
/// the mean of each group is 0. The derivatives are those of the games alone. From a `start` close
/// to the result, such as that of slightly fewer games, it is found in fewer steps.
Maximum bias_reduced(
    const FinishingOrders& orders, std::size_t ais, const std::vector<int>& groups,
    const std::optional<Eigen::VectorXd>& start = std::nullopt);

// Ratings without intervals and ranks, for choosing the next match of a season: the same model and
// estimate as ratings.hpp, with the errors of independent games.

struct QuickRating {
    double elo = 0;   ///< the mean of all is 0
    double error = 0; ///< standard error, Elo
};

/// By AI; `ais` is their number. Above Ratings::max_exact the estimate is found by iteration, in
/// time proportional to the games, and sooner from those `before` a few games; errors leave out
/// what AIs that an AI never met tell of its opponents (below 5 % where it has met ten).
std::vector<QuickRating>
quick_ratings(const FinishingOrders& orders, int ais, const std::vector<QuickRating>& before = {});

} // namespace referee
