#include "tournament/plan/racing.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/statistics/any_time.hpp"
#include "tournament/statistics/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace referee {

namespace {

/// The number of matches after which the next batch but one is decided. One batch is played while
/// the last is judged, so that many workers stay busy. It must not depend on the number of workers.
constexpr std::int64_t batch_matches = 8;

/// So many matches each AI plays at random before ratings are used.
constexpr int first_matches = 8;

/// Pairs play on a field while their evidence is at most this much above the least. On every eighth
/// field all undecided play, in groups drawn by lot: else two AIs that are equal could play for
/// ever, while another with bad luck at first never got a second chance, and an AI that is clearly
/// out would stay undecided.
constexpr double slack = 3;

constexpr int fields_between = 8;

/// Above it, ratings are left. A false alarm only costs games.
constexpr double max_misfit = 2.0;

/// Adds what a match between these two may bring to the evidence, so that the next pairs of the
/// batch are others. About right for two games with a third of draws; only the order counts.
void expect_growth(RaceModel::Estimate& estimate, int inner, int outer) {
    constexpr double min_growth = 0.05;
    const double difference = estimate.thetas[inner] - estimate.thetas[outer];
    const double growth = 1.4 * difference * difference;
    estimate.evidence.row(inner).array() += growth / 2;
    estimate.evidence.col(outer).array() += growth / 2;
    estimate.evidence(inner, outer) += std::max(min_growth, growth);
}

RaceModel::Estimate nothing_known(Eigen::Index ais) {
    return {
        Eigen::VectorXd::Zero(ais), Eigen::MatrixXd::Zero(ais, ais),
        Eigen::MatrixXd::Zero(ais, ais), 0};
}

} // namespace

Racing::Racing(const PlanConfig& config)
    : config_(config), model_(config.ais), shares_(config.ais),
      estimate_(nothing_known(config.ais)) {
    const auto count = static_cast<std::size_t>(config.ais);
    if (config.top < 1 || config.top >= config.ais) {
        throw UserError(fmt::format(
            "--top {}: there are {} AIs; write a number from 1 to {}", config.top, config.ais,
            config.ais - 1));
    }
    claims_.resize(count * count);
    statuses_.resize(count, Status::undecided);
    outlooks_.assign(2, outlook());
}

std::size_t Racing::pair(int one, int other) const {
    return static_cast<std::size_t>(one) * statuses_.size() + static_cast<std::size_t>(other);
}

std::vector<int> Racing::all_ais() const {
    std::vector<int> ais(statuses_.size());
    std::iota(ais.begin(), ais.end(), 0);
    return ais;
}

std::vector<int> Racing::with_status(Status status) const {
    std::vector<int> ais;
    for (int ai = 0; ai < config_.ais; ++ai) {
        if (statuses_[static_cast<std::size_t>(ai)] == status) {
            ais.push_back(ai);
        }
    }
    return ais;
}

std::int64_t Racing::size() const {
    return static_cast<std::int64_t>(config_.ais / config_.seats) * config_.fields;
}

std::int64_t Racing::expected() const {
    const std::size_t open =
        outlooks_.empty() ? with_status(Status::undecided).size() : outlooks_.front().open.size();
    const auto each = static_cast<std::int64_t>(
        std::max<std::size_t>(1, open / static_cast<std::size_t>(config_.seats)));
    return matches_ + (open == 0 ? 0 : (config_.fields - next_field_) * each);
}

Racing::Outlook Racing::outlook() const {
    Outlook outlook{
        with_status(Status::undecided),
        config_.top - static_cast<int>(with_status(Status::inside).size()), true, by_shares_,
        estimate_};
    for (const int ai : outlook.open) {
        outlook.is_known = outlook.is_known && model_.played(ai) >= first_matches;
    }
    std::stable_sort(outlook.open.begin(), outlook.open.end(), [this](int one, int other) {
        return estimate_.thetas[one] > estimate_.thetas[other];
    });
    return outlook;
}

/// Completes a group with AIs drawn from all others.
void Racing::fill(std::vector<int>& group, int field) const {
    std::vector<int> others;
    for (int ai = 0; ai < config_.ais; ++ai) {
        if (std::find(group.begin(), group.end(), ai) == group.end()) {
            others.push_back(ai);
        }
    }
    random_seating(
        others, config_.ai_keys, config_.field_keys[static_cast<std::size_t>(field)], config_.seed);
    group.insert(group.end(), others.begin(), others.end());
    group.resize(static_cast<std::size_t>(config_.seats));
}

