#pragma once

/// The progress of a tournament on standard error: on a terminal a bar with the standings below it,
/// or one line; elsewhere a line every ten seconds.

#include "tournament/store/outcome.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee {

/// The progress of a tournament.
struct ProgressView {
    struct Standing {
        int ai = 0;        ///< index
        double share = 0;  ///< sum of SeatOutcome::share
        double points = 0; ///< sum of SeatOutcome::points
        std::int64_t games = 0;
        /// The mean, which orders the standings; -1 without a game.
        double mean() const { return games > 0 ? share / static_cast<double>(games) : -1; }
    };
    std::int64_t done = 0;
    std::int64_t planned = 0;
    double rate = 0; ///< games per second since the start
    std::optional<double> seconds_left;
    std::vector<Standing> standings; ///< the best first
};

/// Where the progress is printed, and its clock.
struct ProgressScreen {
    bool is_terminal = false;
    std::function<void(std::string_view)> print;
    std::function<std::int64_t()> now_ns;
};

/// Standard error and CLOCK_MONOTONIC.
ProgressScreen standard_screen();

class Progress {
  public:
    /// `done` of the `planned` games were played before. `quiet` prints only line().
    Progress(
        std::vector<std::string> names, std::int64_t planned, std::int64_t done, bool quiet,
        ProgressScreen screen = standard_screen());

    /// Shows one line without standings, for what has no planned end.
    void use_one_line() { is_one_line_ = true; }
    /// Adds an AI that takes part from now on.
    void add(const std::string& name);
    /// Sets the total number of games known so far.
    void plan(std::int64_t games) { planned_ = games; }
    /// Sets a line to be shown below the bar, or at the end of the one line; or nothing.
    void status(std::string text) { status_ = std::move(text); }
    /// Sets a function that gives the status whenever it is shown, for one that takes a while to
    /// make; several lines are allowed. Without a function the status is as it was.
    void status_from(std::function<std::string()> tell) { tell_status_ = std::move(tell); }
    /// Shows no standings: for games that don't compare AIs.
    void hide_standings() { has_standings_ = false; }
    const std::vector<std::string>& names() const { return names_; }
    /// Counts a finished game.
    void finished();
    /// Adds a game to the standings. If the match decides, call it for all games when the last has
    /// ended.
    void count(const GameOutcome& outcome);
    /// `show` is called with the progress at the beginning, a few times a second while it changes,
    /// and by finish_showing().
    void show_to(std::function<void(const ProgressView&)> show);
    void finish_showing();
    /// Prints a permanent line (a fault, a note).
    void line(const std::string& text);
    /// When render() is due next, on the screen's clock.
    std::int64_t due_ns() const;
    /// Renders the display if it is due.
    void render();
    /// Removes the bar before the tables are printed.
    void clear();
    /// Games per second since the start.
    double rate() const;

  private:
    ProgressView view() const;
    std::string bar(const ProgressView& view) const;
    std::string one_line();
    std::string standings(const ProgressView& view) const;
    std::string status_text() const;
    void show();

    ProgressScreen screen_;
    std::vector<std::string> names_;
    std::vector<ProgressView::Standing> standings_; ///< by AI
    std::string status_;
    std::function<std::string()> tell_status_;
    bool has_standings_ = true;
    bool is_one_line_ = false;
    std::deque<std::pair<std::int64_t, std::int64_t>>
        lately_; ///< times, and games finished by then
    std::int64_t planned_;
    std::int64_t before_;
    std::int64_t done_;
    bool is_quiet_;
    bool is_terminal_;
    std::int64_t begin_ns_;
    std::int64_t due_ns_;
    std::function<void(const ProgressView&)> show_;
    std::int64_t show_due_ns_ = -1; ///< -1: nothing has changed
    int lines_ = 0;                 ///< lines on the screen, which the next rendering overwrites
};

} // namespace referee
