#include "tournament/statistics/styles.hpp"

#include "tournament/statistics/pair_results.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace referee {

namespace {

/// A matrix of what each AI is better than each other one in Elo, divided.
struct Decomposition {
    Eigen::VectorXd strengths;
    Eigen::MatrixXd plane; ///< by AI: x, y
    double share = 0;
};

/// By the Hodge decomposition: strengths are the means of rows; of the rest, which is
/// antisymmetric, the plane of its largest singular values.
Decomposition decomposed(const Eigen::MatrixXd& elos) {
    Decomposition parts;
    parts.strengths = elos.rowwise().mean();
    const Eigen::MatrixXd rest = elos - parts.strengths.replicate(1, elos.cols()) +
                                 parts.strengths.transpose().replicate(elos.rows(), 1);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(rest.transpose() * rest);
    const double square = std::max(0.0, solver.eigenvalues().tail(1)[0]);
    const double all = std::max(1e-12, solver.eigenvalues().sum());
    parts.share = 2 * square / all; // singular values come in pairs
    const double size = std::sqrt(square);
    const Eigen::VectorXd y = solver.eigenvectors().rightCols(1);
    const Eigen::VectorXd x = size > 1e-9 ? Eigen::VectorXd(rest * y / size)
                                          : Eigen::VectorXd(Eigen::VectorXd::Zero(y.size()));
    parts.plane.resize(elos.rows(), 2);
    parts.plane << x * std::sqrt(size), y * std::sqrt(size);
    return parts;
}

/// Half a win and half a loss are added to each pair, so that all are finite.
Eigen::MatrixXd elos_of(const Eigen::MatrixXd& wins) {
    Eigen::MatrixXd elos = Eigen::MatrixXd::Zero(wins.rows(), wins.cols());
    for (Eigen::Index i = 0; i < wins.rows(); ++i) {
        for (Eigen::Index j = 0; j < wins.cols(); ++j) {
            if (i != j) {
                elos(i, j) = elo_per_theta * std::log((wins(i, j) + 0.5) / (wins(j, i) + 0.5));
            }
        }
    }
    return elos;
}

/// The plane turned so that it is nearest to another one: which way it lies is arbitrary.
Eigen::MatrixXd turned(const Eigen::MatrixXd& plane, const Eigen::MatrixXd& to) {
    const Eigen::Matrix2d product = plane.transpose() * to;
    const double angle = std::atan2(product(0, 1) - product(1, 0), product.trace());
    Eigen::Matrix2d rotation;
    rotation << std::cos(angle), std::sin(angle), -std::sin(angle), std::cos(angle);
    return plane * rotation;
}

/// The AIs of a circle and those that met the first of them, ascending.
std::vector<int>
those_with_first(const FinishingOrders& orders, int ais, const std::vector<int>& circle) {
    std::vector<bool> is_met(static_cast<std::size_t>(ais));
    for (std::uint32_t number = 0; number < orders.size(); ++number) {
        const FinishingOrders::Ranking order = orders.order(number);
        const bool has_first = std::any_of(order.begin(), order.end(), [&](std::uint32_t place) {
            return FinishingOrders::ai_of(place) == circle.front();
        });
        for (const std::uint32_t place : order) {
            if (has_first) {
                is_met[static_cast<std::size_t>(FinishingOrders::ai_of(place))] = true;
            }
        }
    }
    for (const int ai : circle) {
        is_met[static_cast<std::size_t>(ai)] = true;
    }
    std::vector<int> met;
    for (int ai = 0; ai < ais; ++ai) {
        if (is_met[static_cast<std::size_t>(ai)]) {
            met.push_back(ai);
        }
    }
    return met;
}

} // namespace

std::vector<int> all_met(const FinishingOrders& orders, int ais, const std::vector<int>& circle) {
    constexpr int min_fields = 5;
    const std::vector<int> candidates = those_with_first(orders, ais, circle);
    std::vector<int> places(static_cast<std::size_t>(ais), -1);
    for (std::size_t place = 0; place < candidates.size(); ++place) {
        places[static_cast<std::size_t>(candidates[place])] = static_cast<int>(place);
    }
    const Eigen::MatrixXi met_by_place = PairResults(orders, candidates).met();
    const auto met = [&](int one, int other) {
        return met_by_place(
            places[static_cast<std::size_t>(one)], places[static_cast<std::size_t>(other)]);
    };
    std::vector<int> chosen = circle;
    for (const int ai : candidates) {
        const bool is_new = std::find(chosen.begin(), chosen.end(), ai) == chosen.end();
        if (is_new && std::all_of(chosen.begin(), chosen.end(), [&](int other) {
                return met(ai, other) >= min_fields;
            })) {
            chosen.push_back(ai);
        }
    }
    const bool has_gap = std::any_of(circle.begin(), circle.end(), [&](int one) {
        return std::any_of(circle.begin(), circle.end(), [&](int other) {
            return one != other && met(one, other) < min_fields;
        });
    });
    return has_gap ? std::vector<int>() : chosen;
}

std::optional<StyleMap> style_map(const FinishingOrders& orders, const std::vector<int>& ais) {
    constexpr std::size_t max_ais = 40;
    if (ais.size() < 3 || ais.size() > max_ais) {
        return std::nullopt;
    }
    const auto count = static_cast<Eigen::Index>(ais.size());
    PairResults results(orders, ais);
    const Decomposition whole = decomposed(elos_of(results.wins()));
    // The first AI lies above the centre, where y is negative as on a screen.
    Eigen::MatrixXd top = Eigen::MatrixXd::Zero(count, 2);
    top(0, 1) = -1;
    const Eigen::MatrixXd plane = turned(whole.plane, top);

    constexpr double max_work = 4e7;
    const double work = static_cast<double>(results.fields()) * static_cast<double>(count * count) +
                        100.0 * static_cast<double>(count * count * count);
    const int draws = static_cast<int>(std::clamp(max_work / work, 50.0, 400.0));
    Eigen::VectorXd squares = Eigen::VectorXd::Zero(count);
    std::vector<Eigen::Matrix2d> scatter(ais.size(), Eigen::Matrix2d::Zero());
    for (int draw = 0; draw < draws; ++draw) {
        const Decomposition drawn = decomposed(elos_of(results.drawn_wins()));
        squares.array() += (drawn.strengths - whole.strengths).array().square();
        const Eigen::MatrixXd away = turned(drawn.plane, plane) - plane;
        for (Eigen::Index i = 0; i < count; ++i) {
            scatter[static_cast<std::size_t>(i)] += away.row(i).transpose() * away.row(i) / draws;
        }
    }
    StyleMap map;
    map.share = whole.share;
    for (Eigen::Index i = 0; i < count; ++i) {
        const auto place = static_cast<std::size_t>(i);
        map.places.push_back(
            {ais[place], whole.strengths[i], std::sqrt(squares[i] / draws),
             plane.row(i).transpose(), scatter[place]});
    }
    std::stable_sort(map.places.begin(), map.places.end(), [](const auto& a, const auto& b) {
        return a.strength > b.strength;
    });
    return map;
}

} // namespace referee
