#include "tournament/report/conclusions.hpp"

#include "tournament/statistics/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace referee {

namespace {

/// "A", "A and B", "A, B and 3 others".
std::string list_of(const std::vector<std::string>& names) {
    constexpr std::size_t max_names = 3;
    const std::size_t shown = names.size() > max_names ? max_names - 1 : names.size();
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        const bool is_last = i + 1 == names.size();
        text += (i == 0 ? "" : is_last ? " and " : ", ") + names[i];
    }
    return shown == names.size() ? text
                                 : fmt::format("{} and {} others", text, names.size() - shown);
}

/// Two digits: more would pretend to know more.
int rounded(int fields) {
    int unit = 1;
    while (fields / unit >= 100) {
        unit *= 10;
    }
    return static_cast<int>(std::lround(static_cast<double>(fields) / unit)) * unit;
}

class Conclusions {
  public:
    explicit Conclusions(const TournamentSummary& summary) : summary_(summary) {
        for (const AiRow& row : summary.standings) {
            if (row.rating.games > 0 && row.rating.group == 0) {
                ais_.push_back(row.ai);
            }
        }
        for (const Ratings::Difference& difference : summary.differences) {
            differences_[std::minmax(difference.first, difference.second)] = &difference;
        }
    }

    std::vector<std::string> write() {
        if (summary_.cycle) {
            add_cycle();
        }
        if (summary_.verdict || summary_.sprt_test || ais_.size() < 2) {
            return std::move(sentences_);
        }
        add_leader();
        if (summary_.group_fields[0] < Ratings::min_fields) {
            sentences_.push_back(fmt::format(
                "{} are too few to say more; give at least {} fields.",
                summary_.group_fields[0] == 1 ? "The games of 1 field"
                                              : fmt::format("{} fields", summary_.group_fields[0]),
                Ratings::min_fields));
            return std::move(sentences_);
        }
        add_open_pair();
        return std::move(sentences_);
    }

  private:
    const std::string& name(int ai) const { return summary_.names[static_cast<std::size_t>(ai)]; }

    const Ratings::Difference* between(int one, int other) const {
        const auto at = differences_.find(std::minmax(one, other));
        return at == differences_.end() ? nullptr : at->second;
    }

    bool is_certain(int one, int other) const {
        const Ratings::Difference* difference = between(one, other);
        return difference != nullptr && difference->is_certain;
    }

    void add_cycle() {
        std::string text;
        const std::vector<Cycle::Step>& steps = summary_.cycle->steps;
        for (const Cycle::Step& step : steps) {
            text += name(step.ai) + " beats ";
        }
        sentences_.push_back(fmt::format(
            "{}{}: this is certain, and no rating can express it.", text, name(steps.front().ai)));
    }

    void add_leader() {
        const int leader = ais_.front();
        std::vector<std::string> rivals;
        for (const int ai : ais_) {
            if (ai != leader && !is_certain(leader, ai)) {
                rivals.push_back(name(ai));
            }
        }
        if (rivals.empty()) {
            sentences_.push_back(fmt::format(
                "{} is the best, with 95 % confidence{}.", name(leader),
                summary_.groups > 1 ? " among those it met, directly or through others" : ""));
            return;
        }
        sentences_.push_back(fmt::format(
            "{} is first, but it can't be told apart from {}. Among equals the first is the "
            "luckiest, so its rating is probably too high.",
            name(leader), list_of(rivals)));
    }

    /// The uppermost neighbours whose order isn't certain.
    void add_open_pair() {
        for (std::size_t i = 0; i + 1 < ais_.size(); ++i) {
            if (!is_certain(ais_[i], ais_[i + 1])) {
                add_forecast(ais_[i], ais_[i + 1]);
                return;
            }
        }
        if (ais_.size() > 2) {
            sentences_.emplace_back("The order of all AIs is certain.");
        }
    }

    void add_forecast(int one, int other) {
        const Ratings::Difference* difference = between(one, other);
        if (difference == nullptr || !difference->deviations) {
            sentences_.push_back(fmt::format(
                "Nobody can say how many more fields would decide between {} and {}: the results "
                "don't say how far they are apart.",
                name(one), name(other)));
            return;
        }
        const std::optional<Forecast> forecast = forecast_of(
            *difference->deviations, summary_.group_fields[0], summary_.group_levels[0]);
        if (!forecast) {
            sentences_.push_back(fmt::format(
                "{} and {} look equal: perhaps no number of fields would decide between them.",
                name(one), name(other)));
            return;
        }
        sentences_.push_back(fmt::format(
            "About {} more {} would decide between {} and {} ({}, in eight of ten cases), if they "
            "differ by {:.0f} Elo, as it looks now; if they are equal, no number would.",
            rounded(forecast->likely), forecast->likely == 1 ? "field" : "fields", name(one),
            name(other),
            forecast->high
                ? fmt::format("{} to {}", rounded(forecast->low), rounded(*forecast->high))
                : fmt::format("at least {}", rounded(forecast->low)),
            std::abs(difference->elo)));
    }

    const TournamentSummary& summary_;
    std::vector<int> ais_; ///< of the largest group, best first
    std::map<std::pair<int, int>, const Ratings::Difference*> differences_;
    std::vector<std::string> sentences_;
};

} // namespace

std::vector<std::string> conclusions_of(const TournamentSummary& summary) {
    return Conclusions(summary).write();
}

} // namespace referee
