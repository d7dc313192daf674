#include "games/battlesnake/field.hpp"

#include "base/random.hpp"
#include "base/text.hpp"
#include "games/battlesnake/maps.hpp"

#include <algorithm>
#include <bitset>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

namespace referee::battlesnake {

namespace {

constexpr std::string_view snake_form =
    "a row is: health, then the body as x,y head first, e.g. '100 1,1 1,1 1,1'";
constexpr std::string_view spawn_form =
    "a row is: 1 or 0, then the cells x,y in which food is put if it is, in order of preference";

constexpr std::string_view hazard_form =
    "a row has cells x,y, or x,y*k for k layers of hazard, e.g. '3,3 5,5*2'";
constexpr std::string_view change_form =
    "a row is: a turn, then +x,y for a layer that comes after it and -x,y for one that goes, with "
    "*k for k layers, e.g. '25 +0,0 -3,3*2'";

/// The state of a board of the parameters' size and modes, without snakes and food.
State blank_state(const Parameters& parameters) {
    State state = empty_state(parameters.width, parameters.height);
    state.wrapped = parameters.wrapped == 1;
    state.constrictor = parameters.constrictor == 1;
    return state;
}

/// Reads the sections into the state.
class Reader {
  public:
    Reader(const FieldText& text, Setup& setup)
        : text_(text), setup_(setup), width_(setup.parameters.width),
          height_(setup.parameters.height) {
        setup_.start = blank_state(setup.parameters);
        setup_.hazards = Hazards(setup.parameters.hazard_damage);
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
        SpawnTable::Lines lines;
        std::vector<Cell> places;
        for (const Row& row : section.rows) {
            const bool is_drawn = text_.integer(row, 0, "the draw", 0, 1) == 1;
            places.clear();
            for (std::size_t i = 1; i < row.words.size(); ++i) {
                places.push_back(read_cell(row, i, spawn_form));
            }
            lines.add(is_drawn, places);
        }
        setup_.spawns = SpawnTable(std::move(lines));
    }

    void read_hazards(const Section& section) {
        for (const Row& row : section.rows) {
            for (std::size_t i = 0; i < row.words.size(); ++i) {
                change_hazard(row, i, row.words[i], 1, 0, hazard_form);
            }
        }
    }

    void read_hazard_changes(const Section& section) {
        std::int64_t last_turn = 1;
        for (const Row& row : section.rows) {
            const std::int64_t turn = text_.integer(row, 0, "the turn", 1, max_change_turn);
            if (turn < last_turn) {
                text_.error(
                    row.line, fmt::format("turn {} after turn {}", turn, last_turn),
                    "sort the rows by their turns");
            }
            last_turn = turn;
            for (std::size_t i = 1; i < row.words.size(); ++i) {
                const std::string_view word = row.words[i];
                if (word[0] != '+' && word[0] != '-') {
                    text_.error(
                        row.line,
                        fmt::format("value {} is '{}', without + or -", i + 1, printable(word)),
                        std::string(change_form));
                }
                change_hazard(
                    row, i, word.substr(1), word[0] == '+' ? 1 : -1,
                    static_cast<std::uint32_t>(turn), change_form);
            }
        }
    }

  private:
    static constexpr std::int64_t max_change_turn = 1'000'000; ///< as of max_turns

    /// A word x,y or x,y*k: layers that come (sign 1) or go (sign -1) after the turn.
    void change_hazard(
        const Row& row, std::size_t index, std::string_view word, int sign, std::uint32_t turn,
        std::string_view form) {
        const std::size_t star = word.find('*');
        std::int64_t count = 1;
        if (star != std::string_view::npos && (!parse_integer(word.substr(star + 1), count) ||
                                               count < 1 || count > Hazards::max_layers)) {
            text_.error(
                row.line,
                fmt::format(
                    "value {} is '{}': layers are from 1 to {}", index + 1,
                    printable(row.words[index]), Hazards::max_layers),
                std::string(form));
        }
        const Cell cell = read_cell(row, index, word.substr(0, star), form);
        const int before = setup_.hazards.layers(cell, turn);
        const int layers = before + sign * static_cast<int>(count);
        if (layers < 0) {
            text_.error(
                row.line,
                fmt::format(
                    "{} of {} {} on {} can't go", count, before, before == 1 ? "layer" : "layers",
                    name_of_cell(cell)),
                "take away at most what is there");
        }
        if (layers > Hazards::max_layers) {
            text_.error(
                row.line, fmt::format("{} layers on {}", layers, name_of_cell(cell)),
                fmt::format("a cell has at most {}", Hazards::max_layers));
        }
        setup_.hazards.set(cell, turn, layers);
    }

