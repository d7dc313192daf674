#include "games/cops/field.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

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
    std::vector<Word> read;
    read.reserve(words * section.rows.size());
    for (const Row& row : section.rows) {
        text.require_words(row, words, "a word for every wall, then one for every gate");
        for (std::size_t i = 0; i < words; ++i) {
            read.push_back(read_word(text, row, i, i < walls));
        }
    }
    // Without walls and gates the lines would be empty, and empty lines are free.
    if (words > 0 && section.rows.size() < ticks) {
        text.error(
            text.last_line(),
            fmt::format("{} lines in [ticks], the game has {}", section.rows.size(), ticks),
            "add lines, lower ticks, or make a field with 'referee create'");
    }
    setup.words = WordTable(std::move(read), static_cast<int>(words));
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

// Making fields: walls, gates, thief and cops are drawn in this order, then the words of all ticks.

namespace {

/// Chances are drawn in millionths, so that equal settings give equal bytes everywhere.
constexpr std::uint64_t chance_parts = 1'000'000;

/// The request.
struct CreateConfig : CreateParameters {
    Parameters parameters;
};

CreateConfig read_config(const CreateRequest& request) {
    CreateConfig config;
    parameter_table.set(request, config.parameters);
    create_table.set(request, config);
    const Parameters& values = config.parameters;
    if (config.walls > 0 && values.wall_length > values.size) {
        refuse_setting(
            "wall_length", std::to_string(values.wall_length),
            fmt::format("longer than the board is wide; give at most {}", values.size));
    }
    return config;
}

/// Uniform in 1..max.
std::int16_t random_place(Rng& rng, int max) {
    return static_cast<std::int16_t>(1 + rng.below(static_cast<std::uint64_t>(max)));
}

std::uint64_t parts_of(double chance) {
    return static_cast<std::uint64_t>(std::llround(chance * static_cast<double>(chance_parts)));
}

void random_surroundings(Rng& rng, const CreateConfig& config, State& state) {
    const Parameters& values = config.parameters;
    const int max_along = values.size - values.wall_length + 1;
    for (int i = 0; i < config.walls; ++i) {
        Wall& wall = state.walls[state.wall_count++];
        wall.vertical = rng.below(2) == 1;
        wall.first.x = random_place(rng, wall.vertical ? values.size : max_along);
        wall.first.y = random_place(rng, wall.vertical ? max_along : values.size);
        wall.heading = static_cast<Step>(rng.below(direction_count));
    }
    for (int i = 0; i < config.gates; ++i) {
        Gate& gate = state.gates[state.gate_count++];
        gate.index = static_cast<std::int16_t>(
            rng.below(static_cast<std::uint64_t>(ring_length(values.size))));
        gate.clockwise = rng.below(2) == 0;
    }
}

/// A cell without a wall for which `is_free` holds; nothing if there is none.
template <typename IsFree>
std::optional<Cell>
random_cell(Rng& rng, const CreateConfig& config, const State& state, IsFree is_free) {
    const int size = config.parameters.size;
    const auto fits = [&](Cell cell) {
        return !is_wall(state, config.parameters, cell) && is_free(cell);
    };
    bool exists = false;
    for (int at = 0; at < size * size && !exists; ++at) {
        exists = fits(
            {static_cast<std::int16_t>(1 + at % size), static_cast<std::int16_t>(1 + at / size)});
    }
    while (exists) {
        Cell cell;
        cell.x = random_place(rng, size);
        cell.y = random_place(rng, size);
        if (fits(cell)) {
            return cell;
        }
    }
    return std::nullopt;
}

/// False if there is no room for a player; the caller then draws another start.
bool random_players(Rng& rng, const CreateConfig& config, State& state) {
    const auto thief = random_cell(rng, config, state, [](Cell) { return true; });
    if (!thief) {
        return false;
    }
    state.thief = *thief;
    const int min_distance = std::max(config.start_distance, config.parameters.capture_radius + 1);
    while (state.cop_count < config.cops) {
        const auto cop = random_cell(rng, config, state, [&](Cell cell) {
            const auto begin = state.cops.begin();
            return distance(cell, state.thief) >= min_distance &&
                   std::find(begin, begin + state.cop_count, cell) == begin + state.cop_count;
        });
        if (!cop) {
            return false;
        }
        state.cops[state.cop_count++] = *cop;
    }
    return true;
}

State random_start(Rng& rng, const CreateConfig& config) {
    constexpr int max_attempts = 1000;
    for (int attempt = 0; attempt < max_attempts; ++attempt) {
        State state;
        random_surroundings(rng, config, state);
        if (random_players(rng, config, state)) {
            return state;
        }
    }
    throw UserError(
        "there is not enough room for all players; give a larger size, fewer cops or walls, or "
        "a smaller start_distance or capture_radius");
}

void append_start(std::string& text, const State& state) {
    auto out = std::back_inserter(text);
    fmt::format_to(out, "[thief]\n{} {}\n[cops]\n", state.thief.x, state.thief.y);
    for (int i = 0; i < state.cop_count; ++i) {
        fmt::format_to(out, "{} {}\n", state.cops[i].x, state.cops[i].y);
    }
    text += "[gates]\n";
    for (int i = 0; i < state.gate_count; ++i) {
        fmt::format_to(
            out, "{} {}\n", state.gates[i].index, state.gates[i].clockwise ? "cw" : "ccw");
    }
    text += "[walls]\n";
    for (int i = 0; i < state.wall_count; ++i) {
        const Wall& wall = state.walls[i];
        fmt::format_to(
            out, "{} {} {} {}\n", wall.first.x, wall.first.y,
            wall.vertical ? "vertical" : "horizontal", name_of(wall.heading));
    }
}

/// Draws the words of ticks.
class WordDraws {
  public:
    explicit WordDraws(const CreateConfig& config)
        : walls_(config.walls), gates_(config.gates),
          wall_turn_(parts_of(config.parameters.wall_turn)),
          wall_move_(parts_of(config.parameters.wall_move)),
          gate_turn_(parts_of(config.parameters.gate_turn)),
          gate_move_(parts_of(config.parameters.gate_move)) {}

