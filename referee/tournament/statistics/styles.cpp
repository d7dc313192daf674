#include "tournament/statistics/styles.hpp"

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <functional>
#include <numeric>

namespace referee {

namespace {

/// Results of two AIs on a field: `won` of `games` for the first.
struct PairOnField {
    std::uint16_t first = 0; ///< place, less than `second`
    std::uint16_t second = 0;
    float won = 0;
    float games = 0;
};

/// Calls look(one, other, result) for each two AIs of a ranking; the result of the first is 1 or ½.
void for_each_pair(
    FinishingOrders::Ranking ranking, const std::function<void(int, int, double)>& look) {
    std::size_t rank_begin = 0;
    for (std::size_t j = 0; j < ranking.size(); ++j) {
        rank_begin = FinishingOrders::is_shared(ranking[j]) ? rank_begin : j;
        for (std::size_t i = 0; i < j; ++i) {
            look(
                FinishingOrders::ai_of(ranking[i]), FinishingOrders::ai_of(ranking[j]),
                i < rank_begin ? 1 : 0.5);
        }
    }
}

/// By field, the results of pairs of `ais`.
std::vector<std::vector<PairOnField>>
pairs_by_field(const FinishingOrders& orders, const std::vector<int>& ais) {
    const auto count = static_cast<Eigen::Index>(ais.size());
    std::vector<int> places;
    for (std::size_t place = 0; place < ais.size(); ++place) {
        const auto ai = static_cast<std::size_t>(ais[place]);
        places.resize(std::max(places.size(), ai + 1), -1);
        places[ai] = static_cast<int>(place);
    }
    const auto place_of = [&](int ai) {
        return static_cast<std::size_t>(ai) < places.size() ? places[static_cast<std::size_t>(ai)]
                                                            : -1;
    };
    std::vector<std::vector<PairOnField>> fields;
    const std::vector<FinishingOrders::Game>& games = orders.games_by_field();
    for (std::size_t begin = 0, end = 0; begin < games.size(); begin = end) {
        Eigen::MatrixXf won = Eigen::MatrixXf::Zero(count, count);
        for (end = begin; end < games.size() && games[end].field == games[begin].field; ++end) {
            for_each_pair(orders.order(games[end].order), [&](int one, int other, double result) {
                if (place_of(one) >= 0 && place_of(other) >= 0) {
                    won(place_of(one), place_of(other)) += static_cast<float>(result);
                    won(place_of(other), place_of(one)) += static_cast<float>(1 - result);
                }
            });
        }
        std::vector<PairOnField>& pairs = fields.emplace_back();
        for (Eigen::Index i = 0; i < count; ++i) {
            for (Eigen::Index j = i + 1; j < count; ++j) {
                if (const float played = won(i, j) + won(j, i); played > 0) {
                    pairs.push_back(
                        {static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j), won(i, j),
                         played});
                }
            }
        }
    }
    return fields;
}

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

/// From wins by pair, by as many fields as `weights` say; half a win and half a loss are added to
/// each pair, so that all are finite.
Eigen::MatrixXd elos_of(
    const std::vector<std::vector<PairOnField>>& fields, const std::vector<int>& weights,
    Eigen::Index count) {
    Eigen::MatrixXd won = Eigen::MatrixXd::Zero(count, count);
    for (std::size_t field = 0; field < fields.size(); ++field) {
        for (const PairOnField& pair : fields[field]) {
            won(pair.first, pair.second) += weights[field] * pair.won;
            won(pair.second, pair.first) += weights[field] * (pair.games - pair.won);
        }
    }
    Eigen::MatrixXd elos = Eigen::MatrixXd::Zero(count, count);
    for (Eigen::Index i = 0; i < count; ++i) {
        for (Eigen::Index j = 0; j < count; ++j) {
            if (i != j) {
                elos(i, j) = elo_per_theta * std::log((won(i, j) + 0.5) / (won(j, i) + 0.5));
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

} // namespace

std::vector<int> all_met(const FinishingOrders& orders, int ais, const std::vector<int>& circle) {
    constexpr int min_fields = 5;
    Eigen::MatrixXi met = Eigen::MatrixXi::Zero(ais, ais);
    std::vector<int> all(static_cast<std::size_t>(ais));
    std::iota(all.begin(), all.end(), 0);
    for (const std::vector<PairOnField>& pairs : pairs_by_field(orders, all)) {
        for (const PairOnField& pair : pairs) {
            ++met(pair.first, pair.second);
            ++met(pair.second, pair.first);
        }
    }
    std::vector<int> chosen = circle;
    for (int ai = 0; ai < ais; ++ai) {
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
    const std::vector<std::vector<PairOnField>> fields = pairs_by_field(orders, ais);
    const Decomposition whole =
        decomposed(elos_of(fields, std::vector<int>(fields.size(), 1), count));
    // The first AI lies above the centre, where y is negative as on a screen.
    Eigen::MatrixXd top = Eigen::MatrixXd::Zero(count, 2);
    top(0, 1) = -1;
    const Eigen::MatrixXd plane = turned(whole.plane, top);

    constexpr double max_work = 4e7;
    const double work = static_cast<double>(fields.size()) * static_cast<double>(count * count) +
                        100.0 * static_cast<double>(count * count * count);
    const int draws = static_cast<int>(std::clamp(max_work / work, 50.0, 400.0));
    boost::random::mt19937 generator(1);
    boost::random::uniform_int_distribution<std::size_t> any(
        0, std::max<std::size_t>(1, fields.size()) - 1);
    Eigen::VectorXd squares = Eigen::VectorXd::Zero(count);
    std::vector<Eigen::Matrix2d> scatter(ais.size(), Eigen::Matrix2d::Zero());
    for (int draw = 0; draw < draws; ++draw) {
        std::vector<int> weights(fields.size());
        for (std::size_t i = 0; i < fields.size(); ++i) {
            ++weights[any(generator)];
        }
        const Decomposition drawn = decomposed(elos_of(fields, weights, count));
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
