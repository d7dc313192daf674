#pragma once

/// Zero-sum games given as a matrix.

#include <cstddef>
#include <vector>

namespace referee::cops::sample {

/// The payoffs of the player of the rows: [row][column].
using Matrix = std::vector<std::vector<double>>;

/// How likely each plan is; the probabilities sum up to 1.
using Mixture = std::vector<double>;

/// Mixtures of both sides, and between what payoffs the value of the game lies: what each of them
/// is sure of.
struct Equilibrium {
    Mixture rows;
    Mixture columns;
    double low = 0;
    double high = 0;
};

/// Solves a game with at least one row and one column by regret matching (Hart, Mas-Colell 2000)
/// with the averages of CFR+ (Tammelin 2014). Stops after `rounds`, or when high − low is at most
/// `precision`.
Equilibrium solve(const Matrix& payoffs, int rounds, double precision);

} // namespace referee::cops::sample
