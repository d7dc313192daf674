#pragma once

/// What `play` prints while the games of a match are played: boards, faults with advice, results.

#include "commands/arguments.hpp"
#include "commands/turn_line.hpp"
#include "match/match.hpp"
#include "view/terminal.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace referee {

class PlayReporter {
  public:
    /// The options --json, --show and --delay decide what is printed. Everything else must outlive
    /// the reporter.
    PlayReporter(
        const Arguments& arguments, const LoadedField& field, const std::vector<Contestant>& ais,
        const MatchConfig& config, const Match& match);

    /// For a game, counted from 0.
    GameWatcher watcher_for(int game);
    void finished(const GameResult& result, int game);

  private:
    /// Reports a fault, but only the first few of each kind; the first with advice.
    void report(const FaultNote& note, int game);
    std::string title_of(int game) const;

    const LoadedField& field_;
    const std::vector<Contestant>& ais_;
    const MatchConfig& config_;
    const Match& match_;
    std::map<std::pair<int, Fault>, int> reported_; ///< by the AI's index and the kind
    std::set<std::pair<int, std::string>> advised_; ///< what was said, by the AI's index
    bool is_quiet_;
    bool shows_;
    Screen screen_;
    TurnLine turn_line_;
};

} // namespace referee
