#include "cops/lib/foresight/balance.hpp"

#include "cops/lib/foresight/foresight.hpp"
#include "cops/lib/foresight/oracle.hpp"

#include <map>
#include <numeric>
#include <span>

namespace referee::cops::sample {
namespace {

/// Draws from a mixture without the plans that are much less likely than the likeliest: they are
/// mostly there because the solution isn't exact.
std::size_t drawn_from(const Mixture& mixture, std::uint32_t seed) {
    constexpr double unlikely = 0.2;
    const double max = *std::max_element(mixture.begin(), mixture.end());
    double sum = 0;
    for (const double share : mixture) {
        sum += share >= unlikely * max ? share : 0;
    }
    std::mt19937 generator(seed);
    double left = generator() * (1.0 / 4294967296.0) * sum;
    std::size_t drawn = 0;
    for (std::size_t plan = 0; plan < mixture.size(); ++plan) {
        if (mixture[plan] >= unlikely * max) {
            drawn = plan;
            left -= mixture[plan];
            if (left < 0) {
                break;
            }
        }
    }
    return drawn;
}

/// The plans that matter, at most `count`, in the order of the plans: the likeliest, then those
/// that get the most (`sign` 1) or leave the thief the least (−1) against the other side's mixture.
std::vector<std::size_t>
foremost(const Mixture& mixture, const std::vector<double>& got, double sign, std::size_t count) {
    constexpr double negligible = 0.02;
    std::vector<std::size_t> plans(mixture.size());
    std::iota(plans.begin(), plans.end(), std::size_t{0});
    std::stable_sort(plans.begin(), plans.end(), [&](std::size_t a, std::size_t b) {
        const double share_a = mixture[a] > negligible ? mixture[a] : 0;
        const double share_b = mixture[b] > negligible ? mixture[b] : 0;
        return share_a != share_b ? share_a > share_b : sign * got[a] > sign * got[b];
    });
    plans.resize(std::min(plans.size(), count));
    std::sort(plans.begin(), plans.end());
    return plans;
}

/// The data for one choice.
class Balance {
  public:
    Balance(
        const Situation& situation, const Knowledge& knowledge, const Effort& effort,
        const Stopwatch& watch)
        : situation_(situation), effort_(effort), watch_(watch), generator_(situation.seed),
          futures_(draw_futures(situation, knowledge, {1}, effort, generator_)),
          game_(situation, futures_), oracle_(game_, situation.is_thief, watch) {
        add_lecture(knowledge);
    }

    std::vector<Step> plan() {
        oracle_.balance();
        for (int round = 0; round < effort_.rounds && !watch_.is_over(); ++round) {
            const bool is_better = oracle_.respond(0.5);
            oracle_.balance();
            if (!is_better) {
                break;
            }
        }
        own_ = situation_.is_thief ? oracle_.thief_mixture() : oracle_.cops_mixture();
        if (effort_.replayed > 0) {
            play_out_likeliest();
        }
        const std::size_t choice = drawn_from(own_, situation_.seed ^ 0x9E3779B9U);
        return situation_.is_thief ? oracle_.thieves()[choice] : oracle_.cops()[choice];
    }

    /// The plans that it may draw.
    std::string drawn() const {
        const auto length = static_cast<std::size_t>(situation_.parameters.plan_length);
        const auto& plans = situation_.is_thief ? oracle_.thieves() : oracle_.cops();
        std::string text;
        for (std::size_t plan = 0; plan < own_.size(); ++plan) {
            for (std::size_t at = 0; own_[plan] > 0.02 && at < plans[plan].size(); at += length) {
                const Cell from = situation_.is_thief ? situation_.state.thief
                                                      : situation_.state.cops[at / length];
                text += drawn_way(from, std::span(plans[plan]).subspan(at, length), "gray");
            }
        }
        return text;
    }

  private:
    void add_lecture(const Knowledge& knowledge) {
        const Scene scene(situation_.state, situation_.parameters, situation_.constants);
        const bool is_thief = situation_.is_thief;
        std::vector<double> known = knowledge.belief();
        for (double& share : known) {
            share *= knowledge.trust();
        }
        for (std::size_t model = 0; model < thief_models; ++model) {
            const ThiefPlanner planner = thief_policies[model];
            const std::size_t plan =
                oracle_.add_thief(steps_along(scene, planner(scene)), is_thief ? 0 : known[model]);
            thief_policy_.try_emplace(plan, planner);
        }
        for (std::size_t model = 0; model < cops_models; ++model) {
            const CopsPolicy& policy = cops_policies[model];
            const std::size_t plan =
                oracle_.add_cops(policy.plan(scene, policy.thief), is_thief ? known[model] : 0);
            cops_policy_.try_emplace(plan, policy);
        }
    }