    static std::string name_of_cell(Cell cell) {
        return fmt::format("{},{}", x_of(cell), y_of(cell));
    }

    Cell read_cell(const Row& row, std::size_t index, std::string_view form) const {
        return read_cell(row, index, row.words[index], form);
    }

    /// A word x,y: a cell of the board.
    Cell read_cell(
        const Row& row, std::size_t index, std::string_view word, std::string_view form) const {
        const std::size_t comma = word.find(',');
        std::int64_t x = 0;
        std::int64_t y = 0;
        const bool is_cell = comma != std::string_view::npos &&
                             parse_integer(word.substr(0, comma), x) &&
                             parse_integer(word.substr(comma + 1), y);
        if (!is_cell) {
            text_.error(
                row.line,
                fmt::format("value {} is '{}', not x,y", index + 1, printable(row.words[index])),
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
        const bool is_beside =
            std::any_of(all_directions.begin(), all_directions.end(), [&](Direction direction) {
                return neighbour(setup_.start, body.back(), direction) == cell;
            });
        if (!is_beside) {
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
    const Parameters modes = mode_table.read(text);
    setup.parameters.wrapped = modes.wrapped;
    setup.parameters.constrictor = modes.constrictor;
    setup.parameters.hazard_damage = modes.hazard_damage;
    const Section& snakes = text.section("snakes");
    const Section& food = text.section("food");
    const Section& spawns = text.section("spawns");
    const Section* const hazards = text.find_section("hazards");
    const Section* const hazard_changes = text.find_section("hazard_changes");
    text.finish();
    Reader reader(text, setup);
    reader.read_snakes(snakes);
    reader.read_food(food);
    reader.read_spawns(spawns);
    if (hazards != nullptr) {
        reader.read_hazards(*hazards);
    }
    if (hazard_changes != nullptr) {
        reader.read_hazard_changes(*hazard_changes);
    }
    if (setup.start.constrictor) {
        constrict(setup.start);
    }
    return setup;
}

namespace {

constexpr int start_length = 3;
constexpr int healing_damage = -14; ///< of new fields with healing_pools

/// The request to `create`, with defaults.
struct Wish {
    Parameters parameters;
    MapOfSize map;
    int lines = 0;
    int shrink_every = 0;
    int players = 0;
};

Wish wish_of(const CreateRequest& request) {
    CreateParameters own;
    create_table.set(request, own);
    const bool has_size = request.settings.count("size") > 0;
    Wish wish{
        {},
        MapOfSize(own.map, has_size ? std::optional(own.size) : std::nullopt),
        own.lines,
        own.shrink_every,
        request.players};
    parameter_table.set(request, wish.parameters);
    mode_table.set(request, wish.parameters);
    if (wish.players > wish.map.max_players()) {
        refuse_setting(
            "map", name_of(own.map), fmt::format("for at most {} players", wish.map.max_players()));
    }
    const auto set_default = [&](const char* name, int& parameter, int value) {
        if (request.settings.count(name) == 0) {
            parameter = value;
        }
    };
    if (wish.parameters.constrictor == 1 || own.map == Map::empty) {
        set_default("minimum_food", wish.parameters.minimum_food, 0);
        set_default("food_chance", wish.parameters.food_chance, 0);
    } else if (wish.map.first_food_turn() > 1) {
        set_default("minimum_food", wish.parameters.minimum_food, 0); // it would come at once
    }
    if (own.map == Map::healing_pools) {
        set_default("hazard_damage", wish.parameters.hazard_damage, healing_damage);
    }
    wish.parameters.width = wish.map.width();
    wish.parameters.height = wish.map.height();
    return wish;
}

/// The cells in which a new field has food put, or nothing if it may be anywhere.
std::vector<Place> food_places(const Wish& wish, const std::vector<Layer>& hazards) {
    std::vector<Place> places = wish.map.food_cells();
    if (!places.empty() || !wish.map.keeps_food_off_hazards()) {
        return places;
    }
    for (int y = 0; y < wish.map.height(); ++y) {
        for (int x = 0; x < wish.map.width(); ++x) {
            const Place place{x, y};
            if (std::none_of(hazards.begin(), hazards.end(), [&](const Layer& layer) {
                    return layer.place == place;
                })) {
                places.push_back(place);
            }
        }
    }
    return places;
}

/// Draws lines of [spawns]: the draw, then different cells.
class SpawnDraws {
  public:
    SpawnDraws(const Wish& wish, const std::vector<Layer>& hazards)
        : food_chance_(static_cast<std::uint64_t>(wish.parameters.food_chance)),
          first_food_turn_(static_cast<std::size_t>(wish.map.first_food_turn())),
          width_(wish.map.width()), only_(food_places(wish, hazards)) {
        cells_ =
            only_.empty() ? static_cast<std::size_t>(width_ * wish.map.height()) : only_.size();
        // All cells of a short list, because when none qualifies food may be put anywhere.
        count_ =
            wish.map.food_cells().empty() ? static_cast<std::size_t>(created_candidates) : cells_;
    }

    void add_line(SpawnTable::Lines& lines, Rng& rng) {
        const bool is_drawn = rng.below(100) < food_chance_;
        std::bitset<std::size_t{max_side} * max_side> chosen;
        places_.clear();
        while (places_.size() < count_) {
            const auto cell = static_cast<std::size_t>(rng.below(cells_));
            if (!chosen[cell]) {
                chosen.set(cell);
                const int number = static_cast<int>(cell);
                places_.push_back(
                    only_.empty() ? cell_at(number % width_, number / width_)
                                  : cell_at(only_[cell].x, only_[cell].y));
            }
        }
        lines.add(is_drawn && lines.list.size() + 1 >= first_food_turn_, places_);
    }

  private:
    std::uint64_t food_chance_;
    std::size_t first_food_turn_;
    int width_;
    std::vector<Place> only_;
    std::size_t cells_ = 0;
    std::size_t count_ = 0;
    std::vector<Cell> places_;
};

/// Draws them when they are needed.
class LaterSpawns final : public SpawnTable::Source {
  public:
    LaterSpawns(SpawnDraws&& draws, const Rng& rng) : draws_(std::move(draws)), rng_(rng) {}
    void add_line(SpawnTable::Lines& lines) override {
        if (lines.list.empty()) { // room for a short game; a long one takes more in a few steps
            constexpr std::size_t turns = 8;
            lines.list.reserve(turns);
            lines.candidates.reserve(turns * created_candidates);
        }
        draws_.add_line(lines, rng_);
    }

  private:
    SpawnDraws draws_;
    Rng rng_;
};

/// All that `create` draws of a field.
struct Drawn {
    std::vector<Place> heads;
    std::vector<Layer> hazards;
    std::vector<Place> food;
    SpawnTable spawns;
    std::vector<HazardChange> changes;
};

/// The draws in their order. The lines of [spawns] are made when they are needed if `may_wait`,
/// unless changes of the hazards are drawn after them; the generator then stays before them.
Drawn draw(const Wish& wish, Rng& rng, bool may_wait) {
    const Parameters& parameters = wish.parameters;
    Drawn drawn;
    drawn.heads = wish.map.heads(wish.players, rng);
    drawn.hazards = wish.map.hazards(rng);
    if (parameters.constrictor == 0) {
        drawn.food = wish.map.food(drawn.heads, drawn.hazards, rng);
    }
    const bool has_food = parameters.minimum_food > 0 || parameters.food_chance > 0;
    const bool may_have_none = parameters.constrictor == 1 || wish.map.map() == Map::empty;
    const auto count = static_cast<std::size_t>(wish.lines);
    SpawnTable::Lines lines;
    if (may_have_none && !has_food) {
        lines.add(false, {});
        drawn.spawns = SpawnTable(std::move(lines));
    } else {
        SpawnDraws draws(wish, drawn.hazards);
        if (may_wait && !wish.map.has_changes()) {
            drawn.spawns = SpawnTable(std::make_unique<LaterSpawns>(std::move(draws), rng), count);
            return drawn;
        }
        while (lines.list.size() < count) {
            draws.add_line(lines, rng);
        }
        drawn.spawns = SpawnTable(std::move(lines));
    }
    drawn.changes = wish.map.changes(
        drawn.hazards, wish.shrink_every, static_cast<std::uint32_t>(parameters.max_turns), rng);
    return drawn;
}

void append_layer(std::string& text, const Layer& layer) {
    const int count = std::abs(layer.count);
    fmt::format_to(std::back_inserter(text), "{},{}", layer.place.x, layer.place.y);
    if (count > 1) {
        fmt::format_to(std::back_inserter(text), "*{}", count);
    }
}

void append_hazards(
    std::string& text, const std::vector<Layer>& hazards,
    const std::vector<HazardChange>& changes) {
    if (!hazards.empty()) {
        text += "[hazards]\n";
    }
    int y = -1; // a line for each row of the board
    for (const Layer& layer : hazards) {
        text += y < 0 ? "" : y == layer.place.y ? " " : "\n";
        y = layer.place.y;
        append_layer(text, layer);
    }
    text += hazards.empty() ? "" : "\n";
    if (!changes.empty()) {
        text += "[hazard_changes]\n";
    }
    for (const HazardChange& change : changes) {
        text += std::to_string(change.turn);
        for (const Layer& layer : change.layers) {
            text += layer.count > 0 ? " +" : " -";
            append_layer(text, layer);
        }
        text += '\n';
    }
}

} // namespace

std::string create_setup(const CreateRequest& request, Rng& rng) {
    const Wish wish = wish_of(request);
    const Parameters& parameters = wish.parameters;
    const Drawn drawn = draw(wish, rng, false);
    std::string text = "game battlesnake\n";
    auto out = std::back_inserter(text);
    parameter_table.append(parameters, text);
    if (parameters.wrapped == 1 || parameters.constrictor == 1 || !drawn.hazards.empty() ||
        !drawn.changes.empty()) {
        mode_table.append(parameters, text);
    }
    text += "[snakes]\n";
    for (const Place& head : drawn.heads) {
        fmt::format_to(out, "{}", full_health);
        for (int i = 0; i < start_length; ++i) {
            fmt::format_to(out, " {},{}", head.x, head.y);
        }
        text += '\n';
    }
    text += "[food]\n";
    for (const Place& place : drawn.food) {
        fmt::format_to(out, "{},{}\n", place.x, place.y);
    }
    text += "[spawns]\n";
    for (std::size_t number = 0; number < drawn.spawns.size(); ++number) {
        const SpawnTable::Line& line = drawn.spawns[number];
        text += line.is_drawn ? '1' : '0';
        for (const Cell cell : drawn.spawns.candidates(line)) {
            fmt::format_to(out, " {},{}", x_of(cell), y_of(cell));
        }
        text += '\n';
    }
    append_hazards(text, drawn.hazards, drawn.changes);
    return text;
}

std::function<Setup(Rng&)> setup_drawer(const CreateRequest& request) {
    Setup blank;
    const Wish wish = wish_of(request);
    blank.parameters = wish.parameters;
    blank.start = blank_state(blank.parameters);
    blank.hazards = Hazards(wish.parameters.hazard_damage);
    return [wish, blank](Rng& rng) {
        Setup setup = blank;
        const auto cell_of = [](const Place& place) { return cell_at(place.x, place.y); };
        Drawn drawn = draw(wish, rng, true);
        std::vector<Cell> body(start_length);
        for (const Place& head : drawn.heads) {
            std::fill(body.begin(), body.end(), cell_of(head));
            add_snake(setup.start, body, full_health);
        }
        for (const Place& place : drawn.food) {
            add_food(setup.start, cell_of(place));
        }
        setup.spawns = std::move(drawn.spawns);
        const auto add_layers = [&](const std::vector<Layer>& layers, std::uint32_t turn) {
            for (const Layer& layer : layers) {
                const Cell cell = cell_of(layer.place);
                setup.hazards.set(cell, turn, setup.hazards.layers(cell, turn) + layer.count);
            }
        };
        add_layers(drawn.hazards, 0);
        for (const HazardChange& change : drawn.changes) {
            add_layers(change.layers, change.turn);
        }
        if (setup.start.constrictor) {
            constrict(setup.start);
        }
        return setup;
    };
}

} // namespace referee::battlesnake