    void add_tick(std::vector<Word>& words, Rng& rng) const {
        constexpr std::uint64_t wall_turns = 3;
        constexpr std::uint64_t gate_turns = 1;
        for (int i = 0; i < walls_; ++i) {
            words.push_back(draw_word(rng, wall_turns, wall_turn_, wall_move_));
        }
        for (int i = 0; i < gates_; ++i) {
            words.push_back(draw_word(rng, gate_turns, gate_turn_, gate_move_));
        }
    }

  private:
    static Word draw_word(Rng& rng, std::uint64_t turns, std::uint64_t turn, std::uint64_t move) {
        Word word;
        if (rng.below(chance_parts) < turn) {
            word.turn = static_cast<std::uint8_t>(1 + rng.below(turns));
        }
        word.moves = rng.below(chance_parts) < move;
        return word;
    }

    int walls_;
    int gates_;
    std::uint64_t wall_turn_;
    std::uint64_t wall_move_;
    std::uint64_t gate_turn_;
    std::uint64_t gate_move_;
};

/// Draws them when they are needed.
class LaterWords final : public WordTable::Source {
  public:
    LaterWords(const CreateConfig& config, const Rng& rng) : draws_(config), rng_(rng) {}
    void add_tick(std::vector<Word>& words) override { draws_.add_tick(words, rng_); }

  private:
    WordDraws draws_;
    Rng rng_;
};

} // namespace

std::string create_setup(const CreateRequest& request, Rng& rng) {
    const CreateConfig config = read_config(request);
    std::string text = "game cops\n";
    parameter_table.append(config.parameters, text);
    append_start(text, random_start(rng, config));
    text += "[ticks]\n";
    const WordDraws draws(config);
    std::vector<Word> words;
    for (int tick = 0; tick < config.parameters.ticks; ++tick) {
        words.clear();
        draws.add_tick(words, rng);
        for (const Word& word : words) {
            text += &word == words.data() ? "" : " ";
            text += static_cast<char>('0' + word.turn);
            text += word.moves ? 'm' : '-';
        }
        text += '\n';
    }
    return text;
}

std::function<Setup(Rng&)> setup_drawer(const CreateRequest& request) {
    return [config = read_config(request)](Rng& rng) {
        Setup setup;
        setup.parameters = config.parameters;
        setup.start = random_start(rng, config);
        const int per_tick = config.walls + config.gates;
        setup.words = per_tick == 0
                          ? WordTable(std::vector<Word>(), 0)
                          : WordTable(std::make_unique<LaterWords>(config, rng), per_tick);
        return setup;
    };
}

} // namespace referee::cops
