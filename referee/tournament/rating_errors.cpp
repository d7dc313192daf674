#include "tournament/rating_errors.hpp"

#include "tournament/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace referee {
namespace {

/// Visits the games field by field.
class FieldSums {
  public:
    FieldSums(
        const FinishingOrders& orders, const Maximum& estimate, const Connections& connections)
        : orders_(orders), connections_(connections), strengths_(estimate.thetas.array().exp()),
          inverse_(estimate.likelihood.information.ldlt().solve(
              Eigen::MatrixXd::Identity(estimate.thetas.size(), estimate.thetas.size()))),
          places_(static_cast<std::size_t>(estimate.thetas.size()), -1) {
        const Eigen::Index ais = estimate.thetas.size();
        scatter_ = unit_information_ = Eigen::MatrixXd::Zero(ais, ais);
        unit_information_.diagonal().setConstant(0.5); // the prior: a win and a loss
        information_ = squared_information_ = Eigen::VectorXd::Zero(ais);
        errors_.fields.resize(static_cast<std::size_t>(connections.group_count));
        const auto is_core = [](Standing standing) { return standing == Standing::core; };
        if (!std::all_of(connections.standings.begin(), connections.standings.end(), is_core)) {
            errors_.ahead = Eigen::MatrixXi::Zero(ais, ais);
        }
    }

    RatingErrors sum() {
        const std::vector<FinishingOrders::Game>& games = orders_.games_by_field();
        double fields = 0;
        for (std::size_t begin = 0, end = 0; begin < games.size(); begin = end) {
            for (end = begin; end < games.size() && games[end].field == games[begin].field;) {
                ++end;
            }
            add_field(std::span(games).subspan(begin, end - begin));
            fields += 1;
        }
        errors_.covariance =
            inverse_ * scatter_ * inverse_ * (std::max(0.0, fields - 1) / std::max(1.0, fields));
        errors_.unit_covariance = unit_information_.ldlt().solve(
            Eigen::MatrixXd::Identity(scatter_.rows(), scatter_.cols()));
        errors_.effective_fields =
            information_.array().square() / squared_information_.array().max(1e-300);
        errors_.independent_covariance = std::move(inverse_);
        count_results();
        return std::move(errors_);
    }

  private:
    void count_results() {
        errors_.wins = errors_.losses = Eigen::VectorXd::Zero(information_.size());
        for (std::uint32_t number = 0; number < orders_.size(); ++number) {
            for_each_choice(orders_.order(number), [&](const Choice& choice) {
                const double weight = choice.weight * orders_.counts()[number];
                for (std::size_t i = 0; i < choice.count; ++i) {
                    const double won =
                        i < choice.winners ? weight / static_cast<double>(choice.winners) : 0;
                    errors_.wins[choice.members[i]] += won;
                    errors_.losses[choice.members[i]] += weight - won;
                }
            });
        }
    }

    void add_field(std::span<const FinishingOrders::Game> games) {
        members_.clear();
        for (const FinishingOrders::Game& game : games) {
            for (const std::uint16_t place : orders_.order(game.order)) {
                const int ai = FinishingOrders::ai_of(place);
                if (places_[ai] < 0) {
                    places_[ai] = static_cast<int>(members_.size());
                    members_.push_back(ai);
                }
            }
        }
        const auto count = static_cast<Eigen::Index>(members_.size());
        score_.setZero(count);
        block_.setZero(count, count);
        played_.setZero(count);
        for (const FinishingOrders::Game& game : games) {
            for_each_choice(orders_.order(game.order), [this](const Choice& choice) {
                add_choice(
                    choice, 1, [this](int ai) { return strengths_[ai]; },
                    [this](int ai) { return places_[ai]; }, score_, block_);
            });
            for (const std::uint16_t place : orders_.order(game.order)) {
                ++played_[places_[FinishingOrders::ai_of(place)]];
            }
        }
        if (errors_.ahead.size() > 0) {
            count_ahead(games);
        }
        collect();
        count_groups();
        for (const int ai : members_) {
            places_[ai] = -1;
        }
    }

    /// The field's score against an estimate made without that field.
    void leave_out() {
        // With more, a field's own weight is small and the system large.
        constexpr std::size_t max_members = 64;
        if (members_.size() > max_members) {
            return;
        }
        const Eigen::MatrixXd share = block_ * inverse_(members_, members_);
        const Eigen::MatrixXd rest = Eigen::MatrixXd::Identity(share.rows(), share.cols()) - share;
        score_ = rest.partialPivLu().solve(score_).eval();
    }

