#pragma once

/// Nash averaging (Balduzzi, Tuyls, Perolat, Graepel 2018, "Re-evaluating Evaluation").
///
/// Two players each choose an AI, and the gain is what the first AI is better than the second. An
/// equilibrium is a mixture of AIs that no single one beats. Among all of them that of maximum
/// entropy is unique, and copies of an AI divide their share without changing anybody else's.

#include <eigen3/Eigen/Dense>

namespace referee {

struct NashAverage {
    Eigen::VectorXd mixture; ///< by AI: its share; the sum is 1
    /// By AI: its gain against the mixture, at most 0, and 0 for those that have a share.
    Eigen::VectorXd gains;
};

/// From an antisymmetric matrix: what the row's AI is better than the column's.
NashAverage nash_average(const Eigen::MatrixXd& advantages);

} // namespace referee
