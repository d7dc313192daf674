#include "tournament/report/exports.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "tournament/report/figures.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee {
namespace {

/// Passes on one match at a time, each game as it counts.
template <typename Look>
void for_each_match(const Store& store, Look look) {
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

std::string csv_cell(std::string_view cell) {
    if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
        return std::string(cell);
    }
    std::string quoted = "\"";
    for (const char c : cell) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + '"';
}

std::string csv_text_cell(std::string_view text) {
    // https://owasp.org/www-community/attacks/CSV_Injection
    const bool is_formula =
        !text.empty() && std::string_view("=+-@\t\r\n").find(text[0]) != std::string_view::npos;
    return csv_cell(is_formula ? "'" + std::string(text) : text);
}

void write_games_csv(const Store& store, std::ostream& out) {
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

void write_pgn(const Store& store, const std::string& event, std::ostream& out) {
    if (store.tournament().seats != 2) {
        throw UserError(fmt::format(
            "--pgn: games of {} players can't be written as PGN; use --games instead",
            store.tournament().seats));
    }
    std::string date = store.times().first.substr(0, 10);
    std::replace(date.begin(), date.end(), '-', '.');
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
            out << fmt::format(
                "[Event \"{}\"]\n[Site \"{}\"]\n[Date \"{}\"]\n[Round \"{}.{}\"]\n[White "
                "\"{}\"]\n[Black \"{}\"]\n[Result \"{}\"]\n\n{}\n\n",
                pgn_text(event),
                pgn_text(store.fields()[static_cast<std::size_t>(game.field)].name), date,
                game.match + 1, game.index % games_per_match + 1, name(game.seats[0]),
                name(game.seats[1]), result, result);
        }
    });
}

} // namespace referee
