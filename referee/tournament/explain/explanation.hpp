#pragma once

/// Where an AI loses, and why: findings, how its lost games ended and when they turned, and turns
/// of recorded games to look at. `referee report --explain NAME`, the report's page and a site show
/// it.

#include "base/json.hpp"
#include "tournament/explain/discrimination.hpp"
#include "tournament/explain/findings.hpp"
#include "tournament/explain/turning.hpp"
#include "tournament/store/results.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace referee {

/// A lost game to look at.
struct LostGame {
    std::int64_t game = 0; ///< its index
    int field = 0;
    Seat seat = 1;     ///< of the AI; in a team that of the fault, or its first
    std::string seats; ///< "seat 2"; "seats 2 and 4" if it had a team
    std::string record;
    /// In which it turned, or had its first fault; else the last one, if the record was read.
    std::optional<int> turn;
    std::optional<Turning> turning; ///< by the yardstick
    std::string fault;              ///< of the AI in that turn; empty: none
    /// How it went out in that turn, unless it had turned before; may be empty.
    std::optional<std::string> out;
};

/// A finding with lost games that show it, those first that were least expected.
struct ShownFinding {
    Finding finding;
    std::vector<LostGame> examples;
};

struct Explanation {
    int ai = 0;
    std::string name; ///< fit for a terminal
    std::int64_t games = 0;
    std::int64_t lost = 0;
    double share = 0; ///< mean, from 0 to 1
    double expected = 0;
    std::int64_t lost_with_fault = 0; ///< lost games in which it had a fault itself
    std::int64_t with_fault = 0;      ///< games in which it had one
    std::vector<std::pair<std::string, std::int64_t>> endings; ///< of lost games, commonest first
    /// Medians of turns, for description only: a game may be long because the AI held out.
    int turns_lost = 0;
    int turns_others = 0; ///< 0: it lost all
    std::vector<LostGame> fault_examples;
    std::vector<ShownFinding> certain;
    std::vector<ShownFinding> suspected; ///< the strongest that aren't certain, at most 3
    std::size_t tests = 0;               ///< lines that were tested
    std::int64_t lost_with_record = 0;
    /// How it went out in lost games whose records were read, commonest first.
    std::vector<std::pair<std::string, std::int64_t>> outs;
    std::optional<Yardstick> yardstick;
    std::array<int, 3> thirds{}; ///< lost games, by the third of the game in which they turned
    /// The same of games that others lost, in the same records.
    std::array<int, 3> thirds_of_others{};
    /// Of "early or late as often as others", by fields, at any time; at most 1.
    double thirds_p_value = 1;
    std::vector<LostGame> turned;      ///< at most 3 for people
    std::vector<Discrimination> sharp; ///< fields that certainly tell more than others
    std::vector<Discrimination> blunt; ///< and less
};

/// Explains these AIs. At most `max_records` records are read for all of them together.
std::vector<Explanation> explanations_of(
    const Results& store, const TournamentSummary& summary, const std::vector<int>& ais,
    int max_records);

/// For a terminal. `fields`: their names; `database`: as the user gave it, so that commands begin
/// there.
std::string explanation_text(
    const Explanation& explanation, const std::vector<StoredField>& fields,
    const std::string& database);
Json explanation_json(const Explanation& explanation, const std::vector<StoredField>& fields);

// Sentences and cells, which terminal and pages share.

/// What is known at once: how many games it lost, how they ended, and in how many it had faults.
std::vector<std::string> summary_of(const Explanation& explanation);
/// What comes before the findings: how many there are, and what certain means.
std::string findings_sentence(const Explanation& explanation);
/// When lost games turned; empty if that isn't known.
std::string phases_text(const Explanation& explanation);
/// Which fields tell strong AIs from weak ones; empty if they don't differ.
std::string fields_text(const Explanation& explanation, const std::vector<StoredField>& fields);
/// "turn 23: its lead in life fell from 12 to -3", "turn 7: timeout"
std::string turning_text(const LostGame& game, const std::optional<Yardstick>& yardstick);

} // namespace referee
