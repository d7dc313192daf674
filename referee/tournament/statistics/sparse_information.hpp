#pragma once

/// What games tell of the differences between many AIs: their information (minus the second
/// derivatives of the log-likelihood), in which only AIs that met take room. Each row sums to 0, so
/// it is the Laplacian of a graph with an edge between each two AIs that met.
///
/// An exact decomposition isn't used: where opponents are drawn by lot it fills in, so that it
/// takes as long as that of a full matrix (referee/tournament/README.md, "More than 500 AIs").
/// Conjugate gradients take 20 to 40 products there.

#include "tournament/statistics/plackett_luce.hpp"

#include <cstdint>
#include <eigen3/Eigen/SparseCore>
#include <vector>

namespace referee {

using SparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// Zeros for all AIs and for each two of an order.
SparseMatrix zero_information(const FinishingOrders& orders, int ais);

/// Sets `information` to that of the games at these θ, and returns the gradient.
Eigen::VectorXd set_information(
    const FinishingOrders& orders, const Eigen::VectorXd& thetas, SparseMatrix& information);

/// Calls look(first, second, information of their difference) for each two AIs that met.
template <typename Look>
void for_each_edge(const SparseMatrix& information, const Look& look) {
    for (int first = 0; first < information.outerSize(); ++first) {
        for (SparseMatrix::InnerIterator entry(information, first); entry; ++entry) {
            if (entry.col() > first) {
                look(first, static_cast<int>(entry.col()), -entry.value());
            }
        }
    }
}

/// A solution of information · x = right, up to a constant for each group; `right` sums to 0 over
/// each group. Its residual is at most `tolerance` times `right`.
Eigen::VectorXd
solve(const SparseMatrix& information, const Eigen::VectorXd& right, double tolerance);

/// The covariance of the θ if games are independent: the inverse of the information, with the mean
/// over `scale` of each group at 0.
///
/// With D the diagonal and A the information of differences, the inverse is
/// D⁻¹ + D⁻¹·A·D⁻¹ + D⁻¹·A·(inverse)·A·D⁻¹, up to a constant. The first two terms are exact. Only
/// the rest, which is small where AIs have many opponents, is the covariance of random draws: of
/// D⁻¹·A·x, where x is what the ratings would scatter. The same draws for the same information.
class DrawnCovariance {
  public:
    /// `groups`: by AI, −1: none. `is_in_scale`: by AI.
    DrawnCovariance(
        const SparseMatrix& information, const std::vector<int>& groups,
        const std::vector<bool>& is_in_scale, int draws);

    double operator()(int one, int other) const;
    double variance(int ai) const { return variances_[ai]; }
    double of_difference(int one, int other) const {
        return variances_[one] + variances_[other] - 2 * (*this)(one, other);
    }

    int draws() const { return static_cast<int>(rest_.cols()); }
    /// The drawn part of an AI's variance.
    double rest(int ai) const { return rest_.row(ai).squaredNorm() / draws(); }
    /// The relative standard error of a drawn variance.
    double relative_error() const;

  private:
    const SparseMatrix& information_;
    const std::vector<int>& groups_;
    Eigen::VectorXd inverses_;     ///< D⁻¹
    Eigen::VectorXd with_scale_;   ///< by AI: exact part of its covariance with the mean
    std::vector<double> of_scale_; ///< by group: the mean's variance
    /// A row for each AI, a column for each draw.
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rest_;
    Eigen::VectorXd variances_;
};

} // namespace referee
