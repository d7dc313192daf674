#pragma once

/// How a game works, for people who see it for the first time: the section "In short" of the game's
/// README.md, which is the only source. Pages show it behind a button.

#include "game/game.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace referee {

/// What is seen on the board, and what it means. The word is also the key of its picture in the
/// game's drawing (README.md of this folder, "A new game's drawing").
struct LegendEntry {
    std::string word;
    std::string meaning;
};

struct RulesInShort {
    std::vector<std::string> lines;  ///< sentences, without marks of emphasis or code
    std::vector<LegendEntry> legend; ///< may be empty
};

/// Reads the section from the text of a README.md or of the section alone: items of a list, and the
/// rows of a table. A page without the section has its first paragraph as the only line.
RulesInShort rules_in_short(std::string_view readme);

/// The text of a game's README.md; empty if it can't be read: only a game whose rules are a program
/// may lack it.
std::string rules_text(const GameInfo& info);

/// Those of a game. Empty if its README.md can't be read: only a game whose rules are a program may
/// lack it.
RulesInShort rules_of(const GameInfo& info);

/// {"lines": […], "legend": [[word, meaning], …]}
nlohmann::ordered_json rules_json(const GameInfo& info);

} // namespace referee
