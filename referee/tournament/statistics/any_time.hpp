#pragma once

/// Evidence that may be looked at whenever somebody likes, and however often.
///
/// People look at a table, play more fields, and look again until it says what they hope for. A
/// p-value of 5 % is right for one look at a plan fixed beforehand; looked at again and again it is
/// below 5 % sooner or later. An *e-value* isn't: whoever bets against "X isn't better" at fair
/// odds multiplies the stake by x at any time with a probability of at most 1/x (Ville 1939; Shafer
/// 2021; Ramdas, Grünwald, Vovk, Shafer 2023). So everything that the tables call certain rests on
/// e-values. All of them here are mixtures with fixed weights; they don't depend on the order of
/// fields. Logarithms are natural ones.

#include <cstddef>
#include <vector>

namespace referee {

/// "A difference is above 0": from its estimate in standard errors and the variance of the estimate
/// (θ², see plackett_luce.hpp). The likelihood ratio over half-normal priors with deviations of 60
/// and 240 Elo, half each (Robbins 1970; Howard, Ramdas, McAuliffe, Sekhon 2021). Valid as far as
/// the estimate is normal.
double log_evidence(double deviations, double variance);

/// The number of standard errors at which log_evidence() reaches `needed` with this variance.
double deviations_for(double needed, double variance);

/// "The probability of being ahead is above one half", from units in which one of two was ahead.
/// The likelihood ratio over a uniform prior; valid whatever else is true of the units.
double log_evidence_of_signs(int ahead, int behind);

/// "The mean of the sums of fields isn't 0", from their total in standard errors: the likelihood
/// ratio over a normal prior that is worth as much as 20 fields (Robbins 1970). Valid if each sum
/// is as likely positive as negative (de la Peña 1999), as far as the scatter of a field is known.
double log_evidence_of_mean(double deviations, int fields);

/// "Two differ", from the evidence for either direction.
double log_two_sided(double one, double other);

/// What the log-evidence of each statement is worth if all are made at once: the least mean of it
/// with any others. One that is worth log(1/α) or more is wrong, or any other such, with a
/// probability of at most α (closed testing by means: Vovk and Wang 2021).
std::vector<double> for_all_at_once(const std::vector<double>& evidence);

/// For each statement, what its own log-evidence must reach so that it is certain for all at once,
/// if that of the others stays.
std::vector<double> needed_for_all_at_once(const std::vector<double>& evidence);

/// True if log-evidence suffices for certainty at the level of interval_error.
bool is_enough(double evidence);

/// The p-value of log-evidence, valid at any time: at most 1.
double any_time_p_value(double evidence);

/// The smallest rate of false discoveries at which each statement is one (e-BH: Wang and Ramdas
/// 2022), at most 1.
std::vector<double> any_time_discovery_rates(const std::vector<double>& evidence);

} // namespace referee
