#include "tournament/statistics/without_ladder.hpp"

#include "tournament/statistics/alpha_rank.hpp"
#include "tournament/statistics/nash_averaging.hpp"
#include "tournament/statistics/pair_results.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace referee {

namespace {

/// By AI a column: Nash share, gain, mass of alpha-rank. Half a win and half a loss are added to
/// each pair, so that all are finite.
Eigen::MatrixXd figures_of(const Eigen::MatrixXd& wins) {
    const Eigen::Index count = wins.rows();
    Eigen::MatrixXd shares = Eigen::MatrixXd::Constant(count, count, 0.5);
    Eigen::MatrixXd elos = Eigen::MatrixXd::Zero(count, count);
    for (Eigen::Index i = 0; i < count; ++i) {
        for (Eigen::Index j = 0; j < count; ++j) {
            if (i != j) {
                const double won = wins(i, j) + 0.5;
                const double lost = wins(j, i) + 0.5;
                shares(i, j) = won / (won + lost);
                elos(i, j) = elo_per_theta * std::log(won / lost);
            }
        }
    }
    const NashAverage nash = nash_average(elos);
    Eigen::MatrixXd figures(3, count);
    figures << nash.mixture.transpose(), nash.gains.transpose(), alpha_rank(shares).transpose();
    return figures;
}

/// The middle 95 %.
DrawnRange range_of(double value, std::vector<double> drawn) {
    std::sort(drawn.begin(), drawn.end());
    const auto beyond = static_cast<std::size_t>(0.025 * static_cast<double>(drawn.size()));
    return {
        value, std::min(value, drawn[beyond]), std::max(value, drawn[drawn.size() - 1 - beyond])};
}

} // namespace

std::vector<WithoutLadder>
without_ladder(const FinishingOrders& orders, const std::vector<int>& ais) {
    constexpr std::size_t max_ais = 40;
    if (ais.size() < 3 || ais.size() > max_ais) {
        return {};
    }
    PairResults results(orders, ais);
    const Eigen::MatrixXd whole = figures_of(results.wins());
    const auto count = static_cast<double>(ais.size());
    constexpr double max_work = 4e7;
    const double work =
        static_cast<double>(results.fields()) * count * count + 100 * count * count * count;
    const int draws = static_cast<int>(std::clamp(max_work / work, 100.0, 400.0));
    std::vector<std::vector<double>> drawn(static_cast<std::size_t>(whole.size()));
    for (int draw = 0; draw < draws; ++draw) {
        const Eigen::MatrixXd again = figures_of(results.drawn_wins());
        for (Eigen::Index i = 0; i < again.size(); ++i) {
            drawn[static_cast<std::size_t>(i)].push_back(again.data()[i]);
        }
    }
    std::vector<WithoutLadder> rows;
    for (std::size_t place = 0; place < ais.size(); ++place) {
        const auto range = [&](std::size_t figure) {
            return range_of(
                whole(static_cast<Eigen::Index>(figure), static_cast<Eigen::Index>(place)),
                drawn[3 * place + figure]);
        };
        rows.push_back({ais[place], range(0), range(1), range(2)});
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return std::tuple(a.nash.value, a.gain.value) > std::tuple(b.nash.value, b.gain.value);
    });
    return rows;
}

} // namespace referee
