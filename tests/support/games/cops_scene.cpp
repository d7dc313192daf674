#include "support/games/cops_scene.hpp"

#include "games/cops/files.hpp"

#include <stdexcept>

namespace tests {

namespace cops = referee::cops;

CopsBoard::CopsBoard(const std::vector<std::string_view>& rows) {
    parameters.size = static_cast<int>(rows.size()) - 2;
    parameters.wall_length = 1;
    parameters.gate_width = 1;
    for (std::size_t y = 0; y < rows.size(); ++y) {
        if (rows[y].size() != rows.size()) {
            throw std::logic_error("a board of cops is square");
        }
        for (std::size_t x = 0; x < rows.size(); ++x) {
            const cops::Cell cell{static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)};
            switch (rows[y][x]) {
            case 'T':
                state.thief = cell;
                break;
            case 'C':
                state.cops.at(state.cop_count++) = cell;
                break;
            case 'W':
                state.walls.at(state.wall_count++).first = cell;
                break;
            case 'G':
                state.gates.at(state.gate_count++).index =
                    static_cast<std::int16_t>(cops::ring_index(cell, parameters.size));
                break;
            default:
                break;
            }
        }
    }
}

std::string letters_of(const std::vector<cops::Step>& steps) {
    std::string text;
    for (const cops::Step step : steps) {
        text += cops::step_letters[static_cast<std::size_t>(step)];
    }
    return text;
}

std::string letters_of(
    const cops::sample::Ground& ground, cops::sample::Place start, const cops::sample::Path& path) {
    std::vector<cops::Step> steps;
    cops::sample::append_steps(ground, start, path, static_cast<int>(path.size()), steps);
    return letters_of(steps);
}

} // namespace tests
