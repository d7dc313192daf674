#include "tournament/progress.hpp"

#include "field/utf8.hpp"
#include "process/print.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <numeric>
#include <sys/ioctl.h>
#include <unistd.h>

namespace referee {
namespace {

constexpr std::int64_t render_interval_ns = second_ns / 4;
constexpr std::int64_t report_ns = 10 * second_ns;
constexpr std::size_t max_standings = 12;

std::string duration_text(double seconds) {
    const auto whole = static_cast<std::int64_t>(seconds);
    if (whole >= 3600) {
        return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
    }
    return whole >= 60 ? fmt::format("{} min {:02} s", whole / 60, whole % 60)
                       : fmt::format("{} s", whole);
}

} // namespace

Progress::Progress(
    std::vector<std::string> names, std::int64_t planned, std::int64_t done, bool quiet)
    : names_(std::move(names)), standings_(names_.size()), planned_(planned), before_(done),
      done_(done), is_quiet_(quiet), is_terminal_(!quiet && ::isatty(STDERR_FILENO) != 0),
      due_ns_(begin_ns_ + (is_terminal_ ? render_interval_ns : report_ns)) {}

void Progress::count(const GameOutcome& outcome) {
    for (const SeatOutcome& seat : outcome.seats) {
        Standing& standing = standings_[static_cast<std::size_t>(seat.ai)];
        standing.share += seat.share;
        ++standing.games;
    }
}

double Progress::rate() const {
    const double seconds = static_cast<double>(monotonic_ns() - begin_ns_) / 1e9;
    return seconds > 0 ? static_cast<double>(done_ - before_) / seconds : 0;
}

std::string Progress::bar() const {
    const double share =
        planned_ > 0 ? static_cast<double>(done_) / static_cast<double>(planned_) : 1;
    const double speed = rate();
    const std::string left =
        speed > 0 ? duration_text(static_cast<double>(planned_ - done_) / speed) + " left" : "";
    std::string text = fmt::format(
        "{}/{} games, {:.1f} %, {:.1f} games/s, {}", done_, planned_, 100 * share, speed, left);
    if (is_terminal_) {
        constexpr int width = 30;
        const int full = std::clamp(static_cast<int>(share * width), 0, width);
        text = fmt::format("[{:#<{}}{:.<{}}] {}", "", full, "", width - full, text);
    }
    return text;
}

std::string Progress::standings() const {
    std::vector<std::size_t> order(names_.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto share = [&](std::size_t ai) {
        const Standing& standing = standings_[ai];
        return standing.games > 0 ? standing.share / static_cast<double>(standing.games) : -1;
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return share(a) > share(b);
    });
    order.resize(std::min(order.size(), max_standings));
    std::string text;
    for (const std::size_t ai : order) {
        const Standing& standing = standings_[ai];
        if (standing.games > 0) {
            text += fmt::format(
                "  {:5.1f} %  {:.6g}/{}  {}\n", 100 * share(ai), standing.share, standing.games,
                safe_text(names_[ai]));
        }
    }
    return text;
}

void Progress::render() {
    const std::int64_t now = monotonic_ns();
    if (now < due_ns_) {
        return;
    }
    due_ns_ = now + (is_terminal_ ? render_interval_ns : report_ns);
    if (!is_terminal_) {
        if (!is_quiet_) {
            print_message(bar() + (status_.empty() ? "\n" : "; " + safe_text(status_) + "\n"));
        }
        return;
    }
    clear();
    const std::string text =
        bar() + "\n" + (status_.empty() ? standings() : safe_text(status_) + "\n");
    print_message(text);
    lines_ = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

void Progress::clear() {
    if (lines_ > 0) {
        print_message(fmt::format("\x1b[{}A\x1b[J", lines_));
        lines_ = 0;
    }
}

void Progress::line(const std::string& text) {
    clear();
    print_message(safe_text(text) + "\n");
}

} // namespace referee
