#pragma once

/// Games as the official command line tool writes them with --output: referee/games/battlesnake/
/// README.md, "For tools of the official engine".

#include "game/export.hpp"
#include "games/battlesnake/rules.hpp"

namespace referee::battlesnake {

/// {"id":…,"ruleset":{"name":…,"version":"cli","settings":{…}},"map":…,"timeout":…,"source":""}
std::string official_game(const Setup& setup, const ExportedGame& game);

/// {"game":…,"turn":…,"board":{…},"you":…}: what the snake of seat 1 would be asked. `board` has
/// the living snakes, `you` is there when it is dead, too.
std::string official_position(const State& state, const Setup& setup, const ExportedGame& game);

/// {"winnerId":…,"winnerName":…,"isDraw":…}
std::string
official_result(const State& state, const ExportedGame& game, std::span<const int> ranks);

} // namespace referee::battlesnake
