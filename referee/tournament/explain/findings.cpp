#include "tournament/explain/findings.hpp"

#include "base/random.hpp"
#include "tournament/statistics/any_time.hpp"
#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <numeric>
#include <set>

namespace referee {

namespace {

/// Some of an AI's games, all others being the opposite.
struct Factor {
    FindingKind kind;
    std::string what;
    std::string opposite;    ///< the others in words; empty: they are no group of their own
    std::vector<bool> holds; ///< by showing
};

/// Everything by which an AI's games are told apart.
class Factors {
  public:
    Factors(int ai, const Evidence& evidence, const TournamentSummary& summary)
        : showings_(evidence.showings[static_cast<std::size_t>(ai)]), evidence_(evidence),
          summary_(summary) {
        for (const AiRow& row : summary.standings) {
            elos_[row.ai] = row.rating.elo;
        }
        own_elo_ = elos_[ai];
    }

    std::vector<Factor> all() {
        add_seats();
        add_opponents();
        add_parameters();
        add_starts();
        return std::move(factors_);
    }

  private:
    using Holds = std::function<bool(const Showing&)>;

    /// A group is left out if it, or the rest, is on fewer than 5 fields.
    void
    add(FindingKind kind, const std::string& what, const std::string& opposite,
        const Holds& holds) {
        constexpr std::size_t min_fields = 5;
        Factor factor{kind, what, opposite, {}};
        std::set<int> with;
        std::set<int> without;
        for (const Showing& showing : showings_) {
            factor.holds.push_back(holds(showing));
            (factor.holds.back() ? with : without).insert(showing.field);
        }
        if (with.size() >= min_fields && without.size() >= min_fields) {
            factors_.push_back(std::move(factor));
        }
    }

    void add_seats() {
        const Teams places = summary_.tournament.places();
        const int seats = places.places();
        if (summary_.tournament.match_decides) {
            return; // one result for all seats
        }
        for (int seat = 0; seat < (seats == 2 ? 1 : seats); ++seat) {
            add(FindingKind::seat, places.name_of(static_cast<std::size_t>(seat)),
                seats == 2 ? places.name_of(1) : "",
                [seat](const Showing& showing) { return showing.seat == seat; });
        }
    }

    void add_opponents() {
        std::set<int> opponents;
        for (const Showing& showing : showings_) {
            opponents.insert(showing.others.begin(), showing.others.end());
        }
        for (const int other : opponents) {
            add(FindingKind::opponent, "against " + summary_.names[static_cast<std::size_t>(other)],
                "", [other](const Showing& showing) {
                    return std::find(showing.others.begin(), showing.others.end(), other) !=
                           showing.others.end();
                });
        }
        constexpr double near = 100;
        const auto difference = [this](const Showing& showing) {
            double strongest = -1e9;
            for (const int other : showing.others) {
                strongest = std::max(strongest, elos_.at(other));
            }
            return strongest - own_elo_;
        };
        add(FindingKind::strength, "the strongest opponent within 100 Elo", "",
            [=](const Showing& showing) { return std::abs(difference(showing)) <= near; });
        add(FindingKind::strength, "the strongest opponent more than 100 Elo above", "",
            [=](const Showing& showing) { return difference(showing) > near; });
        add(FindingKind::strength, "all opponents more than 100 Elo below", "",
            [=](const Showing& showing) { return difference(showing) < -near; });
    }

    /// A parameter with a few values has a group for each, otherwise it is divided at the middle.
    void add_parameters() {
        std::map<std::string, std::map<int, std::string>> values; // by name and field
        for (const Showing& showing : showings_) {
            for (const auto& [name, value] : facts(showing).parameters) {
                values[name][showing.field] = value;
            }
        }
        for (const auto& entry : values) {
            const std::string& name = entry.first;
            const std::map<int, std::string>& by_field = entry.second;
            std::set<std::string> different;
            std::vector<double> numbers;
            for (const auto& [field, value] : by_field) {
                different.insert(value);
                if (const std::optional<double> number = number_of(value)) {
                    numbers.push_back(*number);
                }
            }
            constexpr std::size_t max_groups = 4;
            if (different.size() > max_groups && numbers.size() == by_field.size()) {
                split(name, numbers, [this, &name](const Showing& showing) {
                    const auto& known = facts(showing).parameters;
                    const auto at = known.find(name);
                    return at == known.end() ? std::nullopt : number_of(at->second);
                });
                continue;
            }
            const bool are_two = different.size() == 2;
            for (const std::string& value : different) {
                add(FindingKind::parameter, fmt::format("fields with {} {}", name, value),
                    are_two ? fmt::format("fields with {} {}", name, *different.rbegin()) : "",
                    [&](const Showing& showing) {
                        const auto at = by_field.find(showing.field);
                        return at != by_field.end() && at->second == value;
                    });
                if (are_two || different.size() > max_groups) {
                    break; // the other one is the opposite; of many words none is a kind
                }
            }
        }
    }

