#pragma once

/// What the author of an AI can do about a fault: `check` and `play` find the likely cause in what
/// the program printed, how it ended, and the time that it used.

#include "ai/contestant.hpp"
#include "game/game.hpp"
#include "match/config.hpp"
#include "match/result.hpp"

#include <string>
#include <vector>

namespace referee {

/// A fault and what is known about the AI that made it.
struct FaultScene {
    const FaultNote& note;
    const Contestant& ai;
    const GameInfo& game;
    const MatchConfig& config;
};

/// Sentences for people, at least one for every fault; none for a restart.
std::vector<std::string> advice_on(const FaultScene& scene);

/// The advice and the last lines that the AI printed, a line each, indented: "    | LINE" and
/// "    hint: ADVICE".
std::string explanation(const std::string& printed, const std::vector<std::string>& advice);

/// "turn 3, seat 2" or "preparation, seat 2"
std::string moment_of(const FaultNote& note);

} // namespace referee
