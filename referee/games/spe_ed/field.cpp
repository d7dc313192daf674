#include "games/spe_ed/field.hpp"

#include "games/spe_ed/parameters.hpp"
#include "games/spe_ed/seconds.hpp"

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

} // namespace referee::spe_ed
