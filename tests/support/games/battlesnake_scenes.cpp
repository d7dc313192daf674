#include "support/games/battlesnake_scenes.hpp"

#include "base/names.hpp"
#include "game/field_text.hpp"
#include "games/battlesnake/field.hpp"

namespace tests {

using namespace referee::battlesnake;

namespace {

std::string lines_of(const std::vector<std::string>& rows) {
    std::string text;
    for (const std::string& row : rows) {
        text += row + "\n";
    }
    return text;
}

std::string place_text(Cell cell) {
    return std::to_string(x_of(cell)) + "," + std::to_string(y_of(cell));
}

} // namespace

std::string battlesnake_field(
    int size, const std::vector<std::string>& snakes, const std::vector<std::string>& food,
    const std::vector<std::string>& spawns, const std::string& keys) {
    const std::string side = std::to_string(size);
    const bool has_minimum = keys.find("minimum_food") != std::string::npos;
    return "game battlesnake\nwidth " + side + "\nheight " + side + "\n" +
           (has_minimum ? "" : "minimum_food 0\n") + keys + "[snakes]\n" + lines_of(snakes) +
           "[food]\n" + lines_of(food) + "[spawns]\n" + lines_of(spawns);
}

Setup battlesnake_setup(const std::string& field) {
    referee::FieldText text("scene.dat", field);
    return read_setup(text);
}

Moves moves_of(const std::vector<std::string_view>& words) {
    Moves moves{};
    for (std::size_t i = 0; i < words.size(); ++i) {
        moves[i] = referee::named<Direction>(words[i]).value();
    }
    return moves;
}

State after(State state, const std::vector<std::vector<std::string_view>>& turns) {
    for (const auto& words : turns) {
        advance(state, moves_of(words));
    }
    return state;
}

namespace {

std::string text_of(const State& state, const Snake& snake) {
    std::string text;
    for_each_segment(
        state, snake, [&](Cell cell) { text += (text.empty() ? "" : " ") + place_text(cell); });
    return text;
}

} // namespace

std::string body_text(const Snake& snake) {
    return text_of(State(), snake);
}

std::string body_text(const State& state, int seat) {
    return text_of(state, state.snake(seat));
}

std::string food_text(const State& state) {
    std::string text;
    for (int y = 0; y < state.height; ++y) {
        for (int x = 0; x < state.width; ++x) {
            if (state.board.has_food(cell_at(x, y))) {
                text += (text.empty() ? "" : " ") + place_text(cell_at(x, y));
            }
        }
    }
    return text;
}

} // namespace tests
