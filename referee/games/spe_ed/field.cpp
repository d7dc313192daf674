#include "games/spe_ed/field.hpp"

#include "base/random.hpp"
#include "base/text.hpp"

#include <fmt/format.h>
#include <map>

namespace referee::spe_ed {

namespace {

constexpr std::string_view player_form = "a row is: X Y DIRECTION [SPEED]";

/// The players' rows in the order of seats.
void read_players(FieldText& text, State& state) {
    const Section& section = text.section("players");
    std::map<std::pair<int, int>, int> lines; // by start cell
    for (const Row& row : section.rows) {
        if (row.words.size() < 3 || row.words.size() > 4) {
            text.error(
                row.line, fmt::format("{} values for a player", row.words.size()),
                std::string(player_form));
        }
        if (state.player_count == max_players) {
            text.error(
                row.line, "a seventh player", fmt::format("at most {} can play", max_players));
        }
        const auto x = static_cast<int>(text.integer(row, 0, "x", 0, state.board.width() - 1));
        const auto y = static_cast<int>(text.integer(row, 1, "y", 0, state.board.height() - 1));
        const std::optional<Direction> direction = named<Direction>(row.words[2]);
        if (!direction) {
            text.error(
                row.line, fmt::format("the direction is '{}'", printable(row.words[2])),
                "write up, right, down or left");
        }
        const int speed =
            row.words.size() == 4
                ? static_cast<int>(text.integer(row, 3, "speed", min_speed, max_speed))
                : min_speed;
        const auto [at, is_new] = lines.try_emplace({x, y}, row.line);
        if (!is_new) {
            text.error(
                row.line,
                fmt::format("cell {} {} is the start of the player in line {}", x, y, at->second),
                "start every player on a different cell");
        }
        add_player(state, x, y, *direction, speed);
    }
    if (state.player_count < min_players) {
        text.error(
            section.line,
            fmt::format("{} players, at least {} are needed", state.player_count, min_players),
            std::string(player_form));
    }
}

std::vector<std::chrono::milliseconds> read_deadlines(FieldText& text) {
    std::vector<std::chrono::milliseconds> deadlines;
    const Section& section = text.section("deadlines");
    for (const Row& row : section.rows) {
        for (const std::string_view word : row.words) {
            const auto deadline = parse_seconds(word);
            if (!deadline) {
                text.error(
                    row.line, fmt::format("the deadline '{}' is not a time", printable(word)),
                    std::string(seconds_form));
            }
            deadlines.push_back(*deadline);
        }
    }
    if (deadlines.empty()) {
        text.error(section.line, "no deadlines", "give the seconds for each round");
    }
    return deadlines;
}

constexpr int min_drawn_size = 41;
constexpr int min_created_width = 4; ///< four regions lie side by side
constexpr std::size_t deadline_count = 100;
constexpr std::size_t deadlines_in_a_row = 10;

/// The deadlines from which one is drawn for each round: first, first + step and so on to last.
struct DeadlineRange {
    std::chrono::milliseconds first;
    std::chrono::milliseconds last;
    std::chrono::milliseconds step;
};

DeadlineRange range_of(const std::string& text) {
    constexpr std::chrono::milliseconds whole{1000};
    const std::size_t dots = text.find("..");
    const auto first = parse_seconds(text.substr(0, dots));
    const auto last = dots == std::string::npos ? first : parse_seconds(text.substr(dots + 2));
    if (!first || !last || *last < *first) {
        refuse_setting(
            "deadline", text,
            fmt::format("not a time or a range of times; {}, or a range like 1..2", seconds_form));
    }
    // Whole seconds, as in the contest, unless the range itself has decimals.
    const bool is_whole = *first % whole == whole.zero() && *last % whole == whole.zero();
    return {*first, *last, is_whole ? whole : std::chrono::milliseconds(1)};
}

int random_size(Rng& rng) {
    return min_drawn_size + static_cast<int>(rng.below(max_drawn_size - min_drawn_size + 1));
}

/// The direction in which a player looks at the start: along the border, away from the corner.
Direction start_direction(int x, int y, int width, int height) {
    const bool is_right = x > width / 2;
    const bool is_low = y > height / 2;
    if (is_low) {
        return is_right ? Direction::up : Direction::right;
    }
    return is_right ? Direction::left : Direction::down;
}

void add_random_players(State& state, Rng& rng, int count) {
    const int width = state.board.width();
    const int height = state.board.height();
    const int region_width = width / 4;
    const int region_height = height / 2;
    constexpr std::array<std::pair<int, int>, max_players> corners{
        {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 1}, {1, 1}}};
    std::array<int, max_players> regions{0, 1, 2, 3, 4, 5};
    rng.shuffle(std::span(regions).first(static_cast<std::size_t>(count)));
    for (int player = 0; player < count; ++player) {
        const auto [column, row] = corners[static_cast<std::size_t>(regions[player])];
        const int x = column * region_width +
                      static_cast<int>(rng.below(static_cast<std::uint64_t>(region_width)));
        const int y = row * region_height +
                      static_cast<int>(rng.below(static_cast<std::uint64_t>(region_height)));
        add_player(state, x, y, start_direction(x, y, width, height), min_speed);
    }
}

/// The request to `create`.
struct CreateConfig {
    Parameters parameters; ///< 0: not set
    DeadlineRange deadlines;
    int players = 0;
};

CreateConfig read_config(const CreateRequest& request) {
    CreateConfig config{{0, 0, 0}, {}, request.players};
    CreateParameters own;
    parameter_table.set(request, config.parameters);
    create_table.set(request, own);
    const int width = config.parameters.width;
    if (width > 0 && width < min_created_width) {
        refuse_setting(
            "width", std::to_string(width),
            fmt::format("new fields have a width from {} to {}", min_created_width, max_size));
    }
    config.deadlines = range_of(own.deadline);
    return config;
}

Setup draw(const CreateConfig& config, Rng& rng) {
    // Drawn even if not used, so that the rest is the same whatever is set.
    const int drawn_width = random_size(rng);
    const int drawn_height = random_size(rng);
    const auto set_or = [](int value, int other) { return value == 0 ? other : value; };
    Setup setup;
    setup.start.board = Board(
        set_or(config.parameters.width, drawn_width),
        set_or(config.parameters.height, drawn_height));
    setup.start.max_rounds = set_or(config.parameters.max_rounds, setup.start.board.size());
    add_random_players(setup.start, rng, config.players);
    const DeadlineRange& range = config.deadlines;
    const auto choices = static_cast<std::uint64_t>((range.last - range.first) / range.step) + 1;
    setup.deadlines.reserve(deadline_count);
    while (setup.deadlines.size() < deadline_count) {
        const auto drawn = static_cast<std::int64_t>(rng.below(choices));
        setup.deadlines.push_back(range.first + drawn * range.step);
    }
    return setup;
}

constexpr std::string_view digits = "0123456789";
constexpr std::size_t max_decimals = 3;
constexpr std::size_t max_digits = 7;
constexpr int max_milliseconds = 3'600'000;

} // namespace

