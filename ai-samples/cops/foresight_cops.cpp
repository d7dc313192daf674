// The cops of foresight: tries each of the lecture's ways of planning, each against each thief it
// might expect, in all imagined futures, and takes the plan with which the thief gets least.

#include "cops/foresight.hpp"

#include <algorithm>

namespace referee::cops::sample {
namespace {

/// What the cops may do: a plan now, and how they go on.
struct Candidate {
    CopsPlan steps;
    CopsPolicy policy;
};

std::vector<Candidate> candidates_for(const Scene& scene) {
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
    return candidates;
}

} // namespace

Brain foresight_cops(const Effort& effort) {
    return [effort](const Situation& situation, std::string& memory) {
        const Stopwatch watch(situation.time_limit_ms);
        std::mt19937 generator(situation.seed);
        const Knowledge knowledge(situation, memory);
        memory = knowledge.memory();
        const std::vector<Future> futures = draw_futures(situation, knowledge, effort, generator);
        const Scene scene(situation.state, situation.parameters, situation.constants);
        const std::vector<Candidate> candidates = candidates_for(scene);
        std::vector<std::vector<Step>> thief_steps;
        for (const ThiefPlanner thief : thief_policies) {
            thief_steps.push_back(steps_along(scene, thief(scene)));
        }
        const std::size_t best = best_candidate(
            candidates.size(), futures.size(), -1, watch,
            [&](std::size_t candidate, std::size_t at) {
                const Future& future = futures[at];
                Script script;
                script.thief_steps = &thief_steps[future.model];
                script.cops_steps = &candidates[candidate].steps;
                script.thief = thief_policies[future.model];
                script.cops = candidates[candidate].policy;
                return play_out(future, script, situation, effort);
            });
        return candidates[best].steps;
    };
}

} // namespace referee::cops::sample
