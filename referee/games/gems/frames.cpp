#include "games/gems/frames.hpp"

#include "games/gems/files.hpp"

#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

namespace referee::gems {
namespace {

using Json = nlohmann::ordered_json;

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
               {"mover", state.mover + 1}, {"end", end_names[static_cast<std::size_t>(state.end)]},
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
        end_names[static_cast<std::size_t>(state.end)],
        state.end == End::forfeit ? state.forfeited_by + 1 : 0);
    for (const Player& player : state.players) {
        fmt::format_to(
            std::back_inserter(text), "player {} {} {} {} {} {}\n", player.life, player.shield,
            player.red, player.yellow, player.green, player.purple);
    }
    fmt::format_to(std::back_inserter(text), "taken {}\n", fmt::join(state.taken, " "));
    append_board(text, state.board);
    return text;
}

} // namespace referee::gems
