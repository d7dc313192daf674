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
    : config_(config), store_(store), pool_(pool), progress_(progress),
      plan_(make_plan(config.plan)), rotations_(seat_plan(config.plan.seats, config.seat_orders)),
      playing_(pool.size()) {
    if (config.sprt) {
        sprt_.emplace(*config.sprt);
    }
    if (plan_->depends_on_results() && store.has_set_aside()) {
        set_aside_.emplace(store, rotations_);
    }
}

void Tournament::run() {
    while (true) {
        give_out();
        std::vector<pollfd> events;
        for (std::size_t i = 0; i < pool_.size(); ++i) {
            events.push_back({pool_.descriptor(i), POLLIN, 0});
        }
        const bool is_idle = std::all_of(
            playing_.begin(), playing_.end(), [](std::size_t games) { return games == 0; });
        if (is_idle && held_back_.empty()) {
            return;
        }
        wait_for(events.data(), static_cast<unsigned>(events.size()), due_ns());
        throw_if_interrupted();
        for (std::size_t i = 0; i < events.size(); ++i) {
            if (events[i].revents != 0) {
                take(i);
            }
        }
        accept_held_back();
        progress_.render();
    }
}

std::size_t Tournament::games_ahead() const {
    const double rate = progress_.rate();
    const double seconds = rate > 0 ? static_cast<double>(pool_.size()) / rate : 1;
    return seconds < short_game_seconds ? 2 : 1;
}

void Tournament::give_out() {
    const std::size_t max = games_ahead();
    // Every worker gets one before any gets two.
    for (std::size_t have = 0; have < max; ++have) {
        for (std::size_t worker = 0; worker < playing_.size(); ++worker) {
            if (playing_[worker] > have) {
                continue;
            }
            const std::optional<GameToPlay> game = next_game();
            if (!game) {
                return;
            }
            pool_.send(worker, *game);
            ++playing_[worker];
        }
    }
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
        --playing_[worker];
        if (!message.outcome.record.empty()) {
            message.outcome.record = config_.records + "/" + message.outcome.record;
        }
        if (may_be_interrupted(message.outcome)) {
            held_back_.emplace_back(monotonic_ns() + own_signal_ns, message);
        } else {
            accept(message);
        }
        break;
    case WorkerMessage::Kind::note:
        progress_.line("note: " + message.text);
        break;
    case WorkerMessage::Kind::user_error:
        throw UserError(message.text);
    case WorkerMessage::Kind::internal_error:
        await_own_signal(); // a signal may have caused it
        throw InternalError(message.text);
    case WorkerMessage::Kind::gone:
        await_own_signal();
        throw InternalError(
            "a worker has died (killed, or out of memory); run the same command again to resume");
    }
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
    return held_back_.empty() ? progress_.due_ns()
                              : std::min(progress_.due_ns(), held_back_.front().first);
}

void Tournament::finish(const GameOutcome& outcome) {
    store_.add(outcome);
    progress_.finished();
    if (!config_.match_decides) {
        progress_.count(outcome);
    }
    const auto at = open_.find(outcome.match);
    const auto games = static_cast<std::int64_t>(rotations_.size());
    OpenMatch& match = at->second;
    match.done.emplace(static_cast<int>(outcome.index % games), outcome);
    if (static_cast<std::int64_t>(match.done.size()) == games) {
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
