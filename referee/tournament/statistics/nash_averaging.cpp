#include "tournament/statistics/nash_averaging.hpp"

#include <algorithm>
#include <cmath>

namespace referee {

namespace {

/// Newton's method for x = log p in temperature·x − A·p + c = 0, Σ p = 1: the equilibrium of
/// players that gain from entropy, too. `x` is the first guess and has c at its end.
bool solve(const Eigen::MatrixXd& advantages, double temperature, Eigen::VectorXd& x) {
    const Eigen::Index count = advantages.rows();
    const auto residual_of = [&](const Eigen::VectorXd& at) {
        const Eigen::VectorXd p = at.head(count).array().exp();
        Eigen::VectorXd residual(count + 1);
        residual.head(count) = (temperature * at.head(count) - advantages * p).array() + at[count];
        residual[count] = p.sum() - 1;
        return residual;
    };
    const double goal = 1e-13;
    Eigen::VectorXd residual = residual_of(x);
    constexpr int max_rounds = 60;
    for (int round = 0; round < max_rounds && residual.norm() > goal; ++round) {
        const Eigen::VectorXd p = x.head(count).array().exp();
        Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(count + 1, count + 1);
        jacobian.topLeftCorner(count, count) = -advantages * p.asDiagonal();
        jacobian.topLeftCorner(count, count).diagonal().array() += temperature;
        jacobian.topRightCorner(count, 1).setOnes();
        jacobian.bottomLeftCorner(1, count) = p.transpose();
        const Eigen::VectorXd step = jacobian.partialPivLu().solve(residual);
        if (!step.allFinite()) {
            return false;
        }
        double part = 1;
        Eigen::VectorXd next = x - step;
        Eigen::VectorXd left = residual_of(next);
        while (part > 1e-6 && !(left.norm() < residual.norm())) {
            part /= 2;
            next = x - part * step;
            left = residual_of(next);
        }
        if (!(left.norm() < residual.norm())) {
            break; // as near as numbers allow
        }
        x = next;
        residual = left;
    }
    return residual.norm() < 1e-9;
}

} // namespace

// The equilibria with entropy tend to the one of maximum entropy as its weight, the temperature,
// tends to 0 (Tikhonov's regularisation of a monotone problem). Each is the first guess for the
// next. A is antisymmetric, so the equations have one solution at each temperature.
NashAverage nash_average(const Eigen::MatrixXd& advantages) {
    const Eigen::Index count = advantages.rows();
    NashAverage average{Eigen::VectorXd::Constant(count, 1.0 / static_cast<double>(count)), {}};
    const double size = advantages.cwiseAbs().maxCoeff();
    if (size > 0) {
        const Eigen::MatrixXd scaled = advantages / size;
        Eigen::VectorXd x(count + 1);
        x.head(count) = average.mixture.array().log();
        x[count] = 0;
        constexpr double coldest = 1e-7;
        double ratio = 0.6;
        for (double temperature = 1; temperature > coldest;) {
            Eigen::VectorXd next = x;
            const double colder = std::max(coldest, temperature * ratio);
            if (solve(scaled, colder, next)) {
                x = next;
                temperature = colder;
                ratio = std::max(0.3, ratio * 0.9);
            } else if (ratio > 0.98) {
                break;
            } else {
                ratio = std::sqrt(ratio);
            }
        }
        average.mixture = x.head(count).array().exp();
        average.mixture = (average.mixture.array() < 1e-9).select(0, average.mixture);
        average.mixture /= average.mixture.sum();
    }
    average.gains = advantages * average.mixture;
    average.gains = (average.gains.array().abs() < 1e-6 * size).select(0, average.gains);
    return average;
}

} // namespace referee
