#include "games/gems/field.hpp"

#include "error.hpp"
#include "field/rng.hpp"

#include <fmt/format.h>

namespace referee::gems {
namespace {

/// A key of the field and where its value goes.
struct Key {
    std::string_view name;
    int Parameters::*value;
    int min;
    int max;
};

constexpr std::array keys{
    Key{"life", &Parameters::life, 1, 1000000},
    Key{"shield", &Parameters::shield, 0, 1000000},
    Key{"threshold", &Parameters::threshold, 1, 1000000},
    Key{"purple_threshold", &Parameters::purple_threshold, 1, 1000000},
    Key{"illegal_penalty", &Parameters::illegal_penalty, 0, 1000000},
    Key{"max_moves", &Parameters::max_moves, 1, 1000000},
};

constexpr std::array<Parameter, keys.size()> parameter_table{{
    {"life", "30", "1..1000000", "life of both players at the start"},
    {"shield", "15", "0..1000000", "shield of both players at the start, and its maximum"},
    {"threshold", "15", "1..1000000", "stones on the red, yellow or green account that it pays"},
    {"purple_threshold", "15", "1..1000000", "purple stones that pay for another turn"},
    {"illegal_penalty", "5", "0..1000000", "damage that an illegal swap does to its mover"},
    {"max_moves", "500", "1..1000000", "moves of both players together, then it ends on points"},
}};

constexpr std::array<Parameter, 1> create_table{{
    {"rows", "1000", "10..100000", "rows of stones, the 10 of the board among them"},
}};

constexpr std::string_view row_form = "10 stones of R Y G B L 1 2 3 4 5, separated by blanks";

using StoneRow = std::array<Stone, columns>;

StoneRow read_row(const FieldText& text, const Row& row) {
    text.require_words(row, columns, row_form);
    StoneRow stones{};
    for (std::size_t x = 0; x < columns; ++x) {
        const std::string_view word = row.words[x];
        const std::optional<Stone> stone = word.size() == 1 ? stone_of(word[0]) : std::nullopt;
        if (!stone) {
            text.error(
                row.line, fmt::format("stone {} is '{}'", x + 1, printable(word)),
                fmt::format("a row is: {}", row_form));
        }
        stones[x] = *stone;
    }
    return stones;
}

/// A stone as often as the contest's page says: 0.18 for each colour, 0.02 for each bomb.
Stone draw_stone(Rng& rng) {
    constexpr std::uint64_t parts = 50;
    constexpr std::uint64_t parts_of_a_colour = 9;
    constexpr std::uint64_t parts_of_colours = 5 * parts_of_a_colour;
    const std::uint64_t drawn = rng.below(parts);
    return drawn < parts_of_colours ? static_cast<Stone>(red + drawn / parts_of_a_colour)
                                    : static_cast<Stone>(bomb1 + drawn - parts_of_colours);
}

StoneRow random_row(Rng& rng) {
    StoneRow row{};
    for (Stone& stone : row) {
        stone = draw_stone(rng);
    }
    return row;
}

void append_row(std::string& text, const StoneRow& row) {
    for (std::size_t x = 0; x < columns; ++x) {
        text += stone_signs[row[x]];
        text += x + 1 < columns ? ' ' : '\n';
    }
}

std::int64_t setting(
    const CreateRequest& request, std::string_view name, std::int64_t default_value,
    std::int64_t min, std::int64_t max) {
    const auto at = request.settings.find(std::string(name));
    if (at == request.settings.end()) {
        return default_value;
    }
    std::int64_t value = 0;
    if (!parse_integer(at->second, value) || value < min || value > max) {
        throw UserError(fmt::format(
            "--set {}={}: not an integer in range; give {} from {} to {}", name,
            printable(at->second), name, min, max));
    }
    return value;
}

void random_board(Rng& rng, std::array<StoneRow, rows>& board_rows) {
    Board board;
    do {
        for (int y = rows - 1; y >= 0; --y) {
            board_rows[y] = random_row(rng);
            for (int x = 0; x < columns; ++x) {
                board.set(x, y, board_rows[y][x]);
            }
        }
    } while (has_line(board) || !has_legal_swap(board));
}

} // namespace

std::span<const Parameter> parameters() {
    return parameter_table;
}

std::span<const Parameter> create_settings() {
    return create_table;
}

Setup read_setup(FieldText& text) {
    Setup setup;
    for (const Key& key : keys) {
        int& value = setup.parameters.*key.value;
        value = static_cast<int>(text.integer(key.name, value, key.min, key.max));
    }
    const std::string section = text.game().empty() ? "" : "stones";
    if (section.empty() && text.find_section("stones") != nullptr) {
        text.error(1, "a field with [stones] must begin with 'game gems'", "add that line");
    }
    const Section& stones = text.section(section);
    text.finish();
    const int count = static_cast<int>(stones.rows.size());
    if (count < rows) {
        text.error(
            text.last_line(), fmt::format("{} rows of stones, the board alone has {}", count, rows),
            "add rows, or make a field with 'referee create'");
    }
    for (int i = 0; i < count; ++i) {
        const StoneRow row = read_row(text, stones.rows[count - 1 - i]); // from the bottom
        for (int x = 0; x < columns; ++x) {
            if (i < rows) {
                setup.board.set(x, i, row[x]);
            } else {
                setup.queues[x].push_back(row[x]);
            }
        }
    }
    const int first_board_line = stones.rows[count - rows].line;
    if (has_line(setup.board)) {
        text.error(
            first_board_line, "the board (the last 10 rows) has a line in it",
            "change a stone so that no three equal ones lie in a row");
    }
    if (!has_legal_swap(setup.board)) {
        text.error(
            first_board_line, "the board (the last 10 rows) has no legal swap", "change a stone");
    }
    return setup;
}

std::string create_setup(const CreateRequest& request, Rng& rng) {
    Parameters parameters;
    bool is_default = true;
    for (const auto& [name, value] : request.settings) {
        bool known = name == create_table[0].name;
        for (const Key& key : keys) {
            known = known || key.name == name;
        }
        if (!known) {
            throw UserError(fmt::format(
                "--set {}: gems has no such parameter; 'referee games gems' lists them",
                printable(name)));
        }
    }
    for (const Key& key : keys) {
        int& value = parameters.*key.value;
        const auto wanted = static_cast<int>(setting(request, key.name, value, key.min, key.max));
        is_default = is_default && wanted == value;
        value = wanted;
    }
    const std::int64_t row_count = setting(request, "rows", 1000, rows, 100000);

    std::string text;
    if (!is_default) {
        text = "game gems\n";
        for (const Key& key : keys) {
            text += fmt::format("{} {}\n", key.name, parameters.*key.value);
        }
        text += "[stones]\n";
    }
    for (std::int64_t i = rows; i < row_count; ++i) {
        append_row(text, random_row(rng));
    }
    std::array<StoneRow, rows> board_rows{};
    random_board(rng, board_rows);
    for (int y = rows - 1; y >= 0; --y) {
        append_row(text, board_rows[y]);
    }
    return text;
}

} // namespace referee::gems
