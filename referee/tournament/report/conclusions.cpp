#include "tournament/report/conclusions.hpp"

#include "base/text.hpp"
#include "tournament/statistics/any_time.hpp"
#include "tournament/statistics/forecast.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace referee {

namespace {

class Conclusions {
  public:
    Conclusions(const TournamentSummary& summary, bool has_advice)
        : summary_(summary), has_advice_(has_advice) {
        for (const AiRow& row : summary.standings) {
            const bool is_past =
                !summary.is_past.empty() && summary.is_past[static_cast<std::size_t>(row.ai)];
            if (row.rating.is_rated() && row.rating.group == 0 && !is_past) {
                ais_.push_back(row.ai);
            }
        }
        rows_.resize(summary.names.size());
        for (const AiRow& row : summary.standings) {
            rows_[static_cast<std::size_t>(row.ai)] = &row;
        }
        if (summary.any_pair) {
            return;
        }
        for (const Ratings::Difference& difference : summary.differences) {
            differences_[std::minmax(difference.first, difference.second)] = &difference;
        }
    }

    std::vector<std::string> write() {
        add_starved();
        if (summary_.cycle) {
            add_cycle();
        }
        if (summary_.sprt_test) {
            add_test(*summary_.sprt_test);
        }
        if (summary_.verdict && summary_.verdict->race) {
            add_race(*summary_.verdict->race, summary_.verdict->is_final);
        }
        if (!summary_.verdict && summary_.games == 1) {
            sentences_.emplace_back("A single game says nothing about who is better.");
        }
        if (summary_.verdict || summary_.sprt_test || ais_.size() < 2) {
            return std::move(sentences_);
        }
        add_leader();
        if (summary_.group_fields[0] < Ratings::min_fields) {
            sentences_.push_back(fmt::format(
                "The games of {} are too few to say more; from {} fields on, ratings have "
                "intervals.",
                counted(summary_.group_fields[0], "field"), Ratings::min_fields));
            return std::move(sentences_);
        }
        add_open_pair();
        add_faults();
        return std::move(sentences_);
    }

  private:
    const std::string& name(int ai) const { return summary_.names[static_cast<std::size_t>(ai)]; }

    std::optional<Ratings::Difference> between(int one, int other) const {
        if (summary_.any_pair) {
            return summary_.any_pair->between(one, other);
        }
        const auto at = differences_.find(std::minmax(one, other));
        return at == differences_.end() ? std::nullopt : std::optional(*at->second);
    }

    /// That one of the two is better.
    bool is_certain(int one, int other) const {
        if (summary_.any_pair) {
            return summary_.any_pair->is_certain(one, other) ||
                   summary_.any_pair->is_certain(other, one);
        }
        const auto at = differences_.find(std::minmax(one, other));
        return at != differences_.end() && at->second->is_certain;
    }

    /// Late answers of AIs that hardly computed count like others. An AI that waits for something
    /// looks as if it had no core, so it is blamed if it is the only one.
    void add_starved() {
        std::int64_t starved = 0;
        std::vector<int> whose;
        for (const AiRow& row : summary_.standings) {
            if (row.measured.starved > 0) { // it may be not_measured
                starved += row.measured.starved;
                whose.push_back(row.ai);
            }
        }
        constexpr std::int64_t in_games = 20;
        if (whose.empty() || starved * in_games < summary_.games) {
            return;
        }
        const std::string what = fmt::format(
            "{} in {} had less than half of their time on a core ('starved')",
            starved == 1 ? "1 late answer or restart"
                         : fmt::format("{} late answers or restarts", starved),
            counted(summary_.games, "game"));
        sentences_.push_back(
            whose.size() == 1
                ? fmt::format(
                      "{}, all of them {}'s: it waits for something, or the machine was too busy.",
                      what, name(whose.front()))
                : fmt::format(
                      "The machine was probably too busy: {}.{}", what,
                      has_advice_ ? " Play on an idle one, with fewer --jobs or a longer "
                                    "--time-limit."
                                  : ""));
    }

    /// How many more double matches the sequential test may take.
    void add_test(const Sprt& test) {
        const std::optional<Forecast> forecast = forecast_of(test);
        if (forecast) {
            sentences_.push_back(fmt::format(
                "{} would end the test.", begun(forecast_text(*forecast, "double match"))));
        }
    }

