#pragma once

/// Where an AI gets less than its rating lets expect, tested so that of all that is called certain
/// at most 5 % is chance, whenever somebody looks (statistics/any_time.hpp).

#include "base/names.hpp"
#include "tournament/explain/evidence.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// What tells games apart: only what is known before the first move. The length of a game follows
/// from its result, so it is described (Explanation), never tested.
enum class FindingKind { seat, opponent, strength, parameter, start };

constexpr auto enum_names(FindingKind) {
    return std::to_array<std::string_view>({"seat", "opponent", "strength", "parameter", "start"});
}

/// Some games of an AI in which it gets less than in its others, measured by what its rating lets
/// expect.
struct Finding {
    FindingKind kind = FindingKind::seat;
    std::string what; ///< "seat 2", "against greedy", "fields with width above 12"
    std::int64_t games = 0;
    std::int64_t lost = 0;
    double share = 0;    ///< mean, from 0 to 1
    double expected = 0; ///< mean, from 0 to 1
    double p_value = 1;  ///< of this line alone, at one look
    double evidence = 0; ///< of this line alone, the logarithm of an e-value
    /// The smallest rate of false discoveries at which the line is one, at any time.
    double q_value = 1;
    bool is_certain = false;           ///< q_value is at most 5 %
    std::vector<std::size_t> showings; ///< of these games
};

/// All lines in which the AI `ai` gets less, the most certain one first.
std::vector<Finding>
findings_of(int ai, const Evidence& evidence, const TournamentSummary& summary);

/// The two-sided p-value of "the mean is 0" for the sums of fields: how often the sum is at least
/// as large, in units of its scatter, if each field's sign is drawn by lot. Fields are independent,
/// and without an effect each sum is as likely positive as negative.
double sign_flip_test(const std::vector<double>& sums);

} // namespace referee
