#include "tournament/brackets.hpp"

#include "error.hpp"
#include "field/draw.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <span>

namespace referee {

Contests::Contests(const PlanOrder& order, std::int64_t contests)
    : order_(order), contests_(contests), sums_(static_cast<std::size_t>(contests)) {}

Plan::Step Contests::next(PlannedMatch& match) {
    if (index_ >= size()) {
        return Step::end;
    }
    const std::optional<std::vector<int>> group = group_of(index_ / order_.fields);
    if (!group) {
        return Step::wait;
    }
    match = {index_, static_cast<int>(index_ % order_.fields), *group};
    seat(order_, match);
    ++index_;
    return Step::match;
}

void Contests::finished(
    const PlannedMatch& match, const std::vector<double>& points,
    const std::vector<double>& scores) {
    const std::int64_t contest = match.index / order_.fields;
    Sum& sum = sums_[static_cast<std::size_t>(contest)];
    sum.points.resize(points.size());
    sum.scores.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        sum.points[i] += points[i];
        sum.scores[i] += scores[i];
    }
    if (++sum.matches < order_.fields) {
        return;
    }
    std::vector<std::size_t> best(points.size());
    std::iota(best.begin(), best.end(), 0U);
    std::stable_sort(best.begin(), best.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(sum.points[a], sum.scores[a]) > std::pair(sum.points[b], sum.scores[b]);
    });
    std::vector<int> group;
    for (const std::size_t i : best) {
        group.push_back(match.group[i]);
    }
    decided(contest, group);
}

namespace {

/// Each contest takes as many out as there are seats but one.
std::int64_t contests_of_knockout(const PlanOrder& order) {
    if ((order.ais - 1) % (order.seats - 1) != 0) {
        const int fewer = (order.ais - 1) / (order.seats - 1) * (order.seats - 1) + 1;
        throw UserError(fmt::format(
            "a knockout in groups of {} can't be played by {} AIs; give {} or {}", order.seats,
            order.ais, fewer, fewer + order.seats - 1));
    }
    return (order.ais - 1) / (order.seats - 1);
}

} // namespace

Knockout::Knockout(const PlanOrder& order) : Contests(order, contests_of_knockout(order)) {
    std::vector<int> entrants(order.ais);
    std::iota(entrants.begin(), entrants.end(), 0);
    Draw draw(order.seed);
    draw.shuffle(std::span(entrants));
    // The first round brings the number down to a power of the seats; after it all groups are full.
    int power = 1;
    while (power * order.seats <= order.ais) {
        power *= order.seats;
    }
    const int groups = (order.ais - power) / (order.seats - 1);
    std::vector<int> round(entrants.begin(), entrants.end() - groups * order.seats);
    for (auto at = entrants.end() - groups * order.seats; at != entrants.end(); at += order.seats) {
        places_.emplace_back(at, at + order.seats);
        round.push_back(-static_cast<int>(places_.size()));
    }
    while (round.size() > 1) {
        std::vector<int> following;
        for (auto at = round.begin(); at != round.end(); at += order.seats) {
            places_.emplace_back(at, at + order.seats);
            following.push_back(-static_cast<int>(places_.size()));
        }
        round = following;
    }
    winners_.assign(places_.size(), -1);
}

std::optional<std::vector<int>> Knockout::group_of(std::int64_t contest) const {
    std::vector<int> group;
    for (const int place : places_[static_cast<std::size_t>(contest)]) {
        const int ai = place >= 0 ? place : winners_[-place - 1];
        if (ai < 0) {
            return std::nullopt;
        }
        group.push_back(ai);
    }
    return group;
}

void Knockout::decided(std::int64_t contest, const std::vector<int>& order) {
    winners_[static_cast<std::size_t>(contest)] = order[0];
}

Ladder::Ladder(const PlanOrder& order)
    : Contests(order, order.ais - order.seats + 1), places_(order.ais) {
    std::iota(places_.begin(), places_.end(), 0);
}

std::optional<std::vector<int>> Ladder::group_of(std::int64_t contest) const {
    if (contest > next_) {
        return std::nullopt;
    }
    const auto from = places_.end() - order_.seats - contest;
    return std::vector<int>(from, from + order_.seats);
}

void Ladder::decided(std::int64_t contest, const std::vector<int>& order) {
    std::copy(order.begin(), order.end(), places_.end() - order_.seats - contest);
    next_ = contest + 1;
}

} // namespace referee