/// Groups drawn by lot. If the numbers don't fit, some AIs sit out.
std::vector<std::vector<int>>
Racing::random_groups(const std::vector<int>& players, int field) const {
    const auto seats = static_cast<std::size_t>(config_.seats);
    std::vector<int> drawn = players;
    random_seating(
        drawn, config_.ai_keys, config_.field_keys[static_cast<std::size_t>(field)], config_.seed);
    if (drawn.size() < seats) {
        fill(drawn, field);
    }
    std::vector<std::vector<int>> groups;
    for (std::size_t at = 0; at + seats <= drawn.size(); at += seats) {
        groups.emplace_back(drawn.begin() + at, drawn.begin() + at + seats);
        std::sort(groups.back().begin(), groups.back().end());
    }
    return groups;
}

/// Groups of those pairs across the border of which it is least certain who is better.
std::vector<std::vector<int>> Racing::closest_groups(Outlook& outlook, int field) const {
    struct Pair {
        double evidence;
        int inner;
        int outer;
    };
    const auto places = static_cast<std::size_t>(outlook.places);
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < places; ++i) {
        for (std::size_t j = places; j < outlook.open.size(); ++j) {
            pairs.push_back(
                {outlook.estimate.evidence(outlook.open[i], outlook.open[j]), outlook.open[i],
                 outlook.open[j]});
        }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& one, const Pair& other) {
        return one.evidence < other.evidence;
    });
    const double limit = pairs.front().evidence + slack;
    std::vector<int> chosen;
    for (const Pair& pair : pairs) {
        const auto is_free = [&](int ai) {
            return std::find(chosen.begin(), chosen.end(), ai) == chosen.end();
        };
        if (pair.evidence <= limit && is_free(pair.inner) && is_free(pair.outer)) {
            chosen.insert(chosen.end(), {pair.inner, pair.outer});
            expect_growth(outlook.estimate, pair.inner, pair.outer);
        }
    }
    std::vector<std::vector<int>> groups;
    const auto seats = static_cast<std::size_t>(config_.seats);
    for (std::size_t at = 0; at == 0 || at + seats <= chosen.size(); at += seats) {
        groups.emplace_back(
            chosen.begin() + at, chosen.begin() + std::min(at + seats, chosen.size()));
        if (groups.back().size() < seats) {
            fill(groups.back(), field);
        }
        std::sort(groups.back().begin(), groups.back().end());
    }
    return groups;
}

/// False if there is none, or none yet.
bool Racing::open_round() {
    if (next_field_ == config_.fields || outlooks_.empty() || outlooks_.front().open.empty()) {
        return false;
    }
    Outlook& outlook = outlooks_.front();
    Round round;
    round.first = matches_;
    const bool is_for_open = !outlook.is_known || next_field_ % fields_between == 0;
    round.is_by_lot = outlook.by_shares || (is_for_open && outlook.open.size() == statuses_.size());
    round.groups = outlook.by_shares ? random_groups(all_ais(), next_field_)
                   : is_for_open     ? random_groups(outlook.open, next_field_)
                                     : closest_groups(outlook, next_field_);
    round.field = next_field_++;
    round.points.resize(round.groups.size());
    matches_ += static_cast<std::int64_t>(round.groups.size());
    in_batch_ += static_cast<std::int64_t>(round.groups.size());
    if (in_batch_ >= batch_matches) {
        round.ends_batch = true;
        in_batch_ = 0;
        outlooks_.pop_front();
    }
    rounds_.push_back(std::move(round));
    given_out_ = 0;
    return true;
}

Plan::Step Racing::next(PlannedMatch& match) {
    if (rounds_.empty() || given_out_ == rounds_.back().groups.size()) {
        if (!open_round()) {
            return rounds_.empty() ? Step::end : Step::wait;
        }
    }
    const Round& round = rounds_.back();
    match.index = round.first + static_cast<std::int64_t>(given_out_);
    match.field = next_field_ - 1;
    match.group = round.groups[given_out_++];
    seat(config_, match);
    return Step::match;
}

