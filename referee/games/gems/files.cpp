#include "games/gems/files.hpp"

#include "game/answer.hpp"
#include "games/gems/field.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>

namespace referee::gems {

namespace {

enum FileIndex { player_file, opponent_file, gamefield_file };

constexpr std::array<StateFile, 3> file_table{{
    {"player.dat", "your life, shield, red, yellow, green, purple, one per line"},
    {"opponent.dat", "the same six values of your opponent"},
    {"gamefield.dat", "10 rows of 10 stones, top row first: R Y G B L, bombs 1 to 5"},
}};

void append_player(std::string& text, const Player& player) {
    fmt::format_to(
        std::back_inserter(text), "{}\n{}\n{}\n{}\n{}\n{}\n", player.life, player.shield,
        player.red, player.yellow, player.green, player.purple);
}

} // namespace

std::span<const StateFile> state_files() {
    return file_table;
}

void append_board(std::string& text, const Board& board) {
    for (int y = rows - 1; y >= 0; --y) {
        for (int x = 0; x < columns; ++x) {
            text += stone_signs[board.at(x, y)];
            text += x + 1 < columns ? ' ' : '\n';
        }
    }
}

void write_state(const State& state, const Parameters& parameters, int player, StateFiles& files) {
    append_player(files.of(player_file), state.players[player]);
    append_player(files.of(opponent_file), state.players[1 - player]);
    append_board(files.of(gamefield_file), state.board);
    fmt::format_to(
        std::back_inserter(files.match_keys), "moves_left {}\n",
        parameters.max_moves - state.moves);
    parameter_table.append(parameters, files.match_keys);
}

ReadSwap read_swap(std::string_view text) {
    ReadSwap result;
    const std::vector<AnswerWord> words = answer_words(text);
    std::array<int, 4> numbers{};
    for (std::size_t i = 0; i < words.size() && i < numbers.size(); ++i) {
        const std::optional<std::int64_t> value = answer_integer(words[i].text);
        if (!value) {
            result.error = place_of(words[i]) + "not an integer; write X1 Y1 X2 Y2";
            return result;
        }
        result.asked[i] = integer_text(words[i].text);
        // Everything outside the board is the same to the rules.
        numbers[i] = static_cast<int>(std::clamp<std::int64_t>(*value, -1, columns));
    }
    if (words.size() > numbers.size()) {
        result.error = unexpected(words[numbers.size()]) + "; write X1 Y1 X2 Y2";
    } else if (words.size() < numbers.size()) {
        result.error = fmt::format("{} of 4 integers; write X1 Y1 X2 Y2", words.size());
    }
    result.swap = {numbers[0], numbers[1], numbers[2], numbers[3]};
    return result;
}

std::string text_as_written(const ReadSwap& read) {
    return fmt::format("{}", fmt::join(read.asked, " "));
}

std::string text_of(const Swap& swap) {
    return fmt::format("{} {} {} {}", swap.x1, swap.y1, swap.x2, swap.y2);
}

namespace {

struct Reading {
    std::string_view name;
    Swap (*read)(const Swap&);
};

Swap exchanged(const Swap& swap) {
    return {swap.y1, swap.x1, swap.y2, swap.x2};
}

Swap mirrored(const Swap& swap) {
    return {swap.x1, rows - 1 - swap.y1, swap.x2, rows - 1 - swap.y2};
}

constexpr std::array<Reading, 4> readings{{
    {"x and y exchanged", exchanged},
    {"y counted from the bottom, not from the top", mirrored},
    {"x before y, and y counted from the bottom",
     [](const Swap& swap) { return mirrored(exchanged(swap)); }},
    {"all numbers one smaller, since x and y begin at 0",
     [](const Swap& swap) {
         return Swap{swap.x1 - 1, swap.y1 - 1, swap.x2 - 1, swap.y2 - 1};
     }},
}};

} // namespace

std::string reason_of(const ReadSwap& read) {
    const std::string swap = text_as_written(read);
    const Swap& cells = read.swap;
    const std::array numbers{cells.x1, cells.y1, cells.x2, cells.y2};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const bool is_x = i % 2 == 0;
        const int size = is_x ? columns : rows;
        if (numbers[i] < 0 || numbers[i] >= size) {
            return fmt::format(
                "{}: {} {} is off the board 0..{}", swap, is_x ? "x" : "y", read.asked[i],
                size - 1);
        }
    }
    if (std::abs(cells.x1 - cells.x2) + std::abs(cells.y1 - cells.y2) != 1) {
        return swap + ": not side by side";
    }
    return swap + ": no line of three arises";
}

std::vector<std::string_view> legal_readings(const Board& board, const Swap& swap) {
    std::vector<std::string_view> names;
    for (const Reading& reading : readings) {
        if (is_legal(board, reading.read(swap))) {
            names.push_back(reading.name);
        }
    }
    return names;
}

} // namespace referee::gems
