#include "tournament/sprt.hpp"

#include "error.hpp"

#include <algorithm>
#include <array>
#include <boost/math/tools/roots.hpp>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <vector>

namespace referee {
namespace {

constexpr std::int64_t fewest_pairs = 10;
constexpr std::size_t classes = 5;
using Frequencies = std::array<double, classes>;

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

/// The likeliest distribution for the frequencies seen under which the sum of p_i·values_i is 0:
/// p_i = seen_i / (1 + θ·values_i) with the θ that makes it so.
Frequencies likeliest_with_zero(const Frequencies& seen, const Frequencies& values) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    if (*least >= 0 || *most <= 0) {
        return seen; // can't be met; the caller's start is inside, so this is rounding at the edge
    }
    const auto sum = [&](double theta) {
        double total = 0;
        for (std::size_t i = 0; i < classes; ++i) {
            total += seen[i] * values[i] / (1 + theta * values[i]);
        }
        return total;
    };
    constexpr double inside = 1e-9;
    const double low = -1 / *most;
    const double high = -1 / *least;
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

/// The likeliest distribution under which (mean − ½) / deviation is `t`. The condition isn't linear
/// in the frequencies: it is replaced by its tangent at the last estimate, again and again.
Frequencies likeliest_with_t(const Frequencies& seen, double t) {
    Frequencies estimate;
    estimate.fill(1.0 / classes);
    constexpr int most_rounds = 30;
    for (int round = 0; round < most_rounds; ++round) {
        const Moments moments = moments_of(estimate);
        Frequencies values{};
        for (std::size_t i = 0; i < classes; ++i) {
            const double away = (moments.mean - share_of(i)) / moments.deviation;
            values[i] = share_of(i) - 0.5 - t * moments.deviation * (1 + away * away) / 2;
        }
        const Frequencies next = likeliest_with_zero(seen, values);
        double change = 0;
        for (std::size_t i = 0; i < classes; ++i) {
            change = std::max(change, std::abs(next[i] - estimate[i]));
        }
        estimate = next;
        if (change < 1e-9) {
            break;
        }
    }
    return estimate;
}

/// Of a pair's share: its deviation is that of a game's by the root of two.
double t_of(double normalised_elo) {
    return normalised_elo * std::log(10.0) / 800 * std::sqrt(2.0);
}

} // namespace

SprtOrder read_sprt(const std::string& text) {
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
    SprtOrder order;
    is_good = is_good && (numbers.size() == 2 || numbers.size() == 4);
    if (is_good) {
        order.elo0 = numbers[0];
        order.elo1 = numbers[1];
        if (numbers.size() == 4) {
            order.alpha = numbers[2];
            order.beta = numbers[3];
        }
        is_good = order.elo0 < order.elo1 && std::abs(order.elo0) <= 400 &&
                  std::abs(order.elo1) <= 400 && order.alpha > 0 && order.alpha < 0.5 &&
                  order.beta > 0 && order.beta < 0.5;
    }
    if (!is_good) {
        throw UserError(fmt::format(
            "--sprt '{}': not understood; write elo0,elo1 or elo0,elo1,alpha,beta, e.g. "
            "0,10,0.05,0.05 (elo0 < elo1, both from -400 to 400, alpha and beta under 0.5)",
            text));
    }
    return order;
}

double log_likelihood_ratio(const PairCounts& counts, const SprtOrder& order) {
    const auto pairs = static_cast<double>(counts.pairs());
    if (pairs == 0) {
        return 0;
    }
    // A class that was not seen yet may still come: a thousandth of a pair keeps it possible.
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
    const Frequencies under0 = likeliest_with_t(seen, t_of(order.elo0));
    const Frequencies under1 = likeliest_with_t(seen, t_of(order.elo1));
    double ratio = 0;
    for (std::size_t i = 0; i < classes; ++i) {
        ratio += seen[i] * std::log(under1[i] / under0[i]);
    }
    return pairs * ratio;
}

void Sprt::add(std::int64_t match, double points) {
    waiting_.emplace(match, points);
    while (decision_ == SprtDecision::none && !waiting_.empty() &&
           waiting_.begin()->first == next_) {
        counts_.add(waiting_.begin()->second);
        waiting_.erase(waiting_.begin());
        ++next_;
        ratio_ = log_likelihood_ratio(counts_, order_);
        if (counts_.pairs() < fewest_pairs) {
            continue;
        }
        if (ratio_ >= std::log((1 - order_.beta) / order_.alpha)) {
            decision_ = SprtDecision::accepts_elo1;
        } else if (ratio_ <= std::log(order_.beta / (1 - order_.alpha))) {
            decision_ = SprtDecision::accepts_elo0;
        }
    }
}

std::string Sprt::text() const {
    const std::string state = fmt::format(
        "log-likelihood ratio {:.2f} of {:.2f} to {:.2f} after {} pairs", ratio_,
        std::log(order_.beta / (1 - order_.alpha)), std::log((1 - order_.beta) / order_.alpha),
        counts_.pairs());
    switch (decision_) {
    case SprtDecision::accepts_elo0:
        return fmt::format(
            "SPRT: accepts that the first is not better by more than {:g} normalised Elo ({})",
            order_.elo0, state);
    case SprtDecision::accepts_elo1:
        return fmt::format(
            "SPRT: accepts that the first is better by {:g} normalised Elo or more ({})",
            order_.elo1, state);
    case SprtDecision::none:
        break;
    }
    return fmt::format(
        "SPRT: undecided between {:g} and {:g} normalised Elo ({})", order_.elo0, order_.elo1,
        state);
}

} // namespace referee
