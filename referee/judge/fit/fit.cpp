#include "judge/fit/fit.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <eigen3/Eigen/Cholesky>
#include <eigen3/Eigen/Core>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <set>

namespace referee {

namespace {

constexpr int folds = 5;
constexpr std::size_t bins = 10;

/// Nobody is said to have less, so that one surprise doesn't decide a mean.
constexpr double min_chance = 1e-4;

using Games = std::vector<const JudgedGame*>;

double time_of(const JudgeClock& clock, const JudgedGame& game, const JudgedPosition& position) {
    return judge_time(
        clock, position.turn,
        clock.parameter.empty() ? 0 : game.limits.at(clock.parameter) * clock.turns);
}

/// Sums of what was said and what came about.
class Sums {
  public:
    explicit Sums(std::vector<double> means) : means_(std::move(means)), bins_(bins) {}

    void add(const JudgedGame& game, const JudgeTable& table) {
        std::vector<std::vector<double>> said;
        for (const JudgedPosition& position : game.positions) {
            const std::optional<std::vector<double>> chances =
                chances_of(table, position, time_of(table.clock, game, position));
            if (chances) {
                said.push_back(*chances);
            }
        }
        for (const std::vector<double>& chances : said) {
            const double weight = 1 / static_cast<double>(said.size());
            for (std::size_t place = 0; place < chances.size(); ++place) {
                const double chance = chances[place];
                JudgeCalibration::Bin& bin = bins_[std::min(
                    bins - 1, static_cast<std::size_t>(chance * static_cast<double>(bins)))];
                bin.weight += weight;
                bin.said += weight * chance;
                bin.won += weight * game.shares[place];
                loss_ -= weight * game.shares[place] * std::log(std::max(min_chance, chance));
                constant_ -=
                    weight * game.shares[place] * std::log(std::max(min_chance, means_[place]));
            }
        }
        games_ += said.empty() ? 0 : 1;
        fields_.insert(game.field);
    }

    JudgeCalibration calibration() const {
        JudgeCalibration calibration;
        calibration.games = games_;
        calibration.fields = static_cast<int>(fields_.size());
        double all = 0;
        for (JudgeCalibration::Bin bin : bins_) {
            all += bin.weight;
            calibration.error += std::abs(bin.said - bin.won);
            if (bin.weight > 0) {
                bin.said /= bin.weight;
                bin.won /= bin.weight;
            }
            calibration.bins.push_back(bin);
        }
        calibration.error /= std::max(all, 1e-9);
        calibration.log_loss = loss_ / std::max(1, games_);
        calibration.constant = constant_ / std::max(1, games_);
        return calibration;
    }

    /// Of a game; the mean over games is JudgeCalibration::log_loss.
    double loss() const { return loss_; }