void Racing::finished(
    const PlannedMatch& match, const std::vector<double>& points,
    const std::vector<double>& /*scores*/) {
    const auto round = std::find_if(rounds_.begin(), rounds_.end(), [&](const Round& open) {
        return match.index < open.first + static_cast<std::int64_t>(open.groups.size());
    });
    // In the order of the round's group, whatever the base order of the seats.
    const auto number = static_cast<std::size_t>(match.index - round->first);
    for (const int ai : round->groups[number]) {
        const auto place = std::find(match.group.begin(), match.group.end(), ai);
        round->points[number].push_back(
            points[static_cast<std::size_t>(place - match.group.begin())]);
    }
    ++round->ended;
    // Only fields without a gap before them are judged, so that the order of finishing doesn't
    // matter.
    while (!rounds_.empty() && rounds_.front().ended == rounds_.front().groups.size()) {
        // The newest round may still be incomplete; this one is complete.
        judge(rounds_.front());
        rounds_.pop_front();
    }
}

/// How much more evidence a claim takes than if it were the only one: as many as could be made are
/// right at once (Bonferroni), since where one place is left a single wrong claim decides wrongly.
double Racing::needed_odds() const {
    const double all = config_.ais;
    return all * (all - 1);
}

double Racing::needed_evidence() const {
    return std::log(needed_odds() / (1 - config_.confidence));
}

void Racing::judge(const Round& round) {
    for (std::size_t match = 0; match < round.groups.size(); ++match) {
        model_.add(round.groups[match], round.points[match]);
        if (round.is_by_lot) {
            shares_.add(round.groups[match], round.points[match]);
        }
    }
    // Not more often, because that would depend on the order in which matches finish.
    if (!round.ends_batch && round.field + 1 < config_.fields) {
        return;
    }
    if (!by_shares_) {
        estimate_ = model_.fit();
        if (model_.misfit() > max_misfit) {
            leave_ratings();
        }
    }
    if (by_shares_) {
        estimate_ = shares_.fit();
    }
    claim();
    decide();
    if (round.ends_batch) {
        outlooks_.push_back(outlook());
    }
}

/// What ratings have decided doesn't count.
void Racing::leave_ratings() {
    by_shares_ = true;
    claims_.assign(claims_.size(), false);
    statuses_.assign(statuses_.size(), Status::undecided);
}

void Racing::claim() {
    const double needed = needed_evidence();
    const std::vector<int> open = with_status(Status::undecided);
    const auto played = [this](int ai) {
        return by_shares_ ? shares_.played(ai) : model_.played(ai);
    };
    for (const int one : open) {
        for (const int other : open) {
            if (std::min(played(one), played(other)) >= first_matches &&
                estimate_.evidence(one, other) >= needed) {
                claims_[pair(one, other)] = true;
            }
            if (claims_[pair(one, other)]) {
                estimate_.evidence(one, other) = std::numeric_limits<double>::infinity();
            }
        }
    }
}

/// An AI is in if it is better than all but as many undecided AIs as places are left. It is out if
/// it is worse than that many. Each decision helps the next.
void Racing::decide() {
    while (true) {
        const std::vector<int> open = with_status(Status::undecided);
        const int places = config_.top - static_cast<int>(with_status(Status::inside).size());
        const auto change = [&](int ai) -> std::optional<Status> {
            int better = 0;
            int worse = 0;
            for (const int other : open) {
                better += claims_[pair(ai, other)] ? 1 : 0;
                worse += claims_[pair(other, ai)] ? 1 : 0;
            }
            if (better >= static_cast<int>(open.size()) - places) {
                return Status::inside;
            }
            return worse >= places ? std::optional(Status::outside) : std::nullopt;
        };
        const auto found =
            std::find_if(open.begin(), open.end(), [&](int ai) { return change(ai).has_value(); });
        if (found == open.end()) {
            return;
        }
        statuses_[static_cast<std::size_t>(*found)] = *change(*found);
    }
}