    static std::optional<double> number_of(const std::string& text) {
        char* end = nullptr;
        const double number = std::strtod(text.c_str(), &end);
        return !text.empty() && *end == '\0' && std::isfinite(number) ? std::optional(number)
                                                                      : std::nullopt;
    }

    /// Fields with a number above the middle one, and the others.
    void split(
        const std::string& name, std::vector<double> numbers,
        const std::function<std::optional<double>(const Showing&)>& number) {
        std::sort(numbers.begin(), numbers.end());
        const double middle = numbers[(numbers.size() - 1) / 2];
        add(FindingKind::parameter, fmt::format("fields with {} above {:.6g}", name, middle),
            fmt::format("fields with {} up to {:.6g}", name, middle), [&](const Showing& showing) {
                const std::optional<double> own = number(showing);
                return own && *own > middle;
            });
    }

    /// Measures of the game at the start: those of the whole field, and the seat's own beside the
    /// others'.
    void add_starts() {
        for (std::size_t measure = 0; measure < evidence_.measures.size(); ++measure) {
            const auto own = [&](const Showing& showing) -> std::optional<double> {
                const auto& start = facts(showing).start;
                const auto seat = static_cast<std::size_t>(showing.seat);
                return seat < start.size() && measure < start[seat].size()
                           ? std::optional(start[seat][measure])
                           : std::nullopt;
            };
            const auto mean = [&](const Showing& showing) -> std::optional<double> {
                double sum = 0;
                int count = 0;
                for (const std::vector<double>& seat : facts(showing).start) {
                    sum += measure < seat.size() ? seat[measure] : 0;
                    count += measure < seat.size() ? 1 : 0;
                }
                return count > 0 ? std::optional(sum / count) : std::nullopt;
            };
            const auto lead = [&](const Showing& showing) -> std::optional<double> {
                const auto value = own(showing);
                const auto all = mean(showing);
                return value && all ? std::optional(*value - *all) : std::nullopt;
            };
            const std::string& name = evidence_.measures[measure];
            compare_start(
                mean, fmt::format("starts with much {} on the board", name),
                fmt::format("starts with little {} on the board", name));
            compare_start(
                lead, fmt::format("starts with more {} than the others", name),
                fmt::format("starts with no more {} than the others", name));
        }
    }

    void compare_start(
        const std::function<std::optional<double>(const Showing&)>& number,
        const std::string& above, const std::string& below) {
        std::vector<double> numbers;
        for (const Showing& showing : showings_) {
            if (const std::optional<double> own = number(showing)) {
                numbers.push_back(*own);
            }
        }
        if (numbers.size() != showings_.size() || numbers.empty()) {
            return;
        }
        std::sort(numbers.begin(), numbers.end());
        const double middle = numbers[(numbers.size() - 1) / 2];
        add(FindingKind::start, above, below,
            [&](const Showing& showing) { return number(showing).value_or(middle) > middle; });
    }

    const FieldFacts& facts(const Showing& showing) const {
        return evidence_.fields[static_cast<std::size_t>(showing.field)];
    }

