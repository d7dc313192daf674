#include "cops/lib/foresight/oracle.hpp"

#include <limits>
#include <numeric>
#include <unordered_map>

namespace referee::cops::sample {
namespace {

using CopsTracks = std::vector<Track>;

std::vector<const Track*> pointers(const CopsTracks& tracks) {
    std::vector<const Track*> result;
    for (const Track& track : tracks) {
        result.push_back(&track);
    }
    return result;
}

CopsTracks tracks_of(const PlanGame& game, const CopsPlan& plan) {
    CopsTracks tracks;
    for (std::size_t cop = 0; cop < game.cops(); ++cop) {
        tracks.push_back(game.cop_track(cop, plan.data() + cop * game.length()));
    }
    return tracks;
}

constexpr std::array<Step, 5> all_steps{
    Step::north, Step::east, Step::south, Step::west, Step::wait};

constexpr Place gone = 0; ///< a corner of the ring: the game has ended there in any case

/// A partial plan of the thief: where it has led him in each future, and in which of the scenarios
/// (a plan of the cops in a future) he is still on the board.
struct PartialPlan {
    std::vector<std::int16_t> places;
    std::vector<std::uint8_t> is_on;
    double sum = 0; ///< of the payoffs where the game has ended
    std::vector<Step> steps;
};

/// Searches the thief's plans in all scenarios at once.
class ThiefSearch {
  public:
    ThiefSearch(
        const PlanGame& game, const std::vector<const CopsTracks*>& cops, const Mixture& weights,
        const Stopwatch& watch)
        : game_(game), watch_(watch) {
        for (std::size_t plan = 0; plan < cops.size(); ++plan) {
            if (weights[plan] > 0) {
                cops_.push_back(pointers(*cops[plan]));
                weights_.push_back(weights[plan] / static_cast<double>(game.futures()));
            }
        }
        places_ = static_cast<std::size_t>(game.ground(0, 0).places());
        rests_.assign(
            cops_.size() * game.futures() * places_, std::numeric_limits<float>::quiet_NaN());
    }

    ThiefReply best(std::size_t max_nodes) {
        const Place start = game_.ground(0, 0).place(game_.situation().state.thief);
        std::vector<PartialPlan> nodes(1);
        nodes[0].places.assign(game_.futures(), static_cast<std::int16_t>(start));
        nodes[0].is_on.assign(cops_.size() * game_.futures(), 1);
        for (std::size_t tick = 0; tick < game_.played() && !watch_.is_over(); ++tick) {
            nodes = extended(nodes, tick);
            if (nodes.size() > max_nodes && tick + 1 < game_.played() && !watch_.is_over()) {
                keep_best(nodes, max_nodes);
            }
        }
        ThiefReply reply;
        reply.payoff = -1;
        for (const PartialPlan& node : nodes) {
            const double payoff = worth(node);
            if (payoff > reply.payoff) {
                reply = {node.steps, payoff};
            }
            if (watch_.is_over()) {
                break;
            }
        }
        reply.plan.resize(game_.length(), Step::wait);
        return reply;
    }

  private:
    /// All extensions by one step. Partial plans that lead to the same places in the same scenarios
    /// are merged, because the rest of the plan doesn't depend on how they got there.
    std::vector<PartialPlan>
    extended(const std::vector<PartialPlan>& nodes, std::size_t tick) const {
        std::vector<PartialPlan> result;
        std::unordered_multimap<std::uint64_t, std::size_t> found;
        for (const PartialPlan& node : nodes) {
            for (const Step step : all_steps) {
                PartialPlan next = node;
                advance(next, step, tick);
                const std::uint64_t key = hash(next);
                const auto [begin, end] = found.equal_range(key);
                const auto same = std::find_if(begin, end, [&](const auto& entry) {
                    const PartialPlan& other = result[entry.second];
                    return other.places == next.places && other.is_on == next.is_on;
                });
                if (same == end) {
                    found.emplace(key, result.size());
                    result.push_back(std::move(next));
                } else if (next.sum > result[same->second].sum) {
                    result[same->second] = std::move(next);
                }
            }
            if (watch_.is_over()) {
                break;
            }
        }
        return result;
    }

    static std::uint64_t hash(const PartialPlan& node) {
        std::uint64_t key = 1469598103934665603U;
        for (const std::int16_t place : node.places) {
            key = (key ^ static_cast<std::uint64_t>(place)) * 1099511628211U;
        }
        for (const std::uint8_t on : node.is_on) {
            key = (key ^ on) * 1099511628211U;
        }
        return key;
    }

