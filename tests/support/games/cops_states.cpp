#include "support/games/cops_states.hpp"

#include "games/cops/files.hpp"

#include <fmt/format.h>
#include <sstream>

namespace tests {

namespace cops = referee::cops;

namespace {

cops::Cell cell(int x, int y) {
    return {static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)};
}

std::string text(cops::Cell at) {
    return fmt::format("{} {}", at.x, at.y);
}

} // namespace

std::vector<cops::Word> cops_words(std::string_view line) {
    std::vector<cops::Word> words;
    std::istringstream stream{std::string(line)};
    for (std::string word; stream >> word;) {
        words.push_back({static_cast<std::uint8_t>(word.at(0) - '0'), word.at(1) == 'm'});
    }
    return words;
}

CopsGame::CopsGame() {
    thief_on(1, 1);
    cops_on({cell(20, 20)});
}

CopsGame& CopsGame::thief_on(int x, int y) {
    state.thief = cell(x, y);
    return *this;
}

CopsGame& CopsGame::cops_on(const std::vector<cops::Cell>& cells) {
    state.cop_count = 0;
    for (const cops::Cell at : cells) {
        state.cops[state.cop_count++] = at;
    }
    return *this;
}

CopsGame& CopsGame::add_gate(int index, bool clockwise) {
    state.gates[state.gate_count++] = {static_cast<std::int16_t>(index), clockwise};
    return *this;
}

CopsGame& CopsGame::add_wall(int x, int y, bool vertical, CopsStep heading) {
    state.walls[state.wall_count++] = {cell(x, y), vertical, heading};
    return *this;
}

void CopsGame::move_surroundings(std::string_view words) {
    const std::vector<cops::Word> list = cops_words(words);
    cops::move_surroundings(state, parameters, list.data());
}

void CopsGame::move_players(std::string_view letters) {
    cops::Steps steps;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const auto step = static_cast<CopsStep>(cops::step_letters.find(letters[i]));
        (i == 0 ? steps.thief : steps.cops.at(i - 1)) = step;
    }
    cops::move_players(state, parameters, steps);
}

void CopsGame::tick(std::string_view letters) {
    state.surroundings_moved = true;
    move_players(letters);
}

std::string CopsGame::wall(int index) const {
    return text(state.walls.at(static_cast<std::size_t>(index)).first);
}

std::string CopsGame::thief() const {
    return text(state.thief);
}

std::string CopsGame::cop(int index) const {
    return text(state.cops.at(static_cast<std::size_t>(index)));
}

} // namespace tests
