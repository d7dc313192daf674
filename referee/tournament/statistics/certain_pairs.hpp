#pragma once

/// Which of many AIs are certainly better than others, for all pairs of a group at once and
/// whenever somebody looks (any_time.hpp), without storing the pairs.
///
/// By closed testing a pair with e-value e is certain if e ≥ 20 + the sum of what others lack of
/// 20. Here each pair that may lack something counts as if it lacked 20; the variance of a pair is
/// an upper bound (LargeErrors::Bound); chains of certain pairs aren't followed. Each of these
/// makes fewer pairs certain than could be; what they can't make up for is an error of the widths.

#include "tournament/statistics/large_errors.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace referee {

/// The smallest difference of θ that is enough log-evidence that one of two is better.
class CriticalDifference {
  public:
    explicit CriticalDifference(double needed);

    /// Degrees of freedom are rounded down to one of a few classes.
    static std::size_t class_of(double degrees);
    /// Rounded up by at most 1 %. It grows with the variance.
    double of(double variance, std::size_t degree_class) const;

  private:
    double find(double variance, double degrees) const;

    double needed_;
    mutable std::vector<double> found_; ///< by class and variance; 0: not yet asked for
};

class CertainPairs {
  public:
    /// An AI whose rating is evidence.
    struct Rated {
        int ai = 0;
        double theta = 0;
        double own = 0;  ///< part of its variance that is its own
        double rest = 0; ///< square root of the other part
        double degrees = 1;
        double max_degrees = 1;
        double below = 1; ///< as in Spread
        double above = 1;
    };
    static Rated rated(int ai, double theta, const LargeErrors::Bound& bound);

    /// `ais`: of the group, also those whose ratings are no evidence.
    CertainPairs(std::vector<Rated> rated, int ais);

    /// The e-value that makes a pair certain.
    double needed() const { return needed_; }
    bool is_certain(const Rated& better, const Rated& worse) const;
    void for_each(const std::function<void(const Rated& better, const Rated& worse)>& look) const;

  private:
    template <typename Look>
    void for_each_beyond(const CriticalDifference& critical, const Look& look) const;

    std::vector<Rated> rated_; ///< best first
    double needed_ = 0;
    CriticalDifference critical_{0};
};

} // namespace referee
