#include "tournament/plan/plan.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "tournament/plan/knockout_ladder.hpp"
#include "tournament/plan/racing.hpp"
#include "tournament/plan/tuning.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>
#include <random>
#include <tuple>

namespace referee {

namespace {

/// Number of ways to choose k out of n. Large results are only known to exceed max_planned_matches.
std::int64_t combinations(int n, int k) {
    std::int64_t count = 1;
    for (int i = 1; i <= k && count <= max_planned_matches; ++i) {
        count = count * (n - k + i) / i; // never decreases
    }
    return count;
}

/// Advances to the next group of the same size out of 0..ais−1; false after the last.
bool next_combination(std::vector<int>& group, int ais) {
    const int size = static_cast<int>(group.size());
    int place = size - 1;
    while (place >= 0 && group[place] == ais - size + place) {
        --place;
    }
    if (place < 0) {
        return false;
    }
    ++group[place];
    for (int i = place + 1; i < size; ++i) {
        group[i] = group[i - 1] + 1;
    }
    return true;
}

std::vector<int> first_combination(int size) {
    std::vector<int> group(size);
    std::iota(group.begin(), group.end(), 0);
    return group;
}

/// All groups on every field: of all AIs, or with one AI in every group.
class Groups : public Plan {
  public:
    explicit Groups(const PlanConfig& config)
        : config_(config), group_(first_combination(chosen_size())) {}

    std::int64_t size() const override {
        return combinations(chosen_from(), chosen_size()) * config_.fields;
    }

    Step next(PlannedMatch& match) override {
        if (field_ >= config_.fields) {
            return Step::end;
        }
        match.index = index_++;
        match.field = field_;
        match.group = group_;
        if (config_.challenger >= 0) {
            for (int& ai : match.group) {
                ai += ai >= config_.challenger ? 1 : 0;
            }
            match.group.insert(match.group.begin(), config_.challenger);
        }
        seat(config_, match);
        if (!next_combination(group_, chosen_from())) {
            group_ = first_combination(chosen_size());
            ++field_;
        }
        return Step::match;
    }

  private:
    int chosen_from() const { return config_.ais - (config_.challenger >= 0 ? 1 : 0); }
    int chosen_size() const { return config_.seats - (config_.challenger >= 0 ? 1 : 0); }

    PlanConfig config_;
    std::vector<int> group_;
    int field_ = 0;
    std::int64_t index_ = 0;
};

/// One group a field, so that all AIs play and meet equally often. First the AI with the fewest
/// games (the first among equals), then, one by one, the AI that has met the group least (among
/// equals the one with fewer games, then one at random).
class Sampled : public Plan {
  public:
    explicit Sampled(const PlanConfig& config)
        : config_(config), games_(config.ais),
          met_(static_cast<std::size_t>(config.ais) * config.ais), generator_(config.seed) {}

    std::int64_t size() const override { return config_.fields; }

    Step next(PlannedMatch& match) override {
        if (index_ >= config_.fields) {
            return Step::end;
        }
        const int first =
            static_cast<int>(std::min_element(games_.begin(), games_.end()) - games_.begin());
        match.group = {first};
        while (static_cast<int>(match.group.size()) < config_.seats) {
            match.group.push_back(partner_of(match.group));
        }
        std::sort(match.group.begin(), match.group.end());
        for (const int ai : match.group) {
            ++games_[ai];
            for (const int other : match.group) {
                met_[static_cast<std::size_t>(ai) * config_.ais + other] += ai != other ? 1 : 0;
            }
        }
        match.index = index_;
        match.field = static_cast<int>(index_++);
        seat(config_, match);
        return Step::match;
    }

