#pragma once

/// The confidence level of all tables. The one at which a race decides is set by --confidence
/// (PlanConfig in plan/plan.hpp). All limits and defaults: referee/LIMITS.md.

namespace referee {

/// How often an interval or a bound may miss the truth: all of them are 95 % ones.
inline constexpr double interval_error = 0.05;

} // namespace referee
