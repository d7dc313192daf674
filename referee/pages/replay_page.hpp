#pragma once

/// The replay page: a match in one HTML file that a browser opens without a server and without
/// loading anything else. README.md of this folder describes its contents.

#include "pages/rules.hpp"
#include "record/record.hpp"
#include "record/replay.hpp"

#include <string>
#include <utility>
#include <vector>

namespace referee {

class ReplayPage {
  public:
    /// Without errors the page holds neither reasons of faults nor standard error.
    explicit ReplayPage(bool has_errors = true) : has_errors_(has_errors) {}

    /// The page runs rules and AIs: `elements` holds them (pages/wasm/page_modules.hpp). The games
    /// added from now on are in it as they were recorded, too.
    void run_modules(std::string elements);

    /// Plays the game through the rules again and adds it. Returns where record and rules disagree;
    /// the page then has the game up to that point and says so. Throws UserError.
    std::vector<Difference> add(const std::string& path, const RecordedGame& game);

    /// The whole page. All games must be of the same kind.
    std::string html() const;
    /// The parts of the page that depend on the match, as IDs and texts of elements.
    std::vector<std::pair<std::string, std::string>> data() const;
    const std::string& title() const { return title_; }

  private:
    bool has_errors_;
    std::string game_name_;
    RulesInShort rules_; ///< on the field of the first game
    std::string title_;
    std::vector<std::string> games_; ///< compressed, base64
    std::string index_;              ///< JSON: what the page shows before a game is unpacked
    bool has_records_ = false;
    std::string elements_;             ///< of modules
    std::vector<std::string> records_; ///< compressed, base64
};

} // namespace referee
