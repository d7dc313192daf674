#pragma once

/// Simultaneous perturbation stochastic approximation (Spall 1992; gain sequences as in "An
/// overview of the simultaneous perturbation method", 1998): all parameters are changed at once,
/// each up or down at random, and one comparison of the two points moves all of them. A pure value:
/// no files, games or clock.

#include <cstdint>
#include <vector>

namespace referee {

struct SpsaParameter {
    double start = 0;
    double min = 0;
    double max = 0;
    double step = 1; ///< at the end both points are this far from the middle
    bool is_integer = false;
};

class Spsa {
  public:
    Spsa(std::vector<SpsaParameter> parameters, std::int64_t iterations, std::uint64_t seed);

    /// The two points of an iteration (from 0) around the current one: in range, integers rounded.
    struct Trial {
        std::vector<double> plus;
        std::vector<double> minus;
    };
    Trial trial(std::int64_t iteration) const;

    /// Moves the point by an iteration's result: the share of points of `plus` minus that of
    /// `minus`, from −1 to 1. Call it for each iteration in order.
    void learn(double difference);

    std::int64_t learnt() const { return learnt_; }
    const std::vector<double>& point() const { return point_; }
    /// The mean of the points of the last fifth of all iterations, once these have begun, with
    /// integers rounded. Not the best point seen, which would be best by luck.
    std::vector<double> result() const;
    /// How far the points of the last fifth scatter, as a standard deviation.
    std::vector<double> scatter() const;

  private:
    /// +1 or −1, drawn from the seed: the direction of a parameter in an iteration.
    int sign(std::int64_t iteration, std::size_t parameter) const;
    /// Half of the distance of the two points, in steps.
    double distance(std::int64_t iteration) const;
    /// How far a result of 1 moves the point, in steps.
    double gain(std::int64_t iteration) const;

    std::vector<SpsaParameter> parameters_;
    std::int64_t iterations_;
    std::uint64_t seed_;
    std::int64_t learnt_ = 0;
    std::vector<double> point_;
    std::vector<double> sum_; ///< over the last fifth
    std::vector<double> squares_;
    std::int64_t summed_ = 0;
};

} // namespace referee
