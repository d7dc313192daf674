#include "tournament/statistics/plackett_luce.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace referee {

double log_of_both(double theta) {
    return -std::abs(theta) - 2 * std::log1p(std::exp(-std::abs(theta)));
}

double log_likelihood(
    const FinishingOrders& orders, const std::vector<double>& weights,
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
    return value;
}

namespace {

/// Larger θ count as infinite; their exponentials and the products of two are still finite.
constexpr double max_theta = 340;

/// What makes the maximum finite and unique.
struct Penalty {
    /// Wins and as many losses of each AI against one with θ = 0.
    double prior = 0;
    /// By pair of AIs: games between the two, of which each wins half. Empty: none.
    Eigen::MatrixXd virtual_games;
    /// Σ θ² / 2 of the mean of each group: only differences within a group are known.
    const std::vector<int>* groups = nullptr;
};

/// By group: the sum of the θ and the number of AIs; those of no group are groups of one.
template <typename Look>
void for_each_group_pair(const std::vector<int>& groups, const Look& look) {
    std::vector<double> sizes;
    for (const int group : groups) {
        if (group >= 0) {
            sizes.resize(std::max<std::size_t>(sizes.size(), static_cast<std::size_t>(group) + 1));
            sizes[static_cast<std::size_t>(group)] += 1;
        }
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
        for (std::size_t j = 0; j < groups.size(); ++j) {
            if (groups[i] < 0 ? i == j : groups[i] == groups[j]) {
                look(
                    static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j),
                    groups[i] < 0 ? 1.0 : 1 / sizes[static_cast<std::size_t>(groups[i])]);
            }
        }
    }
}

double value_of(const Penalty& penalty, const Eigen::VectorXd& thetas) {
    double value = 0;
    for (Eigen::Index i = 0; penalty.prior > 0 && i < thetas.size(); ++i) {
        value += penalty.prior * log_of_both(thetas[i]);
    }
    for (Eigen::Index i = 0; i < penalty.virtual_games.rows(); ++i) {
        for (Eigen::Index j = 0; j < i; ++j) {
            const double games = penalty.virtual_games(i, j);
            value += games > 0 ? games / 2 * log_of_both(thetas[i] - thetas[j]) : 0;
        }
    }
    if (penalty.groups != nullptr) {
        for_each_group_pair(*penalty.groups, [&](Eigen::Index i, Eigen::Index j, double share) {
            value -= share * thetas[i] * thetas[j] / 2;
        });
    }
    return value;
}

void add_penalty(const Penalty& penalty, const Eigen::VectorXd& thetas, Likelihood& to) {
    to.value += value_of(penalty, thetas);
    for (Eigen::Index i = 0; penalty.prior > 0 && i < thetas.size(); ++i) {
        const double won = 1 / (1 + std::exp(-thetas[i]));
        to.gradient[i] += penalty.prior * (1 - 2 * won);
        to.information(i, i) += penalty.prior * 2 * won * (1 - won);
    }
    for (Eigen::Index i = 0; i < penalty.virtual_games.rows(); ++i) {
        for (Eigen::Index j = 0; j < i; ++j) {
            const double games = penalty.virtual_games(i, j);
            const double won = 1 / (1 + std::exp(thetas[j] - thetas[i]));
            const double known = games * won * (1 - won);
            to.gradient[i] += games * (0.5 - won);
            to.gradient[j] -= games * (0.5 - won);
            to.information(i, i) += known;
            to.information(j, j) += known;
            to.information(i, j) -= known;
            to.information(j, i) -= known;
        }
    }
    if (penalty.groups != nullptr) {
        for_each_group_pair(*penalty.groups, [&](Eigen::Index i, Eigen::Index j, double share) {
            to.gradient[i] -= share * thetas[j];
            to.information(i, j) += share;
        });
    }
}

/// The likelihood of the games alone.
Likelihood likelihood_at(
    const FinishingOrders& orders, const std::vector<double>& weights,
    const Eigen::VectorXd& thetas) {
    const Eigen::VectorXd strengths = thetas.array().exp();
    Likelihood result{
        log_likelihood(orders, weights, thetas), Eigen::VectorXd::Zero(thetas.size()),
        Eigen::MatrixXd::Zero(thetas.size(), thetas.size())};
    for (std::uint32_t number = 0; number < orders.size(); ++number) {
        for_each_choice(orders.order(number), [&](const Choice& choice) {
            add_choice(
                choice, weights[number], [&](int ai) { return strengths[ai]; },
                [](int ai) { return ai; }, result.gradient, result.information);
        });
    }
    return result;
}

/// Cholesky's decomposition, by blocks where there are many AIs, which is several times as fast.
/// If rounding has made such a matrix indefinite, the slow one still works.
template <typename Use>
auto with_decomposition(const Eigen::MatrixXd& information, const Use& use) {
    constexpr Eigen::Index many = 64;
    if (information.rows() > many) {
        if (const Eigen::LLT<Eigen::MatrixXd> solver(information);
            solver.info() == Eigen::Success) {
            return use(solver);
        }
    }
    return use(Eigen::LDLT<Eigen::MatrixXd>(information));
}

/// The Newton step, along the constraint if there is one.
Eigen::VectorXd step_from(const Likelihood& at, const std::optional<Constraint>& constraint) {
    return with_decomposition(at.information, [&](const auto& solver) {
        Eigen::VectorXd step = solver.solve(at.gradient);
        if (constraint) {
            const Eigen::VectorXd back = solver.solve(constraint->factors);
            step -= back * (constraint->factors.dot(step) / constraint->factors.dot(back));
        }
        return step;
    });
}