std::optional<Verdict> Racing::verdict() const {
    Verdict verdict;
    const bool is_over = rounds_.empty() && (next_field_ == config_.fields || is_decided());
    verdict.is_final = is_over;
    Race& race = verdict.race.emplace();
    race.top = config_.top;
    race.confidence = config_.confidence;
    race.inside = with_status(Status::inside);
    race.outside = with_status(Status::outside);
    race.undecided = with_status(Status::undecided);
    race.fields = next_field_ - static_cast<int>(rounds_.size());
    race.by_shares = by_shares_;
    race.border = border();
    return verdict;
}

std::string Racing::status(std::span<const std::string> names) const {
    const Race race = *verdict()->race;
    const auto listed_of = [&](const std::vector<int>& ais) {
        std::vector<std::string> chosen;
        for (const int ai : ais) {
            chosen.push_back(names[static_cast<std::size_t>(ai)]);
        }
        return listed(chosen);
    };
    std::string text =
        race.top == 1 ? "race for the best" : fmt::format("race for the best {}", race.top);
    if (!race.inside.empty()) {
        text += "; in: " + listed_of(race.inside);
    }
    if (!race.undecided.empty()) {
        text += "; undecided: " + listed_of(race.undecided);
    }
    if (!race.outside.empty()) {
        text += fmt::format("; out: {}", race.outside.size());
    }
    if (race.border) {
        text += fmt::format(
            "\nbetween {} and {}: {}", names[static_cast<std::size_t>(race.border->inner)],
            names[static_cast<std::size_t>(race.border->outer)],
            race.border->matches ? forecast_text(*race.border->matches, "match")
                                 : "they look equal so far");
    }
    return text;
}

namespace {

constexpr double min_dispersion = 0.1;

} // namespace

std::optional<Race::Border> Racing::border() const {
    const Outlook now = outlook();
    const auto places = static_cast<std::size_t>(now.places);
    if (now.open.size() < 2 || places >= now.open.size() || !now.is_known) {
        return std::nullopt;
    }
    Race::Border border{now.open[places - 1], now.open[places], std::nullopt};
    const double variance = estimate_.variances(border.inner, border.outer);
    const double difference = estimate_.thetas[border.inner] - estimate_.thetas[border.outer];
    if (variance <= 0 || estimate_.information <= 0) {
        return border;
    }
    // What is known of the difference is worth so many matches between the two.
    const double each = estimate_.information;
    const auto matches = static_cast<int>(std::clamp(std::round(1 / variance / each), 1.0, 1e6));
    const Walk walk{difference / variance, difference * each, std::sqrt(each), matches};
    border.matches = forecast_of(walk, [&](int at) {
        const double information = 1 / variance + (at - matches) * each;
        const double bound =
            deviations_for(needed_evidence(), 1 / information) * std::sqrt(information);
        return std::pair(-bound, bound);
    });
    return border;
}

int min_fields_of_race(const PlanConfig& config, int max) {
    PlanConfig clear = config;
    clear.fields = max;
    clear.draws_seats = false;
    clear.ai_keys.clear();
    clear.field_keys.clear();
    for (int ai = 0; ai < clear.ais; ++ai) {
        clear.ai_keys.push_back(seating_key(std::to_string(ai)));
    }
    for (int field = 0; field < max; ++field) {
        clear.field_keys.push_back(seating_key(std::to_string(field)));
    }
    Racing race(clear);
    PlannedMatch match;
    while (race.next(match) == Plan::Step::match) {
        std::vector<double> points(match.group.size());
        const auto best = std::min_element(match.group.begin(), match.group.end());
        points[static_cast<std::size_t>(best - match.group.begin())] = clear.games_per_match;
        race.finished(match, points, std::vector<double>(points.size()));
    }
    return race.verdict()->race->fields;
}

RaceModel::RaceModel(int ais)
    : played_(static_cast<std::size_t>(ais)), thetas_(Eigen::VectorXd::Zero(ais)) {}

void RaceModel::add(const std::vector<int>& group, const std::vector<double>& points) {
    ++results_[{group, points}];
    for (const int ai : group) {
        ++played_[static_cast<std::size_t>(ai)];
    }
}

