#pragma once

/// Brownian motion that stops at the first of two bounds, in closed form.
///
/// The motion has a variance of 1 per unit of time. Two series give each probability: the method of
/// images, which converges fast for short times, and the eigenfunctions of the interval between the
/// bounds for long ones (Darling and Siegert 1953; Cox and Miller, "The Theory of Stochastic
/// Processes", 1965, section 5.7).

namespace referee {

struct Motion {
    double drift = 0; ///< per unit of time
    double width = 1; ///< the bounds are 0 and `width`
    double start = 0; ///< between the bounds
};

/// The probability that the motion stops at the upper (lower) bound until `time`.
double stopped_at_upper(const Motion& motion, double time);
double stopped_at_lower(const Motion& motion, double time);

/// The probability that it hasn't stopped until `time` and is at most at `place` then.
double still_below(const Motion& motion, double time, double place);

} // namespace referee
