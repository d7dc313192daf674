#include "season/queue.hpp"

#include "match/match.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

namespace referee {

namespace {

int value_at(const std::vector<int>& values, int place) {
    return place < static_cast<int>(values.size()) ? values[static_cast<std::size_t>(place)] : 0;
}

void add_at(std::vector<int>& values, int place, int count) {
    values.resize(std::max(values.size(), static_cast<std::size_t>(place) + 1));
    values[static_cast<std::size_t>(place)] += count;
}

std::uint64_t pair_key(int one, int other) {
    constexpr unsigned bits = 32;
    return static_cast<std::uint64_t>(std::min(one, other)) << bits |
           static_cast<std::uint64_t>(std::max(one, other));
}

bool has(const std::vector<int>& group, int ai) {
    return std::find(group.begin(), group.end(), ai) != group.end();
}

/// The number of matches for `meetings` of a version with a baseline, with as many meetings in a
/// match as fit.
int matches_with(int meetings, int seats) {
    const int together = std::max(1, seats - 1);
    return (meetings + together - 1) / together;
}

constexpr int hour_seconds = 3600;
/// The matches that a version's marks need aren't counted yet.
constexpr int unknown = -1;

} // namespace

std::vector<double> time_of_entries(const Results& store) {
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

void Queue::set_candidates(std::vector<Candidate> candidates) {
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return a.ai < b.ai;
    });
    candidates_ = std::move(candidates);
    std::vector<int> baselines;
    for (const Candidate& candidate : candidates_) {
        if (candidate.is_baseline) {
            baselines.push_back(candidate.ai);
        }
    }
    if (baselines != baselines_) {
        baselines_ = std::move(baselines);
        marks_missing_.clear();
    }
    const int ais = candidates_.empty() ? 0 : candidates_.back().ai + 1;
    marks_missing_.resize(std::max(marks_missing_.size(), static_cast<std::size_t>(ais)), unknown);
    for (const Candidate& candidate : candidates_) {
        int& missing = marks_missing_[static_cast<std::size_t>(candidate.ai)];
        if (missing == unknown) {
            missing = candidate.is_baseline ? 0 : count_marks_missing(candidate.ai);
        }
    }
}

void Queue::add(const QueuedMatch& match, int count) {
    for (const int ai : match.group) {
        add_at(matches_, ai, count);
        own_fields_.resize(std::max(own_fields_.size(), static_cast<std::size_t>(ai) + 1));
        add_at(own_fields_[static_cast<std::size_t>(ai)], match.field, count);
        for (const int other : match.group) {
            if (ai >= other) {
                continue;
            }
            Meetings& both = met_[pair_key(ai, other)];
            both.matches += count;
            const auto at =
                std::find_if(both.by_field.begin(), both.by_field.end(), [&](const auto& on_field) {
                    return on_field.first == match.field;
                });
            if (at == both.by_field.end()) {
                both.by_field.emplace_back(match.field, count);
            } else {
                at->second += count;
            }
        }
    }
    const auto is_baseline = [this](int ai) {
        return std::binary_search(baselines_.begin(), baselines_.end(), ai);
    };
    if (config_.mark_games > 0 &&
        std::any_of(match.group.begin(), match.group.end(), is_baseline)) {
        for (const int ai : match.group) {
            if (static_cast<std::size_t>(ai) < marks_missing_.size() && !is_baseline(ai)) {
                marks_missing_[static_cast<std::size_t>(ai)] = count_marks_missing(ai);
            }
        }
    }
}

int Queue::matches_of(int ai) const {
    return value_at(matches_, ai);
}

const Queue::Meetings* Queue::meetings(int one, int other) const {
    const auto at = met_.find(pair_key(one, other));
    return at == met_.end() ? nullptr : &at->second;
}

int Queue::met(int one, int other) const {
    const Meetings* const both = meetings(one, other);
    return both == nullptr ? 0 : both->matches;
}

