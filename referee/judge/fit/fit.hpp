#pragma once

/// Fits a judge's table on games that were played, and says how well it judges others.

#include "judge/judge.hpp"

#include <map>
#include <string>
#include <vector>

namespace referee {

/// A game of which the end is known.
struct JudgedGame {
    std::string field; ///< its hash: games on one field are alike
    int turns = 0;
    std::map<std::string, double> limits;  ///< the field's numbers after which a game ends
    std::vector<JudgedPosition> positions; ///< spread evenly over the game, the end left out
    std::vector<double> shares;            ///< by place: win_shares()
    std::vector<double> scores;            ///< by place
};

/// So many positions of a game are enough: neighbours are alike.
inline constexpr std::size_t max_judged_positions = 24;

/// Fewer games than that say too little.
inline constexpr std::size_t min_judged_games = 100;

/// The calibration of a judge in these games.
JudgeCalibration calibration_of(const JudgeTable& table, std::vector<JudgedGame> games);

/// The table that fits the games best, by a ridge regression whose strength, clock and roles of
/// places are chosen by predicting fields that were left out. Its calibration is that of five fits
/// which each leave out a fifth of the fields and are asked about them. Throws UserError if there
/// are too few games or fields.
JudgeTable fit_judge(const GameInfo& info, int seats, std::vector<JudgedGame> games);

} // namespace referee
