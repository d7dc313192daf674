#include "cops/lib/foresight/foresight.hpp"

#include "lib/work_folder.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace referee::cops::sample {
namespace {

/// referee/match/README.md, "notes.dat and memory.dat".
constexpr std::size_t max_notes = 16 * 1024;

/// The brain, with its candidates and plans in notes.dat.
Brain drawn(Brain brain, const std::string& thoughts) {
    return [brain = std::move(brain), &thoughts](const Situation& situation, std::string& memory) {
        std::vector<Step> steps = brain(situation, memory);
        std::string ways;
        const auto length = static_cast<std::size_t>(situation.parameters.plan_length);
        for (std::size_t at = 0; at + length <= steps.size(); at += length) {
            const Cell from =
                situation.is_thief ? situation.state.thief : situation.state.cops[at / length];
            ways += drawn_way(from, std::span(steps).subspan(at, length), "gold");
        }
        // The last drawing is on top. The referee reads max_notes bytes.
        std::string notes = thoughts.substr(0, max_notes - std::min(max_notes, ways.size()));
        notes.resize(notes.rfind('\n') + 1); // whole lines
        work_folder::write_notes(".", notes + ways);
        return steps;
    };
}

} // namespace

std::string drawn_way(Cell from, std::span<const Step> steps, std::string_view colour) {
    constexpr std::array<int, 5> step_x{0, 1, 0, -1, 0};
    constexpr std::array<int, 5> step_y{-1, 0, 1, 0, 0};
    std::string text;
    int x = from.x;
    int y = from.y;
    for (const Step step : steps) {
        const auto way = static_cast<std::size_t>(step);
        if (step != Step::wait) {
            text += "@line " + std::to_string(x) + ' ' + std::to_string(y) + ' ' +
                    std::to_string(x + step_x[way]) + ' ' + std::to_string(y + step_y[way]) + ' ' +
                    std::string(colour) + '\n';
            x += step_x[way];
            y += step_y[way];
        }
    }
    return text;
}

int run_foresight(int argument_count, char** arguments) {
    std::string thoughts;
    Brains brains;
    brains.thief = drawn(foresight_thief({}, &thoughts), thoughts);
    brains.cops = drawn(foresight_cops({}, &thoughts), thoughts);
    return run(argument_count, arguments, std::move(brains));
}

} // namespace referee::cops::sample
