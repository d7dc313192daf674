#pragma once

/// What `play` prints about games and the match, as text and as JSON: by seat, and in games with
/// teams by team. `ais` are by seat of the first game.

#include "ai/contestant.hpp"
#include "game/registry.hpp"
#include "match/result.hpp"

#include <string>
#include <vector>

namespace referee {

/// "game 1: reference 0 : 1 depth3; 34 moves; life used up; no faults"
std::string game_line(
    const GameResult& game, int number, const std::vector<Contestant>& ais, const Teams& teams);

/// "game 1, turn 3, seat 2: depth3: timeout: still running after 60 s", what it printed, and hints.
std::string fault_lines(
    const FaultNote& note, int game, const Contestant& ai, const std::vector<std::string>& advice);

/// The result of the match, with a table of moves, faults and times.
std::string
match_text(const MatchResult& match, const std::vector<Contestant>& ais, const Teams& teams);

/// The whole match as one JSON object. `record` and `work` are empty if nothing is kept there.
std::string match_json(
    const LoadedField& field, const MatchResult& match, const std::vector<Contestant>& ais,
    const std::vector<std::string>& notes, const std::string& record, const std::string& work);

/// What the table doesn't tell: AIs that have points without a valid answer, because others lost
/// earlier.
std::vector<std::string>
notes_on(const MatchResult& match, const std::vector<Contestant>& ais, const Teams& teams);

} // namespace referee
