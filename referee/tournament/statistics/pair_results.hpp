#pragma once

/// Who beat whom by field, and the same from fields drawn again with replacement (Efron 1979).

#include "tournament/statistics/plackett_luce.hpp"

#include <boost/random/mersenne_twister.hpp>
#include <cstdint>
#include <eigen3/Eigen/Dense>
#include <vector>

namespace referee {

class PairResults {
  public:
    /// Of the games between AIs of `ais`; rows and columns below are places in it.
    PairResults(const FinishingOrders& orders, const std::vector<int>& ais);

    std::size_t fields() const { return fields_.size(); }
    /// By two AIs, the fields on which both played one another.
    Eigen::MatrixXi met() const;
    /// Games won by the row's AI against the column's; a shared rank is half a win for both.
    Eigen::MatrixXd wins() const;
    /// The same from as many fields drawn with replacement. The draws of each object are the same.
    Eigen::MatrixXd drawn_wins();

  private:
    /// Results of two AIs on a field: `won` of `games` for the first.
    struct PairOnField {
        std::uint32_t first = 0; ///< place, less than `second`
        std::uint32_t second = 0;
        float won = 0;
        float games = 0;
    };

    Eigen::MatrixXd wins_of(const std::vector<int>& weights) const;

    Eigen::Index count_ = 0;
    std::vector<std::vector<PairOnField>> fields_;
    boost::random::mt19937 generator_{1};
};

} // namespace referee
