#include "cli/record_choice.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee {
namespace {

[[noreturn]] void
refuse(const std::string& path, const RecordedGame& game, const std::string& what) {
    throw UserError(fmt::format("{}:{}: {}", path, game.line, what));
}

/// The turn that --turn asks for.
struct WantedTurn {
    bool is_preparation = false;
    std::int64_t turn = 0;

    bool is_it(const RecordedMove& move) const {
        return move.is_preparation == is_preparation && (is_preparation || move.turn == turn);
    }
};

WantedTurn wanted_turn(const std::string& text) {
    WantedTurn wanted{text == "prepare", 0};
    if (!wanted.is_preparation && !parse_integer(text, wanted.turn)) {
        throw UserError(fmt::format(
            "--turn {}: invalid value; give the number of a turn as in match.dat, or 'prepare'",
            printable(text)));
    }
    return wanted;
}

/// The turns that a seat (0: any) has played: "its turns are 1 to 33".
std::string turns_of(const RecordedGame& game, Seat seat, std::int64_t wanted) {
    std::vector<int> turns;
    for (const RecordedMove& move : game.moves) {
        if (!move.is_preparation && (seat == 0 || move.seat == seat)) {
            turns.push_back(move.turn);
        }
    }
    if (turns.empty()) {
        return "there is no move";
    }
    const auto [first, last] = std::minmax_element(turns.begin(), turns.end());
    std::string text = *first == *last ? fmt::format("the only turn is {}", *first)
                                       : fmt::format("the turns are {} to {}", *first, *last);
    const auto next =
        std::find_if(turns.begin(), turns.end(), [&](int turn) { return turn > wanted; });
    return wanted > *first && next != turns.end() ? fmt::format("{}; the next is {}", text, *next)
                                                  : text;
}

} // namespace

const RecordedGame& chosen_game(
    const Arguments& arguments, const std::string& path, const std::vector<RecordedGame>& games) {
    const std::int64_t wanted = arguments.integer("game", 0, 1, 1'000'000);
    std::vector<int> numbers;
    for (const RecordedGame& game : games) {
        if (wanted == game.number || (wanted == 0 && games.size() == 1)) {
            return game;
        }
        numbers.push_back(game.number);
    }
    const std::string range = numbers.size() == 1
                                  ? fmt::format("its game is {}", numbers[0])
                                  : fmt::format("its games are {}", fmt::join(numbers, ", "));
    throw UserError(
        wanted == 0
            ? fmt::format("{}:{}: {}; choose one with --game", path, games[0].line, range)
            : fmt::format("{}:{}: there is no game {}; {}", path, games[0].line, wanted, range));
}

Seat chosen_seat(const Arguments& arguments, const std::string& path, const RecordedGame& game) {
    const std::int64_t seat = arguments.integer("seat", 0, 1, 1'000'000);
    if (seat > static_cast<std::int64_t>(game.names.size())) {
        refuse(
            path, game,
            fmt::format(
                "game {} has no seat {}; its seats are 1 to {}", game.number, seat,
                game.names.size()));
    }
    return static_cast<Seat>(seat);
}

std::size_t
chosen_move(const Arguments& arguments, const std::string& path, const RecordedGame& game) {
    const Seat seat = chosen_seat(arguments, path, game);
    const WantedTurn wanted = wanted_turn(arguments.text("turn"));
    std::vector<std::size_t> found;
    std::vector<int> seats;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        if (wanted.is_it(game.moves[i]) && (seat == 0 || game.moves[i].seat == seat)) {
            found.push_back(i);
            seats.push_back(game.moves[i].seat);
        }
    }
    const std::string at =
        wanted.is_preparation ? "preparation" : fmt::format("turn {}", wanted.turn);
    const std::string of_seat = seat == 0 ? "" : fmt::format(" of seat {}", seat);
    if (found.empty()) {
        refuse(
            path, game,
            fmt::format(
                "game {} has no {}{}; {}", game.number, at, of_seat,
                turns_of(game, seat, wanted.is_preparation ? -1 : wanted.turn)));
    }
    if (found.size() > 1 && seat == 0) {
        refuse(
            path, game,
            fmt::format(
                "seats {} were asked at {}; choose one with --seat", fmt::join(seats, ", "), at));
    }
    if (game.from && found[0] < game.from->moves) {
        refuse(
            path, game,
            fmt::format(
                "game {} continues {} from turn {}; use that record to repeat earlier moves",
                game.number, printable(game.from->record, 200), game.from->turn));
    }
    return found[0];
}

} // namespace referee
