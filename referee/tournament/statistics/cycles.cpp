#include "tournament/statistics/cycles.hpp"

#include "tournament/statistics/any_time.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <span>

namespace referee {

namespace {

/// Counts the fields on which AIs were ahead of one another.
class FieldCounts {
  public:
    void add(const FinishingOrders& orders, std::span<const FinishingOrders::Game> games) {
        results_.clear();
        for (const FinishingOrders::Game& game : games) {
            add_game(orders.order(game.order));
        }
        std::sort(results_.begin(), results_.end());
        for (std::size_t begin = 0, end = 0; begin < results_.size(); begin = end) {
            int balance = 0;
            for (end = begin; end < results_.size() && results_[end].pair == results_[begin].pair;
                 ++end) {
                balance += results_[end].is_ahead ? 1 : -1;
            }
            if (balance != 0) {
                fields_.push_back({results_[begin].pair, balance > 0});
            }
        }
        if (fields_.size() >= max_fields_) {
            collect();
            max_fields_ = std::max(max_fields_, 2 * pairs_.size());
        }
    }

    std::vector<FieldsAhead::Pair> pairs() {
        collect();
        return std::move(pairs_);
    }

  private:
    /// The smaller index comes first.
    using TwoAis = std::pair<int, int>;

    struct Result {
        TwoAis pair;
        bool is_ahead = false;                           ///< the first of the pair
        auto operator<=>(const Result&) const = default; // NOLINT(modernize-use-nullptr)
    };

    void add_game(FinishingOrders::Ranking order) {
        for (std::size_t i = 0; i < order.size(); ++i) {
            bool is_beside = true;
            for (std::size_t j = i + 1; j < order.size(); ++j) {
                is_beside = is_beside && FinishingOrders::is_shared(order[j]);
                const int ahead = FinishingOrders::ai_of(order[i]);
                const int behind = FinishingOrders::ai_of(order[j]);
                if (!is_beside && ahead != behind) {
                    results_.push_back({std::minmax(ahead, behind), ahead < behind});
                }
            }
        }
    }

    /// Joins the fields that have been added with the pairs.
    void collect() {
        std::sort(fields_.begin(), fields_.end());
        std::vector<FieldsAhead::Pair> joined;
        const auto count = [&](const TwoAis& pair, int ahead, int behind) {
            if (joined.empty() || TwoAis(joined.back().first, joined.back().second) != pair) {
                joined.push_back({pair.first, pair.second, 0, 0});
            }
            joined.back().ahead += ahead;
            joined.back().behind += behind;
        };
        auto field = fields_.begin();
        const auto count_fields_before = [&](const TwoAis* pair) {
            for (; field != fields_.end() && (pair == nullptr || field->pair < *pair); ++field) {
                count(field->pair, field->is_ahead ? 1 : 0, field->is_ahead ? 0 : 1);
            }
        };
        for (const FieldsAhead::Pair& pair : pairs_) {
            const TwoAis ais(pair.first, pair.second);
            count_fields_before(&ais);
            count(ais, pair.ahead, pair.behind);
        }
        count_fields_before(nullptr);
        pairs_ = std::move(joined);
        fields_.clear();
    }

    std::vector<FieldsAhead::Pair> pairs_; ///< sorted
    std::vector<Result> fields_;           ///< not yet in `pairs_`
    std::size_t max_fields_ = 65'536;
    std::vector<Result> results_; ///< of the current field
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

int FieldsAhead::operator()(int ai, int other) const {
    const std::pair<int, int> ais = std::minmax(ai, other);
    const auto found = std::lower_bound(
        pairs_.begin(), pairs_.end(), ais, [](const Pair& pair, const auto& sought) {
            return std::pair(pair.first, pair.second) < sought;
        });
    if (found == pairs_.end() || std::pair(found->first, found->second) != ais) {
        return 0;
    }
    return ai < other ? found->ahead : found->behind;
}

FieldsAhead fields_ahead(const FinishingOrders& orders, int ais) {
    FieldCounts counts;
    const std::vector<FinishingOrders::Game>& games = orders.games_by_field();
    for (std::size_t begin = 0, end = 0; begin < games.size(); begin = end) {
        for (end = begin; end < games.size() && games[end].field == games[begin].field;) {
            ++end;
        }
        counts.add(orders, std::span(games).subspan(begin, end - begin));
    }
    return {ais, counts.pairs()};
}

std::optional<Cycle> certain_cycle(const FieldsAhead& ahead) {
    const int ais = ahead.ais();
    std::vector<std::pair<int, int>> pairs; // who was ahead more often comes first
    for (const FieldsAhead::Pair& pair : ahead.pairs()) {
        pairs.push_back(
            pair.ahead >= pair.behind ? std::pair(pair.first, pair.second)
                                      : std::pair(pair.second, pair.first));
    }
    std::sort(pairs.begin(), pairs.end());
    std::vector<double> evidence;
    for (const auto& [a, b] : pairs) {
        evidence.push_back(log_two_sided(
            log_evidence_of_signs(ahead(a, b), ahead(b, a)),
            log_evidence_of_signs(ahead(b, a), ahead(a, b))));
    }
    const std::vector<double> worth = for_all_at_once(evidence);
    std::vector<std::vector<int>> beaten(static_cast<std::size_t>(ais));
    std::map<std::pair<int, int>, double> p_values;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (is_enough(worth[i])) {
            beaten[pairs[i].first].push_back(pairs[i].second);
            p_values[pairs[i]] = any_time_p_value(worth[i]);
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
                cycle.p_value = std::max(cycle.p_value, p_values.at({way[i], next}));
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
