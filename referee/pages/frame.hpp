#pragma once

/// The frame in which a page shows the drawing of somebody else's game: referee/pages/README.md,
/// "A stranger's drawing".

#include "game/game.hpp"

#include <string>
#include <string_view>

namespace referee {

/// True for a game with a drawing that isn't shipped: found among the installed games, that is, and
/// not only called like one.
bool is_framed(const GameInfo& info);

/// The module that a page has in place of that drawing: it exports the frame's HTML.
std::string frame_module(const GameInfo& info);

/// What the policy of a page without inline scripts adds to its script-src, so that the frame of
/// this game works in it; empty if it has none.
std::string frame_sources(std::string_view game);

} // namespace referee
