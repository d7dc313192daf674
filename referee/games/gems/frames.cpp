#include "games/gems/frames.hpp"

#include "base/json.hpp"
#include "base/names.hpp"
#include "game/answer.hpp"
#include "games/gems/files.hpp"

#include <fmt/format.h>
#include <iterator>

namespace referee::gems {

namespace {

/// Black letters on the stone's colour; bombs white on grey.
std::string_view colour_of(Stone stone) {
    switch (kind_of(stone)) {
    case red:
        return "\x1b[30;48;5;203m";
    case yellow:
        return "\x1b[30;48;5;221m";
    case green:
        return "\x1b[30;48;5;77m";
    case blue:
        return "\x1b[30;48;5;75m";
    case purple:
        return "\x1b[30;48;5;177m";
    case bomb1:
        return "\x1b[97;48;5;240m";
    default:
        return "";
    }
}

bool is_part(const std::optional<Swap>& swap, int x, int y) {
    return swap && ((swap->x1 == x && swap->y1 == y) || (swap->x2 == x && swap->y2 == y));
}

struct Line {
    std::string_view name;
    int Player::*value;
};

constexpr std::array player_lines{
    Line{"life", &Player::life},   Line{"shield", &Player::shield},
    Line{"red", &Player::red},     Line{"yellow", &Player::yellow},
    Line{"green", &Player::green}, Line{"purple", &Player::purple},
};

} // namespace

std::string render(const State& state, const std::optional<Swap>& last, bool colours) {
    std::string text;
    for (int y = rows - 1; y >= 0; --y) {
        text += fmt::format(" {} ", y);
        for (int x = 0; x < columns; ++x) {
            const Stone stone = state.board.at(x, y);
            const bool marked = is_part(last, x, y);
            if (colours) {
                text += colour_of(stone);
            }
            text += marked ? '[' : ' ';
            text += stone_signs[stone];
            text += marked ? ']' : ' ';
            if (colours) {
                text += "\x1b[0m";
            }
        }
        const int line = rows - 1 - y;
        if (line == 0) {
            text += fmt::format(
                "   {:8}{:>8}{:>8}", "move " + std::to_string(state.moves),
                state.mover == 0 ? "> seat 1" : "seat 1", state.mover == 1 ? "> seat 2" : "seat 2");
        } else if (line >= 2 && line - 2 < static_cast<int>(player_lines.size())) {
            const Line& shown = player_lines[line - 2];
            text += fmt::format(
                "   {:8}{:>8}{:>8}", shown.name, state.players[0].*shown.value,
                state.players[1].*shown.value);
        }
        text += '\n';
    }
    return text + "    0  1  2  3  4  5  6  7  8  9\n";
}

std::string frame(const State& state, const std::optional<Swap>& last) {
    Json board = Json::array();
    for (int y = rows - 1; y >= 0; --y) {
        std::string row;
        for (int x = 0; x < columns; ++x) {
            row += stone_signs[state.board.at(x, y)];
        }
        board.push_back(row);
    }
    Json players = Json::array();
    Json measures = Json::array();
    for (const Player& player : state.players) {
        measures.push_back({player.life, player.shield});
        Json shown;
        for (const Line& line : player_lines) {
            shown[std::string(line.name)] = player.*line.value;
        }
        players.push_back(shown);
    }
    Json frame{{"game", "gems"},           {"turn", state.moves},
               {"mover", state.mover + 1}, {"end", name_of(state.end)},
               {"board", board},           {"players", players}};
    frame["measures"] = measures;
    if (last) {
        frame["last"] = {last->x1, last->y1, last->x2, last->y2};
    }
    return frame.dump();
}

std::string canonical_text(const State& state) {
    std::string text = fmt::format(
        "moves {}\nmover {}\nend {}\nforfeited_by {}\n", state.moves, state.mover + 1,
        name_of(state.end), state.end == End::forfeit ? state.forfeited_by + 1 : 0);
    for (const Player& player : state.players) {
        fmt::format_to(
            std::back_inserter(text), "player {} {} {} {} {} {}\n", player.life, player.shield,
            player.red, player.yellow, player.green, player.purple);
    }
    fmt::format_to(std::back_inserter(text), "taken {}\n", fmt::join(state.taken, " "));
    append_board(text, state.board);
    return text;
}

namespace {

constexpr int max_value = 1'000'000'000;

Player read_player(StateReader& reader) {
    Player player;
    reader.line("player");
    for (int* const value :
         {&player.life, &player.shield, &player.red, &player.yellow, &player.green,
          &player.purple}) {
        *value = reader.small_integer(0, max_value);
    }
    return player;
}

void read_board(StateReader& reader, State& state) {
    for (int y = rows - 1; y >= 0; --y) {
        reader.next_line();
        for (int x = 0; x < columns; ++x) {
            const std::string_view word = reader.word();
            const std::size_t stone = stone_signs.find(word);
            const bool may_be_hole = state.end != End::none;
            if (word.size() != 1 || stone == std::string_view::npos ||
                (stone == hole && !may_be_hole)) {
                reader.error("no stone");
            }
            state.board.set(x, y, static_cast<Stone>(stone));
        }
    }
    if (state.end == End::none && (has_line(state.board) || !has_legal_swap(state.board))) {
        reader.error("between moves the board has no line and a legal swap");
    }
}

} // namespace

State read_state(std::string_view text, const Setup& setup) {
    StateReader reader(text);
    State state;
    reader.line("moves");
    state.moves = reader.small_integer(0, setup.parameters.max_moves);
    reader.line("mover");
    state.mover = reader.small_integer(1, 2) - 1;
    reader.line("end");
    state.end = static_cast<End>(reader.choice(all_names<End>));
    reader.line("forfeited_by");
    const bool is_forfeit = state.end == End::forfeit;
    const int loser = reader.small_integer(is_forfeit ? 1 : 0, is_forfeit ? 2 : 0);
    state.forfeited_by = is_forfeit ? loser - 1 : 0;
    for (Player& player : state.players) {
        player = read_player(reader);
    }
    reader.line("taken");
    for (int x = 0; x < columns; ++x) {
        const auto stones = static_cast<std::int64_t>(setup.queues[x].size());
        state.taken[x] = static_cast<std::uint32_t>(reader.integer(0, stones));
    }
    read_board(reader, state);
    reader.finish();
    return state;
}

} // namespace referee::gems
