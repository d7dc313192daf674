#include "tournament/statistics/group_core.hpp"

namespace referee {

namespace {

/// Two ends for each pair take about 30 steps of Newton's method.
bool can_profile(std::size_t count, const FinishingOrders& orders) {
    constexpr double max_work = 1e9;
    const auto ais = static_cast<double>(count);
    const double step = ais * ais * ais / 3 + 100 * static_cast<double>(orders.size());
    return ais * ais / 2 * 30 * step <= max_work;
}

} // namespace

GroupCore::GroupCore(
    int group, const Connections& connections, const Maximum& estimate,
    const FinishingOrders& orders)
    : places_(connections.groups.size(), -1) {
    for (std::size_t ai = 0; ai < places_.size(); ++ai) {
        if (connections.groups[ai] == group && connections.standings[ai] == Standing::core) {
            places_[ai] = static_cast<int>(ais_.size());
            ais_.push_back(static_cast<int>(ai));
        }
    }
    if (ais_.size() > 1 && can_profile(ais_.size(), orders)) {
        Eigen::VectorXd start = estimate.thetas(ais_);
        start.array() -= start.mean();
        profile_.emplace(orders, places_, start);
    }
}

bool GroupCore::is_profiled(double deviation) const {
    constexpr double max_deviation = 15 / 173.7; // 15 Elo
    return profile_ && deviation > max_deviation;
}

} // namespace referee
