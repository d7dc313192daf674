#include "tournament/plan/tuning.hpp"

#include "base/random.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace referee {

namespace {

/// The two points of an iteration follow from the results of all earlier iterations except this
/// many, which may be played at the same time, whatever the number of workers.
constexpr std::int64_t iterations_ahead = 8;

/// Matches of the test are given out in batches of this size: which ones are played must not depend
/// on the workers either.
constexpr std::int64_t test_batch = 16;

constexpr int max_probe_fields = 40;
constexpr std::int64_t max_history = 400;

} // namespace

std::vector<double> all_values(const TuningConfig& tuning, const std::vector<double>& tuned) {
    std::vector<double> all = tuning.declared;
    for (std::size_t i = 0; i < tuned.size(); ++i) {
        all.at(tuning.places.at(i)) = tuned[i];
    }
    return all;
}

std::vector<double> starts_of(const TuningConfig& tuning) {
    std::vector<double> starts;
    for (const SpsaParameter& parameter : tuning.parameters) {
        starts.push_back(parameter.start);
    }
    return starts;
}

SpsaPlan::SpsaPlan(const PlanConfig& config)
    : config_(config), tuning_(*config.tuning), matches_per_iteration_(config.ais > 2 ? 2 : 1),
      spsa_(tuning_.parameters, tuning_.iterations, config.seed), test_(tuning_.sprt),
      probes_(2 * tuning_.parameters.size()) {
    history_.emplace_back(0, spsa_.point());
}

int SpsaPlan::probe_fields() const {
    return std::min(tuning_.test_fields, max_probe_fields);
}

std::int64_t SpsaPlan::probes() const {
    return static_cast<std::int64_t>(probes_.size()) * probe_fields();
}

std::int64_t SpsaPlan::size() const {
    return tuning_matches() + tuning_.test_fields + probes();
}

std::int64_t SpsaPlan::expected() const {
    return tuning_matches() + (is_tested() ? test_given_out_ : tuning_.test_fields) + probes();
}

bool SpsaPlan::is_tested() const {
    const bool is_batch_over =
        test_finished_ == test_given_out_ && test_given_out_ % test_batch == 0;
    return (is_batch_over && test_.decision() != SprtDecision::none) ||
           test_finished_ == tuning_.test_fields;
}

Plan::Step SpsaPlan::next(PlannedMatch& match) {
    match.values.clear();
    if (given_out_ < tuning_matches()) {
        return next_trial(match) ? Step::match : Step::wait;
    }
    learn(tuning_.iterations);
    if (spsa_.learnt() < tuning_.iterations) {
        return Step::wait;
    }
    if (!is_tested()) {
        return next_test(match) ? Step::match : Step::wait;
    }
    return next_probe(match) ? Step::match : Step::end;
}

bool SpsaPlan::next_trial(PlannedMatch& match) {
    const std::int64_t iteration = given_out_ / matches_per_iteration_;
    const auto side = static_cast<int>(given_out_ % matches_per_iteration_);
    if (side == 0) {
        // Uses all results up to a fixed iteration, not those that happen to be known.
        const std::int64_t needed = iteration - iterations_ahead + 1;
        learn(needed);
        if (spsa_.learnt() < needed) {
            return false;
        }
        trial_ = spsa_.trial(iteration);
    }
    match.index = given_out_++;
    match.field = static_cast<int>(
        iteration % static_cast<std::int64_t>(config_.fields - tuning_.test_fields));
    if (matches_per_iteration_ == 1) {
        match.group = {0, 1};
        match.values = {all_values(tuning_, trial_.plus), all_values(tuning_, trial_.minus)};
    } else {
        const auto opponent = static_cast<int>(iteration % (config_.ais - 2));
        match.group = {side, 2 + opponent};
        match.values = {all_values(tuning_, side == 0 ? trial_.plus : trial_.minus), {}};
    }
    return true;
}

bool SpsaPlan::next_test(PlannedMatch& match) {
    if (test_given_out_ == tuning_.test_fields ||
        (test_given_out_ % test_batch == 0 && test_finished_ < test_given_out_)) {
        return false;
    }
    match.index = tuning_matches() + test_given_out_;
    match.field = config_.fields - tuning_.test_fields + static_cast<int>(test_given_out_++);
    match.group = {0, 1};
    match.values = {all_values(tuning_, spsa_.result()), tuning_.declared};
    return true;
}

