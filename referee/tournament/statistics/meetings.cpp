#include "tournament/statistics/meetings.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/strong_components.hpp>
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
            if (ahead == behind) {
                continue; // two copies of one program
            }
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

} // namespace referee
