#include "tournament/plackett_luce.hpp"

#include <algorithm>

namespace referee {
namespace {

/// Larger θ count as infinite: 10,400 Elo.
constexpr double max_theta = 60;

double value_at(
    const FinishingOrders& orders, const std::vector<double>& weights, double prior,
    const Eigen::VectorXd& thetas) {
    const Eigen::VectorXd strengths = thetas.array().exp();
    double value = 0;
    for (std::uint32_t number = 0; number < orders.size(); ++number) {
        for_each_choice(orders.order(number), [&](const Choice& choice) {
            double won = 0;
            double all = 0;
            for (std::size_t i = 0; i < choice.count; ++i) {
                won += i < choice.winners ? thetas[choice.members[i]] : 0;
                all += strengths[choice.members[i]];
            }
            value += weights[number] * choice.weight *
                     (won / static_cast<double>(choice.winners) - std::log(all));
        });
    }
    // ln σ(θ) + ln σ(−θ)
    for (const double theta : thetas) {
        value += prior * (-std::abs(theta) - 2 * std::log1p(std::exp(-std::abs(theta))));
    }
    return value;
}

Likelihood likelihood_at(
    const FinishingOrders& orders, const std::vector<double>& weights, double prior,
    const Eigen::VectorXd& thetas) {
    const Eigen::VectorXd strengths = thetas.array().exp();
    Likelihood result{
        value_at(orders, weights, prior, thetas), Eigen::VectorXd::Zero(thetas.size()),
        Eigen::MatrixXd::Zero(thetas.size(), thetas.size())};
    for (std::uint32_t number = 0; number < orders.size(); ++number) {
        for_each_choice(orders.order(number), [&](const Choice& choice) {
            add_choice(
                choice, weights[number], [&](int ai) { return strengths[ai]; },
                [](int ai) { return ai; }, result.gradient, result.information);
        });
    }
    for (Eigen::Index i = 0; i < thetas.size(); ++i) {
        const double won = 1 / (1 + std::exp(-thetas[i]));
        result.gradient[i] += prior * (1 - 2 * won);
        result.information(i, i) += prior * 2 * won * (1 - won);
    }
    return result;
}

/// The Newton step, along the constraint if there is one.
Eigen::VectorXd step_from(const Likelihood& at, const std::optional<Constraint>& constraint) {
    const Eigen::LDLT<Eigen::MatrixXd> solver(at.information);
    Eigen::VectorXd step = solver.solve(at.gradient);
    if (constraint) {
        const Eigen::VectorXd back = solver.solve(constraint->factors);
        step -= back * (constraint->factors.dot(step) / constraint->factors.dot(back));
    }
    return step;
}

} // namespace

Maximum maximum_likelihood(
    const FinishingOrders& orders, const std::vector<double>& weights, std::size_t ais,
    double prior, const std::optional<Constraint>& constraint) {
    Eigen::VectorXd thetas = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(ais));
    if (constraint) {
        thetas = constraint->factors * (constraint->sum / constraint->factors.squaredNorm());
    }
    Likelihood at = likelihood_at(orders, weights, prior, thetas);
    // Near the end a Newton step squares the error; far away steps are limited.
    constexpr int max_rounds = 500;
    for (int round = 0; round < max_rounds; ++round) {
        Eigen::VectorXd step = step_from(at, constraint);
        const double length = step.cwiseAbs().maxCoeff();
        step *= std::min(1.0, 3 / std::max(length, 1e-300));
        // The gain predicted by the gradient; below this it is rounding.
        const double promised = at.gradient.dot(step);
        if (length < 1e-9 || promised < 1e-12 ||
            (thetas + step).cwiseAbs().maxCoeff() > max_theta) {
            break;
        }
        double part = 1;
        while (part > 1e-6 &&
               value_at(orders, weights, prior, thetas + part * step) <
                   at.value + 1e-4 * part * promised - 1e-9 * std::abs(at.value) * 1e-3) {
            part /= 2;
        }
        thetas += part * step;
        at = likelihood_at(orders, weights, prior, thetas);
    }
    return {thetas, at};
}

} // namespace referee