int Queue::met_on(int one, int other, int field) const {
    const Meetings* const both = meetings(one, other);
    int matches = 0;
    for (std::size_t i = 0; both != nullptr && i < both->by_field.size(); ++i) {
        matches += both->by_field[i].first == field ? both->by_field[i].second : 0;
    }
    return matches;
}

/// The number of matches that the marks of a version need in total; 0 for a baseline.
int Queue::matches_for_marks(const Candidate& candidate) const {
    const int meetings =
        static_cast<int>(baselines_.size()) * std::min(config_.mark_games, config_.fields);
    return candidate.is_baseline ? 0 : matches_with(meetings, config_.seats);
}

/// The matches with baselines that a version's marks still need, on two seats.
int Queue::marks_missing(int ai) const {
    return value_at(marks_missing_, ai);
}

int Queue::count_marks_missing(int ai) const {
    int missing = 0;
    for (int field = 0; field < std::min(config_.mark_games, config_.fields); ++field) {
        for (const int baseline : baselines_) {
            missing += met_on(ai, baseline, field) == 0 ? 1 : 0;
        }
    }
    return missing;
}

/// The minimum number of matches of a version: its games and, in addition, those for its marks,
/// which could otherwise be all that it plays. 0 for a baseline.
int Queue::target(const Candidate& candidate) const {
    if (candidate.is_baseline) {
        return 0;
    }
    return std::max(
        config_.games + matches_for_marks(candidate),
        matches_of(candidate.ai) + matches_with(marks_missing(candidate.ai), config_.seats));
}

std::int64_t Queue::missing() const {
    std::int64_t missing = 0;
    for (const Candidate& candidate : candidates_) {
        missing += std::max(0, target(candidate) - matches_of(candidate.ai));
    }
    return (missing + config_.seats - 1) / config_.seats;
}

std::optional<QueuedMatch> Queue::next() const {
    std::vector<Candidate> in_budget;
    std::copy_if(
        candidates_.begin(), candidates_.end(), std::back_inserter(in_budget),
        [](const Candidate& candidate) { return !candidate.is_over_budget; });
    std::optional<QueuedMatch> match = next_of(in_budget);
    if (!match && in_budget.size() < candidates_.size()) {
        match = next_of(candidates_);
    }
    return match;
}

std::optional<QueuedMatch> Queue::next_of(const std::vector<Candidate>& playing) const {
    if (static_cast<int>(playing.size()) < config_.seats) {
        return std::nullopt;
    }
    const Candidate* first = neediest(playing);
    if (first != nullptr) {
        // Matches for marks and others alternate, so that the table soon shows something of both.
        const int marks = matches_with(marks_missing(first->ai), config_.seats);
        const int played = matches_of(first->ai);
        if (played % 2 == 0 || played + marks >= target(*first)) {
            std::optional<QueuedMatch> for_marks = next_for_marks(*first, playing);
            if (for_marks) {
                return for_marks;
            }
        }
    } else {
        first = widest_error(playing);
    }
    if (first == nullptr) {
        return std::nullopt;
    }
    QueuedMatch match{0, {first->ai}};
    if (!fill(match.group, playing)) {
        return std::nullopt;
    }
    match.field = field_for(match.group);
    return match;
}

/// The version that has played the smallest share of its games.
const Candidate* Queue::neediest(const std::vector<Candidate>& playing) const {
    const Candidate* needy = nullptr;
    double min = 1;
    for (const Candidate& candidate : playing) {
        const int games = target(candidate);
        const double part = games > 0 ? static_cast<double>(matches_of(candidate.ai)) / games : 1;
        if (part < min) {
            min = part;
            needy = &candidate;
        }
    }
    return needy;
}

/// The version with the largest error among those that may continue to play.
const Candidate* Queue::widest_error(const std::vector<Candidate>& playing) const {
    const Candidate* uncertain = nullptr;
    for (const Candidate& candidate : playing) {
        const int max = config_.max_games + matches_for_marks(candidate);
        if (!candidate.is_baseline && matches_of(candidate.ai) < max &&
            (uncertain == nullptr || candidate.error > uncertain->error)) {
            uncertain = &candidate;
        }
    }
    return uncertain;
}

