#include "tournament/report/exports.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "record/record.hpp"
#include "tournament/report/csv.hpp"
#include "tournament/report/figures.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>

namespace referee {
namespace {

/// Passes on one match at a time, each game as it counts.
template <typename Look>
void for_each_match(const Results& store, Look look) {
    const StoredTournament& tournament = store.tournament();
    std::vector<GameOutcome> match;
    const auto end_match = [&] {
        const bool is_whole = static_cast<int>(match.size()) == tournament.games_per_match;
        if (tournament.match_decides && is_whole) {
            decide_by_match(match, tournament.points);
        }
        if (!match.empty()) {
            look(match, is_whole || !tournament.match_decides);
        }
        match.clear();
    };
    store.for_each([&](const GameOutcome& game) {
        if (!match.empty() && match.front().match != game.match) {
            end_match();
        }
        match.push_back(game);
    });
    end_match();
}

/// A PGN string token's content: no control characters; quotes and backslashes escaped.
std::string pgn_text(const std::string& text) {
    std::string safe;
    for (const char c : safe_text(text)) {
        if (c == '"' || c == '\\') {
            safe += '\\';
        }
        safe += c;
    }
    return safe;
}

std::string_view pgn_result(const GameOutcome& game) {
    const double first = game.seats[0].share;
    const double second = game.seats[1].share;
    return first > second ? "1-0" : second > first ? "0-1" : "1/2-1/2";
}

} // namespace

void write_games_csv(const Results& store, std::ostream& out) {
    const Figures<GameFigures>& columns = game_figures();
    const auto write = [&](auto cell) {
        bool is_first = true;
        for (const Figure<GameFigures>& column : columns) {
            out << (is_first ? "" : ",") << cell(column);
            is_first = false;
        }
        out << "\r\n";
    };
    write([](const Figure<GameFigures>& column) { return column.key; });
    for_each_match(store, [&](const std::vector<GameOutcome>& match, bool counts) {
        for (const GameOutcome& game : match) {
            for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
                const GameFigures row{&store, &game, seat, counts};
                write([&](const Figure<GameFigures>& column) {
                    const std::string cell = column.printed.cell(row);
                    return column.is_word ? csv_text_cell(cell) : csv_cell(cell);
                });
            }
        }
    });
}

namespace {

/// The moves of a game's record as a comment, in lines of at most 80 characters. PGN has no other
/// notation for the moves of our games. Empty if the record can't be read.
std::string pgn_moves(const Results& store, const GameOutcome& game) {
    if (game.record.empty()) {
        return "";
    }
    const auto folder = std::filesystem::absolute(store.path()).parent_path();
    std::string text;
    try {
        for (const RecordedGame& recorded : read_record((folder / game.record).string())) {
            for (const RecordedMove& move : recorded.moves) {
                const std::string_view what =
                    move.fault == Fault::none ? std::string_view(move.effect) : name_of(move.fault);
                text += fmt::format("{}.{} {}; ", move.turn, move.seat, safe_text(what));
            }
        }
    } catch (const UserError&) { // the record is gone; the result counts without it
        return "";
    }
    std::string comment = "{";
    std::size_t column = 1;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string_view word = std::string_view(text).substr(begin, end - begin);
        const bool breaks = column > 1 && column + word.size() + 1 > text_columns;
        comment += column == 1 ? "" : breaks ? "\n" : " ";
        column = breaks ? 1 + word.size() : column + 1 + word.size();
        for (const char c : word) { // a brace would end the comment
            comment += c == '}' ? ')' : c == '{' ? '(' : c;
        }
        begin = end + 1;
    }
    return comment.size() > 1 ? comment + "}\n" : "";
}

} // namespace

void write_pgn(const Results& store, const std::string& event, std::ostream& out, PgnMoves moves) {
    if (store.tournament().seats != 2) {
        throw UserError(fmt::format(
            "--pgn: games of {} players can't be written as PGN; use --games instead",
            store.tournament().seats));
    }
    std::map<std::int64_t, std::string> times;
    store.for_each_time([&](std::int64_t game, const std::string& time) { times[game] = time; });
    const auto name = [&](const SeatOutcome& seat) {
        return pgn_text(store.ais()[static_cast<std::size_t>(seat.ai)].name);
    };
    const int games_per_match = store.tournament().games_per_match;
    for_each_match(store, [&](const std::vector<GameOutcome>& match, bool counts) {
        for (const GameOutcome& game : match) {
            if (!counts) {
                continue;
            }
            const std::string_view result = pgn_result(game);
            const std::string& time = times[game.index];
            std::string date = pgn_text(time.substr(0, 10));
            std::replace(date.begin(), date.end(), '-', '.');
            out << fmt::format(
                "[Event \"{}\"]\n[Site \"{}\"]\n[Date \"{}\"]\n[Round \"{}.{}\"]\n[White "
                "\"{}\"]\n[Black \"{}\"]\n[Result \"{}\"]\n",
                pgn_text(event),
                pgn_text(store.fields()[static_cast<std::size_t>(game.field)].name), date,
                game.match + 1, game.index % games_per_match + 1, name(game.seats[0]),
                name(game.seats[1]), result);
            if (time.size() > 19) { // "2026-11-21T20:51:36Z"
                out << fmt::format(
                    "[UTCDate \"{}\"]\n[UTCTime \"{}\"]\n", date, pgn_text(time.substr(11, 8)));
            }
            out << fmt::format(
                "[Termination \"{}\"]\n[Variant \"{}\"]\n[Turns \"{}\"]\n\n", pgn_text(game.reason),
                pgn_text(store.tournament().game), game.turns);
            out << (moves == PgnMoves::from_records ? pgn_moves(store, game) : "") << result
                << "\n\n";
        }
    });
}

} // namespace referee
