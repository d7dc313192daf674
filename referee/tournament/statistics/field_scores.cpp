#include "tournament/statistics/field_scores.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace referee {

namespace {

/// Takes the diagonal of an information only.
struct DiagonalOnly {
    Eigen::VectorXd& own;
    double rest = 0;
    double& operator()(Eigen::Index row, Eigen::Index column) {
        return row == column ? own[row] : rest;
    }
};

} // namespace

FieldReader::FieldReader(
    const FinishingOrders& orders, const Eigen::VectorXd& thetas, const Connections& connections,
    Eigen::Index max_block, CovarianceAmong covariance_among)
    : orders_(orders), connections_(connections), max_block_(max_block),
      covariance_among_(std::move(covariance_among)), strengths_(thetas.array().exp()),
      places_(connections.groups.size(), -1),
      sizes_(static_cast<std::size_t>(connections.group_count)),
      is_in_core_(connections.groups.size()), fields_(sizes_.size()),
      last_fields_(sizes_.size(), -1), information_(Eigen::VectorXd::Zero(thetas.size())),
      squared_information_(information_), squares_(sizes_.size()) {
    for (const int group : connections.groups) {
        if (group >= 0) {
            sizes_[static_cast<std::size_t>(group)] += 1;
        }
    }
    for (int group = 0; group < connections.group_count; ++group) {
        for (const int ai : connections.scale_of(group)) {
            is_in_core_[static_cast<std::size_t>(ai)] = true;
        }
    }
}

void FieldReader::read(const std::function<void(const Field&)>& look) {
    const std::vector<FinishingOrders::Game>& games = orders_.games_by_field();
    for (std::size_t begin = 0, end = 0; begin < games.size(); begin = end) {
        for (end = begin; end < games.size() && games[end].field == games[begin].field;) {
            ++end;
        }
        add_field(std::span(games).subspan(begin, end - begin));
        look(field_);
        ++count_;
    }
}

Eigen::VectorXd FieldReader::effective_fields() const {
    return information_.array().square() / squared_information_.array().max(1e-300);
}

std::vector<double> FieldReader::dispersions() const {
    constexpr double prior_degrees = 8;
    std::vector<double> independent(squares_.size());
    for (std::size_t ai = 0; ai < is_in_core_.size(); ++ai) {
        if (is_in_core_[ai]) {
            independent[static_cast<std::size_t>(connections_.groups[ai])] +=
                information_[static_cast<Eigen::Index>(ai)];
        }
    }
    std::vector<double> dispersions;
    for (std::size_t group = 0; group < squares_.size(); ++group) {
        const SurpriseSquares& squares = squares_[group];
        if (independent[group] <= 0 || squares.sum <= 0) {
            dispersions.push_back(1);
            continue;
        }
        const double seen = squares.sum / independent[group];
        const double degrees = degrees_of(fields_[group], squares.sum, squares.of_squares);
        dispersions.push_back(
            (degrees * seen + prior_degrees * std::max(1.0, seen)) / (degrees + prior_degrees));
    }
    return dispersions;
}

void FieldReader::add_field(std::span<const FinishingOrders::Game> games) {
    field_.members.clear();
    for (const FinishingOrders::Game& game : games) {
        for (const std::uint32_t place : orders_.order(game.order)) {
            const int ai = FinishingOrders::ai_of(place);
            if (places_[ai] < 0) {
                places_[ai] = static_cast<int>(field_.members.size());
                field_.members.push_back(ai);
            }
        }
    }
    const auto count = static_cast<Eigen::Index>(field_.members.size());
    const bool has_block = count <= max_block_;
    field_.scores.setZero(count);
    field_.own.setZero(count);
    field_.block.setZero(has_block ? count : 0, has_block ? count : 0);
    played_.setZero(count);
    DiagonalOnly diagonal{field_.own};
    const auto add = [&](const Choice& choice, auto& information) {
        add_choice(
            choice, 1, [this](int ai) { return strengths_[ai]; },
            [this](int ai) { return places_[ai]; }, field_.scores, information);
    };
    for (const FinishingOrders::Game& game : games) {
        for_each_choice(orders_.order(game.order), [&](const Choice& choice) {
            has_block ? add(choice, field_.block) : add(choice, diagonal);
        });
        for (const std::uint32_t place : orders_.order(game.order)) {
            ++played_[places_[FinishingOrders::ai_of(place)]];
        }
    }
    if (has_block) {
        field_.own = field_.block.diagonal();
    }
    field_.worth = 1.0 / played_.maxCoeff();
    for (std::size_t i = 0; i < field_.members.size(); ++i) {
        const double own = field_.own[static_cast<Eigen::Index>(i)];
        information_[field_.members[i]] += own;
        squared_information_[field_.members[i]] += own * own;
    }
    leave_out();
    add_squares();
    count_groups();
    for (const int ai : field_.members) {
        places_[ai] = -1;
    }
}

/// Makes the scores those against an estimate made without this field.
void FieldReader::leave_out() {
    // With more, a field's own weight is small and the system large.
    constexpr Eigen::Index max_members = 64;
    if (field_.block.rows() == 0 || field_.block.rows() > max_members) {
        return;
    }
    const Eigen::MatrixXd share = field_.block * covariance_among_(field_.members);
    // Without the only field that tells of an AI there is no estimate of it: a matrix that is
    // singular but for rounding. Its score stays, and the others' are against an estimate without
    // their games.
    constexpr double max_share = 0.9;
    std::vector<Eigen::Index> known;
    for (Eigen::Index i = 0; i < share.rows(); ++i) {
        // A part of the information is that of the pinned mean of the group.
        const double of_fields =
            1 - 1 / sizes_[static_cast<std::size_t>(connections_.groups[field_.members[i]])];
        if (share(i, i) <= max_share * of_fields) {
            known.push_back(i);
        }
    }
    if (known.empty()) {
        return;
    }
    const auto count = static_cast<Eigen::Index>(known.size());
    const Eigen::FullPivLU<Eigen::MatrixXd> rest(
        Eigen::MatrixXd::Identity(count, count) - share(known, known));
    constexpr double min_condition = 1e-6;
    if (rest.rcond() > min_condition) {
        field_.scores(known) = rest.solve(Eigen::VectorXd(field_.scores(known)));
    }
}

void FieldReader::add_squares() {
    std::map<int, double> sums; // by group
    for (std::size_t i = 0; i < field_.members.size(); ++i) {
        if (is_in_core_[field_.members[i]]) {
            const double own = field_.scores[static_cast<Eigen::Index>(i)];
            sums[connections_.groups[field_.members[i]]] += own * own;
        }
    }
    for (const auto& [group, sum] : sums) {
        squares_[static_cast<std::size_t>(group)].sum += sum;
        squares_[static_cast<std::size_t>(group)].of_squares += sum * sum;
    }
}

void FieldReader::count_groups() {
    // Nearly always one group, but AIs that share a field need not have met.
    for (const int ai : field_.members) {
        const auto group = static_cast<std::size_t>(connections_.groups[ai]);
        fields_[group] += last_fields_[group] == count_ ? 0 : 1;
        last_fields_[group] = count_;
    }
}

} // namespace referee