/// Newton's method with step halving, from `thetas` on. `penalty_at` gives the penalty by the
/// likelihood of the games alone.
template <typename PenaltyAt>
Maximum maximum_from(
    Eigen::VectorXd thetas, const FinishingOrders& orders, const std::vector<double>& weights,
    const std::optional<Constraint>& constraint, const PenaltyAt& penalty_at) {
    Likelihood at = likelihood_at(orders, weights, thetas);
    // Near the end a Newton step squares the error; far away steps are limited.
    constexpr int max_rounds = 500;
    for (int round = 0;; ++round) {
        const Penalty penalty = penalty_at(at);
        add_penalty(penalty, thetas, at);
        Eigen::VectorXd step = step_from(at, constraint);
        const double length = step.cwiseAbs().maxCoeff();
        step *= std::min(1.0, 3 / std::max(length, 1e-300));
        // The gain predicted by the gradient; below this it is rounding.
        const double promised = at.gradient.dot(step);
        if (round == max_rounds || length < 1e-9 || promised < 1e-12 ||
            (thetas + step).cwiseAbs().maxCoeff() > max_theta) {
            break;
        }
        double part = 1;
        while (part > 1e-6 &&
               log_likelihood(orders, weights, thetas + part * step) +
                       value_of(penalty, thetas + part * step) <
                   at.value + 1e-4 * part * promised - 1e-9 * std::abs(at.value) * 1e-3) {
            part /= 2;
        }
        thetas += part * step;
        at = likelihood_at(orders, weights, thetas);
    }
    return {thetas, at};
}

} // namespace

Maximum maximum_likelihood(
    const FinishingOrders& orders, const std::vector<double>& weights, std::size_t ais,
    double prior, const std::optional<Constraint>& constraint) {
    Eigen::VectorXd thetas = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(ais));
    if (constraint) {
        thetas = constraint->factors * (constraint->sum / constraint->factors.squaredNorm());
    }
    return maximum_from(thetas, orders, weights, constraint, [&](const Likelihood&) {
        return Penalty{prior, {}, nullptr};
    });
}

Maximum maximum_likelihood_from(
    const Eigen::VectorXd& start, const FinishingOrders& orders,
    const std::optional<Constraint>& constraint) {
    const std::vector<int> groups(static_cast<std::size_t>(start.size()));
    Eigen::VectorXd thetas = start;
    if (constraint) {
        thetas += constraint->factors * ((constraint->sum - constraint->factors.dot(start)) /
                                         constraint->factors.squaredNorm());
    }
    return maximum_from(thetas, orders, orders.counts(), constraint, [&](const Likelihood&) {
        return Penalty{0, {}, &groups};
    });
}

Eigen::MatrixXd inverse_of(const Eigen::MatrixXd& information) {
    return with_decomposition(information, [&](const auto& solver) {
        const Eigen::Index size = information.rows();
        return Eigen::MatrixXd(solver.solve(Eigen::MatrixXd::Identity(size, size)));
    });
}

Maximum bias_reduced(
    const FinishingOrders& orders, std::size_t ais, const std::vector<int>& groups,
    const std::optional<Eigen::VectorXd>& start) {
    const auto count = static_cast<Eigen::Index>(ais);
    Penalty pins;
    pins.groups = &groups;
    const auto penalty_at = [&](const Likelihood& games) {
        Likelihood pinned = games;
        add_penalty(pins, Eigen::VectorXd::Zero(count), pinned);
        const Eigen::MatrixXd inverse = inverse_of(pinned.information);
        Penalty penalty = pins;
        penalty.virtual_games = Eigen::MatrixXd::Zero(count, count);
        for (Eigen::Index i = 0; i < count; ++i) {
            for (Eigen::Index j = 0; j < i; ++j) {
                const double known = -games.information(i, j);
                const double variance = inverse(i, i) + inverse(j, j) - 2 * inverse(i, j);
                penalty.virtual_games(i, j) = std::clamp(known * variance, 0.0, 1.0);
            }
        }
        return penalty;
    };
    const Maximum found = maximum_from(
        start.value_or(Eigen::VectorXd::Zero(count)), orders, orders.counts(), std::nullopt,
        penalty_at);
    // The derivatives are those of the games, without the virtual ones.
    Likelihood likelihood = likelihood_at(orders, orders.counts(), found.thetas);
    add_penalty(pins, found.thetas, likelihood);
    return {found.thetas, likelihood};
}

void FinishingOrders::add(int field, const std::vector<int>& ais, const std::vector<int>& ranks) {
    key_.clear();
    for (std::size_t i = 0; i < ais.size(); ++i) {
        key_ += static_cast<char32_t>(i);
    }
    // AIs that share a rank are sorted by index, so that equal orders are spelled alike.
    std::sort(key_.begin(), key_.end(), [&](char32_t a, char32_t b) {
        return std::pair(ranks[a], ais[a]) < std::pair(ranks[b], ais[b]);
    });
    int last_rank = 0;
    for (char32_t& place : key_) {
        const int rank = ranks[place];
        place = static_cast<char32_t>(2 * ais[place] + (rank == last_rank ? 1 : 0));
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

FinishingOrders FinishingOrders::among(const std::vector<int>& places) const {
    FinishingOrders result;
    std::vector<int> ais;
    std::vector<int> ranks;
    for (std::uint32_t number = 0; number < size(); ++number) {
        ais.clear();
        ranks.clear();
        int rank = 0;
        for (const std::uint32_t place : order(number)) {
            rank += is_shared(place) ? 0 : 1;
            if (const int ai = places[static_cast<std::size_t>(ai_of(place))]; ai >= 0) {
                ais.push_back(ai);
                ranks.push_back(rank);
            }
        }
        if (ais.size() > 1) {
            result.add(0, ais, ranks);
            result.counts_[result.games_.back().order] += counts_[number] - 1;
        }
    }
    return result;
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
