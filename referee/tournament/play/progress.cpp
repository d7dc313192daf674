#include "tournament/play/progress.hpp"

#include "base/text.hpp"
#include "os/clock.hpp"
#include "os/output.hpp"
#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <sstream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace referee {

namespace {

constexpr std::int64_t render_interval_ns = second_ns / 4;
constexpr std::int64_t report_ns = 10 * second_ns;
constexpr std::size_t max_standings = 12;
/// A single line shows the rate over this time only: a season may have rested for days.
constexpr std::int64_t lately_ns = 60 * second_ns;

/// The width of the terminal, in characters.
std::size_t columns() {
    constexpr std::size_t usual = 80;
    winsize size{};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

std::string bar_of(double share, int width) {
    const int full = std::clamp(static_cast<int>(share * width), 0, width);
    return fmt::format("[{:#<{}}{:.<{}}] ", "", full, "", width - full);
}

std::string duration_text(double seconds) {
    const auto whole = static_cast<std::int64_t>(seconds);
    if (whole >= 3600) {
        return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
    }
    return whole >= 60 ? fmt::format("{} min {:02} s", whole / 60, whole % 60)
                       : fmt::format("{} s", whole);
}

/// "2.1 games/s"; slow games are counted by the minute or the hour.
std::string rate_text(double per_second) {
    return per_second >= 1        ? fmt::format("{:.1f} games/s", per_second)
           : per_second * 60 >= 1 ? fmt::format("{:.1f} games/min", per_second * 60)
                                  : fmt::format("{:.1f} games/h", per_second * 3600);
}

/// Several lines as one.
std::string in_one_line(const std::string& text) {
    std::string line;
    std::istringstream lines(text);
    for (std::string part; std::getline(lines, part);) {
        line += (line.empty() ? "" : "; ") + safe_text(part);
    }
    return line;
}

/// Cut to a terminal's width, because a line that wraps can't be taken back.
std::string as_line_of(const std::string& text, std::size_t width) {
    std::size_t end = 0;
    for (std::size_t column = 0; end < text.size() && column < width; ++column) {
        end += std::max<std::size_t>(1, utf8_length(std::string_view(text).substr(end)));
    }
    return text.substr(0, end);
}

} // namespace

ProgressScreen standard_screen() {
    return {::isatty(STDERR_FILENO) != 0, print_message, monotonic_ns};
}

Progress::Progress(
    std::vector<std::string> names, std::int64_t planned, std::int64_t done, bool quiet,
    ProgressScreen screen)
    : screen_(std::move(screen)), names_(std::move(names)), standings_(names_.size()),
      planned_(planned), before_(done), done_(done), is_quiet_(quiet),
      is_terminal_(!quiet && screen_.is_terminal), begin_ns_(screen_.now_ns()),
      due_ns_(begin_ns_ + (is_terminal_ ? render_interval_ns : report_ns)) {}

void Progress::add(const std::string& name) {
    names_.push_back(name);
    standings_.emplace_back();
}

void Progress::count(const GameOutcome& outcome) {
    for (const SeatOutcome& seat : outcome.seats) {
        ProgressView::Standing& standing = standings_[static_cast<std::size_t>(seat.ai)];
        standing.share += seat.share;
        standing.points += seat.points;
        ++standing.games;
    }
}

void Progress::finished() {
    ++done_;
    if (show_ && show_due_ns_ < 0) {
        show_due_ns_ = screen_.now_ns() + render_interval_ns;
    }
}

void Progress::show_to(std::function<void(const ProgressView&)> show) {
    show_ = std::move(show);
    this->show();
}

void Progress::finish_showing() {
    if (show_) {
        show();
    }
}

void Progress::show() {
    show_due_ns_ = -1;
    show_(view());
}

std::int64_t Progress::due_ns() const {
    return show_due_ns_ < 0 ? due_ns_ : std::min(due_ns_, show_due_ns_);
}

double Progress::rate() const {
    const double seconds = static_cast<double>(screen_.now_ns() - begin_ns_) / 1e9;
    return seconds > 0 ? static_cast<double>(done_ - before_) / seconds : 0;
}

ProgressView Progress::view() const {
    ProgressView view{done_, planned_, rate(), std::nullopt, standings_};
    if (view.rate > 0) {
        view.seconds_left = static_cast<double>(planned_ - done_) / view.rate;
    }
    for (std::size_t ai = 0; ai < names_.size(); ++ai) {
        view.standings[ai].ai = static_cast<int>(ai);
    }
    std::stable_sort(
        view.standings.begin(), view.standings.end(),
        [](const auto& a, const auto& b) { return a.mean() > b.mean(); });
    return view;
}

std::string Progress::bar(const ProgressView& view) const {
    const double share =
        view.planned > 0 ? static_cast<double>(view.done) / static_cast<double>(view.planned) : 1;
    std::string text = fmt::format("{}/{} games, {:.1f} %", view.done, view.planned, 100 * share);
    if (view.rate > 0) { // after the first game
        text += ", " + rate_text(view.rate);
    }
    if (view.seconds_left) {
        text += ", " + duration_text(*view.seconds_left) + " left";
    }
    if (is_terminal_) {
        text = bar_of(share, 30) + text;
    }
    return text;
}

/// "[####....] 8/32 games, 2.1 games/s, 12 s left; checking bob 2". Cut to the terminal's width,
/// because a line that wraps can't be taken back.
std::string Progress::one_line() {
    const std::int64_t now = screen_.now_ns();
    if (lately_.empty() || now - lately_.back().first >= second_ns) {
        lately_.emplace_back(now, done_);
    }
    while (now - lately_.front().first > lately_ns) {
        lately_.pop_front();
    }
    const auto [since, before] = lately_.front();
    const auto seconds = static_cast<double>(now - since) / 1e9;
    const double rate = seconds > 0 ? static_cast<double>(done_ - before) / seconds : 0;
    std::string text = fmt::format("{} games", done_);
    if (planned_ > done_) {
        text = fmt::format(
            "{}{}/{} games", bar_of(static_cast<double>(done_) / static_cast<double>(planned_), 16),
            done_, planned_);
    }
    if (rate > 0) {
        text += ", " + rate_text(rate);
    }
    if (rate > 0 && planned_ > done_) {
        text += ", " + duration_text(static_cast<double>(planned_ - done_) / rate) + " left";
    }
    const std::string status = status_text();
    if (!status.empty()) {
        text += "; " + in_one_line(status);
    }
    return text.substr(0, columns() - 1);
}

std::string Progress::status_text() const {
    std::string told = tell_status_ ? tell_status_() : std::string();
    return told.empty() ? status_ : told;
}

std::string Progress::standings(const ProgressView& view) const {
    std::string text;
    for (std::size_t i = 0; i < std::min(view.standings.size(), max_standings); ++i) {
        const ProgressView::Standing& standing = view.standings[i];
        if (standing.games > 0) {
            text += fmt::format(
                "  {:>5} %  {}/{}  {}\n",
                percent_text(standing.share, static_cast<double>(standing.games)),
                share_text(standing.share), standing.games,
                safe_text(names_[static_cast<std::size_t>(standing.ai)]));
        }
    }
    return text;
}

void Progress::render() {
    const std::int64_t now = screen_.now_ns();
    if (show_due_ns_ >= 0 && now >= show_due_ns_) {
        show();
    }
    if (now < due_ns_) {
        return;
    }
    due_ns_ = now + (is_terminal_ ? render_interval_ns : report_ns);
    if (!is_terminal_) {
        if (!is_quiet_) {
            const std::string status = status_text();
            screen_.print(bar(view()) + (status.empty() ? "" : "; " + in_one_line(status)) + "\n");
        }
        return;
    }
    clear();
    if (is_one_line_) {
        screen_.print(one_line() + "\n");
        lines_ = 1;
        return;
    }
    const ProgressView now_shown = view();
    std::string text = bar(now_shown) + "\n";
    std::istringstream lines(status_text());
    for (std::string line; std::getline(lines, line);) {
        text += as_line_of(safe_text(line), columns() - 1) + "\n";
    }
    text += has_standings_ ? standings(now_shown) : "";
    screen_.print(text);
    lines_ = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

void Progress::clear() {
    if (lines_ > 0) {
        screen_.print(fmt::format("\x1b[{}A\x1b[J", lines_));
        lines_ = 0;
    }
}

void Progress::line(const std::string& text) {
    clear();
    screen_.print(safe_text(text) + "\n");
}

} // namespace referee
