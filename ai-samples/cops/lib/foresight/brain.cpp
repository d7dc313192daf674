#include "cops/lib/foresight/brain.hpp"

#include "cops/lib/foresight/balance.hpp"
#include "cops/lib/mirror.hpp"

namespace referee::cops::sample {

Brain foresight_brain(const Effort& effort, std::string* notes, PlanRole plan) {
    return [effort, notes, plan](const Situation& situation, std::string& memory) {
        const bool is_mirrored = uses_mirror(situation, effort);
        const Stopwatch watch(situation.time_limit_ms, is_mirrored ? whole_part : usual_part);
        Mirror mirror(situation, memory);
        const Knowledge knowledge(situation, memory, is_mirrored ? &mirror.expected() : nullptr);
        memory = knowledge.memory();
        if (effort.level > 2) {
            return balanced_plan(situation, knowledge, effort, watch, notes);
        }
        if (is_mirrored) {
            mirror.plan(effort);
            memory += mirror.memory();
        }
        return plan({situation, knowledge, effort, watch, mirror.plans(), notes});
    };
}

} // namespace referee::cops::sample