    /// One tick in all scenarios.
    void advance(PartialPlan& node, Step step, std::size_t tick) const {
        node.steps.push_back(step);
        const std::size_t futures = game_.futures();
        for (std::size_t future = 0; future < futures; ++future) {
            const Place from = node.places[future];
            if (from == gone) {
                continue;
            }
            const Place to = game_.stepped(future, tick, from, step, true);
            const bool is_out = game_.ground(future, tick).is_gate(to);
            bool is_left = false;
            for (std::size_t plan = 0; plan < cops_.size(); ++plan) {
                std::uint8_t& on = node.is_on[plan * futures + future];
                if (on == 0) {
                    continue;
                }
                if (is_caught(plan, future, tick, from, to)) {
                    node.sum += weights_[plan] * game_.caught_in(tick);
                    on = 0;
                } else if (is_out) {
                    node.sum += weights_[plan] * game_.escaped_in(tick);
                    on = 0;
                } else {
                    is_left = true;
                }
            }
            // All partial plans that end the game in all scenarios of a future are alike in it.
            node.places[future] = static_cast<std::int16_t>(is_left ? to : gone);
        }
    }

    bool
    is_caught(std::size_t plan, std::size_t future, std::size_t tick, Place from, Place to) const {
        const std::size_t at = future * game_.length() + tick;
        for (std::size_t cop = 0; cop < cops_[plan].size(); ++cop) {
            const Track& track = *cops_[plan][cop];
            const Place before =
                tick > 0 ? track[at - 1]
                         : game_.ground(future, 0).place(game_.situation().state.cops[cop]);
            if (game_.is_caught(from, to, before, track[at])) {
                return true;
            }
        }
        return false;
    }

    double worth(const PartialPlan& node) {
        double sum = node.sum;
        const std::size_t futures = game_.futures();
        for (std::size_t plan = 0; plan < cops_.size(); ++plan) {
            for (std::size_t future = 0; future < futures; ++future) {
                if (node.is_on[plan * futures + future] != 0) {
                    sum += weights_[plan] * rest(plan, future, node.places[future]);
                }
            }
        }
        return sum;
    }

    double rest(std::size_t plan, std::size_t future, Place place) {
        float& known =
            rests_[(plan * game_.futures() + future) * places_ + static_cast<std::size_t>(place)];
        if (std::isnan(known)) {
            known = static_cast<float>(game_.rest(future, place, cops_[plan]));
        }
        return known;
    }

    void keep_best(std::vector<PartialPlan>& nodes, std::size_t max_nodes) {
        std::vector<std::pair<double, std::size_t>> order;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            order.emplace_back(-worth(nodes[i]), i);
        }
        std::sort(order.begin(), order.end());
        std::vector<PartialPlan> kept;
        for (std::size_t i = 0; i < max_nodes; ++i) {
            kept.push_back(std::move(nodes[order[i].second]));
        }
        nodes = std::move(kept);
    }

    const PlanGame& game_;
    const Stopwatch& watch_;
    std::vector<std::vector<const Track*>> cops_;
    std::vector<double> weights_; ///< by plan, for one future
    std::size_t places_;
    std::vector<float> rests_; ///< by plan, future and place; NaN: not yet estimated
};

/// Lets one cop after the other take its best part.
class CopsSearch {
  public:
    CopsSearch(
        const PlanGame& game, CopsPlan plan, const std::vector<const Track*>& thieves,
        const Mixture& weights, const Stopwatch& watch)
        : game_(game), watch_(watch), plan_(std::move(plan)), tracks_(tracks_of(game, plan_)) {
        for (std::size_t i = 0; i < thieves.size(); ++i) {
            if (weights[i] > 0) {
                thieves_.push_back(thieves[i]);
                weights_.push_back(weights[i]);
            }
        }
        payoff_ = payoff();
    }

    CopsReply best(int sweeps) {
        for (int sweep = 0; sweep < sweeps; ++sweep) {
            const double before = payoff_;
            for (std::size_t cop = 0; cop < game_.cops() && !watch_.is_over(); ++cop) {
                improve(cop);
            }
            if (payoff_ >= before - 0.01) {
                break;
            }
        }
        return {plan_, payoff_};
    }

  private:
    double payoff() const {
        const std::vector<const Track*> cops = pointers(tracks_);
        double sum = 0;
        for (std::size_t thief = 0; thief < thieves_.size(); ++thief) {
            sum += weights_[thief] * game_.payoff(*thieves_[thief], cops);
        }
        return sum;
    }

