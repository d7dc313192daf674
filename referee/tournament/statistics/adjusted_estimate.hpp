#pragma once

/// The difference between two AIs after a sequential test, adjusted for stopping.
///
/// A test stops when the results are at an extreme, so the mean of its pairs is too far from the
/// hypotheses' middle on average. All its outcomes have an order, from "stops at H0 at once" over
/// "stops at H0 late", "undecided", "stops at H1 late" to "stops at H1 at once": the stagewise
/// order (Armitage 1957; Siegmund 1978; Fairbanks and Madsen 1982; Tsiatis, Rosner and Mehta 1984).
/// The ends of the interval are the strengths at which an outcome at least, or at most, as high has
/// a probability of 2.5 %. At the estimate both have one half, so that it is too high as often as
/// too low (median unbiased; Jennison and Turnbull 2000, section 8.4).
///
/// The log-likelihood ratio is a random walk whose steps depend on the frequencies of pairs. For
/// each strength these are the likeliest ones with that mean. The walk is taken for a Brownian
/// motion between bounds that lie 0.583 standard deviations of a step farther out, because a walk
/// jumps over its bounds (Siegmund 1985, chapter X). Before pair 10 no test stops; there the motion
/// has its normal distribution.

#include "tournament/statistics/sprt.hpp"

#include <optional>

namespace referee {

/// A share from 0 to 1; in normalised Elo there is no figure where the share or its end is 0 or 1.
struct AdjustedEstimate {
    ShareInterval share; ///< the estimate that is median unbiased, with its 95 % interval
    std::optional<double> normalised;
    std::optional<double> normalised_low;
    std::optional<double> normalised_high;
    /// The probability of a lower outcome between equals: above .975 in 2.5 % of such tests.
    double superiority = 0.5;
};

/// The estimate from the pairs until the test decided, or until its fields were used up if it
/// didn't. If it stopped as early as it could, this is the estimate of a fixed number of pairs.
AdjustedEstimate adjusted_estimate(const PairCounts& counts, const SprtConfig& config);

/// How sure a fixed number of pairs makes it that the first AI is better (LOS): the probability of
/// a smaller share between equals, by the statistic of the share's interval. It is .975 where the
/// interval begins at one half.
double superiority_of(const PairCounts& counts);

/// "Elo +35 [-12, +84], adjusted for stopping; normalised +20 [-6, +45]"
std::string adjusted_text(const AdjustedEstimate& estimate);

} // namespace referee
