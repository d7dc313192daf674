#pragma once

/// What `play` prints while the games of a match are played: boards, faults with advice, results,
/// and on a terminal the turn of a game that takes long.

#include "ai/contestant.hpp"
#include "cli/arguments.hpp"
#include "cli/terminal.hpp"
#include "game/registry.hpp"
#include "match/config.hpp"
#include "match/match.hpp"
#include "match/result.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace referee {

/// A line on a terminal, shown when a game takes longer than two seconds. It is taken back before
/// anything else is printed.
class TurnLine {
  public:
    /// It is only shown if standard error is a terminal.
    explicit TurnLine(bool is_wanted);
    ~TurnLine() { clear(); }
    TurnLine(const TurnLine&) = delete;
    TurnLine& operator=(const TurnLine&) = delete;

    bool is_wanted() const { return is_wanted_; }
    /// A game begins.
    void begin();
    /// Call it as often as you like; it prints at most four times a second.
    void show(int game, int turn);
    /// Takes the line back.
    void clear();

  private:
    bool is_wanted_;
    bool is_shown_ = false;
    std::int64_t due_ns_ = 0;
};

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
    /// The match is over, or interrupted: prints what nobody was told while a person played.
    void tell_withheld();

  private:
    /// Reports a fault, but only the first few of each kind, and only once what says the same; the
    /// first with advice.
    void report(const FaultNote& note, int game);
    void tell_kind(const FaultNote& note, int game, int index);
    /// Prints the text, or keeps it until the match is over.
    void say(const std::string& text, bool withholds);
    std::string title_of(int game) const;

    const LoadedField& field_;
    const std::vector<Contestant>& ais_;
    const MatchConfig& config_;
    const Match& match_;
    std::map<std::pair<int, Fault>, int> reported_; ///< by the AI's index and the kind
    std::set<std::pair<int, std::string>> advised_; ///< advice that was printed, by the AI's index
    /// How often a fault of an AI with this reason and this output came.
    std::map<std::tuple<int, Fault, std::string, std::string>, int> same_;
    bool is_quiet_;
    bool shows_;
    /// People play, and what an AI answers and prints may tell them what their seat doesn't know.
    bool withholds_;
    std::string withheld_;
    std::map<std::pair<int, Fault>, int> told_; ///< meanwhile, by the AI's index and the kind
    Screen screen_;
    TurnLine turn_line_;
};

} // namespace referee
