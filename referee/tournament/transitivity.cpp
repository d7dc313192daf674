#include "tournament/transitivity.hpp"

#include "tournament/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace referee {
namespace {

/// With fewer fields the scatter is unknown.
constexpr int min_fields = 10;
/// With more AIs all triples would take too long.
constexpr int max_ais = 300;

/// Two AIs, the one with the lower index first, over the fields on which they met.
struct Met {
    int fields = 0;
    double sum = 0; ///< sum over fields of the first one's share of games ahead
    double sum_of_squares = 0;

    double share() const { return sum / fields; }
    /// Half a field is added for each, so that the log-odds are finite.
    double smooth_share() const { return (sum + 0.5) / (fields + 1); }
    double log_odds() const { return std::log(smooth_share() / (1 - smooth_share())); }
    /// The derivative of the log-odds by the share.
    double slope() const { return 1 / (smooth_share() * (1 - smooth_share())); }
    double log_odds_variance() const {
        const double variance =
            std::max(0.0, sum_of_squares - fields * share() * share()) / (fields - 1);
        return slope() / games_of_units(smooth_share(), variance, fields);
    }
};

class Triples {
  public:
    Triples(const FinishingOrders& orders, int ais)
        : orders_(orders), ais_(ais), met_(static_cast<std::size_t>(ais) * ais) {}

    std::optional<Misfit> worst() {
        for_each_field([this](const FieldShares& shares) {
            for (const auto& [pair, share] : shares) {
                Met& met = met_[pair.first * static_cast<std::size_t>(ais_) + pair.second];
                const double value = share.first / share.second;
                ++met.fields;
                met.sum += value;
                met.sum_of_squares += value * value;
            }
        });
        Misfit worst;
        double largest = 0;
        for (int a = 0; a < ais_; ++a) {
            for (int b = a + 1; b < ais_; ++b) {
                for (int c = b + 1; met(a, b).fields >= min_fields && c < ais_; ++c) {
                    if (met(b, c).fields < min_fields || met(a, c).fields < min_fields) {
                        continue;
                    }
                    ++worst.triples;
                    const double value = std::abs(curl(a, b, c)) / std::sqrt(variance(a, b, c));
                    if (value > largest) {
                        largest = value;
                        worst.ais = curl(a, b, c) > 0 ? std::array{a, b, c} : std::array{a, c, b};
                    }
                }
            }
        }
        if (largest == 0) {
            return std::nullopt;
        }
        judge(worst);
        return worst;
    }

  private:
    /// By pair: games in which the first was ahead (½ if level), and games of the two.
    using FieldShares = std::map<std::pair<int, int>, std::pair<double, double>>;

    template <typename Look>
    void for_each_field(const Look& look) const {
        const auto& games = orders_.games_by_field();
        FieldShares shares;
        for (std::size_t i = 0; i < games.size(); ++i) {
            const FinishingOrders::Ranking order = orders_.order(games[i].order);
            for (std::size_t first = 0; first < order.size(); ++first) {
                bool is_beside = true;
                for (std::size_t second = first + 1; second < order.size(); ++second) {
                    is_beside = is_beside && FinishingOrders::is_shared(order[second]);
                    const int ahead = FinishingOrders::ai_of(order[first]);
                    const int behind = FinishingOrders::ai_of(order[second]);
                    auto& [won, met] = shares[std::minmax(ahead, behind)];
                    won += is_beside ? 0.5 : ahead < behind ? 1 : 0;
                    met += 1;
                }
            }
            if (i + 1 == games.size() || games[i + 1].field != games[i].field) {
                look(shares);
                shares.clear();
            }
        }
    }

    const Met& met(int a, int b) const {
        return met_
            [static_cast<std::size_t>(std::min(a, b)) * static_cast<std::size_t>(ais_) +
             static_cast<std::size_t>(std::max(a, b))];
    }
    double log_odds(int a, int b) const { return (a < b ? 1 : -1) * met(a, b).log_odds(); }
    double share(int a, int b) const { return a < b ? met(a, b).share() : 1 - met(a, b).share(); }
    double curl(int a, int b, int c) const {
        return log_odds(a, b) + log_odds(b, c) + log_odds(c, a);
    }
    /// As if the three pairs were independent.
    double variance(int a, int b, int c) const {
        return met(a, b).log_odds_variance() + met(b, c).log_odds_variance() +
               met(a, c).log_odds_variance();
    }

    /// The p-value. The three pairs are correlated within a field.
    void judge(Misfit& misfit) const {
        const std::array<std::pair<int, int>, 3> pairs{
            std::pair{misfit.ais[0], misfit.ais[1]}, std::pair{misfit.ais[1], misfit.ais[2]},
            std::pair{misfit.ais[2], misfit.ais[0]}};
        double scatter = 0;
        for_each_field([&](const FieldShares& shares) {
            double influence = 0;
            for (const auto& [a, b] : pairs) {
                const auto at = shares.find(std::minmax(a, b));
                if (at != shares.end()) {
                    const double off = at->second.first / at->second.second - met(a, b).share();
                    influence += (a < b ? 1 : -1) * off * met(a, b).slope() / met(a, b).fields;
                }
            }
            scatter += influence * influence;
        });
        int fields = met(pairs[0].first, pairs[0].second).fields;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto [a, b] = pairs[i];
            misfit.shares[i] = share(a, b);
            fields = std::min(fields, met(a, b).fields);
        }
        const auto [a, b, c] = misfit.ais;
        const double deviation =
            std::sqrt(std::max(scatter * fields / (fields - 1), variance(a, b, c)));
        misfit.p_value = std::min(
            1.0, 2 * misfit.triples * student_probability(-curl(a, b, c) / deviation, fields - 1));
    }

    const FinishingOrders& orders_;
    int ais_;
    std::vector<Met> met_;
};

} // namespace

std::optional<Misfit> worst_misfit(const FinishingOrders& orders, int ais) {
    return ais < 3 || ais > max_ais ? std::nullopt : Triples(orders, ais).worst();
}

} // namespace referee
