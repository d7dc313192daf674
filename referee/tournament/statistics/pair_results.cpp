#include "tournament/statistics/pair_results.hpp"

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <functional>

namespace referee {

namespace {

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

} // namespace

PairResults::PairResults(const FinishingOrders& orders, const std::vector<int>& ais)
    : count_(static_cast<Eigen::Index>(ais.size())) {
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
    const std::vector<FinishingOrders::Game>& games = orders.games_by_field();
    for (std::size_t begin = 0, end = 0; begin < games.size(); begin = end) {
        Eigen::MatrixXf won = Eigen::MatrixXf::Zero(count_, count_);
        for (end = begin; end < games.size() && games[end].field == games[begin].field; ++end) {
            for_each_pair(orders.order(games[end].order), [&](int one, int other, double result) {
                if (place_of(one) >= 0 && place_of(other) >= 0) {
                    won(place_of(one), place_of(other)) += static_cast<float>(result);
                    won(place_of(other), place_of(one)) += static_cast<float>(1 - result);
                }
            });
        }
        std::vector<PairOnField>& pairs = fields_.emplace_back();
        for (Eigen::Index i = 0; i < count_; ++i) {
            for (Eigen::Index j = i + 1; j < count_; ++j) {
                if (const float played = won(i, j) + won(j, i); played > 0) {
                    pairs.push_back(
                        {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), won(i, j),
                         played});
                }
            }
        }
    }
}

Eigen::MatrixXi PairResults::met() const {
    Eigen::MatrixXi met = Eigen::MatrixXi::Zero(count_, count_);
    for (const std::vector<PairOnField>& pairs : fields_) {
        for (const PairOnField& pair : pairs) {
            ++met(pair.first, pair.second);
            ++met(pair.second, pair.first);
        }
    }
    return met;
}

Eigen::MatrixXd PairResults::wins() const {
    return wins_of(std::vector<int>(fields_.size(), 1));
}

Eigen::MatrixXd PairResults::drawn_wins() {
    boost::random::uniform_int_distribution<std::size_t> any(
        0, std::max<std::size_t>(1, fields_.size()) - 1);
    std::vector<int> weights(fields_.size());
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        ++weights[any(generator_)];
    }
    return wins_of(weights);
}

Eigen::MatrixXd PairResults::wins_of(const std::vector<int>& weights) const {
    Eigen::MatrixXd won = Eigen::MatrixXd::Zero(count_, count_);
    for (std::size_t field = 0; field < fields_.size(); ++field) {
        for (const PairOnField& pair : fields_[field]) {
            won(pair.first, pair.second) += weights[field] * pair.won;
            won(pair.second, pair.first) += weights[field] * (pair.games - pair.won);
        }
    }
    return won;
}

} // namespace referee