bool SpsaPlan::next_probe(PlannedMatch& match) {
    while (probe_given_out_ < probes()) {
        const std::int64_t number = probe_given_out_++;
        const auto probe = static_cast<std::size_t>(number / probe_fields());
        const SpsaParameter& parameter = tuning_.parameters[probe / 2];
        std::vector<double> values = spsa_.result();
        const double end = probe % 2 == 0 ? parameter.min : parameter.max;
        if (values[probe / 2] == end) {
            ++probed_;
            continue;
        }
        match.index = tuning_matches() + tuning_.test_fields + number;
        match.field =
            config_.fields - tuning_.test_fields + static_cast<int>(number % probe_fields());
        match.group = {0, 1};
        values[probe / 2] = end;
        match.values = {all_values(tuning_, values), all_values(tuning_, spsa_.result())};
        return true;
    }
    return false;
}

void SpsaPlan::finished(
    const PlannedMatch& match, const std::vector<double>& points,
    const std::vector<double>& /*scores*/) {
    // A game that nobody has won is half a game for both.
    const double all = config_.games_per_match;
    const double lost = all - points[0] - points[1];
    const double own = points[0] + lost / 2;
    if (match.index >= tuning_matches() + tuning_.test_fields) {
        ++probed_;
        const std::int64_t number = match.index - tuning_matches() - tuning_.test_fields;
        probes_[static_cast<std::size_t>(number / probe_fields())].add(own);
        return;
    }
    if (match.index >= tuning_matches()) {
        ++test_finished_;
        test_.add(match.index - tuning_matches(), own);
        return;
    }
    auto& [matches, difference] = results_[match.index / matches_per_iteration_];
    ++matches;
    // In games against one another, one side loses what the other wins.
    difference +=
        matches_per_iteration_ == 1 ? 2 * own / all - 1 : (match.group[0] == 0 ? own : -own) / all;
    if (given_out_ == tuning_matches()) {
        learn(tuning_.iterations);
    }
}

/// Learns from consecutive finished iterations until `count` are learnt.
void SpsaPlan::learn(std::int64_t count) {
    for (auto at = results_.begin();
         at != results_.end() && spsa_.learnt() < count && at->first == spsa_.learnt() &&
         at->second.first == matches_per_iteration_;
         at = results_.erase(at)) {
        spsa_.learn(at->second.second);
        const std::int64_t every = std::max<std::int64_t>(1, tuning_.iterations / max_history);
        if (spsa_.learnt() % every == 0) {
            history_.emplace_back(spsa_.learnt(), spsa_.point());
        }
    }
}

std::string SpsaPlan::status(std::span<const std::string> /*names*/) const {
    if (spsa_.learnt() == tuning_.iterations) {
        return is_tested() ? "trying each parameter at both ends of its range"
                           : fmt::format(
                                 "the result plays the start values: LLR {:.2f} ({:.2f}, {:.2f})",
                                 test_.ratio(), test_.lower(), test_.upper());
    }
    std::string text = fmt::format("iteration {}/{}:", spsa_.learnt(), tuning_.iterations);
    for (std::size_t i = 0; i < tuning_.names.size(); ++i) {
        const double value = spsa_.point()[i];
        text += fmt::format(
            "{} {} {:.3g} ({:+.3g})", i == 0 ? "" : ",", tuning_.names[i], value,
            value - tuning_.parameters[i].start);
    }
    return text;
}

SweepPlan::SweepPlan(const PlanConfig& config)
    : config_(config), tuning_(*config.tuning), counts_(tuning_.points.size()) {}

std::int64_t SweepPlan::size() const {
    return static_cast<std::int64_t>(tuning_.points.size()) * opponents() * tuning_.sweep_fields;
}

Plan::Step SweepPlan::next(PlannedMatch& match) {
    if (next_ == size()) {
        return Step::end;
    }
    const auto points = static_cast<std::int64_t>(tuning_.points.size());
    const auto opponent = static_cast<int>(next_ % opponents());
    const auto point = static_cast<std::size_t>(next_ / opponents() % points);
    match.index = next_;
    match.field = static_cast<int>(next_ / opponents() / points);
    match.group = {0, config_.ais > 2 ? 2 + opponent : 1};
    match.values = {all_values(tuning_, tuning_.points[point]), {}};
    if (config_.ais == 2) {
        match.values[1] = tuning_.declared;
    }
    ++next_;
    return Step::match;
}

