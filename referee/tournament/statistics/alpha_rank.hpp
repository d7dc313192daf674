#pragma once

/// alpha-rank (Omidshafiei and others 2019, "α-Rank: Multi-Agent Evaluation by Evolution",
/// Scientific Reports 9:9937) of a symmetric game of two players.
///
/// A population consists of copies of one AI. A copy of another AI comes in, and one of the two
/// takes over (Fermi process; Traulsen, Nowak, Pacheco 2006). An AI's mass is the share of time in
/// which the population consists of it.

#include <eigen3/Eigen/Dense>

namespace referee {

struct AlphaRankConfig {
    int population = 50;    ///< copies
    double intensity = 100; ///< α: how strongly success counts; large: the better one takes over
};

/// By AI, its mass; the sum is 1. From what the row's AI gets against the column's.
Eigen::VectorXd alpha_rank(const Eigen::MatrixXd& payoffs, const AlphaRankConfig& config = {});

} // namespace referee
