#include "tournament/exports.hpp"

#include "error.hpp"
#include "field/utf8.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

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

void write_games_csv(const Store& store, std::ostream& out) {
    std::vector<std::string> header{"game",  "match",  "field", "seat",  "ai", "rank",
                                    "score", "points", "share", "turns", "end"};
    for (std::size_t fault = 1; fault < all_names<Fault>.size(); ++fault) {
        header.emplace_back(all_names<Fault>[fault]);
    }
    for (const Measurement& measurement : measurements) {
        header.emplace_back(measurement.name);
    }
    header.insert(header.end(), {"state", "record"});
    out << fmt::format("{}\r\n", fmt::join(header, ","));
    for_each_match(store, [&](const std::vector<GameOutcome>& match, bool counts) {
        for (const GameOutcome& game : match) {
            for (std::size_t number = 0; number < game.seats.size(); ++number) {
                const SeatOutcome& seat = game.seats[number];
                const auto ai = static_cast<std::size_t>(seat.ai);
                const auto field = static_cast<std::size_t>(game.field);
                // If the match decides and isn't over, nobody has a rank or points yet.
                const auto if_counts = [&](const std::string& text) { return counts ? text : ""; };
                out << fmt::format(
                    "{},{},{},{},{},{},{:g},{},{},{},{}", game.index + 1, game.match + 1,
                    csv_cell(safe_text(store.fields()[field].name)), number + 1,
                    csv_cell(safe_text(store.ais()[ai].name)), if_counts(std::to_string(seat.rank)),
                    seat.score, if_counts(fmt::format("{:.9g}", seat.points)),
                    if_counts(fmt::format("{:.9g}", seat.share)), game.turns,
                    csv_cell(safe_text(game.reason)));
                for (std::size_t fault = 1; fault < seat.faults.size(); ++fault) {
                    out << ',' << seat.faults[fault];
                }
                for (const Measurement& measurement : measurements) {
                    const std::int64_t value = seat.measured.*measurement.value;
                    out
                        << (measurement.unit == Unit::milliseconds
                                ? fmt::format(",{:.3f}", milliseconds(value))
                                : fmt::format(",{}", value));
                }
                out << fmt::format(",{},{}\r\n", game.state, csv_cell(safe_text(game.record)));
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
