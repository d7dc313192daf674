#pragma once

/// The result of two AIs against each other in one line to copy, and sequential tests asked of
/// games that have been played already.

#include "base/json.hpp"
#include "tournament/statistics/adjusted_estimate.hpp"
#include "tournament/statistics/sprt.hpp"
#include "tournament/store/results.hpp"

#include <optional>
#include <string>
#include <vector>

namespace referee {

/// What only games tell, not the points of pairs.
struct LineGames {
    std::string first; ///< fit for a terminal
    std::string second;
    std::int64_t wins = 0; ///< games of the first AI
    std::int64_t draws = 0;
    std::int64_t losses = 0;
    std::int64_t no_winner = 0; ///< half a point for both
    int fields = 0;
};

/// Two AIs over complete double matches, as seen by the first.
struct ResultLine {
    std::optional<LineGames> games; ///< none if only the points of pairs are known
    PairCounts counts;
    /// If a sequential test chose when to stop; the pairs are those until then.
    std::optional<AdjustedEstimate> adjusted;
    std::optional<Sprt> question;   ///< the test that was asked for
    std::int64_t decided_after = 0; ///< pairs until it decided; 0: it didn't

    /// The adjusted share with its interval, or that of a fixed number of pairs.
    ShareInterval share() const;
    /// LOS: the probability of a lower result between equals.
    double superiority() const;
};

/// A line for the two AIs `wanted` or for each two that met, in the order of `ais()`. With a
/// question, that test as if it had been running. Throws UserError unless two AIs play a double
/// match on each field.
std::vector<ResultLine> result_lines(
    const Results& store, const std::optional<std::pair<int, int>>& wanted,
    const std::optional<SprtConfig>& question);

/// Reads five numbers of pairs, "3,14,60,20,3": 0, ½, 1, 1½ and 2 points. Throws UserError.
PairCounts read_counts(const std::string& text);
/// The line of these pairs. With a question they are those of a test that ended with them.
ResultLine line_of(const PairCounts& counts, const std::optional<SprtConfig>& question);

/// "A vs B: 62.5 % of 80 games, Elo +89 [+20, +163], LOS 99.4 %, …", and a second line for the
/// question.
std::string line_text(const ResultLine& line);
/// What a reader of the answers must know; one sentence each.
std::vector<std::string> line_warnings(const std::vector<ResultLine>& lines);
/// cli/schemas/line.json
Json lines_json(const std::vector<ResultLine>& lines);

} // namespace referee