    void collect() {
        const double worth = 1.0 / played_.maxCoeff();
        for (std::size_t i = 0; i < members_.size(); ++i) {
            const auto place = static_cast<Eigen::Index>(i);
            const double own = block_(place, place);
            information_[members_[i]] += own;
            squared_information_[members_[i]] += own * own;
        }
        leave_out();
        for (std::size_t i = 0; i < members_.size(); ++i) {
            for (std::size_t j = 0; j < members_.size(); ++j) {
                const auto row = static_cast<Eigen::Index>(i);
                const auto column = static_cast<Eigen::Index>(j);
                scatter_(members_[i], members_[j]) += score_[row] * score_[column];
                unit_information_(members_[i], members_[j]) += worth * block_(row, column);
            }
        }
    }

    void count_ahead(std::span<const FinishingOrders::Game> games) {
        balance_.setZero(
            static_cast<Eigen::Index>(members_.size()), static_cast<Eigen::Index>(members_.size()));
        for (const FinishingOrders::Game& game : games) {
            const FinishingOrders::Ranking order = orders_.order(game.order);
            for (std::size_t i = 0; i < order.size(); ++i) {
                bool is_beside = true;
                for (std::size_t j = i + 1; j < order.size(); ++j) {
                    is_beside = is_beside && FinishingOrders::is_shared(order[j]);
                    if (!is_beside) {
                        const int ahead = places_[FinishingOrders::ai_of(order[i])];
                        const int behind = places_[FinishingOrders::ai_of(order[j])];
                        ++balance_(ahead, behind);
                        --balance_(behind, ahead);
                    }
                }
            }
        }
        for (std::size_t i = 0; i < members_.size(); ++i) {
            for (std::size_t j = 0; j < members_.size(); ++j) {
                errors_.ahead(members_[i], members_[j]) +=
                    balance_(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) > 0 ? 1
                                                                                             : 0;
            }
        }
    }

    void count_groups() {
        // Nearly always one group, but AIs that share a field need not have met.
        std::vector<int> seen;
        for (const int ai : members_) {
            const int group = connections_.groups[ai];
            if (std::find(seen.begin(), seen.end(), group) == seen.end()) {
                seen.push_back(group);
                ++errors_.fields[group];
            }
        }
    }

    const FinishingOrders& orders_;
    const Connections& connections_;
    Eigen::VectorXd strengths_;
    Eigen::MatrixXd inverse_;
    std::vector<int> places_; ///< by AI: index in members_; −1: not on this field
    Eigen::MatrixXd scatter_;
    Eigen::MatrixXd unit_information_;
    Eigen::VectorXd information_;
    Eigen::VectorXd squared_information_;
    RatingErrors errors_;
    // Of the current field.
    std::vector<int> members_;
    Eigen::VectorXd score_;
    Eigen::MatrixXd block_;
    Eigen::VectorXi played_;
    Eigen::MatrixXi balance_;
};

/// `form` gives the variance of a sum of θ by one of the covariances.
template <typename Form>
double variance_by(const RatingErrors& errors, int group, const Form& form) {
    constexpr int few_fields = 50;
    constexpr double max_worth = 4;
    constexpr double nothing = 1e-9;
    const double scatter = form(errors.covariance);
    const double unit = form(errors.unit_covariance);
    if (scatter < nothing * unit) {
        return unit;
    }
    const double independent = form(errors.independent_covariance);
    return errors.fields[group] < few_fields ? std::max(scatter, independent / max_worth) : scatter;
}

template <typename Form>
double worth_by(const RatingErrors& errors, int group, const Form& form) {
    return std::min(1.0, form(errors.independent_covariance) / variance_by(errors, group, form));
}

auto form_of(const Eigen::VectorXd& factors) {
    return
        [&factors](const Eigen::MatrixXd& covariance) { return factors.dot(covariance * factors); };
}

auto form_between(int a, int b) {
    return [a, b](const Eigen::MatrixXd& covariance) {
        return (covariance(a, a) - covariance(a, b)) - (covariance(b, a) - covariance(b, b));
    };
}

} // namespace

double RatingErrors::variance_of(const Eigen::VectorXd& factors, int group) const {
    return variance_by(*this, group, form_of(factors));
}

double RatingErrors::variance_between(int a, int b, int group) const {
    return variance_by(*this, group, form_between(a, b));
}

double RatingErrors::reach_of(int ai, int sign, double worth) const {
    const double few = worth * (sign > 0 ? losses[ai] : wins[ai]);
    return few > 0 && few <= max_poisson ? std::log(few / poisson_low(few)) : 0;
}

double RatingErrors::worth_of(const Eigen::VectorXd& factors, int group) const {
    return worth_by(*this, group, form_of(factors));
}

double RatingErrors::worth_between(int a, int b, int group) const {
    return worth_by(*this, group, form_between(a, b));
}

RatingErrors
errors_of(const FinishingOrders& orders, const Maximum& estimate, const Connections& connections) {
    return FieldSums(orders, estimate, connections).sum();
}

} // namespace referee
