#include "games/spe_ed/frames.hpp"

#include "base/json.hpp"
#include "base/names.hpp"
#include "game/answer.hpp"
#include "games/spe_ed/files.hpp"

#include <fmt/format.h>
#include <iterator>
#include <utility>
#include <vector>

namespace referee::spe_ed {

namespace {

constexpr std::array<std::string_view, 5> out_reasons{
    "", "fault", "speed not from 1 to 10", "left the board", "crash"};
constexpr std::string_view head_signs = "^>v<"; // by direction

/// Terminal colours (of 256) of trails and of heads, by number − 1; then those of −1, free, board's
/// end.
constexpr std::array<int, max_players> trail_colours{167, 69, 71, 178, 133, 73};
constexpr std::array<int, max_players> head_colours{203, 75, 83, 227, 213, 87};
constexpr int met_colour = 255;
constexpr int free_colour = 235;
constexpr std::string_view end_of_colours = "\x1b[0m";

char character_of(std::int8_t content) {
    return content == 0 ? '.' : content == met ? 'x' : static_cast<char>('0' + content);
}

/// The player whose head is on the cell, or −1.
int head_at(const State& state, int x, int y) {
    for (int i = 0; i < state.player_count; ++i) {
        const Player& player = state.players[i];
        if (player.active() && player.x == x && player.y == y) {
            return i;
        }
    }
    return -1;
}

int colour_at(const State& state, int x, int y) {
    const int head = head_at(state, x, y);
    if (head >= 0) {
        return head_colours[static_cast<std::size_t>(head)];
    }
    const std::int8_t content = state.board.at(x, y);
    return content == 0     ? free_colour
           : content == met ? met_colour
                            : trail_colours[static_cast<std::size_t>(content - 1)];
}

void append_half_blocks(std::string& text, const State& state) {
    for (int y = 0; y < state.board.height(); y += 2) {
        int upper_before = -1;
        int lower_before = -1;
        for (int x = 0; x < state.board.width(); ++x) {
            const bool has_lower = y + 1 < state.board.height();
            const int upper = colour_at(state, x, y);
            const int lower = has_lower ? colour_at(state, x, y + 1) : 0;
            if (upper != upper_before || lower != lower_before) {
                text += has_lower ? fmt::format("\x1b[38;5;{};48;5;{}m", upper, lower)
                                  : fmt::format("\x1b[0;38;5;{}m", upper);
            }
            text += "▀";
            upper_before = upper;
            lower_before = lower;
        }
        text += end_of_colours;
        text += '\n';
    }
}

void append_signs(std::string& text, const State& state) {
    for (int y = 0; y < state.board.height(); ++y) {
        for (int x = 0; x < state.board.width(); ++x) {
            const int head = head_at(state, x, y);
            text += head < 0 ? character_of(state.board.at(x, y))
                             : head_signs[static_cast<std::size_t>(state.players[head].direction)];
        }
        text += '\n';
    }
}

/// Free cells that the head could reach if all others stood still, without jumps.
int cells_reached(const State& state, const Player& player) {
    const int width = state.board.width();
    const int height = state.board.height();
    std::vector<bool> seen(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    std::vector<std::pair<int, int>> open{{player.x, player.y}};
    int count = 0;
    while (!open.empty()) {
        const auto [x, y] = open.back();
        open.pop_back();
        for (std::size_t way = 0; way < step_x.size(); ++way) {
            const int next_x = x + step_x[way];
            const int next_y = y + step_y[way];
            const bool is_on_board =
                next_x >= 0 && next_y >= 0 && next_x < width && next_y < height;
            if (!is_on_board || state.board.at(next_x, next_y) != 0) {
                continue;
            }
            const auto place = static_cast<std::size_t>(next_y * width + next_x);
            if (!seen[place]) {
                seen[place] = true;
                ++count;
                open.emplace_back(next_x, next_y);
            }
        }
    }
    return count;
}

} // namespace

std::string reason_of(const Player& player) {
    return std::string(out_reasons[static_cast<std::size_t>(player.out)]);
}

std::string fate_of(const Player& player) {
    constexpr std::array<std::string_view, 5> fates{
        "", "gave no valid action", "changed its speed beyond 1 to 10", "left the board",
        "ran into a trail"};
    return std::string(fates[static_cast<std::size_t>(player.out)]);
}

std::string render(const State& state, bool colours) {
    std::string text;
    if (colours) {
        append_half_blocks(text, state);
    } else {
        append_signs(text, state);
    }
    const auto out = std::back_inserter(text);
    fmt::format_to(
        out, "round {}{}\n", state.round, state.round % hole_period == 0 ? ", holes" : "");
    for (int i = 0; i < state.player_count; ++i) {
        const Player& player = state.players[i];
        if (colours) {
            fmt::format_to(
                out, "\x1b[38;5;{}m", (player.active() ? head_colours : trail_colours)[i]);
        }
        fmt::format_to(
            out, "seat {}{}  {:3} {:3}  {:5}  speed {:2}", i + 1, colours ? " ■" : "", player.x,
            player.y, name_of(player.direction), player.speed);
        if (!player.active()) {
            fmt::format_to(out, "  out in round {}: {}", player.out_round, reason_of(player));
        }
        text += colours ? end_of_colours : "";
        text += '\n';
    }
    return text;
}

std::string frame(const State& state) {
    Json board = Json::array();
    for (int y = 0; y < state.board.height(); ++y) {
        std::string row;
        for (int x = 0; x < state.board.width(); ++x) {
            row += character_of(state.board.at(x, y));
        }
        board.push_back(row);
    }
    Json players = Json::array();
    Json measures = Json::array();
    for (int i = 0; i < state.player_count; ++i) {
        const Player& player = state.players[i];
        Json out;
        if (!player.active()) {
            out = {{"round", player.out_round}, {"reason", reason_of(player)}};
        }
        players.push_back(
            {{"x", player.x},
             {"y", player.y},
             {"direction", name_of(player.direction)},
             {"speed", player.speed},
             {"active", player.active()},
             {"out", out}});
        measures.push_back(
            player.active() ? Json{cells_reached(state, player), player.speed} : Json());
    }
    const Json frame{
        {"game", "spe_ed"},
        {"round", state.round},
        {"width", state.board.width()},
        {"height", state.board.height()},
        {"running", !is_over(state)},
        {"board", board},
        {"players", players},
        {"measures", measures}};
    return frame.dump();
}

std::string canonical_text(const State& state) {
    std::string text = fmt::format(
        "round {}\nmax_rounds {}\nwidth {}\nheight {}\n", state.round, state.max_rounds,
        state.board.width(), state.board.height());
    for (int i = 0; i < state.player_count; ++i) {
        const Player& player = state.players[i];
        fmt::format_to(
            std::back_inserter(text), "player {} {} {} {} out {} {}\n", player.x, player.y,
            name_of(player.direction), player.speed, player.out_round, name_of(player.out));
    }
    append_board(text, state.board);
    return text;
}

namespace {

/// A player that is out may be one cell outside and have the speed that put it out.
Player read_player(StateReader& reader, const Board& board) {
    Player player;
    reader.line("player");
    player.x = static_cast<std::int16_t>(reader.integer(-1, board.width()));
    player.y = static_cast<std::int16_t>(reader.integer(-1, board.height()));
    player.direction = static_cast<Direction>(reader.choice(all_names<Direction>));
    player.speed = static_cast<std::int8_t>(reader.integer(min_speed - 1, max_speed + 1));
    reader.expect("out");
    player.out_round = reader.small_integer(0, 1'000'000);
    player.out = static_cast<Out>(reader.choice(all_names<Out>));
    const bool may_play = board.contains(player.x, player.y) && player.speed >= min_speed &&
                          player.speed <= max_speed;
    if (player.active() != (player.out == Out::no) || (player.active() && !may_play)) {
        reader.error("no such player");
    }
    return player;
}

} // namespace

State read_state(std::string_view text, const State& start) {
    StateReader reader(text);
    State state = start;
    reader.line("round");
    state.round = reader.small_integer(1, start.max_rounds + 1);
    reader.line("max_rounds");
    reader.small_integer(start.max_rounds, start.max_rounds);
    reader.line("width");
    reader.small_integer(start.board.width(), start.board.width());
    reader.line("height");
    reader.small_integer(start.board.height(), start.board.height());
    for (int i = 0; i < state.player_count; ++i) {
        state.players[i] = read_player(reader, state.board);
    }
    for (int y = 0; y < state.board.height(); ++y) {
        reader.next_line();
        for (int x = 0; x < state.board.width(); ++x) {
            state.board[state.board.index(x, y)] =
                static_cast<std::int8_t>(reader.integer(met, state.player_count));
        }
    }
    reader.finish();
    return state;
}

} // namespace referee::spe_ed
