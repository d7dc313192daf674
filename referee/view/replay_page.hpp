#pragma once

/// The replay page: a match in one HTML file that a browser opens without a server and without
/// loading anything else. README.md of this folder says what the page holds.

#include "match/record.hpp"
#include "match/replay.hpp"

#include <string>
#include <vector>

namespace referee {

class ReplayPage {
  public:
    /// Plays the game through the rules again and adds it. Returns where record and rules disagree;
    /// the page then holds the game up to there and says so. Throws UserError.
    std::vector<Difference> add(const std::string& path, const RecordedGame& game);

    /// The whole page. All games must be of the same kind.
    std::string html() const;

  private:
    std::string game_name_;
    std::string title_;
    std::vector<std::string> games_; ///< compressed, base64
    std::string index_;              ///< JSON: what the page shows before a game is unpacked
};

} // namespace referee
