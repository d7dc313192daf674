#include "games/battlesnake/field.hpp"

#include "base/random.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

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

namespace {

constexpr std::array<int, 3> sizes{7, 11, 19};
constexpr int full_board = 11 * 11; ///< smaller boards have no food for more than 4 snakes
constexpr int few_snakes = 4;
constexpr int start_length = 3;

struct Place {
    int x = 0;
    int y = 0;
    bool operator==(const Place&) const = default;
};

/// The request to `create`, with defaults.
struct Wish {
    Parameters parameters;
    int size = 0;
    int lines = 0;
    int players = 0;
};

Wish wish_of(const CreateRequest& request) {
    CreateParameters own;
    create_table.set(request, own);
    if (std::find(sizes.begin(), sizes.end(), own.size) == sizes.end()) {
        refuse_setting("size", std::to_string(own.size), "new fields have size 7, 11 or 19");
    }
    Wish wish{{}, own.size, own.lines, request.players};
    parameter_table.set(request, wish.parameters);
    wish.parameters.width = wish.size;
    wish.parameters.height = wish.size;
    return wish;
}

/// The heads by seat: corners and mid-edges, each group shuffled; a coin decides which group comes
/// first.
std::vector<Place> draw_heads(const Wish& wish, Rng& rng) {
    const int m = 1;
    const int far = wish.size - 2;
    const int half = (wish.size - 1) / 2;
    std::array<Place, 4> corners{{{m, m}, {m, far}, {far, m}, {far, far}}};
    std::array<Place, 4> edges{{{m, half}, {half, m}, {half, far}, {far, half}}};
    rng.shuffle(std::span<Place>(corners));
    rng.shuffle(std::span<Place>(edges));
    const bool edges_first = rng.below(2) == 1;
    std::vector<Place> heads;
    for (const auto& group : {edges_first ? edges : corners, edges_first ? corners : edges}) {
        heads.insert(heads.end(), group.begin(), group.end());
    }
    heads.resize(static_cast<std::size_t>(wish.players));
    return heads;
}

/// Further from the centre line than the head, on the head's side of it.
bool is_further_out(int value, int head, int centre) {
    return (head < centre && value < head) || (head > centre && value > head);
}

/// One food for each snake, diagonally beside its head and further out, and one on the centre.
std::vector<Place> draw_food(const Wish& wish, const std::vector<Place>& heads, Rng& rng) {
    const int last = wish.size - 1;
    const Place centre{last / 2, last / 2};
    std::vector<Place> food;
    const bool is_crowded = wish.size * wish.size < full_board && wish.players > few_snakes;
    for (const Place& head : is_crowded ? std::vector<Place>() : heads) {
        std::vector<Place> choices;
        for (const Place& place :
             {Place{head.x - 1, head.y - 1}, Place{head.x - 1, head.y + 1},
              Place{head.x + 1, head.y - 1}, Place{head.x + 1, head.y + 1}}) {
            const bool is_corner =
                (place.x == 0 || place.x == last) && (place.y == 0 || place.y == last);
            const bool is_outer = is_further_out(place.x, head.x, centre.x) ||
                                  is_further_out(place.y, head.y, centre.y);
            const bool is_taken = std::find(food.begin(), food.end(), place) != food.end();
            if (is_outer && !is_corner && !is_taken && place != centre) {
                choices.push_back(place);
            }
        }
        if (!choices.empty()) {
            food.push_back(choices[rng.below(choices.size())]);
        }
    }
    food.push_back(centre);
    return food;
}

/// A line of [spawns]: the draw, then different cells.
void append_spawns(std::string& text, const Wish& wish, Rng& rng) {
    const bool is_drawn = rng.below(100) < static_cast<std::uint64_t>(wish.parameters.food_chance);
    text += is_drawn ? '1' : '0';
    const auto cells = static_cast<std::uint64_t>(wish.size * wish.size);
    std::vector<std::uint64_t> chosen;
    while (chosen.size() < created_candidates) {
        const std::uint64_t cell = rng.below(cells);
        if (std::find(chosen.begin(), chosen.end(), cell) == chosen.end()) {
            chosen.push_back(cell);
            fmt::format_to(std::back_inserter(text), " {},{}", cell % wish.size, cell / wish.size);
        }
    }
    text += '\n';
}

} // namespace

std::string create_setup(const CreateRequest& request, Rng& rng) {
    const Wish wish = wish_of(request);
    std::string text = "game battlesnake\n";
    parameter_table.append(wish.parameters, text);
    text += "[snakes]\n";
    const std::vector<Place> heads = draw_heads(wish, rng);
    for (const Place& head : heads) {
        text += fmt::format("{}", full_health);
        for (int i = 0; i < start_length; ++i) {
            text += fmt::format(" {},{}", head.x, head.y);
        }
        text += '\n';
    }
    text += "[food]\n";
    for (const Place& food : draw_food(wish, heads, rng)) {
        text += fmt::format("{},{}\n", food.x, food.y);
    }
    text += "[spawns]\n";
    for (int line = 0; line < wish.lines; ++line) {
        append_spawns(text, wish, rng);
    }
    return text;
}

} // namespace referee::battlesnake
