#include "tournament/racing.hpp"

#include "error.hpp"
#include "tournament/seating.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace referee {
namespace {

/// The number of matches after which the next batch but one is decided. One batch is played while
/// the last is judged, so that many workers stay busy. It must not depend on the number of workers.
constexpr std::int64_t batch_matches = 16;

} // namespace

Racing::Racing(const PlanConfig& config) : config_(config) {
    const auto count = static_cast<std::size_t>(config.ais);
    if (config.top < 1 || config.top >= config.ais) {
        throw UserError(fmt::format(
            "--top {}: there are {} AIs; write a number from 1 to {}", config.top, config.ais,
            config.ais - 1));
    }
    capitals_.resize(count * count);
    for (Capital& capital : capitals_) {
        capital.fill(1);
    }
    claims_.resize(count * count);
    statuses_.resize(count, Status::undecided);
    players_.assign(2, with_status(Status::undecided));
}

std::size_t Racing::pair(int one, int other) const {
    return static_cast<std::size_t>(one) * statuses_.size() + static_cast<std::size_t>(other);
}

std::vector<int> Racing::with_status(Status status) const {
    std::vector<int> ais;
    for (int ai = 0; ai < config_.ais; ++ai) {
        if (statuses_[static_cast<std::size_t>(ai)] == status) {
            ais.push_back(ai);
        }
    }
    return ais;
}

std::int64_t Racing::size() const {
    return static_cast<std::int64_t>(config_.ais / config_.seats) * config_.fields;
}

std::int64_t Racing::expected() const {
    const bool is_over = batch_ < players_.size() && players_[batch_].empty();
    const std::size_t players =
        batch_ < players_.size() ? players_[batch_].size() : players_.back().size();
    const auto each = static_cast<std::int64_t>(
        std::max<std::size_t>(1, players / static_cast<std::size_t>(config_.seats)));
    return matches_ + (is_over ? 0 : (config_.fields - next_field_) * each);
}

/// The groups of a field. If the numbers don't fit, some AIs sit out; an incomplete group is filled
/// with AIs that are already decided.
std::vector<std::vector<int>> Racing::groups_of(const std::vector<int>& players, int field) const {
    const std::uint64_t key = config_.field_keys[static_cast<std::size_t>(field)];
    const auto seats = static_cast<std::size_t>(config_.seats);
    std::vector<int> drawn = players;
    random_seating(drawn, config_.ai_keys, key, config_.seed);
    if (drawn.size() < seats) {
        std::vector<int> others;
        for (int ai = 0; ai < config_.ais; ++ai) {
            if (std::find(players.begin(), players.end(), ai) == players.end()) {
                others.push_back(ai);
            }
        }
        random_seating(others, config_.ai_keys, key, config_.seed);
        drawn.insert(drawn.end(), others.begin(), others.end());
        drawn.resize(seats);
    }
    std::vector<std::vector<int>> groups;
    for (std::size_t at = 0; at + seats <= drawn.size(); at += seats) {
        groups.emplace_back(drawn.begin() + at, drawn.begin() + at + seats);
        std::sort(groups.back().begin(), groups.back().end());
    }
    return groups;
}

/// False if there is none, or none yet.
bool Racing::open_round() {
    if (next_field_ == config_.fields || batch_ >= players_.size() || players_[batch_].empty()) {
        return false;
    }
    Round round;
    round.first = matches_;
    round.groups = groups_of(players_[batch_], next_field_++);
    round.points.assign(statuses_.size(), -1);
    matches_ += static_cast<std::int64_t>(round.groups.size());
    in_batch_ += static_cast<std::int64_t>(round.groups.size());
    if (in_batch_ >= batch_matches) {
        round.ends_batch = true;
        in_batch_ = 0;
        ++batch_;
    }
    rounds_.push_back(std::move(round));
    given_out_ = 0;
    return true;
}

Plan::Step Racing::next(PlannedMatch& match) {
    if (rounds_.empty() || given_out_ == rounds_.back().groups.size()) {
        if (!open_round()) {
            return rounds_.empty() ? Step::end : Step::wait;
        }
    }
    const Round& round = rounds_.back();
    match.index = round.first + static_cast<std::int64_t>(given_out_);
    match.field = next_field_ - 1;
    match.group = round.groups[given_out_++];
    seat(config_, match);
    return Step::match;
}

void Racing::finished(
    const PlannedMatch& match, const std::vector<double>& points,
    const std::vector<double>& /*scores*/) {
    const auto round = std::find_if(rounds_.begin(), rounds_.end(), [&](const Round& open) {
        return match.index < open.first + static_cast<std::int64_t>(open.groups.size());
    });
    for (std::size_t i = 0; i < match.group.size(); ++i) {
        round->points[static_cast<std::size_t>(match.group[i])] =
            points[i] / config_.games_per_match;
    }
    ++round->ended;
    // Only fields without a gap before them are judged, so that the order of finishing doesn't
    // matter.
    while (!rounds_.empty() && rounds_.front().ended == rounds_.front().groups.size()) {
        // The newest round may still be incomplete; this one is complete.
        judge(rounds_.front());
        rounds_.pop_front();
    }
}

void Racing::judge(const Round& round) {
    const double claim_at = config_.top * (config_.ais - config_.top) / (1 - config_.confidence);
    const std::vector<int> playing = with_status(Status::undecided);
    for (const int one : playing) {
        for (const int other : playing) {
            const double own = round.points[static_cast<std::size_t>(one)];
            const double theirs = round.points[static_cast<std::size_t>(other)];
            if (one == other || own < 0 || theirs < 0) {
                continue;
            }
            Capital& capital = capitals_[pair(one, other)];
            double sum = 0;
            for (std::size_t i = 0; i < stakes.size(); ++i) {
                capital[i] *= 1 + stakes[i] * (own - theirs);
                sum += capital[i];
            }
            if (sum / static_cast<double>(stakes.size()) >= claim_at) {
                claims_[pair(one, other)] = true;
            }
        }
    }
    decide();
    if (round.ends_batch) {
        players_.push_back(with_status(Status::undecided));
    }
}

/// An AI is in if it is better than all but as many undecided AIs as places are left. It is out if
/// it is worse than that many. Each decision helps the next.
void Racing::decide() {
    while (true) {
        const std::vector<int> open = with_status(Status::undecided);
        const int places = config_.top - static_cast<int>(with_status(Status::inside).size());
        const auto change = [&](int ai) -> std::optional<Status> {
            int better = 0;
            int worse = 0;
            for (const int other : open) {
                better += claims_[pair(ai, other)] ? 1 : 0;
                worse += claims_[pair(other, ai)] ? 1 : 0;
            }
            if (better >= static_cast<int>(open.size()) - places) {
                return Status::inside;
            }
            return worse >= places ? std::optional(Status::outside) : std::nullopt;
        };
        const auto found =
            std::find_if(open.begin(), open.end(), [&](int ai) { return change(ai).has_value(); });
        if (found == open.end()) {
            return;
        }
        statuses_[static_cast<std::size_t>(*found)] = *change(*found);
    }
}

std::optional<Verdict> Racing::verdict() const {
    Verdict verdict;
    const bool is_over = rounds_.empty() && (next_field_ == config_.fields || is_decided());
    verdict.is_final = is_over;
    Race& race = verdict.race.emplace();
    race.top = config_.top;
    race.confidence = config_.confidence;
    race.inside = with_status(Status::inside);
    race.outside = with_status(Status::outside);
    race.undecided = with_status(Status::undecided);
    race.fields = next_field_ - static_cast<int>(rounds_.size());
    return verdict;
}

} // namespace referee
