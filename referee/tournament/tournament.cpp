#include "tournament/tournament.hpp"

#include "error.hpp"
#include "match/match.hpp"
#include "process/interrupt.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee {
namespace {

/// The number of games looked up in the store at a time: a large plan must not be held in memory.
constexpr std::int64_t chunk = 4096;

/// Shorter games are handed out one ahead, so that a worker doesn't wait while the last one is
/// stored.
constexpr double short_game_seconds = 0.1;

/// True if an AI has a fault that a signal may have caused: it died, cleaned up and exited, was too
/// slow for that, or was interrupted while writing. Only a well-formed answer is certainly its own.
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

std::vector<std::vector<int>> share_cores(const std::vector<int>& cores, int jobs, bool at_once) {
    const std::size_t each =
        at_once ? std::max<std::size_t>(1, cores.size() / static_cast<std::size_t>(jobs)) : 1;
    std::vector<std::vector<int>> shares;
    for (int job = 0; job < jobs; ++job) {
        std::vector<int> share;
        for (std::size_t i = 0; i < each; ++i) {
            share.push_back(cores[(static_cast<std::size_t>(job) * each + i) % cores.size()]);
        }
        shares.push_back(share);
    }
    return shares;
}

Tournament::Tournament(
    const TournamentConfig& config, Store& store, WorkerPool& pool, Progress& progress)
    : Tournament(config, store, pool, progress, make_plan(config.plan), nullptr) {}

Tournament::Tournament(
    const TournamentConfig& config, Store& store, WorkerPool& pool, Progress& progress,
    std::unique_ptr<Plan> plan, Attendant* attendant)
    : config_(config), store_(store), pool_(pool), progress_(progress), plan_(std::move(plan)),
      rotations_(seat_plan(config.plan.seats, config.seat_orders)), playing_(pool.size()),
      has_job_(pool.size()), attendant_(attendant) {
    if (config.sprt) {
        sprt_.emplace(*config.sprt);
    }
    if (plan_->depends_on_results() && store.has_set_aside()) {
        set_aside_.emplace(store, rotations_);
    }
}

void Tournament::run() {
    while (true) {
        if (attendant_ != nullptr) {
            attendant_->attend();
        }
        give_out();
        if (is_over()) {
            return;
        }
        await_events();
        accept_held_back();
        progress_.render();
    }
}

bool Tournament::is_over() const {
    const bool is_idle = std::all_of(
        playing_.begin(), playing_.end(), [](const auto& games) { return games.empty(); });
    const bool has_job = std::find(has_job_.begin(), has_job_.end(), true) != has_job_.end();
    return is_idle && !has_job && held_back_.empty() &&
           (attendant_ == nullptr || attendant_->is_done());
}

/// Waits for messages of workers, and takes them.
void Tournament::await_events() {
    std::vector<pollfd> events;
    for (std::size_t i = 0; i < pool_.size(); ++i) {
        events.push_back({pool_.descriptor(i), POLLIN, 0});
    }
    if (attendant_ != nullptr) {
        events.push_back({attendant_->descriptor(), POLLIN, 0});
    }
    wait_for(events.data(), static_cast<unsigned>(events.size()), due_ns());
    throw_if_interrupted();
    for (std::size_t i = 0; i < pool_.size(); ++i) {
        if (events[i].revents != 0) {
            take(i);
        }
    }
}

std::size_t Tournament::games_ahead() const {
    const double rate = progress_.rate();
    const double seconds = rate > 0 ? static_cast<double>(pool_.size()) / rate : 1;
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
            pool_.send(worker, *game);
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

std::optional<GameToPlay> Tournament::next_game() {
    // Opening a match whose games are all stored may decide the SPRT.
    const auto is_decided = [this] { return sprt_ && sprt_->decision() != SprtDecision::none; };
    while (waiting_.empty() && !is_decided()) {
        if (!open_next_match()) {
            return std::nullopt;
        }
    }
    if (is_decided()) {
        return std::nullopt;
    }
    const GameToPlay game = waiting_.front();
    waiting_.pop_front();
    return game;
}

bool Tournament::has_ais_of(
    const GameOutcome& outcome, const OpenMatch& match, int rotation) const {
    const std::vector<int>& places = rotations_[static_cast<std::size_t>(rotation)];
    return std::equal(
        outcome.seats.begin(), outcome.seats.end(), places.begin(), places.end(),
        [&](const SeatOutcome& seat, int place) {
            return seat.ai == match.planned.group[static_cast<std::size_t>(place)];
        });
}

/// Opens the next match of the plan; false if there is none (yet).
bool Tournament::open_next_match() {
    OpenMatch match;
    const Plan::Step step = plan_->next(match.planned);
    if (plan_->depends_on_results()) {
        progress_.plan(plan_->expected() * static_cast<std::int64_t>(rotations_.size()));
    }
    if (step != Plan::Step::match) {
        return false;
    }
    if (match.planned.index % config_.shards != config_.shard % config_.shards) {
        return true;
    }
    const auto games = static_cast<int>(rotations_.size());
    const std::int64_t first = game_index(match.planned.index, games, 0);
    if (plan_->depends_on_results()) {
        // The next match is unknown in advance, and games set aside may belong to it.
        if (set_aside_) {
            set_aside_->adopt(match.planned);
        }
        known_ = store_.games_between(first, first + games);
    } else if (first >= known_end_) {
        known_end_ = first + std::max<std::int64_t>(chunk / games, 1) * games;
        known_ = store_.games_between(first, known_end_);
    }
    const auto known = std::lower_bound(known_.begin(), known_.end(), first);
    const auto end = std::lower_bound(known_.begin(), known_.end(), first + games);
    const bool needs_results = plan_->depends_on_results() || sprt_;
    if (end - known == games && !needs_results) {
        return true;
    }
    if (end != known) {
        read_finished(match);
    }
    queue_missing(match);
    if (static_cast<int>(match.done.size()) == games) {
        close(match);
    } else {
        open_.emplace(match.planned.index, std::move(match));
    }
    return true;
}

/// Reads the games of a match that are stored.
void Tournament::read_finished(OpenMatch& match) const {
    const auto games = static_cast<int>(rotations_.size());
    const std::int64_t first = game_index(match.planned.index, games, 0);
    store_.for_each(first, first + games, [&](const GameOutcome& outcome) {
        const auto rotation = static_cast<int>(outcome.index - first);
        if (outcome.field != match.planned.field || !has_ais_of(outcome, match, rotation)) {
            refuse_damaged(
                store_.path(),
                fmt::format(
                    "game {} was played by other AIs than planned, or on another field",
                    outcome.index + 1));
        }
        match.done.emplace(rotation, outcome);
    });
}

/// Queues the games of a match that are still to be played.
void Tournament::queue_missing(const OpenMatch& match) {
    const auto games = static_cast<int>(rotations_.size());
    for (int rotation = 0; rotation < games; ++rotation) {
        if (match.done.contains(rotation)) {
            continue;
        }
        GameToPlay game;
        game.index = game_index(match.planned.index, games, rotation);
        game.match = match.planned.index;
        game.field = match.planned.field;
        game.generation = store_.tournament().generation;
        const std::vector<int> seating =
            seating_of(match.planned, rotations_[static_cast<std::size_t>(rotation)]);
        std::copy(seating.begin(), seating.end(), game.ais.begin());
        for (std::size_t place = 0; place < match.planned.values.size(); ++place) {
            const std::vector<double>& values = match.planned.values[place];
            const auto ai = static_cast<std::size_t>(match.planned.group[place]);
            if (!values.empty()) {
                game.parameters = static_cast<std::int32_t>(values.size());
                std::copy(values.begin(), values.end(), game.values.at(ai).begin());
            }
        }
        waiting_.push_back(game);
    }
}

/// Closes a match whose games are all finished.
std::vector<GameOutcome> Tournament::close(const OpenMatch& match) {
    std::vector<GameOutcome> games;
    for (const auto& [rotation, outcome] : match.done) {
        games.push_back(outcome);
    }
    const MatchSums sums = sums_of_match(match.planned, games, config_.match_decides);
    plan_->finished(match.planned, sums.points, sums.scores);
    progress_.status(plan_->status());
    if (sprt_) {
        // The AI given first, which need not be the first of the group.
        sprt_->add(match.planned.index, pair_points(games, 0));
    }
    return games;
}

void Tournament::take(std::size_t worker) {
    WorkerMessage message = pool_.receive(worker);
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
    case WorkerMessage::Kind::user_error:
    case WorkerMessage::Kind::internal_error:
    case WorkerMessage::Kind::gone:
        take_failure(worker, message);
        break;
    }
}

void Tournament::played(std::size_t worker, WorkerMessage& message) {
    playing_[worker].pop_front(); // a worker plays its games one after the other
    if (!message.outcome.record.empty()) {
        message.outcome.record = config_.records + "/" + message.outcome.record;
    }
    if (may_be_interrupted(message.outcome)) {
        held_back_.emplace_back(monotonic_ns() + own_signal_ns, message);
    } else {
        accept(message);
    }
}

/// A worker has ended. An attendant may go on without the games that it had; a match of which a
/// game can't be played stays open, and its other games are stored.
void Tournament::take_failure(std::size_t worker, const WorkerMessage& message) {
    const bool is_users = message.kind == WorkerMessage::Kind::user_error;
    if (!is_users) {
        await_own_signal(); // a signal may have caused it
    }
    const std::string why =
        message.kind == WorkerMessage::Kind::gone
            ? "a worker has died (killed, or out of memory); run the same command again to resume"
            : message.text;
    if (attendant_ == nullptr) {
        if (is_users) {
            throw UserError(why);
        }
        throw InternalError(why);
    }
    if (has_job_[worker]) {
        has_job_[worker] = false;
        attendant_->job_done(worker, "");
        return;
    }
    std::vector<GameToPlay> games(playing_[worker].begin(), playing_[worker].end());
    playing_[worker].clear();
    for (std::size_t i = 0; i < games.size(); ++i) {
        const std::int64_t match = games[i].match;
        open_.at(match).is_abandoned = true;
        for (auto at = waiting_.begin(); at != waiting_.end();) {
            at = at->match == match ? waiting_.erase(at) : at + 1;
        }
    }
    attendant_->failed(worker, games, why);
}

void Tournament::accept(const WorkerMessage& message) {
    finish(message.outcome);
    report_faults(message);
}

/// Stores games that were held back long enough. A signal to all processes reaches AIs, keepers,
/// workers and us in any order. Had one killed an AI of these games, we would have received it by
/// now.
void Tournament::accept_held_back() {
    while (!held_back_.empty() && held_back_.front().first <= monotonic_ns()) {
        throw_if_interrupted();
        accept(held_back_.front().second);
        held_back_.pop_front();
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
    store_.add(outcome);
    if (attendant_ != nullptr) {
        attendant_->stored(outcome);
    }
    progress_.finished();
    if (!config_.match_decides) {
        progress_.count(outcome);
    }
    const auto at = open_.find(outcome.match);
    const auto games = static_cast<std::int64_t>(rotations_.size());
    OpenMatch& match = at->second;
    match.done.emplace(static_cast<int>(outcome.index % games), outcome);
    if (static_cast<std::int64_t>(match.done.size()) == games && !match.is_abandoned) {
        for (const GameOutcome& game : close(match)) {
            if (config_.match_decides) {
                progress_.count(game);
            }
        }
        open_.erase(at);
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