    const std::vector<Showing>& showings_;
    const Evidence& evidence_;
    const TournamentSummary& summary_;
    std::map<int, double> elos_; ///< by AI
    double own_elo_ = 0;
    std::vector<Factor> factors_;
};

/// What the group has beyond its share of the AI's excess.
struct Contrast {
    std::vector<double> sums; ///< by field
    double min_deviation = 0; ///< of their sum, if the games are independent
};

/// The excess is what the AI gets beyond what its rating lets expect, on average 0.
Contrast contrast_of(const std::vector<Showing>& showings, const Factor& factor) {
    double excess = 0;
    double held = 0;
    for (std::size_t i = 0; i < showings.size(); ++i) {
        excess += showings[i].share - showings[i].expected;
        held += factor.holds[i] ? 1 : 0;
    }
    const auto count = static_cast<double>(showings.size());
    std::map<int, double> sums;
    double variance = 0;
    for (std::size_t i = 0; i < showings.size(); ++i) {
        const double expected = showings[i].expected;
        const double own = showings[i].share - expected - excess / count;
        const double weight = (factor.holds[i] ? 1 : 0) - held / count;
        sums[showings[i].field] += weight * own;
        variance += weight * weight * expected * (1 - expected);
    }
    Contrast contrast{{}, std::sqrt(variance)};
    for (const auto& [field, sum] : sums) {
        contrast.sums.push_back(sum);
    }
    return contrast;
}

/// Signs are arbitrary only if sums of both signs are alike. An AI that hardly ever wins has small
/// sums of one sign on nearly all fields: then the variance of independent games decides.
double p_value_of(const Contrast& contrast) {
    const double sum = std::accumulate(contrast.sums.begin(), contrast.sums.end(), 0.0);
    const double of_games =
        contrast.min_deviation > 0 ? 2 * normal_tail(std::abs(sum) / contrast.min_deviation) : 1;
    return std::max(sign_flip_test(contrast.sums), of_games);
}

/// The same for any time.
double evidence_of(const Contrast& contrast) {
    const double sum = std::accumulate(contrast.sums.begin(), contrast.sums.end(), 0.0);
    const double squares =
        std::inner_product(contrast.sums.begin(), contrast.sums.end(), contrast.sums.begin(), 0.0);
    const double variance = std::max(squares, contrast.min_deviation * contrast.min_deviation);
    return variance <= 1e-18
               ? 0
               : log_evidence_of_mean(
                     sum / std::sqrt(variance), static_cast<int>(contrast.sums.size()));
}

Finding finding_of(const std::vector<Showing>& showings, const Factor& factor, bool is_opposite) {
    Finding finding;
    finding.kind = factor.kind;
    finding.what = is_opposite ? factor.opposite : factor.what;
    for (std::size_t i = 0; i < showings.size(); ++i) {
        if (factor.holds[i] == is_opposite) {
            continue;
        }
        finding.showings.push_back(i);
        finding.lost += showings[i].is_lost() ? 1 : 0;
        finding.share += showings[i].share;
        finding.expected += showings[i].expected;
    }
    finding.games = static_cast<std::int64_t>(finding.showings.size());
    finding.share /= static_cast<double>(finding.games);
    finding.expected /= static_cast<double>(finding.games);
    return finding;
}

} // namespace

double sign_flip_test(const std::vector<double>& sums) {
    const double sum = std::abs(std::accumulate(sums.begin(), sums.end(), 0.0));
    const double squares = std::inner_product(sums.begin(), sums.end(), sums.begin(), 0.0);
    if (squares <= 1e-18) {
        return 1;
    }
    // With many fields the sum is normal.
    constexpr std::size_t many = 300;
    if (sums.size() > many) {
        return 2 * normal_tail(sum / std::sqrt(squares));
    }
    // The sums of each eight by all signs that they may have: a flip adds an eighth of the numbers.
    constexpr std::size_t together = 8;
    constexpr std::size_t signs_of_draw = 63;
    struct Part {
        bool begins_draw = false;
        std::array<double, 1U << together> sums{};
    };
    std::vector<Part> parts;
    for (std::size_t first = 0; first < sums.size();) {
        const std::size_t draw = first / signs_of_draw * signs_of_draw;
        const std::size_t end = std::min({sums.size(), first + together, draw + signs_of_draw});
        Part& part = parts.emplace_back();
        part.begins_draw = first == draw;
        for (std::size_t signs = 0; signs < part.sums.size(); ++signs) {
            for (std::size_t i = first; i < end; ++i) {
                part.sums[signs] += ((signs >> (i - first)) & 1U) != 0 ? sums[i] : -sums[i];
            }
        }
        first = end;
    }
    constexpr int flips = 4999;
    Rng rng(1);
    int as_large = 1; // the signs as they are
    for (int flip = 0; flip < flips; ++flip) {
        double drawn = 0;
        std::uint64_t bits = 0;
        for (const Part& part : parts) {
            bits =
                part.begins_draw ? rng.below(std::uint64_t{1} << signs_of_draw) : bits >> together;
            drawn += part.sums[bits % part.sums.size()];
        }
        as_large += std::abs(drawn) >= sum * (1 - 1e-9) ? 1 : 0;
    }
    return static_cast<double>(as_large) / (flips + 1);
}

std::vector<Finding>
findings_of(int ai, const Evidence& evidence, const TournamentSummary& summary) {
    const std::vector<Showing>& showings = evidence.showings[static_cast<std::size_t>(ai)];
    std::vector<Finding> findings;
    std::vector<double> of_lines;
    for (const Factor& factor : Factors(ai, evidence, summary).all()) {
        const Contrast contrast = contrast_of(showings, factor);
        const bool gains = std::accumulate(contrast.sums.begin(), contrast.sums.end(), 0.0) >= 0;
        findings.push_back(finding_of(showings, factor, gains && !factor.opposite.empty()));
        findings.back().p_value = p_value_of(contrast);
        findings.back().evidence = evidence_of(contrast);
        of_lines.push_back(findings.back().evidence);
        if (gains && factor.opposite.empty()) {
            findings.back().what.clear(); // it counts as a test, but it isn't where the AI loses
        }
    }
    const std::vector<double> rates = any_time_discovery_rates(of_lines);
    for (std::size_t i = 0; i < findings.size(); ++i) {
        findings[i].q_value = rates[i];
        findings[i].is_certain = rates[i] <= interval_error;
    }
    std::erase_if(findings, [](const Finding& finding) { return finding.what.empty(); });
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return a.p_value < b.p_value;
    });
    return findings;
}

} // namespace referee
