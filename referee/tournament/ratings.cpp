#include "tournament/ratings.hpp"

#include "tournament/statistics.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>

namespace referee {
namespace {

/// A Poisson draw of mean 1, by inversion, from 32 random bits; the tail beyond 12 is left out (its
/// probability is below 10⁻⁹).
std::uint8_t poisson_of(std::uint32_t bits) {
    static const std::vector<double> sums = [] {
        std::vector<double> cumulated;
        double term = std::exp(-1.0);
        double sum = 0;
        for (int i = 1; i <= 13; ++i) {
            sum += term;
            cumulated.push_back(sum);
            term /= i;
        }
        return cumulated;
    }();
    const double uniform = (bits + 0.5) / 4294967296.0;
    const auto at = std::lower_bound(sums.begin(), sums.end(), uniform);
    return static_cast<std::uint8_t>(at - sums.begin());
}

double elo_from(double strength) {
    return 400 * std::log10(strength);
}

/// What one step of minorise–maximise collects.
struct Step {
    std::vector<double> wins;
    std::vector<double> denominators;
};

/// The same for an order without shared ranks, which is by far the most common: each choice but the
/// last is one out of those that are left.
void collect_strict(
    const int* ais, std::size_t count, double weight, const std::vector<double>& strength,
    Step& step) {
    double left = 0;
    for (std::size_t i = 0; i < count; ++i) {
        left += strength[ais[i]];
    }
    double passed = 0; // sum over the choices so far of weight / sum of strengths
    for (std::size_t i = 0; i < count; ++i) {
        if (i + 1 < count) {
            passed += weight / left;
            step.wins[ais[i]] += weight;
            left -= strength[ais[i]];
        }
        step.denominators[ais[i]] += passed;
    }
}

/// Adds an order of weight `weight`. A shared rank stands for all orders of those who share it,
/// each as likely as the others: at each choice among them those left are any subset of that size.
void collect(
    const std::vector<std::vector<int>>& order, double weight, const std::vector<double>& strength,
    Step& step) {
    double all = 0;
    for (const std::vector<int>& group : order) {
        for (const int ai : group) {
            all += strength[ai];
        }
    }
    for (std::size_t place = 0; place < order.size(); ++place) {
        const std::vector<int>& group = order[place];
        const std::size_t size = group.size();
        double own = 0;
        for (const int ai : group) {
            own += strength[ai];
        }
        const double rest = std::max(0.0, all - own);
        const bool is_last = place + 1 == order.size();
        double ways = 1; // to choose so many out of the group
        std::array<double, 9> ways_by_count{};
        for (std::size_t count = 1; count <= size; ++count) {
            ways = ways * static_cast<double>(size - count + 1) / static_cast<double>(count);
            ways_by_count[count] = ways;
        }
        for (unsigned subset = 1; subset < (1U << size); ++subset) {
            const auto count = static_cast<std::size_t>(std::popcount(subset));
            if (is_last && count == 1) {
                continue; // no choice any more
            }
            double sum = rest;
            for (std::size_t i = 0; i < size; ++i) {
                sum += (subset >> i & 1U) != 0 ? strength[group[i]] : 0;
            }
            const double share = weight / ways_by_count[count];
            for (std::size_t i = 0; i < size; ++i) {
                if ((subset >> i & 1U) != 0) {
                    step.denominators[group[i]] += share / sum;
                    step.wins[group[i]] += share / static_cast<double>(count);
                }
            }
            for (std::size_t later = place + 1; later < order.size(); ++later) {
                for (const int ai : order[later]) {
                    step.denominators[ai] += share / sum;
                }
            }
        }
        all = rest;
    }
}

} // namespace

Ratings::Ratings(int ais, int resamples)
    : ais_(ais), columns_(static_cast<std::size_t>(resamples) + 1), games_(ais), shares_(ais),
      seats_(ais), draws_(static_cast<std::size_t>(resamples)) {}

void Ratings::add(int field, const std::vector<int>& ais, const std::vector<int>& ranks) {
    if (field != field_) {
        field_ = field;
        was_seen_.resize(std::max(was_seen_.size(), static_cast<std::size_t>(field) + 1));
        fields_ += was_seen_[field] ? 0 : 1;
        was_seen_[field] = true;
        // From the field's number alone, so that it doesn't matter in which order fields come.
        std::mt19937 generator(static_cast<std::uint32_t>(field) * 2654435761U + 1);
        for (std::uint8_t& draw : draws_) {
            draw = poisson_of(static_cast<std::uint32_t>(generator()));
        }
    }
    std::map<int, std::vector<int>> groups;
    for (std::size_t i = 0; i < ais.size(); ++i) {
        groups[ranks[i]].push_back(ais[i]);
    }
    Order order;
    for (auto& [rank, group] : groups) {
        std::sort(group.begin(), group.end());
        order.push_back(group);
    }
    Weights& weights = seen_[order];
    weights.resize(columns_);
    weights[0] += 1;
    for (std::size_t i = 0; i < draws_.size(); ++i) {
        weights[i + 1] += draws_[i];
    }
    for (const std::vector<int>& group : order) {
        const bool is_first = &group == &order.front();
        for (const int ai : group) {
            games_[ai] += 1;
            seats_[ai] += static_cast<double>(ais.size());
            shares_[ai] += is_first ? 1.0 / static_cast<double>(group.size()) : 0;
        }
    }
}

/// Orders laid out one after the other, so that the many fits of the resamples read them in a row.
struct Ratings::Flat {
    struct Strict {
        std::size_t begin = 0;
        std::size_t count = 0;
        const Weights* weights = nullptr;
    };
    std::vector<int> ais;
    std::vector<Strict> strict;
    std::vector<std::pair<const Order*, const Weights*>> shared; ///< with shared ranks