    /// The parts with which a cop reaches each place at the end, on the way to which it meets the
    /// thief as often as possible, are tried.
    void improve(std::size_t cop) {
        const std::vector<std::vector<double>> gains = meeting_gains(cop);
        const Ground& board = game_.ground(0, 0);
        const auto places = static_cast<std::size_t>(board.places());
        constexpr double never = 1e9;
        std::vector<std::vector<double>> sums(
            game_.length() + 1, std::vector<double>(places, never));
        std::vector<std::vector<Step>> ways(game_.length(), std::vector<Step>(places, Step::wait));
        const auto start = static_cast<std::size_t>(board.place(game_.situation().state.cops[cop]));
        sums[0][start] = 0;
        for (std::size_t tick = 0; tick < game_.length(); ++tick) {
            if (watch_.is_over()) {
                return;
            }
            for (std::size_t from = 0; from < places; ++from) {
                if (sums[tick][from] == never) {
                    continue;
                }
                for (const Step step : all_steps) {
                    const auto to = static_cast<std::size_t>(
                        game_.stepped(0, tick, static_cast<Place>(from), step, false));
                    const double sum =
                        sums[tick][from] + (tick < gains.size() ? gains[tick][to] : 0);
                    if (sum < sums[tick + 1][to] && (to != from || step == Step::wait)) {
                        sums[tick + 1][to] = sum;
                        ways[tick][to] = step;
                    }
                }
            }
        }
        for (std::size_t end = 0; end < places && !watch_.is_over(); ++end) {
            if (sums[game_.length()][end] != never) {
                try_part(cop, way_to(ways, end));
            }
        }
    }

    /// What it changes on average if this cop is at a place in a tick; [tick][place].
    std::vector<std::vector<double>> meeting_gains(std::size_t cop) const {
        const auto places = static_cast<std::size_t>(game_.ground(0, 0).places());
        std::vector<std::vector<double>> gains(game_.played(), std::vector<double>(places, 0));
        std::vector<const Track*> cops = pointers(tracks_);
        // The cop stays far from the thief: where it starts.
        const Track waiting =
            game_.cop_track(cop, std::vector<Step>(game_.length(), Step::wait).data());
        cops[cop] = &waiting;
        for (std::size_t thief = 0; thief < thieves_.size(); ++thief) {
            const double weight = weights_[thief] / static_cast<double>(game_.futures());
            for (std::size_t future = 0; future < game_.futures(); ++future) {
                const double without = game_.payoff(future, *thieves_[thief], cops);
                for (std::size_t tick = 0; tick < game_.played(); ++tick) {
                    const double caught = game_.caught_in(tick);
                    if (caught >= without) {
                        break; // it is over by then
                    }
                    const std::size_t at = future * game_.length() + tick;
                    const auto place = static_cast<std::size_t>((*thieves_[thief])[at]);
                    gains[tick][place] += weight * (caught - without);
                    if (game_.ground(future, tick).is_gate(static_cast<Place>(place))) {
                        break;
                    }
                }
            }
        }
        return gains;
    }

    std::vector<Step> way_to(const std::vector<std::vector<Step>>& ways, std::size_t end) const {
        std::vector<Step> steps(game_.length());
        auto at = static_cast<Place>(end);
        for (std::size_t tick = game_.length(); tick-- > 0;) {
            const Step step = ways[tick][static_cast<std::size_t>(at)];
            steps[tick] = step;
            if (step != Step::wait) {
                at -= game_.ground(0, 0).offset(static_cast<int>(step));
            }
        }
        return steps;
    }

    void try_part(std::size_t cop, const std::vector<Step>& steps) {
        Track track = game_.cop_track(cop, steps.data());
        std::swap(track, tracks_[cop]);
        const double changed = payoff();
        if (changed < payoff_ - 1e-9) {
            payoff_ = changed;
            std::copy(
                steps.begin(), steps.end(),
                plan_.begin() + static_cast<std::ptrdiff_t>(cop * game_.length()));
        } else {
            std::swap(track, tracks_[cop]);
        }
    }

    const PlanGame& game_;
    const Stopwatch& watch_;
    CopsPlan plan_;
    CopsTracks tracks_;
    std::vector<const Track*> thieves_;
    std::vector<double> weights_;
    double payoff_ = 0;
};

/// Without the plans that hardly matter, because each costs as much as any other.
Mixture trimmed(const Mixture& mixture) {
    constexpr double negligible = 0.02;
    Mixture result = mixture;
    double sum = 0;
    for (double& share : result) {
        share = share < negligible ? 0 : share;
        sum += share;
    }
    for (double& share : result) {
        share /= sum;
    }
    return sum > 0 ? result : mixture;
}

} // namespace

ThiefReply best_thief(
    const PlanGame& game, const std::vector<const std::vector<Track>*>& cops,
    const Mixture& weights, std::size_t max_nodes, const Stopwatch& watch) {
    return ThiefSearch(game, cops, weights, watch).best(max_nodes);
}

CopsReply better_cops(
    const PlanGame& game, const CopsPlan& start, const std::vector<const Track*>& expected,
    const Mixture& weights, int sweeps, const Stopwatch& watch) {
    return CopsSearch(game, start, expected, weights, watch).best(sweeps);
}

