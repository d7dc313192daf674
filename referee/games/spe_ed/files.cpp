#include "games/spe_ed/files.hpp"

#include "game/answer.hpp"
#include "games/spe_ed/field.hpp"

#include <fmt/format.h>
#include <iterator>

namespace referee::spe_ed {
namespace {

enum FileIndex { player_file, opponent_file, gamefield_file };

constexpr std::array<StateFile, 3> file_table{{
    {"player.dat", "your number, x, y, direction, speed, and 1 for active; y counts from the top"},
    {"opponent.dat",
     "the same six values for every other player, one player per line; active is 0 or 1"},
    {"gamefield.dat",
     "width and height, then one row per line, top row first: 0 is free, 1 to 6 a trail, -1 a "
     "cell where several players met"},
}};

constexpr std::string_view answer_words_form =
    "write turn_left, turn_right, slow_down, speed_up or change_nothing";

} // namespace

std::span<const StateFile> state_files() {
    return file_table;
}

void append_board(std::string& text, const Board& board) {
    int cell = 0;
    for (int y = 0; y < board.height(); ++y) {
        for (int x = 0; x < board.width(); ++x) {
            const int content = board[cell++];
            if (content < 0) {
                text += '-';
            }
            text += static_cast<char>('0' + (content < 0 ? -content : content));
            text += x + 1 < board.width() ? ' ' : '\n';
        }
    }
}

void append_player(std::string& text, const State& state, int player) {
    const Player& shown = state.players[player];
    fmt::format_to(
        std::back_inserter(text), "{} {} {} {} {} {}\n", player + 1, shown.x, shown.y,
        name_of(shown.direction), shown.speed, shown.active() ? 1 : 0);
}

void write_state(const State& state, int player, StateFiles& files) {
    append_player(files.of(player_file), state, player);
    for (int other = 0; other < state.player_count; ++other) {
        if (other != player) {
            append_player(files.of(opponent_file), state, other);
        }
    }
    std::string& field = files.of(gamefield_file);
    fmt::format_to(std::back_inserter(field), "{} {}\n", state.board.width(), state.board.height());
    append_board(field, state.board);
    fmt::format_to(std::back_inserter(files.match_keys), "round {}\n", state.round);
    const Parameters parameters{state.board.width(), state.board.height(), state.max_rounds};
    parameter_table.append(parameters, files.match_keys);
}

ReadAction read_action(std::string_view text) {
    ReadAction result;
    const std::vector<AnswerWord> words = answer_words(text);
    if (words.empty()) {
        result.error = fmt::format("the answer is empty; {}", answer_words_form);
        return result;
    }
    const std::optional<Action> action = named<Action>(words[0].text);
    if (!action) {
        result.error = fmt::format("{}not an action; {}", place_of(words[0]), answer_words_form);
    } else if (words.size() > 1) {
        result.error = unexpected(words[1]) + "; write one action";
    } else {
        result.action = *action;
    }
    return result;
}

} // namespace referee::spe_ed
