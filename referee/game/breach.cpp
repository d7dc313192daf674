#include "game/breach.hpp"

#include "base/text.hpp"

#include <fmt/format.h>
#include <utility>

namespace referee {

std::string_view rule_of(Promise promise) {
    switch (promise) {
    case Promise::end:
        return "Every game ends by its rules, or is ranked at `max-turns`, whatever is answered.";
    case Promise::turn:
        return "`turn` grows with each `play`.";
    case Promise::simultaneous:
        return "Several seats move in one turn only with `simultaneous = yes`.";
    case Promise::files:
        return "State files and the lines of `match.dat` end with the end of a line and have no CR.";
    case Promise::frames:
        return "A frame is one line of JSON; a picture has no control characters.";
    case Promise::effects:
        return "There is an effect for each answer, in the order of the answers.";
    case Promise::faults:
        return "A fault that comes with an answer is the fault of its effect.";
    case Promise::reasons:
        return "A refused answer has a `reason`.";
    case Promise::ranks:
        return "An ending has a rank and a score for each seat, somebody has rank 1, and a `reason` "
               "says why the game is over.";
    case Promise::replay:
        return "An effect's `text`, answered again in the same state, has the same effect and leads "
               "to the same state and frame.";
    case Promise::fields:
        return "The same seed makes the same field, and a game doesn't change the next one on its "
               "field.";
    case Promise::offers:
        return "Every legal answer is offered, or has the effect of an offered one, or of several "
               "offered ones in turn.";
    case Promise::legal:
        return "A seat that moves is offered an answer, each once, and every offered one is legal; "
               "with slots every combination.";
    case Promise::deal:
        return "`deal` deals again everything that the seat doesn't know, and nothing else.";
    case Promise::secrets:
        return "Files, frames, choices, reasons, comments, endings and pages tell a seat only what "
               "it knows; what a comment, a reason or a step tells, its frame after the turn tells, too.";
    case Promise::reply:
        return "A reply has the form in \"Messages\" and depends on its request alone.";
    case Promise::page:
        return "README.md names every state file and parameter in backticks, and its \"In short\" "
               "and marked blocks fit game.ini.";
    }
    return "";
}

std::vector<Effect>
apply_given(Position& position, std::span<const GivenAnswer> answers, const StepWatcher& watcher) {
    std::vector<Answer> all;
    for (const GivenAnswer& answer : answers) {
        all.push_back({answer.seat, answer.fault, answer.text});
    }
    return position.apply(all, watcher);
}

Breach breach_of_game(Promise promise, std::string what) {
    return {promise, std::move(what), -1, everybody, {}};
}

Breach breach_of_view(
    Promise promise, std::string what, const Position& position, Seat seat,
    std::vector<std::string> more) {
    return {promise, std::move(what), position.turn(), seat, std::move(more), position.clone(), {}};
}

Breach breach_of_answer(
    Promise promise, std::string what, std::shared_ptr<const Position> before,
    std::vector<GivenAnswer> given, std::size_t index, const std::vector<std::string>& more,
    const GivenAnswer* first) {
    const GivenAnswer& answer = given.at(index);
    std::vector<std::string> lines{"answer: " + shown_answer(first == nullptr ? answer : *first)};
    lines.insert(lines.end(), more.begin(), more.end());
    const int turn = before->turn();
    const Seat seat = answer.seat;
    return {promise,           std::move(what), turn, seat, std::move(lines),
            std::move(before), std::move(given)};
}

Breach breach_of_turn(
    Promise promise, std::string what, std::shared_ptr<const Position> before,
    std::vector<GivenAnswer> given, Seat viewer, const std::vector<std::string>& more) {
    std::vector<std::string> lines;
    for (const GivenAnswer& answer : given) {
        lines.push_back(fmt::format("answer of seat {}: {}", answer.seat, shown_answer(answer)));
    }
    lines.insert(lines.end(), more.begin(), more.end());
    const int turn = before->turn();
    return {promise,           std::move(what), turn, viewer, std::move(lines),
            std::move(before), std::move(given)};
}

std::string place_of(const Breach& breach) {
    return breach.turn < 0            ? ""
           : breach.seat == everybody ? fmt::format("turn {}, everybody", breach.turn)
                                      : fmt::format("turn {}, seat {}", breach.turn, breach.seat);
}

std::string line_of(const Breach& breach) {
    std::string line = place_of(breach);
    line += (line.empty() ? "" : ": ") + breach.what;
    for (const std::string& more : breach.more) {
        line += "; " + more;
    }
    return line;
}

bool Breaches::add(Breach breach) {
    const auto key = std::make_pair(breach.promise, breach.what);
    return found_.try_emplace(key, std::move(breach)).second;
}

std::vector<Breach> Breaches::all() const {
    std::vector<Breach> breaches;
    for (const auto& [key, breach] : found_) {
        breaches.push_back(breach);
    }
    return breaches;
}

std::string shown_answer(const GivenAnswer& answer) {
    return answer.fault != Fault::none ? std::string(name_of(answer.fault))
                                       : fmt::format("'{}'", printable(answer.text, 100));
}

std::string shown_effect(const Effect& effect) {
    std::string text = effect.fault == Fault::none ? "" : fmt::format("{} ", name_of(effect.fault));
    text += fmt::format("'{}'", printable(effect.text, 100));
    if (!effect.reason.empty()) {
        text += fmt::format(" ({})", printable(effect.reason, 100));
    }
    if (!effect.comment.empty()) {
        text += fmt::format(", comment '{}'", printable(effect.comment, 100));
    }
    return text;
}

} // namespace referee