RaceModel::Sums RaceModel::sums() const {
    const Eigen::Index ais = thetas_.size();
    Sums sums;
    sums.gradient = Eigen::VectorXd::Zero(ais);
    sums.information = sums.scatter = Eigen::MatrixXd::Zero(ais, ais);
    for (Eigen::Index ai = 0; ai < ais; ++ai) {
        // The prior: a win and a loss against an average AI.
        const double expected = 1 / (1 + std::exp(-thetas_[ai]));
        sums.gradient[ai] += 1 - 2 * expected;
        sums.information(ai, ai) += 2 * expected * (1 - expected);
    }
    for (const auto& [result, count] : results_) {
        const auto& [group, points] = result;
        const double all = std::accumulate(points.begin(), points.end(), 0.0);
        const auto size = static_cast<Eigen::Index>(group.size());
        Eigen::VectorXd shares = thetas_(group).array().exp();
        shares /= shares.sum();
        const Eigen::VectorXd excess =
            Eigen::Map<const Eigen::VectorXd>(points.data(), size) - all * shares;
        for (Eigen::Index i = 0; i < size; ++i) {
            const int one = group[static_cast<std::size_t>(i)];
            sums.gradient[one] += count * excess[i];
            sums.information(one, one) += count * all * shares[i];
            for (Eigen::Index j = 0; j < size; ++j) {
                const int other = group[static_cast<std::size_t>(j)];
                sums.information(one, other) -= count * all * shares[i] * shares[j];
                sums.scatter(one, other) += count * excess[i] * excess[j];
            }
            if (all > 0) {
                sums.surprise += count * excess[i] * excess[i] / (all * shares[i]) /
                                 static_cast<double>(size - 1);
            }
        }
        sums.matches += all > 0 ? count : 0;
        sums.points += count * all / (2 * static_cast<double>(size));
    }
    return sums;
}

RaceModel::Estimate RaceModel::fit() {
    // A few steps of Newton's method suffice, from the estimate before. Long ones may diverge.
    constexpr int steps = 3;
    constexpr double max_length = 1;
    for (int count = 0; count < steps; ++count) {
        const Sums at = sums();
        const Eigen::VectorXd step = at.information.ldlt().solve(at.gradient);
        thetas_ += step * std::min(1.0, max_length / step.cwiseAbs().maxCoeff());
    }
    const Sums at = sums();
    const Eigen::Index ais = thetas_.size();
    const Eigen::MatrixXd inverse =
        at.information.ldlt().solve(Eigen::MatrixXd::Identity(ais, ais));
    const double freedom = std::max(1.0, at.matches - static_cast<double>(ais) + 1);
    // With few matches the games count as no more than independent ones.
    const bool are_few = at.matches < 2 * static_cast<double>(ais);
    const double dispersion = std::max(at.surprise / freedom, are_few ? 1.0 : min_dispersion);
    const Eigen::MatrixXd sandwich = inverse * at.scatter * inverse * (at.matches / freedom);
    const Eigen::MatrixXd of_pairs = inverse * pair_scatter() * inverse;
    Estimate estimate = nothing_known(ais);
    estimate.thetas = thetas_;
    estimate.information = at.points / std::max(1.0, at.matches) / dispersion;
    for (Eigen::Index one = 0; one < ais; ++one) {
        for (Eigen::Index other = 0; other < ais; ++other) {
            const double difference = thetas_[one] - thetas_[other];
            const auto variance_in = [&](const Eigen::MatrixXd& covariance) {
                return covariance(one, one) + covariance(other, other) - 2 * covariance(one, other);
            };
            // A sandwich estimate may be far too small by chance.
            const double variance =
                std::max(variance_in(sandwich), dispersion * variance_in(inverse)) +
                variance_in(of_pairs);
            estimate.variances(one, other) = variance;
            if (difference > 0) {
                estimate.evidence(one, other) =
                    log_evidence(difference / std::sqrt(variance), variance);
            }
        }
    }
    return estimate;
}

std::map<std::pair<int, int>, RaceModel::PairSum> RaceModel::pair_sums() const {
    std::map<std::pair<int, int>, PairSum> sums;
    for (const auto& [result, count] : results_) {
        const auto& [group, points] = result;
        const double all = std::accumulate(points.begin(), points.end(), 0.0);
        Eigen::VectorXd shares = thetas_(group).array().exp();
        shares /= shares.sum();
        for (std::size_t i = 0; i < group.size(); ++i) {
            for (std::size_t j = i + 1; j < group.size(); ++j) {
                const double first = shares[static_cast<Eigen::Index>(i)];
                const double second = shares[static_cast<Eigen::Index>(j)];
                const double excess = points[i] - points[j] - all * (first - second);
                const double square = excess * excess;
                // Half of the difference moves the first up, half the second down.
                const double slope =
                    all * (first + second - (first - second) * (first - second)) / 2;
                PairSum& sum = sums[{group[i], group[j]}];
                sum.excess += count * excess;
                sum.squares += count * square;
                sum.fourths += count * square * square;
                sum.slopes += count * slope;
                sum.slopes_squared += count * slope * slope;
            }
        }
    }
    return sums;
}

