#include "tournament/statistics/sparse_information.hpp"

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <cmath>
#include <eigen3/Eigen/IterativeLinearSolvers>

namespace referee {

SparseMatrix zero_information(const FinishingOrders& orders, int ais) {
    std::vector<std::pair<int, int>> entries;
    for (int ai = 0; ai < ais; ++ai) {
        entries.emplace_back(ai, ai);
    }
    for (std::uint32_t number = 0; number < orders.size(); ++number) {
        for (const std::uint32_t one : orders.order(number)) {
            for (const std::uint32_t other : orders.order(number)) {
                entries.emplace_back(FinishingOrders::ai_of(one), FinishingOrders::ai_of(other));
            }
        }
    }
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    SparseMatrix zero(ais, ais);
    zero.reserve(static_cast<Eigen::Index>(entries.size()));
    auto entry = entries.begin();
    for (int row = 0; row < ais; ++row) {
        zero.startVec(row);
        for (; entry != entries.end() && entry->first == row; ++entry) {
            zero.insertBack(row, entry->second) = 0;
        }
    }
    zero.finalize();
    return zero;
}

Eigen::VectorXd set_information(
    const FinishingOrders& orders, const Eigen::VectorXd& thetas, SparseMatrix& information) {
    information.coeffs().setZero();
    const Eigen::VectorXd strengths = thetas.array().exp();
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(thetas.size());
    const auto entry = [&information](int row, int column) -> double& {
        return information.coeffRef(row, column);
    };
    for (std::uint32_t number = 0; number < orders.size(); ++number) {
        for_each_choice(orders.order(number), [&](const Choice& choice) {
            add_choice(
                choice, orders.counts()[number], [&](int ai) { return strengths[ai]; },
                [](int ai) { return ai; }, gradient, entry);
        });
    }
    return gradient;
}

Eigen::VectorXd
solve(const SparseMatrix& information, const Eigen::VectorXd& right, double tolerance) {
    // The matrix is singular, but `right` has no part in a group's constant, so none of the steps
    // has.
    Eigen::ConjugateGradient<SparseMatrix, Eigen::Lower | Eigen::Upper> solver(information);
    solver.setTolerance(tolerance);
    return solver.solve(right);
}

DrawnCovariance::DrawnCovariance(
    const SparseMatrix& information, const std::vector<int>& groups,
    const std::vector<bool>& is_in_scale, int draws)
    : information_(information), groups_(groups),
      inverses_(
          information.diagonal().unaryExpr([](double own) { return own > 0 ? 1 / own : 0.0; })),
      rest_(information.rows(), draws), variances_(information.rows()) {
    const Eigen::Index ais = information.rows();
    std::vector<double> sizes;
    for (std::size_t ai = 0; ai < groups.size(); ++ai) {
        if (groups[ai] >= 0) {
            const auto group = static_cast<std::size_t>(groups[ai]);
            sizes.resize(std::max(sizes.size(), group + 1));
            sizes[group] += is_in_scale[ai] ? 1 : 0;
        }
    }
    const auto share = [&](Eigen::Index ai) { // of the mean
        const auto place = static_cast<std::size_t>(ai);
        return groups[place] >= 0 && is_in_scale[place]
                   ? 1 / sizes[static_cast<std::size_t>(groups[place])]
                   : 0.0;
    };

    Eigen::VectorXd scaled(ais);
    for (Eigen::Index ai = 0; ai < ais; ++ai) {
        scaled[ai] = inverses_[ai] * share(ai);
    }
    // D⁻¹ + D⁻¹·A·D⁻¹, where A is D minus the information.
    with_scale_ = 2 * scaled - inverses_.cwiseProduct(information * scaled);
    of_scale_.resize(sizes.size());
    for (Eigen::Index ai = 0; ai < ais; ++ai) {
        if (share(ai) > 0) {
            of_scale_[static_cast<std::size_t>(groups[ai])] += share(ai) * with_scale_[ai];
        }
    }

    constexpr double tolerance = 1e-5;
    boost::random::mt19937_64 generator(1);
    std::vector<double> means(sizes.size());
    for (int draw = 0; draw < draws; ++draw) {
        Eigen::VectorXd right = Eigen::VectorXd::Zero(ais);
        std::uint64_t random = 0;
        std::uint64_t count = 0;
        for_each_edge(information, [&](int first, int second, double weight) {
            constexpr unsigned bits = 64;
            random = count++ % bits == 0 ? generator() : random >> 1U;
            const double size = std::sqrt(std::max(0.0, weight));
            right[first] += (random & 1U) != 0 ? size : -size;
            right[second] -= (random & 1U) != 0 ? size : -size;
        });
        // D⁻¹·A·x = x − D⁻¹·right
        Eigen::VectorXd rest = solve(information, right, tolerance) - inverses_.cwiseProduct(right);
        std::fill(means.begin(), means.end(), 0);
        for (Eigen::Index ai = 0; ai < ais; ++ai) {
            if (share(ai) > 0) {
                means[static_cast<std::size_t>(groups[ai])] += share(ai) * rest[ai];
            }
        }
        for (Eigen::Index ai = 0; ai < ais; ++ai) {
            rest[ai] -= groups[ai] < 0 ? rest[ai] : means[static_cast<std::size_t>(groups[ai])];
        }
        rest_.col(draw) = rest;
    }
    for (int ai = 0; ai < ais; ++ai) {
        variances_[ai] = (*this)(ai, ai);
    }
}

double DrawnCovariance::operator()(int one, int other) const {
    if (groups_[one] < 0 || groups_[one] != groups_[other]) {
        return 0;
    }
    const double exact = one == other
                             ? inverses_[one]
                             : -information_.coeff(one, other) * inverses_[one] * inverses_[other];
    return exact - with_scale_[one] - with_scale_[other] +
           of_scale_[static_cast<std::size_t>(groups_[one])] +
           rest_.row(one).dot(rest_.row(other)) / draws();
}

double DrawnCovariance::relative_error() const {
    return std::sqrt(2.0 / draws());
}

} // namespace referee
