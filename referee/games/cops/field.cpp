#include "games/cops/field.hpp"

#include "games/cops/parameters.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee::cops {
namespace {

Cell read_cell(const FieldText& text, const Row& row, int max_x, int max_y) {
    return {
        static_cast<std::int16_t>(text.integer(row, 0, "x", 1, max_x)),
        static_cast<std::int16_t>(text.integer(row, 1, "y", 1, max_y))};
}

/// The rows of a section of units; refuses fewer than `min` and more than `max`.
const std::vector<Row>& unit_rows(FieldText& text, const char* name, int min, int max) {
    const Section& section = text.section(name);
    const int count = static_cast<int>(section.rows.size());
    if (count < min || count > max) {
        text.error(
            section.line, fmt::format("[{}] has {} lines", name, count),
            fmt::format("give from {} to {}", min, max));
    }
    return section.rows;
}

/// The index of `word` in `names`; an error if it isn't there.
int choice(
    const FieldText& text, const Row& row, std::size_t index, std::string_view what,
    std::span<const std::string_view> names) {
    const auto found = std::find(names.begin(), names.end(), row.words[index]);
    if (found == names.end()) {
        text.error(
            row.line, fmt::format("{} is '{}'", what, printable(row.words[index])),
            fmt::format("give one of: {}", fmt::join(names, ", ")));
    }
    return static_cast<int>(found - names.begin());
}

void read_walls(FieldText& text, const Parameters& values, State& state) {
    static constexpr std::array<std::string_view, 2> orientations{"horizontal", "vertical"};
    for (const Row& row : unit_rows(text, "walls", 0, max_walls)) {
        text.require_words(row, 4, "x y horizontal|vertical N|E|S|W");
        if (values.wall_length > values.size) {
            text.error(row.line, "a wall is longer than the board is wide", "lower wall_length");
        }
        Wall& wall = state.walls[state.wall_count++];
        wall.vertical = choice(text, row, 2, "the orientation", orientations) == 1;
        wall.heading = static_cast<Step>(choice(text, row, 3, "the direction", all_names<Step>));
        const int max_along = values.size - values.wall_length + 1;
        wall.first = read_cell(
            text, row, wall.vertical ? values.size : max_along,
            wall.vertical ? max_along : values.size);
    }
}

void read_gates(FieldText& text, const Parameters& values, State& state) {
    static constexpr std::array<std::string_view, 2> directions{"cw", "ccw"};
    for (const Row& row : unit_rows(text, "gates", 0, max_gates)) {
        text.require_words(row, 2, "ring index of the first cell, then cw or ccw");
        Gate& gate = state.gates[state.gate_count++];
        gate.index = static_cast<std::int16_t>(
            text.integer(row, 0, "the ring index", 0, ring_length(values.size) - 1));
        gate.clockwise = choice(text, row, 1, "the direction", directions) == 0;
    }
}

Cell read_player(const FieldText& text, const Row& row, const Setup& setup) {
    const int max = setup.parameters.size;
    text.require_words(row, 2, "x y");
    const Cell cell = read_cell(text, row, max, max);
    if (is_wall(setup.start, setup.parameters, cell)) {
        text.error(
            row.line, fmt::format("{} {} is in a wall", cell.x, cell.y),
            "move the player or the wall");
    }
    return cell;
}

void read_thief(FieldText& text, Setup& setup) {
    const Section& section = text.section("thief");
    if (section.rows.size() != 1) {
        text.error(
            section.line, fmt::format("[thief] has {} lines", section.rows.size()),
            "give one: x y");
    }
    setup.start.thief = read_player(text, section.rows[0], setup);
}

void read_cops(FieldText& text, Setup& setup) {
    State& state = setup.start;
    for (const Row& row : unit_rows(text, "cops", min_cops, max_cops)) {
        const Cell cell = read_player(text, row, setup);
        const auto begin = state.cops.begin();
        if (cell == state.thief ||
            std::find(begin, begin + state.cop_count, cell) != begin + state.cop_count) {
            text.error(
                row.line, fmt::format("two players are on {} {}", cell.x, cell.y), "move one");
        }
        if (distance(cell, state.thief) <= setup.parameters.capture_radius) {
            text.error(
                row.line, "the thief is within capture_radius of this cop",
                "move one of them, or lower capture_radius");
        }
        state.cops[state.cop_count++] = cell;
    }
}

/// A wall's word has a digit to 3, a gate's to 1.
Word read_word(const FieldText& text, const Row& row, std::size_t index, bool is_wall) {
    const std::string_view word = row.words[index];
    const char max = is_wall ? '3' : '1';
    if (word.size() != 2 || word[0] < '0' || word[0] > max || (word[1] != 'm' && word[1] != '-')) {
        text.error(
            row.line,
            fmt::format(
                "word {} ({}) is '{}'", index + 1, is_wall ? "a wall's" : "a gate's",
                printable(word)),
            fmt::format("give a digit from 0 to {} and m or -", max));
    }
    return {static_cast<std::uint8_t>(word[0] - '0'), word[1] == 'm'};
}

void read_ticks(FieldText& text, Setup& setup) {
    const Section& section = text.section("ticks");
    const std::size_t walls = setup.start.wall_count;
    const std::size_t words = walls + setup.start.gate_count;
    const auto ticks = static_cast<std::size_t>(setup.parameters.ticks);
    for (const Row& row : section.rows) {
        text.require_words(row, words, "a word for every wall, then one for every gate");
        for (std::size_t i = 0; i < words; ++i) {
            setup.words.push_back(read_word(text, row, i, i < walls));
        }
    }
    // Without walls and gates the lines would be empty, and empty lines are free.
    if (words > 0 && section.rows.size() < ticks) {
        text.error(
            text.last_line(),
            fmt::format("{} lines in [ticks], the game has {}", section.rows.size(), ticks),
            "add lines, lower ticks, or make a field with 'referee create'");
    }
}

} // namespace

Setup read_setup(FieldText& text) {
    Setup setup;
    setup.parameters = parameter_table.read(text);
    const Parameters& values = setup.parameters;
    for (const std::string_view name : {"thief", "cops", "gates", "walls", "ticks"}) {
        text.section(std::string(name));
    }
    text.finish();
    read_walls(text, values, setup.start);
    read_gates(text, values, setup.start);
    read_thief(text, setup);
    read_cops(text, setup);
    read_ticks(text, setup);
    return setup;
}

} // namespace referee::cops
