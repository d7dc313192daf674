#include "games/cops/field.hpp"

#include "error.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee::cops {
namespace {

constexpr std::array integer_table{
    IntegerKey{"size", &Parameters::size, 4, max_size},
    IntegerKey{"ticks", &Parameters::ticks, 1, 10000},
    IntegerKey{"plan_length", &Parameters::plan_length, 1, max_plan_length},
    IntegerKey{"capture_radius", &Parameters::capture_radius, 0, 20},
    IntegerKey{"swap_capture", &Parameters::swap_capture, 0, 1},
    IntegerKey{"wall_length", &Parameters::wall_length, 1, max_size},
    IntegerKey{"gate_width", &Parameters::gate_width, 1, max_size},
};

constexpr std::array chance_table{
    ChanceKey{"gate_move", &Parameters::gate_move},
    ChanceKey{"gate_turn", &Parameters::gate_turn},
    ChanceKey{"wall_move", &Parameters::wall_move},
    ChanceKey{"wall_turn", &Parameters::wall_turn},
};

constexpr std::array<Parameter, integer_table.size() + chance_table.size()> parameter_table{{
    {"size", "20", "4..60", "n: the inner board is n x n"},
    {"ticks", "200", "1..10000", "T: after so many the thief has survived"},
    {"plan_length", "5", "1..100", "k: moves in a plan"},
    {"capture_radius", "0", "0..20", "Manhattan distance at which a cop captures"},
    {"swap_capture", "0", "0..1", "1: exchanging places is a capture, too"},
    {"wall_length", "4", "1..60", "a wall is 1 x wall_length"},
    {"gate_width", "2", "1..60", "ring cells of a gate"},
    {"gate_move", "0.5", "0..1", "chance that a gate moves in a tick"},
    {"gate_turn", "0.01", "0..1", "chance that a gate turns round in a tick"},
    {"wall_move", "0.75", "0..1", "chance that a wall moves in a tick"},
    {"wall_turn", "0.05", "0..1", "chance that a wall turns in a tick"},
}};

Cell read_cell(const FieldText& text, const Row& row, int max_x, int max_y) {
    return {
        static_cast<std::int16_t>(text.integer(row, 0, "x", 1, max_x)),
        static_cast<std::int16_t>(text.integer(row, 1, "y", 1, max_y))};
}

/// The rows of a section of units; refuses too few and too many.
const std::vector<Row>& unit_rows(FieldText& text, const CountKey& key) {
    const Section& section = text.section(std::string(key.name));
    const int count = static_cast<int>(section.rows.size());
    if (count < key.min || count > key.max) {
        text.error(
            section.line, fmt::format("[{}] has {} lines", key.name, count),
            fmt::format("give from {} to {}", key.min, key.max));
    }
    return section.rows;
}

/// The place of `word` among `names`; an error if it has none.
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
    for (const Row& row : unit_rows(text, walls_key)) {
        text.require_words(row, 4, "x y horizontal|vertical N|E|S|W");
        if (values.wall_length > values.size) {
            text.error(row.line, "a wall is longer than the board is wide", "lower wall_length");
        }
        Wall& wall = state.walls[state.wall_count++];
        wall.vertical = choice(text, row, 2, "the orientation", orientations) == 1;
        wall.heading = static_cast<Step>(choice(text, row, 3, "the direction", heading_names));
        const int max_along = values.size - values.wall_length + 1;
        wall.first = read_cell(
            text, row, wall.vertical ? values.size : max_along,
            wall.vertical ? max_along : values.size);
    }
}

void read_gates(FieldText& text, const Parameters& values, State& state) {
    static constexpr std::array<std::string_view, 2> directions{"cw", "ccw"};
    for (const Row& row : unit_rows(text, gates_key)) {
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
    for (const Row& row : unit_rows(text, cops_key)) {
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

std::span<const IntegerKey> integer_keys() {
    return integer_table;
}

std::span<const ChanceKey> chance_keys() {
    return chance_table;
}

std::span<const Parameter> parameters() {
    return parameter_table;
}

Setup read_setup(FieldText& text) {
    Setup setup;
    Parameters& values = setup.parameters;
    for (const IntegerKey& key : integer_table) {
        int& value = values.*key.value;
        value = static_cast<int>(text.integer(key.name, value, key.min, key.max));
    }
    for (const ChanceKey& key : chance_table) {
        double& value = values.*key.value;
        value = text.number(key.name, value, 0, 1);
    }
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