    /// Plays the likeliest plans of both sides out, and balances them anew.
    void play_out_likeliest() {
        const auto count = static_cast<std::size_t>(effort_.replayed);
        Mixture opponent = situation_.is_thief ? oracle_.cops_mixture() : oracle_.thief_mixture();
        for (std::size_t plan = 0; plan < opponent.size(); ++plan) {
            opponent[plan] += oracle_.known()[plan];
        }
        const bool is_thief = situation_.is_thief;
        const std::vector<std::size_t> own =
            foremost(own_, oracle_.got(is_thief, opponent), is_thief ? 1 : -1, count);
        const std::vector<std::size_t> other =
            foremost(opponent, oracle_.got(!is_thief, own_), is_thief ? -1 : 1, count + count / 4);
        const std::vector<std::size_t>& rows = situation_.is_thief ? own : other;
        const std::vector<std::size_t>& columns = situation_.is_thief ? other : own;
        Matrix sums(rows.size(), std::vector<double>(columns.size()));
        int played = 0;
        for (const Future& future : futures_) {
            Matrix payoffs = sums;
            for (std::size_t row = 0; row < rows.size() && !watch_.is_over(); ++row) {
                for (std::size_t column = 0; column < columns.size(); ++column) {
                    payoffs[row][column] += played_out(rows[row], columns[column], future);
                }
            }
            if (watch_.is_over()) {
                break; // plans are compared over the same futures
            }
            sums = std::move(payoffs);
            ++played;
        }
        if (played == 0) {
            return; // the estimates have to do
        }
        Matrix payoffs(rows.size(), std::vector<double>(columns.size()));
        for (std::size_t row = 0; row < rows.size(); ++row) {
            for (std::size_t column = 0; column < columns.size(); ++column) {
                payoffs[row][column] =
                    effort_.played_share * sums[row][column] / played +
                    (1 - effort_.played_share) * oracle_.payoff(rows[row], columns[column]);
            }
        }
        std::vector<double> known;
        for (const std::size_t plan : other) {
            known.push_back(oracle_.known()[plan]);
        }
        const Equilibrium balanced =
            solve(with_known(payoffs, known, situation_.is_thief), 1000, 0.3);
        const Mixture& result = situation_.is_thief ? balanced.rows : balanced.columns;
        std::fill(own_.begin(), own_.end(), 0.0);
        for (std::size_t i = 0; i < own.size(); ++i) {
            own_[own[i]] = result[i];
        }
    }

    /// The payoff in a future. An opponent that is known to follow a method goes on with it; any
    /// other plays like the strongest of the lecture's AIs.
    int played_out(std::size_t thief, std::size_t cops, const Future& future) const {
        Script script;
        script.thief_steps = &oracle_.thieves()[thief];
        script.cops_steps = &oracle_.cops()[cops];
        const auto thief_policy = thief_policy_.find(thief);
        const auto cops_policy = cops_policy_.find(cops);
        const bool knows_thief = !situation_.is_thief && thief_policy != thief_policy_.end();
        const bool knows_cops = situation_.is_thief && cops_policy != cops_policy_.end();
        script.thief = knows_thief ? thief_policy->second : thief_gatehalo;
        script.cops = knows_cops ? cops_policy->second : CopsPolicy{cops_guard, thief_gatehalo};
        return play_out(future, script, situation_, effort_);
    }

    const Situation& situation_;
    const Effort& effort_;
    const Stopwatch& watch_;
    std::mt19937 generator_;
    std::vector<Future> futures_;
    PlanGame game_;
    Oracle oracle_;
    std::map<std::size_t, ThiefPlanner> thief_policy_; ///< by plan
    std::map<std::size_t, CopsPolicy> cops_policy_;
    Mixture own_;
};

} // namespace

std::vector<Step> balanced_plan(
    const Situation& situation, const Knowledge& knowledge, const Effort& effort,
    const Stopwatch& watch, std::string* notes) {
    Balance balance(situation, knowledge, effort, watch);
    std::vector<Step> steps = balance.plan();
    if (notes != nullptr) {
        *notes += balance.drawn();
    }
    return steps;
}

} // namespace referee::cops::sample
