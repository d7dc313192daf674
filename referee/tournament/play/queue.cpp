#include "tournament/play/queue.hpp"

#include "match/match.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/play/stored_plan.hpp"
#include "tournament/store/store.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee {

namespace {

/// The number of games looked up in the book at a time: a large plan must not be held in memory.
constexpr std::int64_t chunk = 4096;

} // namespace

GameQueue::GameQueue(
    const TournamentConfig& config, Book& book, Progress& progress, std::unique_ptr<Plan> plan)
    : config_(config), book_(book), progress_(progress), plan_(std::move(plan)),
      rotations_(seat_plan(config.plan.seats, config.seat_orders)) {
    if (config.sprt) {
        sprt_.emplace(*config.sprt);
    }
    if (plan_->depends_on_results() && book.has_set_aside()) {
        set_aside_.emplace(book, rotations_);
    }
    if (sprt_ || plan_->depends_on_results()) {
        progress_.status_from([this] { return status(); });
    }
}

GameQueue::~GameQueue() {
    progress_.status_from({});
}

/// What decides when to stop, and how many more matches that may take.
std::string GameQueue::status() const {
    if (!sprt_) {
        return plan_->status(progress_.names());
    }
    const std::optional<Forecast> forecast = forecast_of(*sprt_);
    return sprt_->progress() +
           (forecast ? "\n" + forecast_text(*forecast, "double match") : std::string());
}

std::optional<GameToPlay> GameQueue::next() {
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

bool GameQueue::has_ais_of(const GameOutcome& outcome, const OpenMatch& match, int rotation) const {
    const std::vector<int>& places = rotations_[static_cast<std::size_t>(rotation)];
    return std::equal(
        outcome.seats.begin(), outcome.seats.end(), places.begin(), places.end(),
        [&](const SeatOutcome& seat, int place) {
            return seat.ai == match.planned.group[static_cast<std::size_t>(place)];
        });
}

/// Opens the next match of the plan; false if there is none (yet).
bool GameQueue::open_next_match() {
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
        known_ = book_.games_between(first, first + games);
    } else if (first >= known_end_) {
        known_end_ = first + std::max<std::int64_t>(chunk / games, 1) * games;
        known_ = book_.games_between(first, known_end_);
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
void GameQueue::read_finished(OpenMatch& match) const {
    const auto games = static_cast<int>(rotations_.size());
    const std::int64_t first = game_index(match.planned.index, games, 0);
    book_.for_each(first, first + games, [&](const GameOutcome& outcome) {
        const auto rotation = static_cast<int>(outcome.index - first);
        if (outcome.field != match.planned.field || !has_ais_of(outcome, match, rotation)) {
            refuse_damaged(
                book_.path(),
                fmt::format(
                    "game {} was played by other AIs than planned, or on another field (perhaps "
                    "another version of referee planned it)",
                    outcome.index + 1));
        }
        match.done.emplace(rotation, outcome);
    });
}

/// Queues the games of a match that are still to be played.
void GameQueue::queue_missing(const OpenMatch& match) {
    const auto games = static_cast<int>(rotations_.size());
    for (int rotation = 0; rotation < games; ++rotation) {
        if (match.done.contains(rotation)) {
            continue;
        }
        GameToPlay game;
        game.index = game_index(match.planned.index, games, rotation);
        game.match = match.planned.index;
        game.field = match.planned.field;
        game.generation = book_.generation();
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

/// Reports a match whose games are all finished. Returns these with its result.
std::vector<GameOutcome> GameQueue::close(const OpenMatch& match) {
    std::vector<GameOutcome> games;
    for (const auto& [rotation, outcome] : match.done) {
        games.push_back(outcome);
    }
    const MatchSums sums = sums_of_match(match.planned, games, config_.match_decides);
    plan_->finished(match.planned, sums.points, sums.scores);
    if (sprt_) {
        // The AI given first, which need not be the first of the group.
        sprt_->add(match.planned.index, pair_points(games, 0));
    }
    return games;
}

std::vector<GameOutcome> GameQueue::finished(const GameOutcome& outcome) {
    const auto games = static_cast<std::int64_t>(rotations_.size());
    const auto at = open_.find(outcome.match);
    OpenMatch& match = at->second;
    match.done.emplace(static_cast<int>(outcome.index % games), outcome);
    if (static_cast<std::int64_t>(match.done.size()) < games || match.is_abandoned) {
        return {};
    }
    std::vector<GameOutcome> closed = close(match);
    open_.erase(at);
    return closed;
}

void GameQueue::abandon(std::int64_t match) {
    open_.at(match).is_abandoned = true;
    std::erase_if(waiting_, [match](const GameToPlay& game) { return game.match == match; });
}

} // namespace referee
