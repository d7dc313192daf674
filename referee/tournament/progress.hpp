#pragma once

/// What people see while a tournament runs, on standard error: on a terminal a bar with the
/// standings below it, drawn again and again; elsewhere a line every ten seconds.

#include "process/clock.hpp"
#include "tournament/outcome.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace referee {

class Progress {
  public:
    /// `planned` games in all, `done` of them before; `quiet` shows nothing but lines.
    Progress(std::vector<std::string> names, std::int64_t planned, std::int64_t done, bool quiet);

    /// So many games it will be in all, as far as known.
    void plan(std::int64_t games) { planned_ = games; }
    /// A game has ended.
    void finished() { ++done_; }
    /// A game that is decided: where the match decides, they all are when its last has ended.
    void count(const GameOutcome& outcome);
    /// A line that stays (a fault, a note).
    void line(const std::string& text);
    /// When it wants to be drawn next, on CLOCK_MONOTONIC.
    std::int64_t due_ns() const { return due_ns_; }
    /// Draws if it is due.
    void render();
    /// Takes the bar away, before the tables are printed.
    void clear();
    /// Games per second since the beginning.
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
    std::int64_t planned_;
    std::int64_t before_;
    std::int64_t done_;
    bool is_quiet_;
    bool is_terminal_;
    std::int64_t begin_ns_ = monotonic_ns();
    std::int64_t due_ns_;
    int lines_ = 0; ///< drawn, to be drawn over
};

} // namespace referee