Matrix with_known(const Matrix& payoffs, const std::vector<double>& known, bool is_thief) {
    const double free = 1 - std::accumulate(known.begin(), known.end(), 0.0);
    Matrix result = payoffs;
    for (std::size_t row = 0; row < result.size(); ++row) {
        for (std::size_t column = 0; column < result[row].size(); ++column) {
            double sum = free * payoffs[row][column];
            for (std::size_t plan = 0; plan < known.size(); ++plan) {
                sum += known[plan] * (is_thief ? payoffs[row][plan] : payoffs[plan][column]);
            }
            result[row][column] = sum;
        }
    }
    return result;
}

std::size_t Oracle::add_thief(const std::vector<Step>& plan, double known) {
    Track track = game_.thief_track(plan);
    std::size_t at = 0;
    while (at < thief_tracks_.size() && thief_tracks_[at] != track) {
        ++at;
    }
    if (at == thieves_.size()) {
        thieves_.push_back(plan);
        std::vector<double> row;
        for (const CopsTracks& cops : cops_tracks_) {
            row.push_back(game_.payoff(track, pointers(cops)));
        }
        thief_tracks_.push_back(std::move(track));
        payoffs_.push_back(std::move(row));
        if (!is_thief_) {
            known_.push_back(0);
        }
    }
    if (!is_thief_) {
        known_[at] += known;
    }
    return at;
}

std::size_t Oracle::add_cops(const CopsPlan& plan, double known) {
    CopsTracks tracks = tracks_of(game_, plan);
    std::size_t at = 0;
    while (at < cops_tracks_.size() && cops_tracks_[at] != tracks) {
        ++at;
    }
    if (at == cops_.size()) {
        cops_.push_back(plan);
        const std::vector<const Track*> all = pointers(tracks);
        for (std::size_t thief = 0; thief < thieves_.size(); ++thief) {
            payoffs_[thief].push_back(game_.payoff(thief_tracks_[thief], all));
        }
        cops_tracks_.push_back(std::move(tracks));
        if (is_thief_) {
            known_.push_back(0);
        }
    }
    if (is_thief_) {
        known_[at] += known;
    }
    return at;
}

void Oracle::balance() {
    constexpr int rounds = 600;
    constexpr double precision = 0.3;
    equilibrium_ = solve(with_known(payoffs_, known_, is_thief_), rounds, precision);
}

std::vector<double> Oracle::got(bool is_thief, const Mixture& other) const {
    std::vector<double> result(is_thief ? thieves_.size() : cops_.size());
    for (std::size_t row = 0; row < thieves_.size(); ++row) {
        for (std::size_t column = 0; column < cops_.size(); ++column) {
            (is_thief ? result[row] : result[column]) +=
                payoffs_[row][column] * other[is_thief ? column : row];
        }
    }
    return result;
}

Mixture Oracle::expected(const Mixture& free) const {
    const double share = 1 - std::accumulate(known_.begin(), known_.end(), 0.0);
    Mixture result = free;
    for (std::size_t plan = 0; plan < result.size(); ++plan) {
        result[plan] = share * result[plan] + known_[plan];
    }
    return result;
}

bool Oracle::respond(double min_gain) {
    constexpr std::size_t max_nodes = 400;
    constexpr int sweeps = 2;
    const Mixture cops = trimmed(is_thief_ ? expected(equilibrium_.columns) : equilibrium_.columns);
    const Mixture thieves = trimmed(is_thief_ ? equilibrium_.rows : expected(equilibrium_.rows));
    std::vector<const CopsTracks*> cops_pointers;
    for (const CopsTracks& tracks : cops_tracks_) {
        cops_pointers.push_back(&tracks);
    }
    std::vector<const Track*> thief_pointers;
    for (const Track& track : thief_tracks_) {
        thief_pointers.push_back(&track);
    }
    // What the best plan so far gets against each mixture.
    double thief_now = -1;
    for (const std::vector<double>& row : payoffs_) {
        thief_now =
            std::max(thief_now, std::inner_product(row.begin(), row.end(), cops.begin(), 0.0));
    }
    double cops_now = 1e9;
    std::size_t start = 0;
    for (std::size_t column = 0; column < cops_.size(); ++column) {
        double sum = 0;
        for (std::size_t row = 0; row < thieves_.size(); ++row) {
            sum += thieves[row] * payoffs_[row][column];
        }
        if (sum < cops_now) {
            cops_now = sum;
            start = column;
        }
    }
    const ThiefReply thief = best_thief(game_, cops_pointers, cops, max_nodes, watch_);
    const CopsReply reply =
        better_cops(game_, cops_[start], thief_pointers, thieves, sweeps, watch_);
    const bool is_better =
        thief.payoff > thief_now + min_gain || reply.payoff < cops_now - min_gain;
    add_thief(thief.plan);
    add_cops(reply.plan);
    return is_better;
}

} // namespace referee::cops::sample