/// A match for marks: the version against baselines that it hasn't met yet on one of the first
/// fields.
std::optional<QueuedMatch>
Queue::next_for_marks(const Candidate& first, const std::vector<Candidate>& playing) const {
    for (int field = 0; field < std::min(config_.mark_games, config_.fields); ++field) {
        QueuedMatch match{field, {first.ai}};
        for (const Candidate& candidate : playing) {
            if (candidate.is_baseline && static_cast<int>(match.group.size()) < config_.seats &&
                met_on(first.ai, candidate.ai, field) == 0) {
                match.group.push_back(candidate.ai);
            }
        }
        if (match.group.size() > 1 && fill(match.group, playing)) {
            return match;
        }
    }
    return std::nullopt;
}

bool Queue::may_join(const std::vector<int>& group, int ai) const {
    return std::none_of(group.begin(), group.end(), [&](int member) {
        return apart_.contains(std::minmax(member, ai));
    });
}

/// Adds the most valuable opponents, one by one.
bool Queue::fill(std::vector<int>& group, const std::vector<Candidate>& playing) const {
    const auto first = std::find_if(
        playing.begin(), playing.end(), [&](const Candidate& each) { return each.ai == group[0]; });
    while (static_cast<int>(group.size()) < config_.seats) {
        const Candidate* best = nullptr;
        double most = 0;
        for (const Candidate& candidate : playing) {
            if (has(group, candidate.ai) || !may_join(group, candidate.ai)) {
                continue;
            }
            const double value = worth(*first, candidate);
            if (best == nullptr || value > most) {
                best = &candidate;
                most = value;
            }
        }
        if (best == nullptr) {
            return false;
        }
        group.push_back(best->ai);
    }
    return true;
}

/// The information of a result about the difference of the two ratings: Fisher's information of one
/// game, which is largest between equals, times the variance that it can remove. Each match between
/// them makes the next one less valuable.
double Queue::worth(const Candidate& one, const Candidate& other) const {
    const double expected = 1 / (1 + std::pow(10, (other.rating - one.rating) / 400));
    const double variance = one.error * one.error + other.error * other.error;
    return expected * (1 - expected) * variance / (1 + met(one.ai, other.ai));
}

/// The field on which they have met the fewest times; among equals the one on which the first has
/// played the fewest games.
int Queue::field_for(const std::vector<int>& group) const {
    int best = 0;
    std::pair<int, int> min{};
    for (int field = 0; field < config_.fields; ++field) {
        std::pair<int, int> uses;
        for (std::size_t i = 1; i < group.size(); ++i) {
            uses.first += met_on(group[0], group[i], field);
        }
        for (const int ai : group) {
            uses.second += static_cast<std::size_t>(ai) < own_fields_.size()
                               ? value_at(own_fields_[static_cast<std::size_t>(ai)], field)
                               : 0;
        }
        if (field == 0 || uses < min) {
            best = field;
            min = uses;
        }
    }
    return best;
}

std::vector<Candidate> candidates_of(
    const SeasonConfig& config, const Results& store, const std::vector<VersionState>& states,
    const std::vector<QuickRating>& ratings, const std::vector<double>& seconds) {
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
        candidate.is_over_budget =
            config.hour_budget > 0 && ai < seconds.size() && seconds[ai] > config.hour_budget;
        if (ai < ratings.size()) {
            candidate.rating = ratings[ai].elo;
            candidate.error = ratings[ai].error;
        }
        candidates.push_back(candidate);
    }
    return candidates;
}

void for_each_match(
    const SeasonConfig& config, const Results& store,
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

Queue queue_of(const SeasonConfig& config, const Results& store) {
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
        quick_ratings(orders, static_cast<int>(store.ais().size())), time_of_entries(store)));
    return queue;
}

} // namespace referee