Setup read_setup(FieldText& text) {
    Setup setup;
    State& state = setup.start;
    const Parameters parameters = parameter_table.read(text);
    state.board = Board(parameters.width, parameters.height);
    state.max_rounds = parameters.max_rounds == 0 ? state.board.size() : parameters.max_rounds;
    read_players(text, state);
    setup.deadlines = read_deadlines(text);
    text.finish();
    return setup;
}

// Makes fields as the contest did. The order of the draws: referee/games/spe_ed/README.md, "Decided
// by this project".
std::string create_setup(const CreateRequest& request, Rng& rng) {
    const Setup setup = draw(read_config(request), rng);
    const State& start = setup.start;
    std::string text = "game spe_ed\n";
    parameter_table.append({start.board.width(), start.board.height(), start.max_rounds}, text);
    text += "[players]\n";
    for (int player = 0; player < start.player_count; ++player) {
        const Player& drawn = start.players[player];
        text += fmt::format("{} {} {}\n", drawn.x, drawn.y, name_of(drawn.direction));
    }
    text += "[deadlines]\n";
    for (std::size_t i = 0; i < deadline_count; ++i) {
        text += text_of(setup.deadlines[i]);
        text += (i + 1) % deadlines_in_a_row == 0 ? '\n' : ' ';
    }
    return text;
}

std::function<Setup(Rng&)> setup_drawer(const CreateRequest& request) {
    return [config = read_config(request)](Rng& rng) { return draw(config, rng); };
}

std::optional<std::chrono::milliseconds> parse_seconds(std::string_view text) {
    const std::size_t point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    std::string decimals;
    if (point != std::string_view::npos) {
        decimals = text.substr(point + 1);
        if (decimals.empty() || decimals.size() > max_decimals) {
            return std::nullopt;
        }
    }
    decimals.resize(max_decimals, '0');
    const std::string all = std::string(whole) + decimals;
    if (whole.empty() || whole.size() > max_digits ||
        all.find_first_not_of(digits) != std::string::npos) {
        return std::nullopt;
    }
    const long long milliseconds = std::stoll(all);
    if (milliseconds < 1 || milliseconds > max_milliseconds) {
        return std::nullopt;
    }
    return std::chrono::milliseconds(milliseconds);
}

std::string text_of(std::chrono::milliseconds time) {
    std::string text = fmt::format("{}.{:03}", time.count() / 1000, time.count() % 1000);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
        text.pop_back();
    }
    return text;
}

} // namespace referee::spe_ed
