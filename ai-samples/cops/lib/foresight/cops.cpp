// The cops of foresight: tries each of the lecture's planning methods, each for every thief that it
// may expect, in all simulated futures, and takes the plan with the lowest payoff for the thief.
// Then each cop in turn may take its part from another plan, if that lowers the payoff further.

#include "cops/lib/foresight/brain.hpp"
#include "cops/lib/foresight/foresight.hpp"
#include "cops/lib/mirror.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <string>

namespace referee::cops::sample {
namespace {

/// A plan for the cops now, and the policy that they follow afterwards.
struct Candidate {
    CopsPlan steps;
    CopsPolicy policy;
};

/// The policy of a thief played by foresight after the mirrored plan.
constexpr ThiefPlanner mirror_policy = thief_gatehalo;

using ThiefPlan = std::vector<Step>;

/// `mirrored`: plans that the thief may make if foresight plays it.
std::vector<Candidate> candidates_for(const Scene& scene, const std::vector<ThiefPlan>& mirrored) {
    std::vector<Candidate> candidates;
    const auto add = [&](const CopsPolicy& policy) {
        candidates.push_back({policy.plan(scene, policy.thief), policy});
    };
    for (const ThiefPlanner thief : {thief_smart, thief_gatehalo, thief_gate, thief_away}) {
        add({cops_guard, thief});
        add({cops_predict, thief});
    }
    add(cops_policies[0]); // chase
    add(cops_policies[1]); // disperse
    for (const ThiefPlan& steps : mirrored) {
        const Path way = path_of_thief(scene, steps);
        candidates.push_back({cops_guard(scene, way), {cops_guard, mirror_policy}});
        candidates.push_back({cops_predict(scene, way), {cops_predict, mirror_policy}});
    }
    return candidates;
}

/// The data for one choice.
class Choice {
  public:
    explicit Choice(const PlanRequest& request)
        : request_(request), situation_(request.situation),
          scene_(situation_.state, situation_.parameters, situation_.constants) {
        std::mt19937 generator(situation_.seed);
        const std::vector<double> belief =
            shared_out(request.knowledge.belief(), request.mirrored.size());
        futures_ = draw_futures(situation_, request.knowledge, belief, request.effort, generator);
        for (const ThiefPlanner thief : thief_policies) {
            thief_steps_.push_back(steps_along(scene_, thief(scene_)));
        }
        thief_steps_.insert(thief_steps_.end(), request.mirrored.begin(), request.mirrored.end());
    }

    /// `notes` gets the paths of each cop in the candidates.
    CopsPlan best_plan(std::string* notes) const {
        const std::vector<Candidate> whole = candidates_for(scene_, request_.mirrored);
        if (notes != nullptr) {
            *notes += drawn(whole);
        }
        Candidate best = whole[best_of(whole)];
        for (int cop = 0; cop < situation_.state.cop_count; ++cop) {
            const std::vector<Candidate> changed = with_other_parts(best, cop, whole);
            if (changed.size() > 1) {
                best = changed[best_of(changed)];
            }
        }
        return best.steps;
    }

  private:
    /// Each path of a cop once: plans often differ only in a few cops.
    std::string drawn(const std::vector<Candidate>& candidates) const {
        const auto length = static_cast<std::size_t>(situation_.parameters.plan_length);
        std::string text;
        for (int cop = 0; cop < situation_.state.cop_count; ++cop) {
            std::set<std::string> ways;
            for (const Candidate& candidate : candidates) {
                const auto steps = std::span(candidate.steps)
                                       .subspan(static_cast<std::size_t>(cop) * length, length);
                ways.insert(drawn_way(situation_.state.cops[cop], steps, "gray"));
            }
            for (const std::string& way : ways) {
                text += way;
            }
        }
        return text;
    }

    std::size_t best_of(const std::vector<Candidate>& candidates) const {
        return best_candidate(
            candidates.size(), futures_.size(), -1, request_.watch,
            [&](std::size_t candidate, std::size_t at) {
                const Future& future = futures_[at];
                Script script;
                script.thief_steps = &thief_steps_[future.model];
                script.cops_steps = &candidates[candidate].steps;
                script.thief =
                    future.model < thief_models ? thief_policies[future.model] : mirror_policy;
                script.cops = candidates[candidate].policy;
                return play_out(future, script, situation_, request_.effort);
            });
    }

    /// The plan itself, and the plan with this cop's steps from each of the others, each once.
    std::vector<Candidate>
    with_other_parts(const Candidate& best, int cop, const std::vector<Candidate>& whole) const {
        const auto length = static_cast<std::ptrdiff_t>(situation_.parameters.plan_length);
        std::vector<Candidate> changed{best};
        for (const Candidate& other : whole) {
            Candidate next = best;
            const auto begin = other.steps.begin() + cop * length;
            std::copy(begin, begin + length, next.steps.begin() + cop * length);
            const bool is_new =
                std::none_of(changed.begin(), changed.end(), [&](const Candidate& candidate) {
                    return candidate.steps == next.steps;
                });
            if (is_new) {
                changed.push_back(std::move(next));
            }
        }
        return changed;
    }

    const PlanRequest& request_;
    const Situation& situation_;
    Scene scene_;
    std::vector<Future> futures_;
    std::vector<ThiefPlan> thief_steps_; ///< by model
};

} // namespace

Brain foresight_cops(const Effort& effort, std::string* notes) {
    return foresight_brain(effort, notes, [](const PlanRequest& request) {
        return Choice(request).best_plan(request.notes);
    });
}

} // namespace referee::cops::sample
