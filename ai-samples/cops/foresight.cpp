// Imagines futures, for both roles: how walls and gates will move, what its opponent seems to plan;
// takes the plan that comes off best in them.

#include "cops/lib/foresight.hpp"

#include "lib/work_folder.hpp"

using namespace referee::cops::sample;

namespace {

/// The brain, with what it thought and its plans in notes.dat.
Brain drawn(Brain brain, const std::string& thoughts) {
    return [brain = std::move(brain), &thoughts](const Situation& situation, std::string& memory) {
        const std::vector<referee::cops::Step> steps = brain(situation, memory);
        std::string notes = thoughts;
        const auto length = static_cast<std::size_t>(situation.parameters.plan_length);
        for (std::size_t at = 0; at + length <= steps.size(); at += length) {
            const referee::cops::Cell from =
                situation.is_thief ? situation.state.thief : situation.state.cops[at / length];
            notes += drawn_way(from, std::span(steps).subspan(at, length), "gold");
        }
        referee::work_folder::write_notes(".", notes);
        return steps;
    };
}

} // namespace

int main(int argument_count, char** arguments) {
    std::string thoughts;
    return run(
        argument_count, arguments,
        {drawn(foresight_thief({}, &thoughts), thoughts), drawn(foresight_cops(), thoughts)});
}