    explicit Flat(const std::map<Order, Weights>& seen) {
        for (const auto& [order, weights] : seen) {
            const bool is_strict = std::all_of(
                order.begin(), order.end(), [](const auto& group) { return group.size() == 1; });
            if (!is_strict) {
                shared.emplace_back(&order, &weights);
                continue;
            }
            strict.push_back({ais.size(), order.size(), &weights});
            for (const std::vector<int>& group : order) {
                ais.push_back(group[0]);
            }
        }
    }
};

std::vector<double>
Ratings::strengths(const Flat& flat, std::size_t column, std::vector<double> start, double close) {
    std::vector<double> strength = std::move(start);
    constexpr int most_rounds = 2000;
    Step step;
    for (int round = 0; round < most_rounds; ++round) {
        // The prior: a win and a loss against one of strength 1.
        step.wins.assign(strength.size(), 1);
        step.denominators.resize(strength.size());
        for (std::size_t i = 0; i < strength.size(); ++i) {
            step.denominators[i] = 2 / (strength[i] + 1);
        }
        for (const Flat::Strict& order : flat.strict) {
            const double weight = (*order.weights)[column];
            if (weight > 0) {
                collect_strict(&flat.ais[order.begin], order.count, weight, strength, step);
            }
        }
        for (const auto& [order, weights] : flat.shared) {
            if ((*weights)[column] > 0) {
                collect(*order, (*weights)[column], strength, step);
            }
        }
        double change = 0;
        for (std::size_t i = 0; i < strength.size(); ++i) {
            const double next = step.wins[i] / step.denominators[i];
            change = std::max(change, std::abs(next / strength[i] - 1));
            strength[i] = next;
        }
        if (change < close) {
            break;
        }
    }
    return strength;
}

/// For one that has won all or nothing: the bound on the side where there is one, from Wilson's
/// interval of its share against the mean of the others.
void Ratings::bound_by_all(int ai, const std::vector<double>& elos, Rating& rating) const {
    double others = 0;
    for (int other = 0; other < ais_; ++other) {
        others += other != ai ? elos[other] / std::max(1, ais_ - 1) : 0;
    }
    const ShareInterval share = wilson(shares_[ai] / games_[ai], games_[ai]);
    const double opponents = seats_[ai] / games_[ai] - 1;
    const auto elo_at = [&](double value) {
        return others + elo_from(value * opponents / (1 - value));
    };
    if (share.share >= 1) {
        rating.low = elo_at(share.low);
    } else {
        rating.high = elo_at(share.high);
    }
}

std::vector<Ratings::Rating> Ratings::fit(int anchor, double anchor_elo) const {
    // Shifts ratings so that those who have played have mean 0, or the anchor its own.
    const auto elos_of = [&](const std::vector<double>& strength) {
        std::vector<double> elos;
        double sum = 0;
        int count = 0;
        for (std::size_t i = 0; i < strength.size(); ++i) {
            elos.push_back(elo_from(strength[i]));
            sum += games_[i] > 0 ? elos.back() : 0;
            count += games_[i] > 0 ? 1 : 0;
        }
        const double shift = anchor >= 0 ? anchor_elo - elos[static_cast<std::size_t>(anchor)]
                                         : -sum / std::max(1, count);
        for (double& elo : elos) {
            elo += shift;
        }
        return elos;
    };
    const Flat flat(seen_);
    // In Elo a relative change of 10⁻⁷ is nothing, and one of 10⁻⁴ a fiftieth of a point.
    const std::vector<double> strength =
        strengths(flat, 0, std::vector<double>(static_cast<std::size_t>(ais_), 1), 1e-7);
    const std::vector<double> elos = elos_of(strength);
    std::vector<std::vector<double>> resampled(static_cast<std::size_t>(ais_));
    if (fields_ >= fewest_fields) {
        for (std::size_t column = 1; column < columns_; ++column) {
            const std::vector<double> found = elos_of(strengths(flat, column, strength, 1e-4));
            for (std::size_t i = 0; i < found.size(); ++i) {
                resampled[i].push_back(found[i]);
            }
        }
    }
    std::vector<Rating> ratings;
    for (int i = 0; i < ais_; ++i) {
        Rating rating{static_cast<int>(games_[i]), elos[i], std::nullopt, std::nullopt};
        if (games_[i] > 0 && i != anchor && (shares_[i] == 0 || shares_[i] == games_[i])) {
            bound_by_all(i, elos, rating);
        } else if (games_[i] > 0 && !resampled[i].empty()) {
            std::vector<double>& values = resampled[i];
            std::sort(values.begin(), values.end());
            const auto at = [&](double share) {
                return values[static_cast<std::size_t>(
                    std::lround(share * static_cast<double>(values.size() - 1)))];
            };
            rating.low = std::min(at(0.025), rating.elo);
            rating.high = std::max(at(0.975), rating.elo);
        }
        ratings.push_back(rating);
    }
    return ratings;
}

} // namespace referee
