#include "tournament/statistics/cycles.hpp"

#include "tournament/statistics/any_time.hpp"

#include <algorithm>
#include <queue>
#include <span>

namespace referee {

namespace {

/// Two AIs and who of them was ahead on a field, in games.
class FieldBalance {
  public:
    explicit FieldBalance(int ais)
        : ahead_(Eigen::MatrixXi::Zero(ais, ais)), places_(static_cast<std::size_t>(ais), -1) {}

    void add(const FinishingOrders& orders, std::span<const FinishingOrders::Game> games) {
        std::vector<int> members;
        for (const FinishingOrders::Game& game : games) {
            for (const std::uint16_t place : orders.order(game.order)) {
                const int ai = FinishingOrders::ai_of(place);
                if (places_[ai] < 0) {
                    places_[ai] = static_cast<int>(members.size());
                    members.push_back(ai);
                }
            }
        }
        const auto count = static_cast<Eigen::Index>(members.size());
        balance_.setZero(count, count);
        for (const FinishingOrders::Game& game : games) {
            add_game(orders.order(game.order));
        }
        for (Eigen::Index i = 0; i < count; ++i) {
            for (Eigen::Index j = 0; j < count; ++j) {
                ahead_(members[i], members[j]) += balance_(i, j) > balance_(j, i) ? 1 : 0;
            }
        }
        for (const int ai : members) {
            places_[ai] = -1;
        }
    }

    const Eigen::MatrixXi& ahead() const { return ahead_; }

  private:
    void add_game(FinishingOrders::Ranking order) {
        for (std::size_t i = 0; i < order.size(); ++i) {
            bool is_beside = true;
            for (std::size_t j = i + 1; j < order.size(); ++j) {
                is_beside = is_beside && FinishingOrders::is_shared(order[j]);
                balance_(
                    places_[FinishingOrders::ai_of(order[i])],
                    places_[FinishingOrders::ai_of(order[j])]) += is_beside ? 0 : 1;
            }
        }
    }

    Eigen::MatrixXi ahead_;
    std::vector<int> places_; ///< by AI: index among those on the field; −1: not on it
    Eigen::MatrixXi balance_;
};

/// The shortest way from one AI to another along `next`, both included; empty if there is none.
std::vector<int> way_between(int from, int to, const std::vector<std::vector<int>>& next) {
    std::vector<int> before(next.size(), -1);
    std::queue<int> waiting({from});
    before[from] = from;
    while (!waiting.empty() && before[to] < 0) {
        const int ai = waiting.front();
        waiting.pop();
        for (const int other : next[ai]) {
            if (before[other] < 0) {
                before[other] = ai;
                waiting.push(other);
            }
        }
    }
    if (before[to] < 0) {
        return {};
    }
    std::vector<int> way{to};
    while (way.back() != from) {
        way.push_back(before[way.back()]);
    }
    std::reverse(way.begin(), way.end());
    return way;
}

} // namespace

Eigen::MatrixXi fields_ahead(const FinishingOrders& orders, int ais) {
    FieldBalance balance(ais);
    const std::vector<FinishingOrders::Game>& games = orders.games_by_field();
    for (std::size_t begin = 0, end = 0; begin < games.size(); begin = end) {
        for (end = begin; end < games.size() && games[end].field == games[begin].field;) {
            ++end;
        }
        balance.add(orders, std::span(games).subspan(begin, end - begin));
    }
    return balance.ahead();
}

std::optional<Cycle> certain_cycle(const Eigen::MatrixXi& ahead) {
    const auto ais = static_cast<int>(ahead.rows());
    std::vector<std::pair<int, int>> pairs;
    std::vector<double> evidence;
    for (int a = 0; a < ais; ++a) {
        for (int b = 0; b < ais; ++b) {
            const bool is_counted =
                ahead(a, b) > ahead(b, a) || (ahead(a, b) == ahead(b, a) && a < b);
            if (is_counted && ahead(a, b) > 0) {
                pairs.emplace_back(a, b);
                evidence.push_back(log_two_sided(
                    log_evidence_of_signs(ahead(a, b), ahead(b, a)),
                    log_evidence_of_signs(ahead(b, a), ahead(a, b))));
            }
        }
    }
    const std::vector<double> worth = for_all_at_once(evidence);
    std::vector<std::vector<int>> beaten(static_cast<std::size_t>(ais));
    Eigen::MatrixXd p_values = Eigen::MatrixXd::Ones(ais, ais);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (is_enough(worth[i])) {
            beaten[pairs[i].first].push_back(pairs[i].second);
            p_values(pairs[i].first, pairs[i].second) = any_time_p_value(worth[i]);
        }
    }
    std::optional<Cycle> best;
    for (int first = 0; first < ais; ++first) {
        for (const int second : beaten[first]) {
            const std::vector<int> way = way_between(second, first, beaten);
            if (way.empty() || (best && way.size() > best->steps.size())) {
                continue;
            }
            Cycle cycle{{}, 0};
            for (std::size_t i = 0; i < way.size(); ++i) {
                const int next = way[(i + 1) % way.size()];
                cycle.steps.push_back({way[i], ahead(way[i], next), ahead(next, way[i])});
                cycle.p_value = std::max(cycle.p_value, p_values(way[i], next));
            }
            if (!best || cycle.steps.size() < best->steps.size() || cycle.p_value < best->p_value) {
                // From the AI with the lowest index on, whichever step was found first.
                std::rotate(
                    cycle.steps.begin(),
                    std::min_element(
                        cycle.steps.begin(), cycle.steps.end(),
                        [](const auto& one, const auto& other) { return one.ai < other.ai; }),
                    cycle.steps.end());
                best = std::move(cycle);
            }
        }
    }
    return best;
}

} // namespace referee
