#include "cli/play_reporter.hpp"

#include "advice/advice.hpp"
#include "advice/printed_error.hpp"
#include "base/text.hpp"
#include "cli/match_report.hpp"
#include "os/clock.hpp"
#include "os/output.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace referee {
namespace {

std::chrono::milliseconds delay_of(const Arguments& arguments) {
    return arguments.delay(
        "delay", std::chrono::milliseconds(::isatty(STDOUT_FILENO) != 0 ? 300 : 0));
}

/// Without the numbers of processes and addresses, which change although the error is the same:
/// Rust's "thread 'main' (4711)", a sanitizer's "==4711==", 0x7ffc12. Lines of sources stay. By
/// hand, because std::regex needs stack in proportion to what an AI prints.
std::string without_numbers(std::string_view text) {
    constexpr std::array<std::string_view, 3> openings{"(", "==", "0x"};
    std::string same;
    while (!text.empty()) {
        const auto* const opening = std::ranges::find_if(
            openings, [&](std::string_view each) { return text.starts_with(each); });
        const std::size_t length = opening == openings.end() ? 1 : opening->size();
        same += text.substr(0, length);
        text.remove_prefix(length);
        if (opening != openings.end()) {
            text.remove_prefix(std::min(text.find_first_not_of("0123456789abcdef"), text.size()));
        }
    }
    return same;
}

} // namespace

TurnLine::TurnLine(bool is_wanted) : is_wanted_(is_wanted && ::isatty(STDERR_FILENO) != 0) {}

void TurnLine::begin() {
    due_ns_ = monotonic_ns() + 2 * second_ns;
}

void TurnLine::show(int game, int turn) {
    const std::int64_t now = monotonic_ns();
    if (is_wanted_ && now >= due_ns_) {
        print_message(fmt::format("\r\033[Kgame {}, turn {}", game, turn));
        due_ns_ = now + second_ns / 4;
        is_shown_ = true;
    }
}

void TurnLine::clear() {
    if (is_shown_) {
        print_message("\r\033[K");
        is_shown_ = false;
    }
}

PlayReporter::PlayReporter(
    const Arguments& arguments, const LoadedField& field, const std::vector<Contestant>& ais,
    const MatchConfig& config, const Match& match)
    : field_(field), ais_(ais), config_(config), match_(match), is_quiet_(arguments.has("json")),
      shows_(arguments.has("show") && !is_quiet_),
      withholds_(
          field.game->info().hidden &&
          std::any_of(ais.begin(), ais.end(), [](const Contestant& ai) { return ai.is_human; })),
      screen_(delay_of(arguments)), turn_line_(!is_quiet_ && !shows_) {}

GameWatcher PlayReporter::watcher_for(int game) {
    GameWatcher watcher;
    if (shows_) {
        watcher.step = [this, game](const Position& position) {
            screen_.show(title_of(game), position);
        };
    }
    if (turn_line_.is_wanted()) {
        turn_line_.begin();
        watcher.step = [this, game](const Position& position) {
            turn_line_.show(game + 1, position.turn());
        };
    }
    if (!is_quiet_) {
        watcher.fault = [this, game](const FaultNote& note) { report(note, game); };
    }
    return watcher;
}

void PlayReporter::finished(const GameResult& result, int game) {
    screen_.keep();
    turn_line_.clear();
    if (!is_quiet_) {
        print_now(game_line(result, game + 1, ais_, field_.teams()) + "\n");
    }
}

void PlayReporter::report(const FaultNote& note, int game) {
    const int index = match_.seats_of(game)[note.seat - 1];
    const bool withholds = withholds_ && !ais_[index].is_human;
    if (withholds) {
        tell_kind(note, game, index);
    }
    if (reported_[{index, note.fault}] >= max_reported_faults) {
        return; // an AI that prints something new each time must not fill our memory
    }
    const int same = ++same_[{index, note.fault, note.reason, without_numbers(note.printed)}];
    if (same == 2) {
        say(fmt::format(
                "game {}, {}: {}: {}: the same again (further ones are counted but not shown)\n",
                game + 1, moment_of(note), safe_text(ais_[index].name), kind_of(note)),
            withholds);
    }
    if (same > 1) {
        return;
    }
    const int reported = ++reported_[{index, note.fault}];
    const FaultScene scene{note, ais_[index], field_.game->info(), config_};
    // Later ones have what the AI itself says, unless it has said it before.
    std::vector<std::string> advice = reported == 1 ? advice_on(scene) : hints_in(note.printed);
    if (ais_[index].is_human) {
        advice.clear(); // what an AI may do with its time and files says nothing to a person
    }
    std::erase_if(advice, [&](const std::string& each) {
        const bool is_new = advised_.emplace(index, each).second;
        return reported > 1 && !is_new;
    });
    say(fault_lines(note, game + 1, ais_[index], advice), withholds);
    if (reported == max_reported_faults) {
        say(fmt::format(
                "(further {} of {} are counted but not shown)\n", kinds_of(note.fault),
                safe_text(ais_[index].name)),
            withholds);
    }
}

/// All that a person may know at once, twice at most: not even whether it wrote the same again.
void PlayReporter::tell_kind(const FaultNote& note, int game, int index) {
    const int told = ++told_[{index, note.fault}];
    if (told <= 2) {
        say(fmt::format(
                "game {}, {}: {}: {}{}\n", game + 1, moment_of(note), safe_text(ais_[index].name),
                kind_of(note),
                told == 2          ? ", again (further ones aren't shown now)"
                : told_.size() > 1 ? ""
                                   : " (what it wrote is shown after the match: a person plays)"),
            false);
    }
}

void PlayReporter::say(const std::string& text, bool withholds) {
    if (withholds) {
        withheld_ += text;
        return;
    }
    screen_.keep();
    turn_line_.clear();
    print_now(text);
}

void PlayReporter::tell_withheld() {
    if (!withheld_.empty()) {
        say("\n" + std::exchange(withheld_, {}), false);
    }
}

std::string PlayReporter::title_of(int game) const {
    std::string title = fmt::format("game {}:", game + 1);
    int seat = 0;
    for (const int index : match_.seats_of(game)) {
        title += fmt::format(" seat {} {}", ++seat, safe_text(ais_[index].name));
    }
    return title;
}

} // namespace referee