double RaceModel::misfit() const {
    // Over all pairs of different matches of two AIs: the sum of the products, and its variance.
    double products = 0;
    double variance = 0;
    for (const auto& [ais, sum] : pair_sums()) {
        products += (sum.excess * sum.excess - sum.squares) / 2;
        variance += (sum.squares * sum.squares - sum.fourths) / 2;
    }
    return variance > 0 ? products / std::sqrt(variance) : 0;
}

Eigen::MatrixXd RaceModel::pair_scatter() const {
    const auto sums = pair_sums();
    // If two AIs differ by δ from their ratings, the products of their matches' excesses are about
    // those of the slopes, times δ². The mean over all pairs is a variance of δ (by moments).
    double products = 0;
    double slopes = 0;
    for (const auto& [ais, sum] : sums) {
        products += (sum.excess * sum.excess - sum.squares) / 2;
        slopes += (sum.slopes * sum.slopes - sum.slopes_squared) / 2;
    }
    Eigen::MatrixXd scatter = Eigen::MatrixXd::Zero(thetas_.size(), thetas_.size());
    if (products <= 0 || slopes <= 0) {
        return scatter;
    }
    for (const auto& [ais, sum] : sums) {
        // The excess of one of the two is half of that between them.
        const double square = products / slopes * sum.slopes * sum.slopes / 4;
        scatter(ais.first, ais.first) += square;
        scatter(ais.second, ais.second) += square;
        scatter(ais.first, ais.second) -= square;
        scatter(ais.second, ais.first) -= square;
    }
    return scatter;
}

void ShareModel::add(const std::vector<int>& group, const std::vector<double>& points) {
    const double all = std::accumulate(points.begin(), points.end(), 0.0);
    for (std::size_t i = 0; i < group.size() && all > 0; ++i) {
        Sum& sum = sums_[static_cast<std::size_t>(group[i])];
        // An even share counts 0, so that seats don't matter.
        const double share = points[i] / all - 1 / static_cast<double>(group.size());
        ++sum.matches;
        sum.share += share;
        sum.squares += share * share;
    }
}

RaceModel::Estimate ShareModel::fit() const {
    constexpr double slope = 4;            // of a rating by a share, near one half
    constexpr double min_deviation = 0.15; // of the share of a match
    const auto ais = static_cast<Eigen::Index>(sums_.size());
    RaceModel::Estimate estimate = nothing_known(ais);
    Eigen::VectorXd variances = Eigen::VectorXd::Ones(ais);
    double deviations = 0; // of the matches, squared and summed over AIs
    for (Eigen::Index ai = 0; ai < ais; ++ai) {
        const Sum& sum = sums_[static_cast<std::size_t>(ai)];
        if (sum.matches > 1) {
            const double mean = sum.share / sum.matches;
            const double scatter = (sum.squares - sum.matches * mean * mean) / (sum.matches - 1);
            estimate.thetas[ai] = slope * mean;
            const double square = slope * slope * std::max(scatter, min_deviation * min_deviation);
            variances[ai] = square / sum.matches;
            deviations += square;
        }
    }
    for (Eigen::Index one = 0; one < ais; ++one) {
        for (Eigen::Index other = 0; other < ais; ++other) {
            const double difference = estimate.thetas[one] - estimate.thetas[other];
            estimate.variances(one, other) = variances[one] + variances[other];
            if (difference > 0) {
                const double variance = estimate.variances(one, other);
                estimate.evidence(one, other) =
                    log_evidence(difference / std::sqrt(variance), variance);
            }
        }
    }
    // A match of both, each against others drawn by lot.
    estimate.information = deviations > 0 ? static_cast<double>(ais) / (2 * deviations) : 0;
    return estimate;
}

} // namespace referee
