#include "tournament/statistics/meetings.hpp"

#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/strong_components.hpp>
#include <cmath>
#include <map>
#include <set>

namespace referee {

namespace {

using Edges = std::set<std::pair<int, int>>;
using Directed = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
using Undirected = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;

/// Edges from each AI to those it finished ahead of, or level with. Neighbours in an order are
/// enough; the rest follows.
Edges edges_of(const FinishingOrders& orders) {
    Edges edges;
    for (std::uint32_t number = 0; number < orders.size(); ++number) {
        const FinishingOrders::Ranking order = orders.order(number);
        for (std::size_t i = 0; i + 1 < order.size(); ++i) {
            const int ahead = FinishingOrders::ai_of(order[i]);
            const int behind = FinishingOrders::ai_of(order[i + 1]);
            edges.emplace(ahead, behind);
            if (FinishingOrders::is_shared(order[i + 1])) {
                edges.emplace(behind, ahead);
            }
        }
    }
    return edges;
}

/// Renumbers components by size, and equal sizes by their first AI.
std::vector<int> by_size(const std::vector<int>& components, const std::vector<bool>& is_counted) {
    std::map<int, std::pair<int, int>> sizes; // minus its size, first AI
    for (std::size_t ai = 0; ai < components.size(); ++ai) {
        if (is_counted[ai]) {
            auto& [size, first] =
                sizes.try_emplace(components[ai], 0, static_cast<int>(ai)).first->second;
            --size;
        }
    }
    std::vector<std::pair<std::pair<int, int>, int>> sorted;
    for (const auto& [component, size] : sizes) {
        sorted.emplace_back(size, component);
    }
    std::sort(sorted.begin(), sorted.end());
    std::map<int, int> numbers;
    for (const auto& [size, component] : sorted) {
        numbers.emplace(component, static_cast<int>(numbers.size()));
    }
    std::vector<int> result;
    for (std::size_t ai = 0; ai < components.size(); ++ai) {
        result.push_back(is_counted[ai] ? numbers.at(components[ai]) : -1);
    }
    return result;
}

/// Everything reachable from `start`.
std::vector<bool> reached_from(int start, const std::vector<std::vector<int>>& next) {
    std::vector<bool> reached(next.size());
    std::vector<int> waiting{start};
    reached[start] = true;
    while (!waiting.empty()) {
        const int ai = waiting.back();
        waiting.pop_back();
        for (const int other : next[ai]) {
            if (!reached[other]) {
                reached[other] = true;
                waiting.push_back(other);
            }
        }
    }
    return reached;
}

} // namespace

std::vector<int> Connections::scale_of(int group) const {
    std::vector<int> core;
    std::vector<int> all;
    for (std::size_t ai = 0; ai < groups.size(); ++ai) {
        if (groups[ai] == group) {
            all.push_back(static_cast<int>(ai));
            if (standings[ai] == Standing::core) {
                core.push_back(static_cast<int>(ai));
            }
        }
    }
    return core.empty() ? all : core;
}

Connections connections_of(const FinishingOrders& orders, int ais) {
    const auto count = static_cast<std::size_t>(ais);
    std::vector<bool> has_played(count);
    Directed directed(count);
    Undirected undirected(count);
    std::vector<std::vector<int>> behind(count);
    std::vector<std::vector<int>> ahead(count);
    for (const auto& [from, to] : edges_of(orders)) {
        has_played[from] = has_played[to] = true;
        boost::add_edge(static_cast<std::size_t>(from), static_cast<std::size_t>(to), directed);
        boost::add_edge(static_cast<std::size_t>(from), static_cast<std::size_t>(to), undirected);
        behind[from].push_back(to);
        ahead[to].push_back(from);
    }
    std::vector<int> weak(count);
    std::vector<int> strong(count);
    boost::connected_components(undirected, weak.data());
    boost::strong_components(directed, strong.data());
    strong = by_size(strong, has_played); // so that the core has the lowest number of its group

    Connections result;
    result.groups = by_size(weak, has_played);
    result.standings.assign(count, Standing::undetermined);
    result.group_count =
        ais == 0 ? 0 : 1 + *std::max_element(result.groups.begin(), result.groups.end());
    for (int group = 0; group < result.group_count; ++group) {
        int core = -1;
        for (std::size_t ai = 0; ai < count; ++ai) {
            if (result.groups[ai] == group && (core < 0 || strong[ai] < strong[core])) {
                core = static_cast<int>(ai);
            }
        }
        const bool is_real = std::count(strong.begin(), strong.end(), strong[core]) > 1;
        const std::vector<bool> is_behind = reached_from(core, behind);
        const std::vector<bool> is_ahead = reached_from(core, ahead);
        for (std::size_t ai = 0; ai < count && is_real; ++ai) {
            if (is_ahead[ai] || is_behind[ai]) {
                result.standings[ai] = is_ahead[ai] && is_behind[ai] ? Standing::core
                                       : is_ahead[ai]                ? Standing::above_core
                                                                     : Standing::below_core;
            }
        }
        // Without a core the best and the worst still have a bound against the mean of all.
        for (std::size_t ai = 0; ai < count && !is_real; ++ai) {
            if (result.groups[ai] == group && ahead[ai].empty() != behind[ai].empty()) {
                result.standings[ai] =
                    ahead[ai].empty() ? Standing::above_core : Standing::below_core;
            }
        }
    }
    return result;
}

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
