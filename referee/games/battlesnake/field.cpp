#include "games/battlesnake/field.hpp"

#include "games/battlesnake/parameters.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee::battlesnake {
namespace {

constexpr std::string_view snake_form =
    "a row is: health, then the body as x,y head first, e.g. '100 1,1 1,1 1,1'";
constexpr std::string_view spawn_form =
    "a row is: 1 or 0, then the cells x,y in which food is put if it is, in order of preference";

/// Reads the sections into the state.
class Reader {
  public:
    Reader(const FieldText& text, Setup& setup)
        : text_(text), setup_(setup), width_(setup.parameters.width),
          height_(setup.parameters.height) {
        setup_.start = empty_state(width_, height_);
    }

    void read_snakes(const Section& section) {
        if (section.rows.empty()) {
            text_.error(section.line, "[snakes] has no snake", "add a row for each seat");
        }
        for (const Row& row : section.rows) {
            if (setup_.start.count == max_snakes) {
                text_.error(row.line, "a ninth snake", "remove it: a field has at most 8 snakes");
            }
            read_snake(row);
        }
    }

    void read_food(const Section& section) {
        for (const Row& row : section.rows) {
            text_.require_words(row, 1, "x,y");
            const Cell cell = read_cell(row, 0, "a row is: x,y");
            if (setup_.start.board.has_food(cell)) {
                text_.error(row.line, "duplicate food on " + name_of_cell(cell), "remove this row");
            }
            if (!setup_.start.board.is_free(cell)) {
                text_.error(
                    row.line, "food on a snake, on " + name_of_cell(cell), "choose a free cell");
            }
            add_food(setup_.start, cell);
        }
    }

    void read_spawns(const Section& section) {
        if (section.rows.empty()) {
            text_.error(
                section.line, "[spawns] has no row", "add one; '0' places no food but the minimum");
        }
        SpawnTable& table = setup_.spawns;
        for (const Row& row : section.rows) {
            const bool is_drawn = text_.integer(row, 0, "the draw", 0, 1) == 1;
            table.lines.push_back(
                {is_drawn, static_cast<std::uint32_t>(table.candidates.size()),
                 static_cast<std::uint32_t>(row.words.size() - 1)});
            for (std::size_t i = 1; i < row.words.size(); ++i) {
                table.candidates.push_back(read_cell(row, i, spawn_form));
            }
        }
    }

  private:
    static std::string name_of_cell(Cell cell) {
        return fmt::format("{},{}", x_of(cell), y_of(cell));
    }

    /// A word x,y: a cell of the board.
    Cell read_cell(const Row& row, std::size_t index, std::string_view form) const {
        const std::string_view word = row.words[index];
        const std::size_t comma = word.find(',');
        std::int64_t x = 0;
        std::int64_t y = 0;
        const bool is_cell = comma != std::string_view::npos &&
                             parse_integer(word.substr(0, comma), x) &&
                             parse_integer(word.substr(comma + 1), y);
        if (!is_cell) {
            text_.error(
                row.line, fmt::format("value {} is '{}', not x,y", index + 1, printable(word)),
                std::string(form));
        }
        if (x < 0 || x >= width_ || y < 0 || y >= height_) {
            text_.error(
                row.line, fmt::format("{} is off the board", printable(word)),
                fmt::format("x is from 0 to {}, y from 0 to {}", width_ - 1, height_ - 1));
        }
        return cell_at(static_cast<int>(x), static_cast<int>(y));
    }

    void read_snake(const Row& row) {
        const auto health = static_cast<int>(text_.integer(row, 0, "the health", 1, full_health));
        if (row.words.size() < 2) {
            text_.error(row.line, "a snake without a body", std::string(snake_form));
        }
        std::vector<Cell> body;
        for (std::size_t i = 1; i < row.words.size(); ++i) {
            const Cell cell = read_cell(row, i, snake_form);
            check_segment(row, body, cell);
            body.push_back(cell);
        }
        const auto tail = std::find(body.begin(), body.end(), body.back());
        if (body.end() - tail - 1 > max_stacked) {
            text_.error(
                row.line, fmt::format("{} segments on one cell", body.end() - tail),
                fmt::format("at most {} may be on the tail's cell", max_stacked));
        }
        add_snake(setup_.start, body, health);
    }

    void check_segment(const Row& row, const std::vector<Cell>& body, Cell cell) const {
        const int owner = setup_.start.board.owner(cell);
        if (owner != 0) {
            text_.error(
                row.line,
                fmt::format("{} is occupied by the snake of seat {}", name_of_cell(cell), owner),
                "give each snake its own cells");
        }
        if (body.empty() || cell == body.back()) {
            return;
        }
        if (std::find(body.begin(), body.end(), cell) != body.end()) {
            text_.error(
                row.line, "the body crosses itself on " + name_of_cell(cell),
                "only the last segments may share a cell");
        }
        if (body.size() >= 2 && body.back() == body[body.size() - 2]) {
            text_.error(
                row.line, "segments share " + name_of_cell(body.back()) + ", and the body goes on",
                "only the last segments may share a cell");
        }
        const int distance =
            std::abs(x_of(cell) - x_of(body.back())) + std::abs(y_of(cell) - y_of(body.back()));
        if (distance != 1) {
            text_.error(
                row.line,
                fmt::format(
                    "the body is not connected: {} after {}", name_of_cell(cell),
                    name_of_cell(body.back())),
                "each segment must be beside the one before it, or on the same cell at the tail");
        }
    }

    const FieldText& text_;
    Setup& setup_;
    int width_;
    int height_;
};

} // namespace

Setup read_setup(FieldText& text) {
    Setup setup;
    setup.parameters = parameter_table.read(text);
    const Section& snakes = text.section("snakes");
    const Section& food = text.section("food");
    const Section& spawns = text.section("spawns");
    text.finish();
    Reader reader(text, setup);
    reader.read_snakes(snakes);
    reader.read_food(food);
    reader.read_spawns(spawns);
    return setup;
}

} // namespace referee::battlesnake
