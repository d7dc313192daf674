#include "cli/match_report.hpp"

#include "advice/advice.hpp"
#include "advice/printed_error.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "game/registry.hpp"
#include "match/measurements.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace referee {

namespace {

/// The totals of an AI over a match.
struct Total {
    int wins = 0;
    int faults = 0;
    Measurements measured;
};

int fault_count(const SeatTally& tally) {
    int count = 0;
    for (const int number : tally.faults) {
        count += number;
    }
    return count;
}

std::vector<Total> totals_of(const MatchResult& match, std::size_t ais) {
    std::vector<Total> totals(ais);
    for (const GameResult& game : match.games) {
        for (std::size_t seat = 0; seat < game.contestants.size(); ++seat) {
            Total& total = totals[game.contestants[seat]];
            const SeatTally& tally = game.tallies[seat];
            const bool is_alone =
                std::count(game.ending.ranks.begin(), game.ending.ranks.end(), 1) == 1 &&
                !game.ending.no_winner;
            total.wins += game.ending.ranks[seat] == 1 && is_alone ? 1 : 0;
            total.faults += fault_count(tally);
            add(total.measured, tally.measured);
        }
    }
    return totals;
}

/// True if nobody has won any of the games, which then are no draws.
bool is_nobodys(const MatchResult& match) {
    return std::all_of(match.games.begin(), match.games.end(), [](const GameResult& game) {
        return game.ending.no_winner;
    });
}

/// The AI with the most points, or −1 for a tie.
int best_of(const MatchResult& match) {
    const auto best = std::max_element(match.points.begin(), match.points.end());
    constexpr double rounding = 1e-9; // of sums of points in another order
    const bool is_alone =
        std::count_if(match.points.begin(), match.points.end(), [best](double points) {
            return *best - points <= rounding;
        }) == 1;
    return is_alone ? static_cast<int>(best - match.points.begin()) : -1;
}

Json json_of(const Contestant& ai) {
    Json json{{"name", ai.name}};
    if (ai.is_human) {
        json["human"] = true;
    } else {
        json["path"] = ai.program.path;
        json["sha256"] = ai.sha256;
    }
    return json;
}

/// A seat's part of a game; `seat` counts from 0.
Json json_of_seat(const GameResult& game, std::size_t seat, const std::string& name) {
    const SeatTally& tally = game.tallies[seat];
    Json faults = Json::object();
    for (std::size_t kind = 1; kind < all_names<Fault>.size(); ++kind) {
        if (tally.faults[kind] > 0) {
            faults[std::string(all_names<Fault>[kind])] = tally.faults[kind];
        }
    }
    Json json{
        {"seat", seat + 1},
        {"name", name},
        {"rank", game.ending.ranks[seat]},
        {"score", game.ending.scores[seat]},
        {"points", game.points[seat]},
        {"faults", faults}};
    put_measurements(tally.measured, json);
    return json;
}

Json json_of(const GameResult& game, std::size_t number, const std::vector<Contestant>& ais) {
    Json seats = Json::array();
    for (std::size_t seat = 0; seat < game.contestants.size(); ++seat) {
        seats.push_back(json_of_seat(game, seat, ais[game.contestants[seat]].name));
    }
    Json faults = Json::array();
    Json restarts = Json::array();
    for (const FaultNote& note : game.faults) {
        if (note.fault == Fault::none) {
            restarts.push_back({{"turn", note.turn}, {"seat", note.seat}, {"reason", note.reason}});
            continue;
        }
        faults.push_back(
            {{"turn", note.turn},
             {"seat", note.seat},
             {"phase", name_of(note.in_preparation ? Phase::prepare : Phase::move)},
             {"fault", name_of(note.fault)},
             {"reason", note.reason},
             {"printed", note.printed}});
    }
    return {
        {"number", number},
        {"turns", game.turns},
        {"reason", game.ending.reason},
        {"ended_by", name_of(game.ending.ended_by)},
        {"no_winner", game.ending.no_winner},
        {"seats", seats},
        {"faults", faults},
        {"restarts", restarts}};
}

Json json_of_result(const MatchResult& match, const std::vector<Contestant>& ais) {
    const int best = best_of(match);
    Json points = Json::object();
    Json scores = Json::object();
    for (std::size_t i = 0; i < ais.size(); ++i) {
        points[ais[i].name] = match.points[i];
        scores[ais[i].name] = match.scores[i];
    }
    return {
        {"points", points},
        {"scores", scores},
        {"winner", best < 0 ? Json() : Json(ais[best].name)}};
}

} // namespace

std::vector<std::string> notes_on(const MatchResult& match, const std::vector<Contestant>& ais) {
    std::vector<std::int64_t> preparations(ais.size()); // their faults, which are no answers
    for (const GameResult& game : match.games) {
        for (const FaultNote& note : game.faults) {
            const bool is_fault = note.fault != Fault::none;
            preparations[game.contestants[note.seat - 1]] +=
                note.in_preparation && is_fault ? 1 : 0;
        }
    }
    const std::vector<Total> totals = totals_of(match, ais.size());
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < ais.size(); ++i) {
        const std::int64_t moves = totals[i].measured.moves;
        if (moves > 0 && totals[i].faults - preparations[i] >= moves) {
            notes.push_back(fmt::format(
                "every answer of {} was a fault{}", ais[i].name,
                match.points[i] > 0 ? "; it has points only because others lost" : ""));
        }
        if (const std::string text = by_command_line(ais[i]); !text.empty()) {
            notes.push_back(text);
        }
    }
    return notes;
}

