#include "tournament/play/tournament.hpp"

#include "ai/of_contestant.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "match/match.hpp"
#include "os/interrupt.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee {

namespace {

/// A worker gets the next game in advance if games are shorter than this, so that it doesn't wait
/// while the last one is stored.
constexpr double short_game_seconds = 0.1;

/// True if an AI has a fault that a signal may have caused: it died, cleaned up and exited, was too
/// slow for that, or was interrupted while writing. Only a well-formed answer is certainly the AI's
/// own.
bool may_be_interrupted(const GameOutcome& outcome) {
    for (const SeatOutcome& seat : outcome.seats) {
        for (std::size_t fault = 0; fault < seat.faults.size(); ++fault) {
            if (seat.faults[fault] > 0 && static_cast<Fault>(fault) != Fault::illegal) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

Tournament::Tournament(
    const TournamentConfig& config, Book& book, TournamentWorkers& workers, Progress& progress)
    : Tournament(config, book, workers, progress, make_plan(config.plan), nullptr) {}

Tournament::Tournament(
    const TournamentConfig& config, Book& book, TournamentWorkers& workers, Progress& progress,
    std::unique_ptr<Plan> plan, Attendant* attendant)
    : config_(config), book_(book), workers_(workers), progress_(progress),
      queue_(config, book, progress, std::move(plan)), playing_(workers.size()),
      has_job_(workers.size()), attendant_(attendant) {}

void Tournament::run() {
    try {
        while (hand_out()) {
            take_events();
        }
    } catch (const UserError&) {
        accept_all_held_back();
        throw;
    } catch (const InternalError&) {
        accept_all_held_back();
        throw;
    }
    require_none_broken();
}

bool Tournament::hand_out() {
    if (attendant_ != nullptr) {
        attendant_->attend();
    }
    give_out();
    return !is_over();
}

void Tournament::require_none_broken() const {
    if (broken_count_ > 0) {
        throw EnvironmentError(fmt::format(
            "{} could not be finished, because the rules of the game failed; correct them, then run "
            "the same command with --changed replay",
            counted(broken_count_, "game")));
    }
}

/// True if no worker plays a game.
bool Tournament::is_idle() const {
    return std::all_of(
        playing_.begin(), playing_.end(), [](const auto& games) { return games.empty(); });
}

bool Tournament::is_over() const {
    const bool has_job = std::find(has_job_.begin(), has_job_.end(), true) != has_job_.end();
    return is_idle() && !has_job && held_back_.empty() && voided_.empty() &&
           (attendant_ == nullptr || attendant_->is_done());
}

void Tournament::take_events() {
    const int other = attendant_ == nullptr ? -1 : attendant_->descriptor();
    for (const std::size_t worker : workers_.wait(due_ns(), other)) {
        take(worker);
    }
    accept_held_back();
    progress_.render();
}

std::size_t Tournament::games_ahead() const {
    const double rate = progress_.rate();
    const double seconds = rate > 0 ? static_cast<double>(workers_.size()) / rate : 1;
    return seconds < short_game_seconds ? 2 : 1;
}

void Tournament::give_out() {
    const std::size_t max = games_ahead();
    std::vector<std::size_t> free;
    for (std::size_t worker = 0; worker < playing_.size(); ++worker) {
        if (!is_busy(worker)) {
            free.push_back(worker);
        }
    }
    // Every worker gets one before any gets two.
    for (std::size_t have = 0; have < max; ++have) {
        for (const std::size_t worker : free) {
            if (playing_[worker].size() > have) {
                continue;
            }
            const std::optional<GameToPlay> game = next_game();
            if (!game) {
                return;
            }
            workers_.send(worker, *game);
            playing_[worker].push_back(*game);
        }
    }
}

/// True if the attendant keeps this worker from getting games.
bool Tournament::is_busy(std::size_t worker) {
    if (attendant_ == nullptr || has_job_[worker] || !attendant_->wants(worker)) {
        return has_job_[worker];
    }
    if (!playing_[worker].empty()) {
        return true;
    }
    has_job_[worker] = attendant_->occupy(worker);
    return has_job_[worker];
}

void Tournament::take(std::size_t worker) {
    WorkerMessage message = workers_.receive(worker);
    switch (message.kind) {
    case WorkerMessage::Kind::played:
        played(worker, message);
        break;
    case WorkerMessage::Kind::job:
        has_job_[worker] = false;
        attendant_->job_done(worker, message.text);
        break;
    case WorkerMessage::Kind::note:
        progress_.line("note: " + message.text);
        break;
    case WorkerMessage::Kind::broken_game:
        take_broken_game(worker, message.text);
        break;
    case WorkerMessage::Kind::full_disk:
        take_full_disk(worker, message.text);
        break;
    case WorkerMessage::Kind::user_error:
    case WorkerMessage::Kind::environment_error:
    case WorkerMessage::Kind::internal_error:
    case WorkerMessage::Kind::gone:
        take_failure(worker, message);
        break;
    }
}

void Tournament::played(std::size_t worker, WorkerMessage& message) {
    if (!take_game(worker, message.outcome.index)) {
        progress_.line(fmt::format(
            "note: a second report of game {} doesn't count", message.outcome.index + 1));
        return;
    }
    may_play_voided_ = true;
    broken_in_row_ = 0;
    if (!message.outcome.record.empty()) {
        message.outcome.record = config_.records + "/" + message.outcome.record;
    }
    if (may_be_interrupted(message.outcome)) {
        held_back_.emplace_back(workers_.now_ns() + own_signal_ns, message);
    } else {
        accept(message);
    }
}

/// Takes the game off the worker's list; false if it isn't there. Then it has been taken before, or
/// given up.
bool Tournament::take_game(std::size_t worker, std::int64_t index) {
    std::deque<GameToPlay>& games = playing_[worker];
    const auto found = std::find_if(
        games.begin(), games.end(), [&](const GameToPlay& game) { return game.index == index; });
    if (found == games.end()) {
        return false;
    }
    games.erase(found);
    return true;
}

/// The rules are a program and have failed. Nobody gets a point; the match stays open.
void Tournament::take_broken_game(std::size_t worker, const std::string& why) {
    constexpr int max_broken = 3;
    const GameToPlay game = playing_[worker].front();
    playing_[worker].pop_front();
    abandon(game.match);
    std::string_view rest = why;
    for (std::string head = fmt::format("game {} is broken: ", game.index + 1); !rest.empty();
         head.clear()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        progress_.line(head + std::string(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    ++broken_count_;
    if (++broken_in_row_ == max_broken) {
        throw EnvironmentError(fmt::format(
            "stopped after {} broken games in a row, which don't count; correct the rules, then "
            "run the same command with --changed replay",
            max_broken));
    }
    if (attendant_ != nullptr) {
        attendant_->rules_failed(game);
    }
}

/// The disk was full, and no AI of the game had filled it: the game doesn't count. It is played
/// again when another game has ended, whose AIs may have used the space, or at once if none is
/// being played.
void Tournament::take_full_disk(std::size_t worker, const std::string& why) {
    const GameToPlay game = playing_[worker].front();
    playing_[worker].pop_front();
    if (queue_.is_abandoned(game.match)) {
        return;
    }
    if (++full_disks_[game.index] < max_full_disks) {
        progress_.line(
            fmt::format("game {} doesn't count and is played again: {}", game.index + 1, why));
        voided_.push_back(game);
        may_play_voided_ = false;
        return;
    }
    if (attendant_ == nullptr) {
        throw EnvironmentError(fmt::format(
            "stopped, because the disk was full {} times in game {}: {}; then run the same command "
            "again to resume",
            max_full_disks, game.index + 1, why));
    }
    full_disks_.erase(game.index);
    std::vector<GameToPlay> games{game};
    games.insert(games.end(), playing_[worker].begin(), playing_[worker].end());
    give_up(worker, games, {why});
}

/// No further games of the match are given out.
void Tournament::abandon(std::int64_t match) {
    queue_.abandon(match);
    std::erase_if(voided_, [match](const GameToPlay& game) { return game.match == match; });
}

/// An attendant continues without these games, with a new worker.
void Tournament::give_up(
    std::size_t worker, const std::vector<GameToPlay>& games, const WorkerFailure& failure) {
    playing_[worker].clear();
    for (const GameToPlay& game : games) {
        abandon(game.match);
    }
    attendant_->failed(worker, games, failure);
}

/// The next game for a worker: first those that didn't count, when they may be played again.
std::optional<GameToPlay> Tournament::next_game() {
    if (!voided_.empty() && (may_play_voided_ || is_idle())) {
        const GameToPlay game = voided_.front();
        voided_.pop_front();
        return game;
    }
    return queue_.next();
}

/// A worker has ended. An attendant may continue without the worker's games; a match with a game
/// that can't be played stays open, and its other games are stored.
void Tournament::take_failure(std::size_t worker, const WorkerMessage& message) {
    const bool is_users = message.kind == WorkerMessage::Kind::user_error;
    if (!is_users) {
        workers_.await_own_signal(); // a signal may have caused it
    }
    const std::string why =
        message.kind == WorkerMessage::Kind::gone
            ? "a worker has died (killed, or out of memory); run the same command again to resume"
            : message.text;
    const WorkerFailure failure{
        why, message.no_room_for, message.contestant,
        message.kind == WorkerMessage::Kind::internal_error};
    if (attendant_ == nullptr) {
        if (is_users && !failure.contestant.empty()) {
            throw OfContestant<UserError>(failure.contestant, why);
        }
        if (is_users) {
            throw UserError(why);
        }
        if (failure.is_ours) {
            throw InternalError(why);
        }
        throw EnvironmentError(why);
    }
    if (has_job_[worker]) {
        has_job_[worker] = false;
        attendant_->job_failed(worker, failure);
        return;
    }
    give_up(worker, {playing_[worker].begin(), playing_[worker].end()}, failure);
}

void Tournament::accept(const WorkerMessage& message) {
    finish(message.outcome);
    report_faults(message);
}

/// Stores games that were held back long enough. A signal to all processes reaches AIs, keepers,
/// workers and us in any order. Had one killed an AI of these games, we would have received it by
/// now.
void Tournament::accept_held_back() {
    while (!held_back_.empty() && held_back_.front().first <= workers_.now_ns()) {
        workers_.throw_if_interrupted();
        accept(held_back_.front().second);
        held_back_.pop_front();
    }
}

/// Before an error ends the tournament: stores the games that are held back, unless a signal comes
/// that may have caused both. If that fails, too, the first error says more.
void Tournament::accept_all_held_back() {
    if (held_back_.empty()) {
        return;
    }
    try {
        if (held_back_.back().first > workers_.now_ns()) {
            workers_.await_own_signal();
        }
        accept_held_back();
    } catch (const InternalError& problem) {
        progress_.line(fmt::format(
            "note: {} could not be stored: {}", counted(held_back_.size(), "finished game"),
            problem.what()));
    }
}

/// When to wake up even without a message from a worker.
std::int64_t Tournament::due_ns() const {
    std::int64_t due = progress_.due_ns();
    if (attendant_ != nullptr) {
        due = std::min(due, attendant_->due_ns());
    }
    return held_back_.empty() ? due : std::min(due, held_back_.front().first);
}

void Tournament::finish(const GameOutcome& outcome) {
    book_.add(outcome);
    if (attendant_ != nullptr) {
        attendant_->stored(outcome);
    }
    progress_.finished();
    if (!config_.match_decides) {
        progress_.count(outcome);
    }
    for (const GameOutcome& game : queue_.finished(outcome)) {
        if (config_.match_decides) {
            progress_.count(game);
        }
    }
}

void Tournament::report_faults(const WorkerMessage& message) {
    for (const FaultSummary& fault : message.faults) {
        const int reported = ++reported_[{fault.ai, fault.fault}];
        if (reported <= max_reported_faults) {
            progress_.line(fault.text);
        }
        if (reported == max_reported_faults) {
            progress_.line(fmt::format(
                "(further {} of this AI are counted but not shown)", kinds_of(fault.fault)));
        }
    }
}

} // namespace referee
