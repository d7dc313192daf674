#include "games/gems/field.hpp"

#include "base/random.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

namespace referee::gems {

namespace {

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

/// A stone with the probabilities of the contest's page: 0.18 for each colour, 0.02 for each bomb.
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

Setup read_setup(FieldText& text) {
    Setup setup;
    setup.parameters = parameter_table.read(text);
    const std::string section = text.game().empty() ? "" : "stones";
    if (section.empty() && text.find_section("stones") != nullptr) {
        text.error(1, "a field with [stones] must begin with 'game gems'", "add that line");
    }
    const Section& stones = text.section(section);
    text.finish();
    const int count = static_cast<int>(stones.rows.size());
    if (count < rows) {
        text.error(
            text.last_line(),
            fmt::format("{} rows of stones, but the board alone has {}", count, rows),
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
            first_board_line, "the board (the last 10 rows) has a line",
            "change a stone so that no three equal stones are in a row");
    }
    if (!has_legal_swap(setup.board)) {
        text.error(
            first_board_line, "the board (the last 10 rows) has no legal swap", "change a stone");
    }
    return setup;
}

std::string create_setup(const CreateRequest& request, Rng& rng) {
    Parameters parameters;
    CreateParameters own;
    parameter_table.set(request, parameters);
    create_table.set(request, own);
    std::string header;
    std::string default_header;
    parameter_table.append(parameters, header);
    parameter_table.append({}, default_header);

    std::string text;
    if (header != default_header) {
        text = "game gems\n" + header + "[stones]\n";
    }
    for (int i = rows; i < own.rows; ++i) {
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
