#include "games/dicewars/files.hpp"

#include "game/answer.hpp"
#include "games/dicewars/field.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace referee::dicewars {
namespace {

enum FileIndex { player_file, opponent_file, gamefield_file, last_file };

constexpr std::array<StateFile, 4> file_table{{
    {"player.dat", "your seat, reserve, size of the largest region, areas, dice"},
    {"opponent.dat",
     "the same five values for each other seat, one seat per line, in the order of play"},
    {"gamefield.dat",
     "a line for each area: number, owner, dice, number of neighbours, neighbours"},
    {"last.dat", "all commands since you were last asked, one per line: SEAT battle S T ATTACK-SUM "
                 "DEFENCE-SUM, SEAT transfer S T DICE, SEAT end AREA..."},
}};

constexpr std::string_view answer_form = "write 'battle S T', 'transfer S T' or 'end'";

void append_player(std::string& text, const State& state, int player) {
    fmt::format_to(
        std::back_inserter(text), "{} {} {} {} {}\n", player + 1, state.reserve[player],
        state.largest[player], state.areas_of(player), dice_of(state, player));
}

void append_areas(std::string& text, const State& state, const Board& board) {
    auto out = std::back_inserter(text);
    for (int area = 0; area < board.areas(); ++area) {
        const std::span<const std::uint8_t> neighbours = board.neighbours(area);
        fmt::format_to(
            out, "{} {} {} {}", area + 1, state.owner[area] + 1, state.dice[area],
            neighbours.size());
        for (const std::uint8_t neighbour : neighbours) {
            fmt::format_to(out, " {}", neighbour + 1);
        }
        text += '\n';
    }
}

void append_keys(std::string& text, const State& state, const Setup& setup, int player) {
    const bool is_on = player == state.mover;
    fmt::format_to(
        std::back_inserter(text),
        "areas {}\nbattles_this_turn {}\ntransfers_this_turn {}\nturns {}\nfirst {}\n",
        setup.board.areas(), is_on ? state.battles_this_turn : 0,
        is_on ? state.transfers_this_turn : 0, state.turns[player], state.commands == 0 ? 1 : 0);
    parameter_table.append(setup.parameters, text);
}

/// Everything outside the board is the same to the rules; areas count from 0 there.
int area_of(std::int64_t number) {
    return static_cast<int>(std::clamp<std::int64_t>(number, 0, max_areas + 1)) - 1;
}

} // namespace

std::span<const StateFile> state_files() {
    return file_table;
}

void write_state(
    const State& state, const Setup& setup, int player, std::string_view last, StateFiles& files) {
    append_player(files.of(player_file), state, player);
    for (int i = 1; i < state.players; ++i) {
        append_player(files.of(opponent_file), state, (player + i) % state.players);
    }
    append_areas(files.of(gamefield_file), state, setup.board);
    files.of(last_file) += last;
    append_keys(files.match_keys, state, setup, player);
}

ReadCommands read_commands(std::string_view text) {
    ReadCommands result;
    const std::vector<AnswerWord> words = answer_words(text);
    for (std::size_t i = 0; i < words.size();) {
        const AnswerWord& word = words[i++];
        if (word.text == "end") {
            result.commands.push_back(end_turn());
            result.asked.emplace_back();
            continue;
        }
        if (word.text != "battle" && word.text != "transfer") {
            result.error = fmt::format("{}not a command; {}", place_of(word), answer_form);
            return result;
        }
        std::array<int, 2> areas{};
        std::array<std::string, 2> asked;
        for (std::size_t which = 0; which < areas.size(); ++which) {
            if (i == words.size()) {
                result.error =
                    fmt::format("{}two areas must follow; {}", place_of(word), answer_form);
                return result;
            }
            const std::optional<std::int64_t> number = answer_integer(words[i].text);
            if (!number) {
                result.error = fmt::format("{}not an integer; {}", place_of(words[i]), answer_form);
                return result;
            }
            areas[which] = area_of(*number);
            asked[which] = integer_text(words[i].text);
            ++i;
        }
        result.commands.push_back(
            word.text == "battle" ? battle(areas[0], areas[1]) : transfer(areas[0], areas[1]));
        result.asked.push_back(asked);
    }
    if (result.commands.empty()) {
        result.error = fmt::format("the answer is empty; {}", answer_form);
    }
    return result;
}

std::string text_of(const Command& command) {
    switch (command.kind) {
    case Command::Kind::battle:
        return fmt::format("battle {} {}", command.from + 1, command.to + 1);
    case Command::Kind::transfer:
        return fmt::format("transfer {} {}", command.from + 1, command.to + 1);
    case Command::Kind::end:
        break;
    }
    return "end";
}

std::string text_as_written(const ReadCommands& read, std::size_t which) {
    const Command::Kind kind = read.commands[which].kind;
    const auto& [from, to] = read.asked[which];
    return kind == Command::Kind::end
               ? "end"
               : fmt::format(
                     "{} {} {}", kind == Command::Kind::battle ? "battle" : "transfer", from, to);
}

std::string reason_of(Refusal refusal, const ReadCommands& read, std::size_t which, int areas) {
    const Command& command = read.commands[which];
    const auto& [from, to] = read.asked[which];
    const bool is_from_wrong = command.from < 0 || command.from >= areas;
    std::string why;
    switch (refusal) {
    case Refusal::no_such_area:
        why = fmt::format(
            "there is no area {}; the areas are 1 to {}", is_from_wrong ? from : to, areas);
        break;
    case Refusal::not_own:
        why = fmt::format("area {} is not your own", from);
        break;
    case Refusal::too_few_dice:
        why = fmt::format("area {} has only one die", from);
        break;
    case Refusal::own_target:
        why = fmt::format("area {} is your own", to);
        break;
    case Refusal::foreign_target:
        why = fmt::format("area {} is not your own", to);
        break;
    case Refusal::not_adjacent:
        why = fmt::format("area {} doesn't border on {}", from, to);
        break;
    case Refusal::none:
        break;
    }
    return text_as_written(read, which) + ": " + why;
}

std::string line_of(const Event& event) {
    std::string text = fmt::format("{} {}", event.player + 1, text_of(event.command));
    const Outcome& outcome = event.outcome;
    switch (event.command.kind) {
    case Command::Kind::battle:
        text += fmt::format(" {} {}", outcome.attack_sum, outcome.defence_sum);
        break;
    case Command::Kind::transfer:
        text += fmt::format(" {}", outcome.dice);
        break;
    case Command::Kind::end:
        for (const std::uint8_t area : event.put_down) {
            text += fmt::format(" {}", area + 1);
        }
        break;
    }
    return text + '\n';
}

std::string comment_on(const Event& event) {
    const Outcome& outcome = event.outcome;
    const auto dice = [](std::size_t count) {
        return fmt::format("{} {}", count, count == 1 ? "die" : "dice");
    };
    switch (event.command.kind) {
    case Command::Kind::battle:
        return fmt::format(
            "{} : {}, {}", outcome.attack_sum, outcome.defence_sum, outcome.won ? "won" : "lost");
    case Command::Kind::transfer:
        return dice(static_cast<std::size_t>(outcome.dice)) + " moved";
    case Command::Kind::end:
        break;
    }
    return dice(event.put_down.size()) + " put down";
}

} // namespace referee::dicewars
