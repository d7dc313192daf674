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

// A stone with the probabilities of the contest's page: 0.18 for each colour, 0.02 for each bomb.
constexpr unsigned parts = 50;
constexpr unsigned parts_of_a_colour = 9;
constexpr auto stone_of_part = [] {
    std::array<Stone, parts> stones{};
    for (unsigned part = 0; part < parts; ++part) {
        constexpr unsigned parts_of_colours = 5 * parts_of_a_colour;
        stones[part] = static_cast<Stone>(
            part < parts_of_colours ? red + part / parts_of_a_colour
                                    : bomb1 + part - parts_of_colours);
    }
    return stones;
}();

template <typename StoneAt>
void append_row(std::string& text, StoneAt stone_at) {
    for (int x = 0; x < columns; ++x) {
        text += stone_signs[stone_at(x)];
        text += x + 1 < columns ? ' ' : '\n';
    }
}

using BoardParts = std::array<std::uint8_t, std::size_t{rows} * columns>; // in the text's order

/// True if a row of stones has three equal colours beside or below one another: most drawn boards
/// do, and this is found out faster than on a Board.
bool has_colours_in_line(const BoardParts& drawn) {
    // Two rows and two columns without stones lie before the first ones.
    constexpr std::size_t stride = columns + 2;
    std::array<Stone, stride*(rows + 2)> stones{};
    const std::uint8_t* part = drawn.data();
    for (std::size_t row = 2; row < rows + 2; ++row) {
        Stone* stone = &stones[row * stride + 2];
        for (int x = 0; x < columns; ++x, ++stone, ++part) {
            *stone = stone_of_part[*part];
            const auto follows = [stone](std::ptrdiff_t step) {
                return stone[-step] == *stone && stone[-2 * step] == *stone;
            };
            if (*stone < bomb1 && (follows(1) || follows(stride))) {
                return true;
            }
        }
    }
    return false;
}

void random_board(Rng& rng, Board& board) {
    BoardParts drawn{};
    do {
        do {
            rng.fill_below(parts, drawn);
        } while (has_colours_in_line(drawn));
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            const auto cell = static_cast<int>(i);
            board.set(cell % columns, rows - 1 - cell / columns, stone_of_part[drawn[i]]);
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

namespace {

/// The request to `create`.
struct CreateConfig {
    Parameters parameters;
    int rows = 0; ///< of stones, with those of the board
};

CreateConfig read_config(const CreateRequest& request) {
    CreateConfig config;
    CreateParameters own;
    parameter_table.set(request, config.parameters);
    create_table.set(request, own);
    config.rows = own.rows;
    return config;
}

/// What `create` draws, in the order of the text: the rows above the board from the highest down,
/// then the board.
Setup draw(const CreateConfig& config, Rng& rng) {
    Setup setup;
    setup.parameters = config.parameters;
    const auto above = static_cast<std::size_t>(config.rows - rows);
    std::vector<std::uint8_t> drawn(above * columns);
    rng.fill_below(parts, drawn);
    std::vector<Stone> queue(above);
    for (std::size_t x = 0; x < columns; ++x) {
        const std::uint8_t* part = drawn.data() + drawn.size() + x; // the lowest row comes last
        for (Stone& stone : queue) {
            part -= columns;
            stone = stone_of_part[*part];
        }
        setup.queues[x] = queue;
    }
    random_board(rng, setup.board);
    return setup;
}

} // namespace

std::string create_setup(const CreateRequest& request, Rng& rng) {
    const Setup setup = draw(read_config(request), rng);
    std::string header;
    std::string default_header;
    parameter_table.append(setup.parameters, header);
    parameter_table.append({}, default_header);

    std::string text;
    if (header != default_header) {
        text = "game gems\n" + header + "[stones]\n";
    }
    for (std::size_t number = setup.queues[0].size(); number-- > 0;) {
        append_row(text, [&](int x) { return setup.queues[x][number]; });
    }
    for (int y = rows - 1; y >= 0; --y) {
        append_row(text, [&](int x) { return setup.board.at(x, y); });
    }
    return text;
}

std::function<Setup(Rng&)> setup_drawer(const CreateRequest& request) {
    return [config = read_config(request)](Rng& rng) { return draw(config, rng); };
}

} // namespace referee::gems
