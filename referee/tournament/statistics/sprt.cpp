#include "tournament/statistics/sprt.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <array>
#include <boost/math/tools/roots.hpp>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <optional>
#include <vector>

namespace referee {
namespace {

/// Deviations of a pair's share that one normalised Elo is.
const double pair_deviations_per_elo = std::log(10.0) / 800 * std::sqrt(2.0);
using Frequencies = PairFrequencies;
constexpr std::size_t classes = std::tuple_size_v<Frequencies>;

constexpr double share_of(std::size_t number) {
    return static_cast<double>(number) / (classes - 1);
}

struct Moments {
    double mean = 0;
    double deviation = 0;
};

Moments moments_of(const Frequencies& frequencies) {
    Moments moments;
    for (std::size_t i = 0; i < classes; ++i) {
        moments.mean += frequencies[i] * share_of(i);
    }
    for (std::size_t i = 0; i < classes; ++i) {
        const double difference = share_of(i) - moments.mean;
        moments.deviation += frequencies[i] * difference * difference;
    }
    moments.deviation = std::sqrt(moments.deviation);
    return moments;
}

/// The maximum-likelihood distribution for the observed frequencies under which the sum of
/// p_i·values_i is 0: p_i = seen_i / (1 + θ·values_i) for a certain θ. None if there is no such
/// distribution.
std::optional<Frequencies> likeliest_with_zero(const Frequencies& seen, const Frequencies& values) {
    const auto [min, max] = std::minmax_element(values.begin(), values.end());
    if (*min >= 0 || *max <= 0) {
        return std::nullopt;
    }
    const auto sum = [&](double theta) {
        double total = 0;
        for (std::size_t i = 0; i < classes; ++i) {
            total += seen[i] * values[i] / (1 + theta * values[i]);
        }
        return total;
    };
    constexpr double inside = 1e-9;
    const double low = -1 / *max;
    const double high = -1 / *min;
    std::uintmax_t steps = 100;
    const auto [below, above] = boost::math::tools::toms748_solve(
        sum, low + inside * (high - low), high - inside * (high - low),
        boost::math::tools::eps_tolerance<double>(40), steps);
    const double theta = (below + above) / 2;
    Frequencies result{};
    for (std::size_t i = 0; i < classes; ++i) {
        result[i] = seen[i] / (1 + theta * values[i]);
    }
    return result;
}

/// Searches for the maximum-likelihood distribution under which (mean − ½) / deviation is `t`,
/// starting from `estimate`. The condition isn't linear in the frequencies, so it is replaced by
/// its tangent at the last estimate in each iteration. None if a tangent can't be met.
std::optional<Frequencies>
follow_tangents(const Frequencies& seen, double t, Frequencies estimate) {
    constexpr int max_rounds = 60;
    for (int round = 0; round < max_rounds; ++round) {
        const Moments moments = moments_of(estimate);
        Frequencies values{};
        for (std::size_t i = 0; i < classes; ++i) {
            const double away = (moments.mean - share_of(i)) / moments.deviation;
            values[i] = share_of(i) - 0.5 - t * moments.deviation * (1 + away * away) / 2;
        }
        const std::optional<Frequencies> next = likeliest_with_zero(seen, values);
        if (!next) {
            return std::nullopt;
        }
        double change = 0;
        for (std::size_t i = 0; i < classes; ++i) {
            change = std::max(change, std::abs((*next)[i] - estimate[i]));
        }
        estimate = *next;
        if (change < 1e-9) {
            return estimate;
        }
    }
    return estimate;
}

/// A distribution and the mean log-likelihood of the observed frequencies under it.
struct Fit {
    Frequencies distribution{};
    double log_likelihood = -std::numeric_limits<double>::infinity();
};

/// The fit of a distribution; −∞ unless (mean − ½) / deviation is `t` under it.
Fit fit_of(const Frequencies& seen, const Frequencies& distribution, double t) {
    const Moments moments = moments_of(distribution);
    Fit fit{distribution};
    if (std::abs(moments.mean - 0.5 - t * moments.deviation) > 1e-6) {
        return fit;
    }
    fit.log_likelihood = 0;
    for (std::size_t i = 0; i < classes; ++i) {
        fit.log_likelihood += seen[i] * std::log(distribution[i]);
    }
    return fit;
}

/// The likeliest distribution under which (mean − ½) / deviation is `t`.
Fit best_fit(const Frequencies& seen, double t) {
    // From the uniform distribution the tangent of a large t can't be met. So t is raised in steps,
    // each starting from the last result.
    constexpr double max_step = 0.11; // 400 Elo are 1.63
    const int steps = std::max(1, static_cast<int>(std::ceil(std::abs(t) / max_step)));
    Frequencies estimate;
    estimate.fill(1.0 / classes);
    Fit best;
    const auto take = [&](const Fit& fit) {
        best = fit.log_likelihood > best.log_likelihood ? fit : best;
    };
    for (int step = 1; step <= steps; ++step) {
        const double part = t * step / steps;
        const std::optional<Frequencies> next = follow_tangents(seen, part, estimate);
        estimate = next.value_or(estimate);
        if (step == steps && next) {
            take(fit_of(seen, estimate, t));
        }
    }
    // Far from the data there can be two maxima. Several starting points find both.
    constexpr double safe_t = 0.4;
    constexpr int starts = 64;
    for (int start = 1; std::abs(t) > safe_t && start < starts; ++start) {
        const double mean = 0.5 + std::copysign(0.5, t) * start / starts;
        Frequencies values{};
        for (std::size_t i = 0; i < classes; ++i) {
            values[i] = share_of(i) - mean;
        }
        if (const auto found = follow_tangents(seen, t, *likeliest_with_zero(seen, values))) {
            take(fit_of(seen, *found, t));
        }
    }
    if (!std::isfinite(best.log_likelihood)) {
        throw InternalError(fmt::format("SPRT: no distribution found for t = {}", t));
    }
    return best;
}

/// For a pair's share, whose deviation is a game's divided by √2.
double t_of(double normalised_elo) {
    return normalised_elo * std::log(10.0) / 800 * std::sqrt(2.0);
}

/// "A is more than 5 normalised Elo better than B": the meaning of H1. It only rejects elo0, so it
/// doesn't mention elo1.
std::string more_than(double elo, const std::string& first, const std::string& second) {
    if (elo == 0) {
        return fmt::format("{} is better than {}", first, second);
    }
    return elo > 0 ? fmt::format(
                         "{} is more than {:g} normalised Elo better than {}", first, elo, second)
                   : fmt::format(
                         "{} is less than {:g} normalised Elo worse than {}", first, -elo, second);
}

/// The statement that H0 makes.
std::string less_than(double elo, const std::string& first, const std::string& second) {
    if (elo == 0) {
        return fmt::format("{} is worse than {}", first, second);
    }
    return elo > 0 ? fmt::format(
                         "{} is less than {:g} normalised Elo better than {}", first, elo, second)
                   : fmt::format(
                         "{} is more than {:g} normalised Elo worse than {}", first, -elo, second);
}

} // namespace

SprtConfig read_sprt(const std::string& text) {
    std::vector<double> numbers;
    const char* at = text.data();
    const char* const end = at + text.size();
    bool is_good = true;
    while (is_good) {
        double number = 0;
        const auto [rest, code] = std::from_chars(at, end, number);
        is_good = code == std::errc() && std::isfinite(number);
        numbers.push_back(number);
        if (rest == end || !is_good) {
            break;
        }
        is_good = *rest == ',';
        at = rest + 1;
    }
    SprtConfig config;
    is_good = is_good && (numbers.size() == 2 || numbers.size() == 4);
    if (is_good) {
        config.elo0 = numbers[0];
        config.elo1 = numbers[1];
        if (numbers.size() == 4) {
            config.alpha = numbers[2];
            config.beta = numbers[3];
        }
        is_good = config.elo0 < config.elo1 && std::abs(config.elo0) <= 400 &&
                  std::abs(config.elo1) <= 400 && config.alpha > 0 && config.alpha < 0.5 &&
                  config.beta > 0 && config.beta < 0.5;
    }
    if (!is_good) {
        throw UserError(fmt::format(
            "--sprt '{}': invalid value; write elo0,elo1 or elo0,elo1,alpha,beta, e.g. "
            "0,10,0.05,0.05 (elo0 < elo1, both from -400 to 400, alpha and beta under 0.5)",
            text));
    }
    return config;
}

double log_likelihood_ratio(const PairCounts& counts, const SprtConfig& config) {
    const auto pairs = static_cast<double>(counts.pairs());
    if (pairs == 0) {
        return 0;
    }
    const Frequencies seen = frequencies_of(counts);
    return pairs * (best_fit(seen, t_of(config.elo1)).log_likelihood -
                    best_fit(seen, t_of(config.elo0)).log_likelihood);
}

PairFrequencies frequencies_of(const PairCounts& counts) {
    // A class without observations must stay possible: it gets a thousandth of a pair.
    constexpr double unseen = 1e-3;
    Frequencies seen{};
    double total = 0;
    for (std::size_t i = 0; i < classes; ++i) {
        seen[i] = std::max(static_cast<double>(counts.by_points[i]), unseen);
        total += seen[i];
    }
    for (double& frequency : seen) {
        frequency /= total;
    }
    return seen;
}

PairFrequencies likeliest_with_mean(const PairFrequencies& seen, double share) {
    Frequencies values{};
    for (std::size_t i = 0; i < classes; ++i) {
        values[i] = share_of(i) - share;
    }
    return *likeliest_with_zero(seen, values);
}

PairFrequencies ratio_by_points(const PairFrequencies& truth, const SprtConfig& config) {
    const Frequencies under_elo0 = best_fit(truth, t_of(config.elo0)).distribution;
    const Frequencies under_elo1 = best_fit(truth, t_of(config.elo1)).distribution;
    Frequencies added{};
    for (std::size_t i = 0; i < classes; ++i) {
        added[i] = std::log(under_elo1[i] / under_elo0[i]);
    }
    return added;
}

double normalised_elo_of(const PairFrequencies& frequencies) {
    const Moments moments = moments_of(frequencies);
    return (moments.mean - 0.5) / moments.deviation / pair_deviations_per_elo;
}

void Sprt::add(std::int64_t match, double points) {
    waiting_.emplace(match, points);
    while (decision_ == SprtDecision::none && !waiting_.empty() &&
           waiting_.begin()->first == next_) {
        counts_.add(waiting_.begin()->second);
        waiting_.erase(waiting_.begin());
        ++next_;
        decide();
    }
}

Sprt Sprt::ended(const SprtConfig& config, const PairCounts& counts) {
    Sprt test(config);
    test.counts_ = counts;
    test.decide();
    return test;
}

void Sprt::decide() {
    ratio_ = log_likelihood_ratio(counts_, config_);
    if (counts_.pairs() < min_tested_pairs) {
        return;
    }
    if (ratio_ >= upper()) {
        decision_ = SprtDecision::accepts_elo1;
    } else if (ratio_ <= lower()) {
        decision_ = SprtDecision::accepts_elo0;
    }
}

// The ratio grows by (t₁ − t₀)·(t − (t₀ + t₁)/2) a pair, as long as differences are small.

double elo_shown_by(std::int64_t pairs, const SprtConfig& config) {
    const double bound = std::log((1 - config.beta) / config.alpha);
    const double width = (config.elo1 - config.elo0) * pair_deviations_per_elo;
    return (config.elo0 + config.elo1) / 2 +
           bound / (width * static_cast<double>(pairs)) / pair_deviations_per_elo;
}

std::int64_t pairs_to_show(const SprtConfig& config) {
    const double bound = std::log((1 - config.beta) / config.alpha);
    const double width = (config.elo1 - config.elo0) * pair_deviations_per_elo;
    return std::llround(2 * bound / (width * width));
}

double Sprt::lower() const {
    return std::log(config_.beta / (1 - config_.alpha));
}

double Sprt::upper() const {
    return std::log((1 - config_.beta) / config_.alpha);
}

double Sprt::width() const {
    return (config_.elo1 - config_.elo0) * pair_deviations_per_elo;
}

std::string Sprt::verdict(const std::string& first, const std::string& second) const {
    switch (decision_) {
    case SprtDecision::accepts_elo0:
        return "H0 accepted: " + less_than(config_.elo1, first, second);
    case SprtDecision::accepts_elo1:
        return "H1 accepted: " + more_than(config_.elo0, first, second);
    case SprtDecision::none:
        break;
    }
    return fmt::format(
        "undecided between {:g} and {:g} normalised Elo", config_.elo0, config_.elo1);
}

double Sprt::ordinary_elo(double normalised) const {
    constexpr double nearly = 0.999;
    const double share = 0.5 + normalised * pair_deviations_per_elo * std::sqrt(counts_.variance());
    return elo_of(std::clamp(share, 1 - nearly, nearly));
}

std::string Sprt::text(const std::string& first, const std::string& second) const {
    return fmt::format(
        "SPRT: {}\nLLR {:.2f} ({:.2f}, {:.2f}) [{:g}, {:g}]\nPtnml(0-2): {}",
        verdict(first, second), ratio_, lower(), upper(), config_.elo0, config_.elo1,
        fmt::join(counts_.by_points, ", "));
}

std::string Sprt::progress() const {
    const std::int64_t pairs = counts_.pairs();
    std::string text = fmt::format(
        "LLR {:.2f} ({:.2f}, {:.2f}) [{:g}, {:g}]", ratio_, lower(), upper(), config_.elo0,
        config_.elo1);
    if (pairs > 0) {
        const MatchStatistics result = statistics_of(counts_);
        text += fmt::format(
            "\nscore {:.1f} % of {} double match{}, {} Elo, Ptnml {}", 100 * result.share.share,
            pairs, pairs == 1 ? "" : "es", elo_text(result.share),
            fmt::join(counts_.by_points, ", "));
    }
    return text;
}

} // namespace referee
