#include "tournament/plan/knockout_ladder.hpp"

#include "base/error.hpp"
#include "base/random.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <span>

namespace referee {
namespace {

/// Points are sums of halves, thirds and so on; smaller differences are rounding.
constexpr double rounding = 1e-6;

} // namespace

Contests::Sums Contests::State::total(int fields) const {
    Sums sums{std::vector<double>(group.size()), std::vector<double>(group.size())};
    // Summed field by field, so that rounding doesn't depend on which match ended first.
    for (int field = 0; field < fields; ++field) {
        const Sums& got = by_field[static_cast<std::size_t>(field)];
        for (std::size_t i = 0; i < group.size(); ++i) {
            sums.points[i] += got.points[i];
            sums.scores[i] += got.scores[i];
        }
    }
    return sums;
}

Contests::Contests(const PlanConfig& config, std::int64_t contests, int tie_fields)
    : config_(config), tie_fields_(tie_fields), states_(static_cast<std::size_t>(contests)) {
    for (State& state : states_) {
        state.wanted = main_fields();
    }
}

std::int64_t Contests::size() const {
    return static_cast<std::int64_t>(states_.size()) * config_.fields;
}

std::int64_t Contests::expected() const {
    return std::accumulate(
        states_.begin(), states_.end(), std::int64_t{0},
        [](std::int64_t sum, const State& state) { return sum + state.wanted; });
}

Plan::Step Contests::next(PlannedMatch& match) {
    while (open_ < states_.size() && !states_[open_].order.empty()) {
        ++open_;
    }
    for (std::size_t contest = open_; contest < states_.size(); ++contest) {
        State& state = states_[contest];
        if (state.begun == state.wanted) {
            continue;
        }
        if (state.group.empty()) {
            const auto group = group_of(static_cast<std::int64_t>(contest));
            if (!group) {
                continue;
            }
            state.group = *group;
        }
        match.field = state.begun++;
        match.index = static_cast<std::int64_t>(contest) * config_.fields + match.field;
        match.group = state.group;
        seat(config_, match);
        return Step::match;
    }
    return open_ < states_.size() ? Step::wait : Step::end;
}

void Contests::finished(
    const PlannedMatch& match, const std::vector<double>& points,
    const std::vector<double>& scores) {
    State& state = states_[static_cast<std::size_t>(match.index / config_.fields)];
    state.by_field.resize(static_cast<std::size_t>(config_.fields));
    Sums& sums = state.by_field[static_cast<std::size_t>(match.field)];
    // The match has its own base order.
    for (const int ai : state.group) {
        const auto place =
            std::find(match.group.begin(), match.group.end(), ai) - match.group.begin();
        sums.points.push_back(points[static_cast<std::size_t>(place)]);
        sums.scores.push_back(scores[static_cast<std::size_t>(place)]);
    }
    if (++state.ended == state.wanted) {
        judge(match.index / config_.fields, state);
    }
}

std::optional<Verdict> Contests::verdict() const {
    Verdict verdict;
    verdict.is_final = std::all_of(
        states_.begin(), states_.end(), [](const State& state) { return !state.order.empty(); });
    verdict.places = places();
    for (std::size_t number = 0; number < states_.size(); ++number) {
        const State& state = states_[number];
        if (state.group.empty()) {
            continue;
        }
        // During a contest the finished fields need not be the first ones.
        const int fields = state.order.empty() ? 0 : state.ended;
        const Sums sums = state.total(fields);
        verdict.contests.push_back(
            {round_of(static_cast<std::int64_t>(number)), state.group, sums.points, sums.scores,
             fields, std::max(0, fields - main_fields()), state.order, state.settlement});
    }
    return verdict;
}

namespace {

/// Each contest eliminates all but one.
std::int64_t contests_of_knockout(const PlanConfig& config) {
    if ((config.ais - 1) % (config.seats - 1) != 0) {
        const int fewer = (config.ais - 1) / (config.seats - 1) * (config.seats - 1) + 1;
        throw UserError(fmt::format(
            "a knockout in groups of {} can't be played by {} AIs; give {} or {}", config.seats,
            config.ais, fewer, fewer + config.seats - 1));
    }
    return (config.ais - 1) / (config.seats - 1);
}

/// The places of a group from best to worst by some values. Equal ones keep their order.
std::vector<std::size_t> best_first(const std::vector<std::vector<double>>& values) {
    std::vector<std::size_t> order(values[0].size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        for (const std::vector<double>& value : values) {
            if (std::abs(value[a] - value[b]) > rounding) {
                return value[a] > value[b];
            }
        }
        return false;
    });
    return order;
}

std::vector<int> members(const std::vector<int>& group, const std::vector<std::size_t>& order) {
    std::vector<int> ais;
    for (const std::size_t place : order) {
        ais.push_back(group[place]);
    }
    return ais;
}

} // namespace

Knockout::Knockout(const PlanConfig& config)
    : Contests(config, contests_of_knockout(config), config.tie_fields) {
    std::vector<int> entrants(config.ais);
    std::iota(entrants.begin(), entrants.end(), 0);
    Rng rng(config.seed);
    rng.shuffle(std::span(entrants));
    // The first round reduces the number to a power of the seats, so that all later groups are
    // full.
    int power = 1;
    while (power * config.seats <= config.ais) {
        power *= config.seats;
    }
    const int groups = (config.ais - power) / (config.seats - 1);
    std::vector<int> round(entrants.begin(), entrants.end() - groups * config.seats);
    for (auto at = entrants.end() - groups * config.seats; at != entrants.end();
         at += config.seats) {
        places_.emplace_back(at, at + config.seats);
        round.push_back(-static_cast<int>(places_.size()));
    }
    while (round.size() > 1) {
        std::vector<int> following;
        for (auto at = round.begin(); at != round.end(); at += config.seats) {
            places_.emplace_back(at, at + config.seats);
            following.push_back(-static_cast<int>(places_.size()));
        }
        round = following;
    }
    rounds_to_go_.assign(places_.size(), 0);
    for (std::size_t contest = places_.size(); contest-- > 0;) {
        for (const int place : places_[contest]) {
            if (place < 0) {
                rounds_to_go_[static_cast<std::size_t>(-place - 1)] = rounds_to_go_[contest] + 1;
            }
        }
    }
}

