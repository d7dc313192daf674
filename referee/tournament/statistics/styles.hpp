#pragma once

/// A map of AIs that beat one another in a circle: what a rating expresses on one axis, what it
/// can't in a plane beside it (Balduzzi and others 2018, 2019).

#include "tournament/statistics/plackett_luce.hpp"

#include <eigen3/Eigen/Dense>
#include <optional>
#include <vector>

namespace referee {

struct StyleMap {
    struct Place {
        int ai = 0;
        /// Elo, the mean against each of the others alike; the mean of all is 0.
        double strength = 0;
        double strength_error = 0; ///< standard error
        /// In the plane, in roots of Elo: from one AI to another the cross product x₁·y₂ − y₁·x₂ is
        /// what the first gains beside the difference of their strengths.
        Eigen::Vector2d at{0, 0};
        Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero(); ///< of `at`, from other fields
    };
    std::vector<Place> places; ///< strongest first
    /// How much of what ratings can't express the plane has, from 0 to 1 (by squares).
    double share = 0;
};

/// The map of AIs that all met one another, each pair on at least 5 fields; none if there are fewer
/// than 3 or more than 40 of them. Errors come from drawing the fields again with replacement
/// (Efron 1979).
std::optional<StyleMap> style_map(const FinishingOrders& orders, const std::vector<int>& ais);

/// The largest set of AIs with those of the circle in which all met, strongest first: each one that
/// met all taken before it.
std::vector<int> all_met(const FinishingOrders& orders, int ais, const std::vector<int>& circle);

} // namespace referee
