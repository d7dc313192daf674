#include "tournament/statistics/plackett_luce.hpp"

#include <algorithm>
#include <array>
#include <cmath>

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

std::vector<QuickRating> quick_ratings(const FinishingOrders& orders, int ais) {
    if (ais == 0) {
        return {};
    }
    const Maximum maximum =
        maximum_likelihood(orders, orders.counts(), static_cast<std::size_t>(ais), 1);
    // The prior makes the information positive definite.
    const Eigen::MatrixXd variances = maximum.likelihood.information.inverse();
    std::vector<QuickRating> ratings;
    for (Eigen::Index ai = 0; ai < ais; ++ai) {
        ratings.push_back(
            {elo_per_theta * maximum.thetas(ai),
             elo_per_theta * std::sqrt(std::max(0.0, variances(ai, ai)))});
    }
    return ratings;
}

void FinishingOrders::add(int field, const std::vector<int>& ais, const std::vector<int>& ranks) {
    key_.clear();
    for (std::size_t i = 0; i < ais.size(); ++i) {
        key_ += static_cast<char16_t>(i);
    }
    // AIs that share a rank are sorted by index, so that equal orders are spelled alike.
    std::sort(key_.begin(), key_.end(), [&](char16_t a, char16_t b) {
        return std::pair(ranks[a], ais[a]) < std::pair(ranks[b], ais[b]);
    });
    int last_rank = 0;
    for (char16_t& place : key_) {
        const int rank = ranks[place];
        place = static_cast<char16_t>(2 * ais[place] + (rank == last_rank ? 1 : 0));
        last_rank = rank;
    }
    const auto [at, is_new] = numbers_.try_emplace(key_, size());
    if (is_new) {
        places_.insert(places_.end(), key_.begin(), key_.end());
        ends_.push_back(places_.size());
        counts_.push_back(0);
    }
    counts_[at->second] += 1;
    games_.push_back({static_cast<std::uint32_t>(field), at->second});
    is_sorted_ =
        is_sorted_ && (games_.size() < 2 || games_[games_.size() - 2].field <= games_.back().field);
}

FinishingOrders::Ranking FinishingOrders::order(std::uint32_t number) const {
    const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
    return Ranking(places_).subspan(begin, ends_[number] - begin);
}

const std::vector<FinishingOrders::Game>& FinishingOrders::games_by_field() const {
    if (!is_sorted_) {
        std::sort(games_.begin(), games_.end());
        is_sorted_ = true;
    }
    return games_;
}

} // namespace referee
