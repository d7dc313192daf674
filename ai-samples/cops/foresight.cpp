// Imagines futures, for both roles: how walls and gates will move, what its opponent seems to plan;
// takes the plan that comes off best in them.

#include "cops/lib/foresight.hpp"

#include "lib/work_folder.hpp"

#include <algorithm>
#include <span>
#include <string>

using namespace referee::cops::sample;

namespace {

/// referee/match/README.md, "notes.dat and memory.dat".
constexpr std::size_t max_notes = 16 * 1024;

/// The brain, with what it thought and its plans in notes.dat.
Brain drawn(Brain brain, const std::string& thoughts) {
    return [brain = std::move(brain), &thoughts](const Situation& situation, std::string& memory) {
        const std::vector<referee::cops::Step> steps = brain(situation, memory);
        std::string ways;
        const auto length = static_cast<std::size_t>(situation.parameters.plan_length);
        for (std::size_t at = 0; at + length <= steps.size(); at += length) {
            const referee::cops::Cell from =
                situation.is_thief ? situation.state.thief : situation.state.cops[at / length];
            ways += drawn_way(from, std::span(steps).subspan(at, length), "gold");
        }
        // What is drawn last lies on top. The referee reads max_notes bytes.
        std::string notes = thoughts.substr(0, max_notes - std::min(max_notes, ways.size()));
        notes.resize(notes.rfind('\n') + 1); // whole lines
        referee::work_folder::write_notes(".", notes + ways);
        return steps;
    };
}

} // namespace

int main(int argument_count, char** arguments) {
    std::string thoughts;
    return run(
        argument_count, arguments,
        {drawn(foresight_thief({}, &thoughts), thoughts),
         drawn(foresight_cops({}, &thoughts), thoughts)});
}
