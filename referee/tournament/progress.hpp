#pragma once

/// The progress of a tournament on standard error: on a terminal a bar with the standings below it,
/// elsewhere a line every ten seconds.

#include "process/clock.hpp"
#include "tournament/outcome.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace referee {

class Progress {
  public:
    /// Of `planned` games `done` were played before. `quiet` prints only line().
    Progress(std::vector<std::string> names, std::int64_t planned, std::int64_t done, bool quiet);

    /// Sets the total number of games as far as it is known.
    void plan(std::int64_t games) { planned_ = games; }
    /// Sets a line to be shown below the bar, or nothing.
    void status(std::string text) { status_ = std::move(text); }
    /// Counts a finished game.
    void finished() { ++done_; }
    /// Adds a game to the standings. If the match decides, call it for all games when the last has
    /// ended.
    void count(const GameOutcome& outcome);
    /// Prints a permanent line (a fault, a note).
    void line(const std::string& text);
    /// When render() is due next, on CLOCK_MONOTONIC.
    std::int64_t due_ns() const { return due_ns_; }
    /// Renders the display if it is due.
    void render();
    /// Removes the bar before the tables are printed.
    void clear();
    /// Games per second since the start.
    double rate() const;

  private:
    struct Standing {
        double share = 0;
        std::int64_t games = 0;
    };
    std::string bar() const;
    std::string standings() const;

    std::vector<std::string> names_;
    std::vector<Standing> standings_;
    std::string status_;
    std::int64_t planned_;
    std::int64_t before_;
    std::int64_t done_;
    bool is_quiet_;
    bool is_terminal_;
    std::int64_t begin_ns_ = monotonic_ns();
    std::int64_t due_ns_;
    int lines_ = 0; ///< lines on the screen, which the next rendering overwrites
};

} // namespace referee
