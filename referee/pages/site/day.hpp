#pragma once

/// The game of the day: the one that a visitor of the site should watch, on a board that plays.

#include "pages/report/data.hpp"

#include <optional>
#include <string>

namespace referee {

/// A game, and why it is worth watching.
struct GameOfTheDay {
    const SiteGame* game = nullptr;
    std::string why; ///< a sentence; text
};

/// Chooses from the games with a replay that ended within the last day of play, without any lost by
/// faults: one that the weaker AI won, if the ratings gave it less than one chance in four; else
/// the one with the closest scores, among those the one of the best AIs. Nothing if there is none.
std::optional<GameOfTheDay> game_of_the_day(const SiteData& data);

/// The section with the board, and the scripts that play it.
std::string day_html(const SiteData& data, const GameOfTheDay& day);
std::string day_scripts(const GameOfTheDay& day);

} // namespace referee
