#pragma once

/// What a race knows of its AIs: ratings from all matches (Bradley–Terry, for more seats Luce's
/// choice of the winner), and for each pair the evidence that one is better.
///
/// The evidence is an e-value: the likelihood ratio of "better" to "equal", where the difference of
/// ratings has a half-normal prior with a deviation of 60 Elo (Robbins' normal mixture; Howard,
/// Ramdas, McAuliffe, Sekhon 2021). Between equals it ever reaches x with a probability of at most
/// 1/x, as far as estimates are normal, so it may be looked at after every match.

#include <eigen3/Eigen/Dense>
#include <map>
#include <utility>
#include <vector>

namespace referee {

class RaceModel {
  public:
    explicit RaceModel(int ais);

    /// Adds a match: its AIs and the points of each. Without any points it says nothing.
    void add(const std::vector<int>& group, const std::vector<double>& points);
    /// Number of matches of an AI.
    int played(int ai) const { return played_[static_cast<std::size_t>(ai)]; }

    struct Estimate {
        Eigen::VectorXd thetas; ///< ratings, in Elo / elo_per_theta
        Eigen::MatrixXd
            evidence; ///< by two AIs: natural logarithm of the e-value of "row is better"
    };
    /// Depends on the matches and the order of calls, not on the order of matches between two
    /// calls.
    Estimate fit();

  private:
    struct Sums {
        Eigen::VectorXd gradient;
        Eigen::MatrixXd information;
        Eigen::MatrixXd scatter; ///< of the matches' gradients
        double surprise = 0;     ///< Pearson's χ²
        double matches = 0;
    };
    Sums sums() const;

    using Result = std::pair<std::vector<int>, std::vector<double>>;
    std::map<Result, int> results_; ///< how often each occurred
    std::vector<int> played_;
    Eigen::VectorXd thetas_;
};

} // namespace referee
