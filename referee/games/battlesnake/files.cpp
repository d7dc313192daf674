#include "games/battlesnake/files.hpp"

#include "game/answer.hpp"
#include "games/battlesnake/field.hpp"

#include <fmt/format.h>
#include <iterator>

namespace referee::battlesnake {
namespace {

enum FileIndex { player_file, opponent_file, gamefield_file, hazards_file };

constexpr std::array<StateFile, 4> file_table{{
    {"player.dat", "seat, health and length, one per line; then 'x y' of each segment, head first"},
    {"opponent.dat", "the number of living opponents, then the same for each of them, by seat"},
    {"gamefield.dat",
     "one row per line, top row first: . free, F food, A to H the head of seat 1 to 8, a to h its "
     "body"},
    {"hazards.dat",
     "in some games: the number of cells with hazards, then 'x y layers' for each; standard games "
     "don't have this file"},
}};

constexpr std::string_view answer_form = "write up, down, left or right";

void append_snake(std::string& text, const State& state, int seat) {
    const Snake& snake = state.snake(seat);
    auto out = std::back_inserter(text);
    fmt::format_to(out, "{}\n{}\n{}\n", seat, snake.health, snake.length());
    for_each_segment(
        state, snake, [&](Cell cell) { fmt::format_to(out, "{} {}\n", x_of(cell), y_of(cell)); });
}

void append_hazards(std::string& text, const State& state, const Hazards& hazards) {
    int count = 0;
    std::string rows;
    for_each_hazard(state, hazards, [&](Cell cell, int layers) {
        ++count;
        fmt::format_to(std::back_inserter(rows), "{} {} {}\n", x_of(cell), y_of(cell), layers);
    });
    text += std::to_string(count) + '\n' + rows;
}

} // namespace

std::span<const StateFile> state_files() {
    return file_table;
}

char character_of(const State& state, Cell cell) {
    if (const int owner = state.board.owner(cell)) {
        const bool is_head = state.snake(owner).head == cell;
        return static_cast<char>((is_head ? 'A' : 'a') + owner - 1);
    }
    return state.board.has_food(cell) ? 'F' : '.';
}

void append_board(std::string& text, const State& state) {
    for (int y = state.height - 1; y >= 0; --y) {
        for (int x = 0; x < state.width; ++x) {
            text += character_of(state, cell_at(x, y));
        }
        text += '\n';
    }
}

void write_state(const State& state, const Setup& setup, int seat, StateFiles& files) {
    const Snake& own = state.snake(seat);
    append_snake(files.of(player_file), state, seat);
    const int opponents = state.living_count() - (state.lives(seat) ? 1 : 0);
    fmt::format_to(std::back_inserter(files.of(opponent_file)), "{}\n", opponents);
    for (int other = 1; other <= state.count; ++other) {
        if (other != seat && state.lives(other)) {
            append_snake(files.of(opponent_file), state, other);
        }
    }
    append_board(files.of(gamefield_file), state);
    fmt::format_to(
        std::back_inserter(files.match_keys), "food {}\nlast_move {}\n", state.food,
        own.has_moved ? name_of(own.last_move) : "none");
    parameter_table.append(setup.parameters, files.match_keys);
    if (!setup.is_standard()) {
        mode_table.append(setup.parameters, files.match_keys);
        append_hazards(files.of(hazards_file), state, setup.hazards);
    }
}

ReadDirection read_direction(std::string_view text) {
    ReadDirection result;
    const std::vector<AnswerWord> words = answer_words(text);
    if (words.empty()) {
        result.error = fmt::format("the answer is empty; {}", answer_form);
        return result;
    }
    const std::optional<Direction> direction = named<Direction>(words[0].text);
    if (!direction) {
        result.error = place_of(words[0]) + fmt::format("not a direction; {}", answer_form);
    } else if (words.size() > 1) {
        result.error = fmt::format("{}; {}", unexpected(words[1]), answer_form);
    } else {
        result.direction = *direction;
    }
    return result;
}

} // namespace referee::battlesnake
