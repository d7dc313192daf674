#pragma once

/// What a reader of the tables must know to understand them rightly.

#include "tournament/store.hpp"
#include "tournament/summary.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace referee {

/// What the summary itself doesn't say.
struct NoteFacts {
    int anchor = -1;               ///< the AI that fixes the scale; −1: none
    std::vector<int> group_fields; ///< by group: fields with rated games
    std::int64_t undecided = 0;    ///< games of unfinished matches, where the match decides
};

/// Sentences without a full stop, in the order in which they are printed.
std::vector<std::string>
summary_notes(const TournamentSummary& summary, const Store& store, const NoteFacts& facts);

} // namespace referee