void SweepPlan::finished(
    const PlannedMatch& match, const std::vector<double>& points,
    const std::vector<double>& /*scores*/) {
    const auto count = static_cast<std::int64_t>(tuning_.points.size());
    const double lost = config_.games_per_match - points[0] - points[1];
    counts_[static_cast<std::size_t>(match.index / opponents() % count)].add(points[0] + lost / 2);
}

std::vector<std::vector<double>> grid_of(const std::vector<SpsaParameter>& parameters, int points) {
    std::vector<std::vector<double>> grid{{}};
    for (const SpsaParameter& parameter : parameters) {
        std::vector<std::vector<double>> longer;
        const double steps = (parameter.max - parameter.min) / parameter.step;
        for (const std::vector<double>& point : grid) {
            double last = std::nan("");
            for (int i = 0; i < points; ++i) {
                const double whole = std::round(steps * i / std::max(1, points - 1));
                const double value =
                    std::min(parameter.max, parameter.min + whole * parameter.step);
                if (value != last) {
                    longer.push_back(point);
                    longer.back().push_back(value);
                }
                last = value;
            }
        }
        grid = std::move(longer);
    }
    return grid;
}

namespace {

// Spall's exponents, and A as a fraction of all iterations.
constexpr double alpha = 0.602;
constexpr double gamma = 0.101;
constexpr double stability = 0.1;

/// Divided by the square root of the number of iterations, this is how far, in steps, a result of 1
/// moves a parameter at the end. Pure noise then moves it by about three steps in total.
constexpr double end_gain = 3;

double fitted(const SpsaParameter& parameter, double value) {
    return std::clamp(
        parameter.is_integer ? std::round(value) : value, parameter.min, parameter.max);
}

} // namespace

Spsa::Spsa(std::vector<SpsaParameter> parameters, std::int64_t iterations, std::uint64_t seed)
    : parameters_(std::move(parameters)), iterations_(std::max<std::int64_t>(1, iterations)),
      seed_(seed), sum_(parameters_.size()), squares_(parameters_.size()) {
    for (const SpsaParameter& parameter : parameters_) {
        point_.push_back(parameter.start);
    }
}

int Spsa::sign(std::int64_t iteration, std::size_t parameter) const {
    const std::uint64_t drawn =
        mixed(mixed(seed_ ^ static_cast<std::uint64_t>(iteration)) + parameter);
    return (drawn >> 63U) != 0 ? 1 : -1;
}

double Spsa::distance(std::int64_t iteration) const {
    return std::pow(static_cast<double>(iterations_) / static_cast<double>(iteration + 1), gamma);
}

double Spsa::gain(std::int64_t iteration) const {
    const auto all = static_cast<double>(iterations_);
    const double late = stability * all;
    const double size = std::pow((late + all) / (late + static_cast<double>(iteration) + 1), alpha);
    return end_gain / std::sqrt(all) * size / distance(iteration);
}

Spsa::Trial Spsa::trial(std::int64_t iteration) const {
    Trial trial;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const SpsaParameter& parameter = parameters_[i];
        const double change = sign(iteration, i) * distance(iteration) * parameter.step;
        trial.plus.push_back(fitted(parameter, point_[i] + change));
        trial.minus.push_back(fitted(parameter, point_[i] - change));
    }
    return trial;
}

void Spsa::learn(double difference) {
    const double size = gain(learnt_) * difference;
    const bool is_last_fifth = 5 * (learnt_ + 1) > 4 * iterations_;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const SpsaParameter& parameter = parameters_[i];
        point_[i] = std::clamp(
            point_[i] + sign(learnt_, i) * size * parameter.step, parameter.min, parameter.max);
        if (is_last_fifth) {
            sum_[i] += point_[i];
            squares_[i] += point_[i] * point_[i];
        }
    }
    summed_ += is_last_fifth ? 1 : 0;
    ++learnt_;
}

std::vector<double> Spsa::result() const {
    std::vector<double> result;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        result.push_back(fitted(
            parameters_[i], summed_ > 0 ? sum_[i] / static_cast<double>(summed_) : point_[i]));
    }
    return result;
}

std::vector<double> Spsa::scatter() const {
    std::vector<double> scatter(parameters_.size());
    for (std::size_t i = 0; i < parameters_.size() && summed_ > 1; ++i) {
        const auto count = static_cast<double>(summed_);
        const double mean = sum_[i] / count;
        scatter[i] = std::sqrt(std::max(0.0, squares_[i] / count - mean * mean));
    }
    return scatter;
}

} // namespace referee