std::string game_line(const GameResult& game, int number, const std::vector<Contestant>& ais) {
    std::string text = fmt::format("game {}: ", number);
    const std::size_t seats = game.contestants.size();
    const auto name = [&](std::size_t seat) { return safe_text(ais[game.contestants[seat]].name); };
    // If the match decides, a game has no points, only scores.
    const std::vector<double>& counts = game.match_decides ? game.ending.scores : game.points;
    if (seats == 2) {
        text += fmt::format("{} {} : {} {}", name(0), counts[0], counts[1], name(1));
    } else {
        for (std::size_t seat = 0; seat < seats; ++seat) {
            text += fmt::format("{}{} {}", seat > 0 ? ", " : "", name(seat), counts[seat]);
        }
    }
    text += fmt::format("; {}; {}; ", counted(game.turns, "move"), game.ending.reason);
    std::string faults;
    for (std::size_t seat = 0; seat < seats; ++seat) {
        for (std::size_t kind = 1; kind < all_names<Fault>.size(); ++kind) {
            const int count = game.tallies[seat].faults[kind];
            if (count > 0) {
                faults += fmt::format(
                    "{}{} {} {}", faults.empty() ? "" : ", ", name(seat), count,
                    all_names<Fault>[kind]);
            }
        }
    }
    return text + (faults.empty() ? "no faults" : "faults: " + faults);
}

std::string fault_lines(
    const FaultNote& note, int game, const Contestant& ai, const std::vector<std::string>& advice) {
    return fmt::format(
               "game {}, {}: {}: {}: {}\n", game, moment_of(note), safe_text(ai.name),
               kind_of(note), safe_text(note.reason)) +
           explanation(note.printed, advice);
}

std::string match_text(const MatchResult& match, const std::vector<Contestant>& ais) {
    const std::vector<Total> totals = totals_of(match, ais.size());
    std::size_t width = 4;
    for (const Contestant& ai : ais) {
        width = std::max(width, safe_text(ai.name).size());
    }
    // If the match decides, nobody wins a game: the table shows scores instead of wins.
    const bool by_score = !match.games.empty() && match.games.front().match_decides;
    std::string text = fmt::format(
        "\n{:{}} {:>6} {:>5} {:>5} {:>6} {:>8} {:>10} {:>9} {:>8}\n", "AI", width, "points",
        by_score ? "score" : "wins", "moves", "faults", "mean ms", "longest ms", "CPU ms",
        "peak MiB");
    for (std::size_t i = 0; i < ais.size(); ++i) {
        const Total& total = totals[i];
        const Measurements& measured = total.measured;
        text += fmt::format(
            "{:{}} {:>6} {:>5} {:>5} {:>6} {:>8.2f} {:>10.2f} {:>9.2f} {:>8.1f}\n",
            safe_text(ais[i].name), width, match.points[i], by_score ? match.scores[i] : total.wins,
            measured.moves, total.faults,
            milliseconds(measured.wall_ns) /
                static_cast<double>(std::max<std::int64_t>(1, measured.moves)),
            milliseconds(measured.longest_ns), milliseconds(measured.cpu_ns),
            static_cast<double>(measured.peak_kb) / 1024);
    }
    for (std::size_t i = 0; i < ais.size(); ++i) {
        const Measurements& measured = totals[i].measured;
        if (measured.leftovers > 0) {
            text += fmt::format(
                "{} left {} running; {} killed\n", safe_text(ais[i].name),
                counted(measured.leftovers, "process"),
                measured.leftovers == 1 ? "it was" : "they were");
        }
        if (measured.restarts > 0) {
            text += fmt::format(
                "{} was restarted {} because it could not be suspended\n", safe_text(ais[i].name),
                counted(measured.restarts, "time"));
        }
    }
    text += '\n'; // the table ends here, also for programs that read it
    for (const std::string& note : notes_on(match, ais)) {
        text += fmt::format("note: {}\n", safe_text(note));
    }
    if (is_nobodys(match)) {
        return text + "result: nobody wins the match\n";
    }
    const int best = best_of(match);
    if (best < 0) {
        return text + "result: a draw\n";
    }
    return text + fmt::format("result: {} wins the match\n", safe_text(ais[best].name));
}

std::string match_json(
    const LoadedField& field, const MatchResult& match, const std::vector<Contestant>& ais,
    const std::vector<std::string>& notes, const std::string& record) {
    Json json{
        {"game", field.game->info().name},
        {"field", {{"name", field.name}, {"sha256", field.sha256}}},
        {"ais", Json::array()},
        {"games", Json::array()}};
    for (const Contestant& ai : ais) {
        json["ais"].push_back(json_of(ai));
    }
    for (const GameResult& game : match.games) {
        json["games"].push_back(json_of(game, json["games"].size() + 1, ais));
    }
    json["result"] = json_of_result(match, ais);
    json["notes"] = notes;
    for (const std::string& note : notes_on(match, ais)) {
        json["notes"].push_back(note);
    }
    json["record"] = record.empty() ? Json() : Json(record);
    return safe_json(json.dump(2)) + "\n";
}

} // namespace referee