  private:
    int partner_of(const std::vector<int>& taken) {
        std::vector<int> best;
        std::pair<long, long> min{};
        for (int ai = 0; ai < config_.ais; ++ai) {
            if (std::find(taken.begin(), taken.end(), ai) != taken.end()) {
                continue;
            }
            std::pair<long, long> cost{0, games_[ai]};
            for (const int other : taken) {
                cost.first += met_[static_cast<std::size_t>(other) * config_.ais + ai];
            }
            if (best.empty() || cost < min) {
                best.clear();
                min = cost;
            }
            if (cost == min) {
                best.push_back(ai);
            }
        }
        // Uses the top bits by multiplication: the same with every library, with a bias below one
        // in a billion.
        const auto drawn = static_cast<std::uint64_t>(generator_() >> 32U) * best.size();
        return best[drawn >> 32U];
    }

    PlanConfig config_;
    std::vector<long> games_;
    std::vector<long> met_; ///< how often each pair has met
    std::mt19937_64 generator_;
    std::int64_t index_ = 0;
};

class Schedule : public Plan {
  public:
    explicit Schedule(const PlanConfig& config) : lines_(config.schedule) {}
    std::int64_t size() const override { return static_cast<std::int64_t>(lines_.size()); }
    Step next(PlannedMatch& match) override {
        if (index_ >= lines_.size()) {
            return Step::end;
        }
        const PlanConfig::Line& line = lines_[index_];
        match = {static_cast<std::int64_t>(index_), line.field, line.group, {}};
        ++index_;
        return Step::match;
    }

  private:
    std::vector<PlanConfig::Line> lines_;
    std::size_t index_ = 0;
};

} // namespace

void seat(const PlanConfig& config, PlannedMatch& match) {
    if (config.draws_seats && match.group.size() > 2) {
        random_seating(
            match.group, config.ai_keys, config.field_keys[static_cast<std::size_t>(match.field)],
            config.seed);
    }
}

std::unique_ptr<Plan> make_plan(const PlanConfig& config) {
    if (config.ais < config.seats) {
        throw UserError(fmt::format(
            "the fields have {}, but there {}; give --ai at least {} times",
            counted(config.seats, "seat"),
            config.ais == 1 ? "is only 1 AI" : fmt::format("are only {} AIs", config.ais),
            config.seats));
    }
    switch (config.format) {
    case Format::sampled:
        return std::make_unique<Sampled>(config);
    case Format::knockout:
        return std::make_unique<Knockout>(config);
    case Format::ladder:
        return std::make_unique<Ladder>(config);
    case Format::racing:
        return std::make_unique<Racing>(config);
    case Format::schedule:
        return std::make_unique<Schedule>(config);
    case Format::tuning:
        if (config.tuning->method == TuningMethod::sweep) {
            return std::make_unique<SweepPlan>(config);
        }
        return std::make_unique<SpsaPlan>(config);
    case Format::round_robin:
    case Format::gauntlet:
        break;
    }
    auto groups = std::make_unique<Groups>(config);
    if (groups->size() > max_planned_matches) {
        throw UserError(fmt::format(
            "{} AIs in groups of {} on {} would be more than 2^40 matches; give --format sampled, "
            "or fewer AIs or fields",
            config.ais, config.seats, counted(config.fields, "field")));
    }
    return groups;
}

std::uint64_t seating_key(std::string_view name) {
    std::uint64_t key = mixed(name.size());
    for (const char c : name) {
        key = mixed(key ^ static_cast<unsigned char>(c));
    }
    return key;
}

void random_seating(
    std::vector<int>& group, const std::vector<std::uint64_t>& keys, std::uint64_t field_key,
    std::uint64_t seed) {
    // The sum identifies the group whatever its order, so that each group has its own draw.
    std::uint64_t base = 0;
    for (const int ai : group) {
        base += mixed(keys[static_cast<std::size_t>(ai)]);
    }
    base = mixed(base ^ mixed(field_key ^ mixed(seed)));
    const auto place = [&](int ai) {
        const std::uint64_t key = keys[static_cast<std::size_t>(ai)];
        return std::tuple(mixed(base ^ key), key, ai);
    };
    std::sort(group.begin(), group.end(), [&](int a, int b) { return place(a) < place(b); });
}

} // namespace referee
