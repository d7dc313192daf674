#include "match/people.hpp"

#include "ai/contestant.hpp"
#include "base/error.hpp"
#include "game/legal_answers.hpp"
#include "os/interrupt.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace referee {

People::People(std::chrono::milliseconds limit, std::function<std::int64_t()> now_ns)
    : limit_(limit), now_ns_(std::move(now_ns)), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!wake_) {
        fail("making an eventfd");
    }
}

void People::notify() const {
    if (on_change) {
        on_change();
    }
}

void People::ask(
    const Contestant& person, int game, int turn, int played, Seat seat, LegalAnswers legal) {
    {
        const std::lock_guard lock(mutex_);
        Asked& asked = asked_[seat];
        asked = {};
        const std::int64_t now = now_ns_();
        asked.question = {
            .number = ++count_,
            .person = &person,
            .game = game,
            .turn = turn,
            .played = played,
            .seat = seat,
            .legal = std::move(legal),
            .asked_ns = now,
            .deadline_ns = limit_.count() == 0 ? -1 : now + limit_.count(),
            .is_answered = false};
    }
    notify();
}

/// Removes and returns the question, if it is answered or its time is up.
std::optional<People::Asked> People::take_if_done(Seat seat) {
    const std::lock_guard lock(mutex_);
    const auto at = asked_.find(seat);
    const Question& question = at->second.question;
    const bool is_late = question.deadline_ns >= 0 && now_ns_() >= question.deadline_ns;
    if (!question.is_answered && !is_late) {
        return std::nullopt;
    }
    Asked asked = std::move(at->second);
    asked_.erase(at);
    return asked;
}

Run People::await(Seat seat) {
    std::optional<Asked> asked;
    while (!(asked = take_if_done(seat))) {
        const std::int64_t deadline = [&] {
            const std::lock_guard lock(mutex_);
            return asked_.at(seat).question.deadline_ns;
        }();
        pollfd event{wake_.get(), POLLIN, 0};
        if (wait_for(&event, 1, deadline) > 0) {
            std::uint64_t answers = 0;
            // This only empties it; asked_ has the seats that answered.
            [[maybe_unused]] const ssize_t got = ::read(wake_.get(), &answers, sizeof answers);
            notify();
        }
    }
    notify();
    Run run;
    const Question& question = asked->question;
    if (question.is_answered) {
        run.text = std::move(asked->text);
        run.use.wall_ns = asked->answered_ns - question.asked_ns;
    } else {
        run.fault = Fault::timeout;
        run.reason =
            fmt::format("no answer after {:.3g} s", std::chrono::duration<double>(limit_).count());
        run.use.wall_ns = limit_.count();
    }
    return run;
}

std::vector<Question> People::questions() const {
    const std::lock_guard lock(mutex_);
    std::vector<Question> questions;
    for (const auto& [seat, asked] : asked_) {
        questions.push_back(asked.question);
    }
    return questions;
}

std::string People::answer(
    const Contestant& person, std::int64_t number, const std::vector<std::string>& choices) {
    std::string refusal = take(person, number, choices);
    if (refusal.empty()) {
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t put = ::write(wake_.get(), &one, sizeof one);
    }
    return refusal;
}

std::string People::take(
    const Contestant& person, std::int64_t number, const std::vector<std::string>& choices) {
    const std::lock_guard lock(mutex_);
    const auto at = std::find_if(asked_.begin(), asked_.end(), [&](const auto& entry) {
        const Question& question = entry.second.question;
        return question.number == number && question.person == &person;
    });
    if (at == asked_.end()) {
        return "that turn is over";
    }
    Asked& asked = at->second;
    Question& question = asked.question;
    const std::int64_t now = now_ns_();
    if (question.is_answered) {
        return "this turn has already been answered";
    }
    if (question.deadline_ns >= 0 && now >= question.deadline_ns) {
        return "the time for this turn is up";
    }
    const LegalAnswers& legal = question.legal;
    if (std::string refusal = refusal_of(legal, choices); !refusal.empty()) {
        return refusal;
    }
    asked.text = fmt::format("{}", fmt::join(choices, " "));
    asked.answered_ns = now;
    question.is_answered = true;
    return "";
}

void PersonPlayer::start(const RunRequest& request) {
    asked_ = request.seat;
    people_.ask(
        person_, request.game, request.turn, request.played, request.seat,
        request.position->legal_answers(request.seat));
}

Run PersonPlayer::finish(bool /*reads_result*/) {
    return people_.await(asked_);
}

} // namespace referee