  private:
    std::vector<double> means_;
    std::vector<JudgeCalibration::Bin> bins_;
    double loss_ = 0;
    double constant_ = 0;
    int games_ = 0;
    std::set<std::string> fields_;
};

std::vector<double> mean_shares(const Games& games) {
    std::vector<double> means(games.front()->shares.size(), 0);
    for (const JudgedGame* const game : games) {
        for (std::size_t place = 0; place < means.size(); ++place) {
            means[place] += game->shares[place] / static_cast<double>(games.size());
        }
    }
    return means;
}

/// How a table is fitted.
struct Choice {
    JudgeClock clock;
    bool by_place = false;
    double ridge = 1;
};

/// A usual distance of places in each measure.
std::vector<double> scales_of(const Games& games, std::size_t measures) {
    std::vector<double> scales;
    for (std::size_t m = 0; m < measures; ++m) {
        double squares = 0;
        double count = 0;
        for (const JudgedGame* const game : games) {
            for (const JudgedPosition& position : game->positions) {
                double sum = 0;
                double known = 0;
                for (const std::vector<double>& values : position.measures) {
                    sum += std::isnan(values[m]) ? 0 : values[m];
                    known += std::isnan(values[m]) ? 0 : 1;
                }
                for (const std::vector<double>& values : position.measures) {
                    if (!std::isnan(values[m])) {
                        squares += std::pow(values[m] - sum / known, 2);
                        count += 1;
                    }
                }
            }
        }
        const double deviation = count > 0 ? std::sqrt(squares / count) : 0;
        scales.push_back(deviation > 1e-9 ? deviation : 1);
    }
    return scales;
}

/// Times at which a fifth, two fifths, … of the positions lie, each once.
std::vector<double> knots_of(const Games& games, const JudgeClock& clock) {
    std::vector<double> times;
    for (const JudgedGame* const game : games) {
        for (const JudgedPosition& position : game->positions) {
            times.push_back(time_of(clock, *game, position));
        }
    }
    std::sort(times.begin(), times.end());
    std::vector<double> knots;
    for (const double part : {0.0, 0.2, 0.4, 0.6, 0.8, 0.95}) {
        const double time =
            times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
        const double rounded = std::round(time * 1000) / 1000;
        if (knots.empty() || rounded > knots.back() + 0.01) {
            knots.push_back(rounded);
        }
    }
    return knots;
}

/// A statement about a position: the features of each place that can still win.
struct Row {
    double weight = 1;
    std::vector<double> shares;
    std::vector<std::vector<std::pair<int, double>>> places; ///< numbers of weights, and values
};

std::vector<Row> rows_of(const JudgeTable& table, const Games& games) {
    std::vector<Row> rows;
    const auto knots = static_cast<int>(table.knots.size());
    for (const JudgedGame* const game : games) {
        for (const JudgedPosition& position : game->positions) {
            const std::vector<std::size_t> places = judged_places(table, position);
            const auto [knot, part] = knot_of(table.knots, time_of(table.clock, *game, position));
            Row row;
            row.weight = 1 / static_cast<double>(game->positions.size());
            std::vector<std::pair<std::size_t, double>> features;
            bool is_whole = places.size() > 1;
            double sum = 0;
            for (const std::size_t place : places) {
                is_whole = is_whole && features_of(table, position, place, features);
                std::vector<std::pair<int, double>> numbers;
                for (const auto& [feature, value] : features) {
                    const int at = static_cast<int>(feature) * knots + static_cast<int>(knot);
                    if (part < 1) {
                        numbers.emplace_back(at, value * (1 - part));
                    }
                    if (part > 0) {
                        numbers.emplace_back(at + 1, value * part);
                    }
                }
                row.places.push_back(std::move(numbers));
                row.shares.push_back(game->shares[place]);
                sum += game->shares[place];
            }
            if (is_whole && sum > 0) {
                for (double& share : row.shares) {
                    share /= sum;
                }
                rows.push_back(std::move(row));
            }
        }
    }
    return rows;
}

/// Newton's method for the softmax of the places' sums. The penalty makes weights small, and those
/// of neighbouring knots alike.
void fit_weights(JudgeTable& table, const std::vector<Row>& rows, double ridge) {
    const auto knots = static_cast<int>(table.knots.size());
    const int count = static_cast<int>(table.features.size()) * knots;
    Eigen::MatrixXd penalty = Eigen::MatrixXd::Zero(count, count);
    for (int at = 0; at < count; ++at) {
        penalty(at, at) += 0.1 * ridge;
        if ((at + 1) % knots != 0) {
            penalty(at, at) += ridge;
            penalty(at + 1, at + 1) += ridge;
            penalty(at, at + 1) -= ridge;
            penalty(at + 1, at) -= ridge;
        }
    }
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(count);
    std::vector<double> chances;
    const auto chances_in = [&](const Row& row, const Eigen::VectorXd& now) {
        chances.clear();
        for (const auto& place : row.places) {
            double sum = 0;
            for (const auto& [at, value] : place) {
                sum += now[at] * value;
            }
            chances.push_back(sum);
        }
        const double best = *std::max_element(chances.begin(), chances.end());
        double all = 0;
        for (double& chance : chances) {
            chance = std::exp(chance - best);
            all += chance;
        }
        for (double& chance : chances) {
            chance /= all;
        }
    };
    const auto objective = [&](const Eigen::VectorXd& now) {
        double sum = 0.5 * now.dot(penalty * now);
        for (const Row& row : rows) {
            chances_in(row, now);
            for (std::size_t i = 0; i < chances.size(); ++i) {
                sum -= row.weight * row.shares[i] * std::log(std::max(1e-300, chances[i]));
            }
        }
        return sum;
    };
    double before = objective(weights);
    constexpr int max_steps = 25;
    std::map<int, double> mean;
    for (int step = 0; step < max_steps; ++step) {
        Eigen::VectorXd gradient = -(penalty * weights);
        Eigen::MatrixXd information = penalty;
        for (const Row& row : rows) {
            chances_in(row, weights);
            mean.clear();
            for (std::size_t i = 0; i < chances.size(); ++i) {
                for (const auto& [at, value] : row.places[i]) {
                    gradient[at] += row.weight * (row.shares[i] - chances[i]) * value;
                    mean[at] += chances[i] * value;
                    for (const auto& [other, theirs] : row.places[i]) {
                        information(at, other) += row.weight * chances[i] * value * theirs;
                    }
                }
            }
            for (const auto& [at, value] : mean) {
                for (const auto& [other, theirs] : mean) {
                    information(at, other) -= row.weight * value * theirs;
                }
            }
        }
        const Eigen::VectorXd change = information.ldlt().solve(gradient);
        double length = 1;
        double after = objective(weights + change);
        while (after > before && length > 1e-4) { // far from the optimum it may overshoot
            length /= 2;
            after = objective(weights + length * change);
        }
        if (after >= before) {
            break;
        }
        weights += length * change;
        const bool is_near = before - after < 1e-5 * (1 + std::abs(before));
        before = after;
        if (is_near) {
            break;
        }
    }
    table.weights.clear();
    for (std::size_t feature = 0; feature < table.features.size(); ++feature) {
        const Eigen::VectorXd own =
            weights.segment(static_cast<Eigen::Index>(feature) * knots, knots);
        table.weights.emplace_back(own.data(), own.data() + own.size());
    }
}

/// True if somebody who was out still won, while others played on.
bool may_win_when_out(const Games& games) {
    return std::any_of(games.begin(), games.end(), [](const JudgedGame* game) {
        return std::any_of(
            game->positions.begin(), game->positions.end(), [&](const JudgedPosition& position) {
                const bool is_over = std::all_of(
                    position.is_out.begin(), position.is_out.end(), [](bool is) { return is; });
                for (std::size_t place = 0; place < game->shares.size() && !is_over; ++place) {
                    if (position.is_out[place] && game->shares[place] > 0) {
                        return true;
                    }
                }
                return false;
            });
    });
}

JudgeTable fitted(const GameInfo& info, int seats, const Games& games, const Choice& choice) {
    JudgeTable table;
    table.seats = seats;
    table.measures.assign(info.measures.begin(), info.measures.end());
    table.scales = scales_of(games, table.measures.size());
    table.clock = choice.clock;
    table.knots = knots_of(games, choice.clock);
    table.by_place = choice.by_place;
    table.out_is_lost = !may_win_when_out(games);
    table.features = judge_features(
        table.measures, static_cast<int>(games.front()->shares.size()), choice.by_place);
    std::set<std::string> fields;
    for (const JudgedGame* const game : games) {
        fields.insert(game->field);
    }
    table.games = static_cast<int>(games.size());
    table.fields = static_cast<int>(fields.size());
    fit_weights(table, rows_of(table, games), choice.ridge);
    return table;
}

/// Games by fold: all games on a field are in one.
std::vector<Games> folds_of(const std::vector<JudgedGame>& games) {
    std::map<std::string, std::size_t> fold_of;
    for (const JudgedGame& game : games) {
        fold_of.emplace(game.field, 0);
    }
    std::size_t next = 0;
    for (auto& [field, fold] : fold_of) { // in the order of hashes, so at random
        fold = next++ % folds;
    }
    std::vector<Games> by_fold(folds);
    for (const JudgedGame& game : games) {
        by_fold[fold_of[game.field]].push_back(&game);
    }
    return by_fold;
}

/// Asks fits about the fields that each has left out.
Sums asked_about_others(
    const GameInfo& info, int seats, const std::vector<Games>& by_fold, const Choice& choice,
    int rounds, const std::vector<double>& means) {
    Sums sums(means);
    for (int left_out = 0; left_out < rounds; ++left_out) {
        Games others;
        for (int fold = 0; fold < folds; ++fold) {
            if (fold != left_out) {
                others.insert(others.end(), by_fold[fold].begin(), by_fold[fold].end());
            }
        }
        const JudgeTable table = fitted(info, seats, others, choice);
        for (const JudgedGame* const game : by_fold[static_cast<std::size_t>(left_out)]) {
            sums.add(*game, table);
        }
    }
    return sums;
}

/// Clocks that these games have: each number of the field after which a game ends, unless hardly a
/// game gets near it, and the turns themselves.
std::vector<JudgeClock> clocks_of(const Games& games) {
    std::vector<JudgeClock> clocks{{}};
    for (const auto& [name, value] : games.front()->limits) {
        double longest = 0;
        bool is_known = true;
        for (const JudgedGame* const game : games) {
            const auto at = game->limits.find(name);
            is_known = is_known && at != game->limits.end() && at->second > 0;
            longest = is_known ? std::max(longest, game->turns / at->second) : 0;
        }
        if (is_known && longest > 0) {
            clocks.push_back({name, longest});
        }
    }
    return clocks;
}

/// Where the match decides: JudgeTable::margins.
std::vector<double> margins_of(const GameInfo& info, const std::vector<JudgedGame>& games) {
    std::vector<double> margins;
    for (const JudgedGame& game : games) {
        if (info.match_decides && game.scores.size() == 2) {
            margins.push_back(game.scores[0] - game.scores[1]);
        }
    }
    std::sort(margins.begin(), margins.end());
    constexpr std::size_t count = 41;
    std::vector<double> chosen;
    for (std::size_t i = 0; i < count && !margins.empty(); ++i) {
        chosen.push_back(margins[i * (margins.size() - 1) / (count - 1)]);
    }
    return chosen;
}

void share_by(const std::vector<double>& margins, std::vector<JudgedGame>& games) {
    for (JudgedGame& game : games) {
        if (!margins.empty() && game.scores.size() == 2) {
            const double first = share_below(margins, game.scores[0] - game.scores[1]);
            game.shares = {first, 1 - first};
        }
    }
}

} // namespace

JudgeCalibration calibration_of(const JudgeTable& table, std::vector<JudgedGame> games) {
    share_by(table.margins, games);
    Games all;
    for (const JudgedGame& game : games) {
        all.push_back(&game);
    }
    if (all.empty()) {
        return {};
    }
    Sums sums(mean_shares(all));
    for (const JudgedGame* const game : all) {
        sums.add(*game, table);
    }
    return sums.calibration();
}

JudgeTable fit_judge(const GameInfo& info, int seats, std::vector<JudgedGame> games) {
    const std::vector<double> margins = margins_of(info, games);
    share_by(margins, games);
    const std::vector<Games> by_fold = folds_of(games);
    if (games.size() < min_judged_games || by_fold.back().empty()) {
        throw UserError(fmt::format(
            "{} with {} seats: {} games are too few for a judge; play at least {}, on many fields",
            info.name, seats, games.size(), min_judged_games));
    }
    Games all;
    for (const JudgedGame& game : games) {
        all.push_back(&game);
    }
    const std::vector<double> means = mean_shares(all);
    constexpr int rounds_to_choose = 2; // of the folds: choices differ much more than folds
    Choice best;
    double best_loss = std::numeric_limits<double>::infinity();
    const auto consider = [&](const Choice& choice, double gain) {
        const double loss =
            asked_about_others(info, seats, by_fold, choice, rounds_to_choose, means).loss();
        if (loss < (1 - gain) * best_loss) {
            best_loss = loss;
            best = choice;
        }
    };
    constexpr double usual_ridge = 1;
    constexpr double clear = 0.01; // what asks for more numbers must be worth it
    for (const JudgeClock& clock : clocks_of(all)) {
        consider({clock, false, usual_ridge}, clear);
    }
    if (means.size() == 2) {
        consider({best.clock, true, usual_ridge}, clear);
    }
    const Choice usual = best;
    for (const double ridge : {0.1, 0.3, 3.0, 10.0, 30.0}) {
        consider({usual.clock, usual.by_place, ridge}, 0);
    }
    JudgeTable table = fitted(info, seats, all, best);
    table.margins = margins;
    table.held_out = asked_about_others(info, seats, by_fold, best, folds, means).calibration();
    return table;
}

} // namespace referee
