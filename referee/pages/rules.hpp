#pragma once

/// How a game works, for people who see it for the first time: the section "In short" of the game's
/// README.md, which is the only source. Pages show it behind a button.

#include "game/game.hpp"
#include "game/in_short.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace referee {

struct RecordedGame;

/// The text of a game's README.md; empty if it can't be read: only a game whose rules are a program
/// may lack it.
std::string rules_text(const GameInfo& info);

/// The section "In short" of that text, or the whole text if it has none.
std::string in_short_text(const GameInfo& info);

/// What holds on all fields of a game. Empty if its README.md can't be read.
RulesInShort rules_of(const GameInfo& info);
/// What holds on the field of that game.
RulesInShort rules_of(const GameInfo& info, const RecordedGame& game);

/// {"lines": […], "legend": [[word, meaning], …]}
nlohmann::ordered_json rules_json(const RulesInShort& rules);

} // namespace referee
