#include "season/candidates.hpp"

#include "match/match.hpp"

#include <algorithm>
#include <map>

namespace referee {
namespace {

constexpr int hour_seconds = 3600;

/// By AI, the seconds that all versions of its entry have used in the last hour.
std::vector<double> time_of_entries(const Store& store) {
    const std::vector<double> used = store.seconds_used(hour_seconds);
    std::map<std::string, double> by_entry;
    for (const StoredVersion& version : store.versions()) {
        if (version.ai >= 0 && !version.is_baseline) {
            by_entry[version.entry] += used[static_cast<std::size_t>(version.ai)];
        }
    }
    std::vector<double> by_ai(store.ais().size());
    for (const StoredVersion& version : store.versions()) {
        if (version.ai >= 0 && !version.is_baseline) {
            by_ai[static_cast<std::size_t>(version.ai)] = by_entry[version.entry];
        }
    }
    return by_ai;
}

} // namespace

std::vector<Candidate> candidates_of(
    const SeasonConfig& config, const Store& store, const std::vector<VersionState>& states,
    const std::vector<QuickRating>& ratings) {
    const std::vector<double> seconds = time_of_entries(store);
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (states[i] != VersionState::active) {
            continue;
        }
        const StoredVersion& version = store.versions()[i];
        const auto ai = static_cast<std::size_t>(version.ai);
        Candidate candidate;
        candidate.ai = version.ai;
        candidate.is_baseline = version.is_baseline;
        candidate.is_over_budget = config.hour_budget > 0 && seconds[ai] > config.hour_budget;
        if (ai < ratings.size()) {
            candidate.rating = ratings[ai].elo;
            candidate.error = ratings[ai].error;
        }
        candidates.push_back(candidate);
    }
    return candidates;
}

void for_each_match(
    const SeasonConfig& config, const Store& store,
    const std::function<void(const GameOutcome&)>& look_at_game,
    const std::function<void(const PlannedMatch&, int games)>& look_at_match) {
    const auto rotations = seat_plan(config.seats, config.match.seat_orders);
    PlannedMatch match;
    match.index = -1;
    int games = 0;
    store.for_each([&](const GameOutcome& game) {
        if (game.match != match.index) {
            if (match.index >= 0) {
                look_at_match(match, games);
            }
            games = 0;
            match = {game.match, game.field, std::vector<int>(game.seats.size())};
            const auto rotation = static_cast<std::size_t>(game.index) % rotations.size();
            for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
                match.group[static_cast<std::size_t>(rotations[rotation][seat])] =
                    game.seats[seat].ai;
            }
        }
        ++games;
        look_at_game(game);
    });
    if (match.index >= 0) {
        look_at_match(match, games);
    }
}

void add_order(FinishingOrders& orders, const GameOutcome& game) {
    const bool is_nobodys = is_won_by_nobody(game);
    if (is_nobodys && game.seats.size() > 2) {
        return;
    }
    std::vector<int> ais;
    std::vector<int> ranks;
    for (const SeatOutcome& seat : game.seats) {
        ais.push_back(seat.ai);
        ranks.push_back(is_nobodys ? 1 : seat.rank);
    }
    orders.add(game.field, ais, ranks);
}

QueueConfig queue_config(const SeasonConfig& config, bool plays_on) {
    QueueConfig queue;
    queue.seats = config.seats;
    queue.fields = static_cast<int>(config.fields.size());
    queue.games = config.games;
    queue.max_games = plays_on ? config.max_games : 0;
    queue.mark_games = config.mark_games;
    return queue;
}

Queue queue_of(const SeasonConfig& config, const Store& store) {
    Queue queue(queue_config(config, true));
    FaultStreaks streaks(config.rest_after);
    FinishingOrders orders;
    for_each_match(
        config, store,
        [&](const GameOutcome& game) {
            streaks.count(game);
            add_order(orders, game);
        },
        [&](const PlannedMatch& match, int) {
            queue.count({match.field, match.group});
        });
    queue.set_candidates(candidates_of(
        config, store, states_of(store.versions(), streaks),
        quick_ratings(orders, static_cast<int>(store.ais().size()))));
    return queue;
}

} // namespace referee