std::optional<std::vector<int>> Knockout::group_of(std::int64_t contest) const {
    std::vector<int> group;
    for (const int place : places_[static_cast<std::size_t>(contest)]) {
        if (place >= 0) {
            group.push_back(place);
            continue;
        }
        const State& before = states()[static_cast<std::size_t>(-place - 1)];
        if (before.order.empty()) {
            return std::nullopt;
        }
        group.push_back(before.order[0]);
    }
    return group;
}

void Knockout::judge(std::int64_t /*contest*/, State& state) {
    // Points decide. A tie for the first place is broken by further fields, one at a time.
    std::vector<std::vector<double>> values{state.total(main_fields()).points};
    for (int field = main_fields(); field < state.ended; ++field) {
        values.push_back(state.by_field[static_cast<std::size_t>(field)].points);
    }
    const auto is_tied = [&](const std::vector<std::size_t>& order) {
        return std::all_of(values.begin(), values.end(), [&](const std::vector<double>& value) {
            return std::abs(value[order[0]] - value[order[1]]) <= rounding;
        });
    };
    std::vector<std::size_t> order = best_first(values);
    if (is_tied(order) && state.wanted < config_.fields) {
        ++state.wanted;
        return;
    }
    state.settlement =
        state.ended > main_fields() ? Settlement::further_fields : Settlement::points;
    if (is_tied(order)) {
        values.push_back(state.total(state.ended).scores);
        order = best_first(values);
        state.settlement = is_tied(order) ? Settlement::lot : Settlement::score;
    }
    state.order = members(state.group, order);
}

std::string Knockout::round_of(std::int64_t contest) const {
    const int to_go = rounds_to_go_[static_cast<std::size_t>(contest)];
    const int rounds = *std::max_element(rounds_to_go_.begin(), rounds_to_go_.end());
    if (to_go == 0) {
        return "final";
    }
    return to_go == 1 && config_.seats == 2 ? "semifinal"
                                            : fmt::format("round {}", rounds - to_go + 1);
}

std::vector<int> Knockout::places() const {
    // The later an AI was eliminated, the better. The final gives a place to each AI.
    std::vector<int> places(static_cast<std::size_t>(config_.ais), 0);
    std::vector<int> out_in(
        static_cast<std::size_t>(*std::max_element(rounds_to_go_.begin(), rounds_to_go_.end())) +
        1);
    for (std::size_t contest = 0; contest < places_.size(); ++contest) {
        out_in[static_cast<std::size_t>(rounds_to_go_[contest])] += config_.seats - 1;
    }
    for (std::size_t contest = 0; contest < places_.size(); ++contest) {
        const State& state = states()[contest];
        const int to_go = rounds_to_go_[contest];
        const int better = std::accumulate(out_in.begin(), out_in.begin() + to_go, 1);
        for (std::size_t rank = 1; rank < state.order.size(); ++rank) {
            places[static_cast<std::size_t>(state.order[rank])] = better + 1;
        }
        if (to_go == 0 && !state.order.empty()) {
            places[static_cast<std::size_t>(state.order[0])] = 1;
            const Sums sums = state.total(main_fields());
            const auto points_of = [&](int ai) {
                return sums.points[static_cast<std::size_t>(
                    std::find(state.group.begin(), state.group.end(), ai) - state.group.begin())];
            };
            for (std::size_t rank = 2; rank < state.order.size(); ++rank) {
                const bool is_shared =
                    std::abs(points_of(state.order[rank]) - points_of(state.order[rank - 1])) <=
                    rounding;
                places[static_cast<std::size_t>(state.order[rank])] =
                    is_shared ? places[static_cast<std::size_t>(state.order[rank - 1])]
                              : static_cast<int>(rank) + 1;
            }
        }
    }
    return places;
}

Ladder::Ladder(const PlanConfig& config)
    : Contests(config, config.ais - config.seats + 1, 0), places_(config.ais) {
    std::iota(places_.begin(), places_.end(), 0);
}

std::optional<std::vector<int>> Ladder::group_of(std::int64_t contest) const {
    if (contest > next_) {
        return std::nullopt;
    }
    const auto from = places_.end() - config_.seats - contest;
    return std::vector<int>(from, from + config_.seats);
}

void Ladder::judge(std::int64_t contest, State& state) {
    const Sums sums = state.total(state.ended);
    state.order = members(state.group, best_first({sums.points}));
    const std::vector<std::size_t> by_points = best_first({sums.points});
    state.settlement = Settlement::points;
    for (std::size_t i = 1; i < by_points.size(); ++i) {
        if (std::abs(sums.points[by_points[i]] - sums.points[by_points[i - 1]]) <= rounding) {
            state.settlement = Settlement::kept;
        }
    }
    std::copy(state.order.begin(), state.order.end(), places_.end() - config_.seats - contest);
    next_ = contest + 1;
}

std::string Ladder::round_of(std::int64_t contest) const {
    return fmt::format("step {}", contest + 1);
}

std::vector<int> Ladder::places() const {
    std::vector<int> places(places_.size());
    for (std::size_t place = 0; place < places_.size(); ++place) {
        places[static_cast<std::size_t>(places_[place])] = static_cast<int>(place) + 1;
    }
    return places;
}

} // namespace referee
