// selfplay without Python: the same network, choice for choice (../selfplay, which
// referee/python/examples/policy.py explains). lib/observation.hpp reads the state files as the
// training saw the positions.

#include "dicewars/selfplay-cpp/weights.hpp"
#include "lib/observation.hpp"
#include "lib/work_folder.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace {

using namespace referee;
using namespace referee::dicewars::selfplay;

enum Kind { battle, transfer, end };
constexpr int other_owner = 3; ///< the plane; 1 is oneself

/// What the hidden layer makes of a cell of the planes: a pair of areas.
std::array<float, units> hidden_of(observation::Planes& planes, int row, int column) {
    std::array<float, units> hidden = first_bias;
    for (int plane = 0; plane < inputs; ++plane) {
        // Most numbers are small; the large ones must not outweigh them.
        const auto value = static_cast<float>(planes.at(plane, row, column));
        const float input = value * 2 / (value + 4);
        for (int unit = 0; unit < units; ++unit) {
            hidden[static_cast<std::size_t>(unit)] +=
                input * first[static_cast<std::size_t>(plane * units + unit)];
        }
    }
    return hidden;
}

float score_of(observation::Planes& planes, int row, int column, Kind kind) {
    const std::array<float, units> hidden = hidden_of(planes, row, column);
    float score = second_bias[kind];
    for (std::size_t unit = 0; unit < units; ++unit) {
        score +=
            std::max(hidden[unit], 0.0F) * second[static_cast<std::size_t>(kind) * units + unit];
    }
    return score;
}

/// The legal action with the highest score.
int choose(observation::Observed& seen) {
    const int width = seen.planes.width;
    int best = 0;
    float best_score = std::numeric_limits<float>::lowest();
    for (int action = 0; action <= width * width; ++action) {
        if (seen.legal[static_cast<std::size_t>(action)] == 0) {
            continue;
        }
        // The end of the turn is judged by the first cell.
        const int row = action == 0 ? 0 : (action - 1) / width;
        const int column = action == 0 ? 0 : (action - 1) % width;
        const Kind kind = action == 0                                     ? end
                          : seen.planes.at(other_owner, row, column) == 1 ? transfer
                                                                          : battle;
        const float score = score_of(seen.planes, row, column, kind);
        if (score > best_score) {
            best = action;
            best_score = score;
        }
    }
    return best;
}

void answer() {
    observation::Observed seen = observation::observe(".");
    observation::write_action(".", seen, {choose(seen)});
}

} // namespace

int main() {
    return referee::work_folder::run_either_way(answer);
}