    /// Between whom a race is hardest to decide, and how many more matches that may take.
    void add_race(const Race& race, bool is_final) {
        if (!race.border) {
            return;
        }
        const std::string both =
            fmt::format("{} and {}", name(race.border->inner), name(race.border->outer));
        const std::string again =
            is_final && has_advice_ ? " Repeat the command with more fields." : "";
        if (!race.border->matches) {
            sentences_.push_back(fmt::format(
                "{} look equal: perhaps no number of matches would decide between them.{}", both,
                again));
            return;
        }
        sentences_.push_back(fmt::format(
            "The race hangs on {}: {} between them would decide.{}", both,
            forecast_text(*race.border->matches, "match"), again));
    }

    /// As the beginning of a sentence.
    static std::string begun(std::string text) {
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
        return text;
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

    /// Who is first, by how much, and how sure that is.
    void add_leader() {
        const int leader = ais_.front();
        const std::string who =
            summary_.cycle ? "Against all together, " + name(leader) : name(leader);
        std::vector<std::string> level; // with the first by all figures
        std::vector<std::string> rivals;
        int behind = 0; // it is certain of so many
        std::string last_behind;
        for (const int ai : ais_) {
            if (ai != leader && is_level(leader, ai)) {
                level.push_back(name(ai));
            } else if (ai != leader && !is_certain(leader, ai)) {
                rivals.push_back(name(ai));
            } else if (ai != leader) {
                ++behind;
                last_behind = name(ai);
            }
        }
        constexpr std::size_t max_named = 8;
        if (!level.empty()) {
            level.push_back(name(leader));
            std::sort(level.begin(), level.end()); // none of them goes before another
            if (summary_.cycle) {
                level.front() = "Against all together, " + level.front();
            }
            sentences_.push_back(fmt::format(
                "{} share the first place: they have the same rating{}.", listed(level, max_named),
                rivals.empty() ? ""
                               : ", and it isn't certain yet that they are better than " +
                                     listed(rivals, max_named)));
            return;
        }
        const std::string by_how_much = lead_text(leader, ais_[1]);
        if (rivals.empty()) {
            sentences_.push_back(fmt::format(
                "{} is the best, with 95 % confidence{}{}.", name(leader),
                summary_.groups > 1 ? " among those it met, directly or through others" : "",
                by_how_much.empty() ? "" : ": " + by_how_much));
            return;
        }
        sentences_.push_back(fmt::format(
            "{} is first{}. It isn't certain yet that it is better than {}.{}", who,
            by_how_much.empty() ? "" : ", " + by_how_much,
            behind == 0 && rivals.size() > 1 ? "even one other" : listed(rivals, max_named),
            behind == 0 ? ""
                        : fmt::format(
                              " It is better than {}, with 95 % confidence.",
                              behind == 1 ? last_behind : fmt::format("the other {}", behind))));
        if (rivals.size() == 1 && wins_more_against(leader, rivals.front())) {
            sentences_.back() += fmt::format(
                " (In their own double matches {} wins more than {}, which is certain; the rating "
                "counts the games against the others, too.)",
                name(leader), rivals.front());
        }
    }

    /// Whether the games of the two alone make certain that `one` wins more of them.
    bool wins_more_against(int one, const std::string& rival) const {
        constexpr double alpha = 0.05;
        return std::ranges::any_of(summary_.pairings, [&](const Pairing& pairing) {
            const bool is_first = pairing.first == one && name(pairing.second) == rival;
            const bool is_second = pairing.second == one && name(pairing.first) == rival;
            constexpr double half = 0.5;
            return pairing.any_time_p_value <= alpha &&
                   ((is_first && pairing.result.share.share > half) ||
                    (is_second && pairing.result.share.share < half));
        });
    }

    const AiRow& row_of(int ai) const { return *rows_[static_cast<std::size_t>(ai)]; }

    /// "48 Elo above Y", by the ratings as they are printed; empty if that isn't known.
    std::string lead_text(int leader, int next) const {
        const std::optional<Ratings::Difference> difference = between(leader, next);
        return difference && difference->is_in_core ? fmt::format(
                                                          "{} Elo above {}",
                                                          std::lround(row_of(leader).rating.elo) -
                                                              std::lround(row_of(next).rating.elo),
                                                          name(next))
                                                    : "";
    }

    /// True if the two have the same rating and so share a rank, or the same to a whole number with
    /// the same points.
    bool is_level(int one, int other) const {
        const AiRow& first = row_of(one);
        const AiRow& second = row_of(other);
        constexpr double equal = 1e-6;
        if (std::abs(first.rating.elo - second.rating.elo) < equal) {
            return true;
        }
        return signed_text(first.rating.elo) == signed_text(second.rating.elo) &&
               std::abs(first.share - second.share) < equal && first.games == second.games;
    }

    /// The uppermost neighbours whose order isn't certain.
    void add_open_pair() {
        for (std::size_t i = 0; i + 1 < ais_.size(); ++i) {
            if (!is_certain(ais_[i], ais_[i + 1])) {
                if (has_advice_) {
                    add_forecast(ais_[i], ais_[i + 1]);
                }
                return;
            }
        }
        if (ais_.size() > 2) {
            sentences_.emplace_back("The order of all AIs is certain.");
        }
    }

    void add_forecast(int one, int other) {
        const std::optional<Ratings::Difference> difference = between(one, other);
        if (!difference || !difference->deviations) {
            sentences_.push_back(fmt::format(
                "Nobody can say how many more fields would decide between {} and {}: the results "
                "don't say how far they are apart.",
                name(one), name(other)));
            return;
        }
        const double error = difference->error / elo_per_theta;
        const std::optional<Forecast> forecast = forecast_of(KnownDifference{
            *difference->deviations, error * error, summary_.group_fields[0], difference->needed});
        if (!forecast) {
            return;
        }
        sentences_.push_back(fmt::format(
            "{} would show which of {} and {} is better{}.{}{}",
            begun(forecast_text(*forecast, "field")), name(one), name(other),
            forecast->high ? "" : "; if they are equal, no number would",
            forecast->high ? "" : visible_difference(*difference),
            games_of_fields(forecast->likely.value_or(forecast->most))));
    }

    /// How many games so many more fields are, and who plays them.
    std::string games_of_fields(int more) const {
        const std::int64_t fields = summary_.group_fields[0];
        if (summary_.groups != 1 || fields == 0) {
            return "";
        }
        const std::int64_t games = summary_.games * more / fields;
        return fmt::format(
            " {} mean about {} games of all AIs: make them with 'referee create', and repeat the "
            "command of the tournament with the old fields and the new ones; it plays only what "
            "is missing.",
            counted(more, "field"),
            rounded_to_digits(static_cast<int>(std::min<std::int64_t>(games, 1'000'000'000)), 2));
    }

    /// Which difference more fields would show: what playing on is worth where AIs look equal.
    std::string visible_difference(const Ratings::Difference& difference) const {
        constexpr double power = 0.8;
        const int fields = summary_.group_fields[0];
        const int more = rounded_to_digits(4 * fields, 1);
        const double error =
            difference.error * std::sqrt(static_cast<double>(fields) / (fields + more));
        const double theta = error / elo_per_theta;
        const double shown = (deviations_for(difference.needed + std::log(2.0), theta * theta) +
                              boost::math::quantile(boost::math::normal(), power)) *
                             error;
        return fmt::format(
            " With {} more, any two AIs that are {} Elo apart would probably be told apart.",
            counted(more, "field"), rounded_to_digits(static_cast<int>(std::ceil(shown)), 2));
    }

    /// The AI that makes most faults, if they are many: why it loses.
    void add_faults() {
        constexpr std::int64_t min_faults = 3;
        constexpr std::int64_t in_games = 10;
        const AiRow* worst = nullptr;
        for (const AiRow& row : summary_.standings) {
            const bool is_shown = std::find(ais_.begin(), ais_.end(), row.ai) != ais_.end();
            if (is_shown && (worst == nullptr || row.fault_count() > worst->fault_count())) {
                worst = &row;
            }
        }
        if (worst == nullptr || worst->fault_count() < min_faults ||
            worst->fault_count() * in_games < worst->games) {
            return;
        }
        const auto kind = static_cast<std::size_t>(
            std::max_element(worst->faults.begin() + 1, worst->faults.end()) -
            worst->faults.begin());
        sentences_.push_back(fmt::format(
            "{} has {} in {}{}.", name(worst->ai), counted(worst->fault_count(), "fault"),
            counted(worst->games, "game"),
            worst->faults[kind] == worst->fault_count()
                ? fmt::format(", all of the kind {}", all_names<Fault>[kind])
                : fmt::format(", most of the kind {}", all_names<Fault>[kind])));
    }

    static int rounded_to_digits(int number, int digits) {
        int unit = 1;
        for (int most = digits == 1 ? 10 : 100; number / unit >= most;) {
            unit *= 10;
        }
        return static_cast<int>(std::lround(static_cast<double>(number) / unit)) * unit;
    }

    const TournamentSummary& summary_;
    bool has_advice_;
    std::vector<int> ais_;           ///< of the largest group, best first
    std::vector<const AiRow*> rows_; ///< by AI
    std::map<std::pair<int, int>, const Ratings::Difference*> differences_;
    std::vector<std::string> sentences_;
};

} // namespace

std::vector<std::string> conclusions_of(const TournamentSummary& summary, bool has_advice) {
    return Conclusions(summary, has_advice).write();
}

} // namespace referee
