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

/// The team of the AI at a seat (from 0) of the game.
std::size_t team_of(const GameResult& game, std::size_t seat, const Teams& teams) {
    return teams.place_of(game.contestants[seat] + 1);
}

/// By team; without teams by AI.
std::vector<Total> totals_of(const MatchResult& match, const Teams& teams) {
    std::vector<Total> totals(static_cast<std::size_t>(teams.places()));
    for (const GameResult& game : match.games) {
        std::size_t place = 0;
        const std::vector<PlaceResult> results = results_by_place(game, teams);
        const auto first = std::count_if(
            results.begin(), results.end(), [](const auto& result) { return result.rank == 1; });
        for (const PlaceResult& result : results) {
            const auto seat = static_cast<std::size_t>(teams.seats_of(place++).front()) - 1;
            Total& total = totals[team_of(game, seat, teams)];
            const bool is_alone = first == 1 && !game.ending.no_winner;
            total.wins += result.rank == 1 && is_alone ? 1 : 0;
            total.faults += fault_count(result.tally);
            add(total.measured, result.tally.measured);
        }
    }
    return totals;
}

/// The names of the teams; without teams, of the AIs.
std::vector<std::string> names_of(const std::vector<Contestant>& ais, const Teams& teams) {
    std::vector<std::string> names;
    for (std::size_t team = 0; team < static_cast<std::size_t>(teams.places()); ++team) {
        std::vector<std::string> members;
        for (const Seat seat : teams.seats_of(team)) {
            members.push_back(ais[static_cast<std::size_t>(seat) - 1].name);
        }
        names.push_back(team_name(members));
    }
    return names;
}

/// The AIs, each once: one may have all seats of its team.
std::vector<const Contestant*> once_each(const std::vector<Contestant>& ais) {
    std::vector<const Contestant*> once;
    for (const Contestant& ai : ais) {
        if (std::none_of(once.begin(), once.end(), [&](const Contestant* other) {
                return other->name == ai.name;
            })) {
            once.push_back(&ai);
        }
    }
    return once;
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

Json json_of(
    const GameResult& game, std::size_t number, const std::vector<Contestant>& ais,
    const Teams& teams) {
    Json seats = Json::array();
    const std::vector<std::string> names = names_of(ais, teams);
    for (std::size_t seat = 0; seat < game.contestants.size(); ++seat) {
        Json own = json_of_seat(game, seat, ais[game.contestants[seat]].name);
        if (teams.are_played()) {
            own["team"] = names[team_of(game, seat, teams)];
        }
        seats.push_back(std::move(own));
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

Json json_of_result(const MatchResult& match, const std::vector<std::string>& names) {
    const int best = best_of(match);
    Json points = Json::object();
    Json scores = Json::object();
    for (std::size_t i = 0; i < names.size(); ++i) {
        points[names[i]] = match.points[i];
        scores[names[i]] = match.scores[i];
    }
    return {
        {"points", points},
        {"scores", scores},
        {"winner", best < 0 ? Json() : Json(names[static_cast<std::size_t>(best)])}};
}

} // namespace

std::vector<std::string>
notes_on(const MatchResult& match, const std::vector<Contestant>& ais, const Teams& teams) {
    const std::vector<std::string> names = names_of(ais, teams);
    std::vector<std::int64_t> preparations(names.size()); // their faults, which are no answers
    for (const GameResult& game : match.games) {
        for (const FaultNote& note : game.faults) {
            const bool is_fault = note.fault != Fault::none;
            preparations[team_of(game, static_cast<std::size_t>(note.seat) - 1, teams)] +=
                note.in_preparation && is_fault ? 1 : 0;
        }
    }
    const std::vector<Total> totals = totals_of(match, teams);
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::int64_t moves = totals[i].measured.moves;
        if (moves > 0 && totals[i].faults - preparations[i] >= moves) {
            notes.push_back(fmt::format(
                "every answer of {} was a fault{}", names[i],
                match.points[i] > 0 ? "; it has points only because others lost" : ""));
        }
        if (teams.are_played()) {
            continue;
        }
        if (const std::string text = by_command_line(ais[i]); !text.empty()) {
            notes.push_back(text);
        }
    }
    for (const Contestant* const ai : once_each(ais)) {
        const std::string text = teams.are_played() ? by_command_line(*ai) : "";
        if (!text.empty()) {
            notes.push_back(text);
        }
    }
    return notes;
}

std::string game_line(
    const GameResult& game, int number, const std::vector<Contestant>& ais, const Teams& teams) {
    std::string text = fmt::format("game {}: ", number);
    const std::vector<std::string> names = names_of(ais, teams);
    const std::vector<PlaceResult> results = results_by_place(game, teams);
    const auto name = [&](std::size_t place) {
        const auto seat = static_cast<std::size_t>(teams.seats_of(place).front()) - 1;
        return safe_text(names[team_of(game, seat, teams)]);
    };
    // If the match decides, a game has no points, only scores.
    const auto count = [&](std::size_t place) {
        return game.match_decides ? results[place].score : results[place].points;
    };
    if (results.size() == 2) {
        text += fmt::format("{} {} : {} {}", name(0), count(0), count(1), name(1));
    } else {
        for (std::size_t place = 0; place < results.size(); ++place) {
            text += fmt::format("{}{} {}", place > 0 ? ", " : "", name(place), count(place));
        }
    }
    text += fmt::format("; {}; {}; ", counted(game.turns, "move"), game.ending.reason);
    std::string faults;
    for (std::size_t place = 0; place < results.size(); ++place) {
        for (std::size_t kind = 1; kind < all_names<Fault>.size(); ++kind) {
            const int of_kind = results[place].tally.faults[kind];
            if (of_kind > 0) {
                faults += fmt::format(
                    "{}{} {} {}", faults.empty() ? "" : ", ", name(place), of_kind,
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

std::string
match_text(const MatchResult& match, const std::vector<Contestant>& ais, const Teams& teams) {
    const std::vector<Total> totals = totals_of(match, teams);
    const std::vector<std::string> names = names_of(ais, teams);
    std::size_t width = 4;
    for (const std::string& name : names) {
        width = std::max(width, safe_text(name).size());
    }
    // If the match decides, nobody wins a game: the table shows scores instead of wins.
    const bool by_score = !match.games.empty() && match.games.front().match_decides;
    std::string text = fmt::format(
        "\n{:{}} {:>6} {:>5} {:>5} {:>6} {:>8} {:>10} {:>9} {:>8}\n", "AI", width, "points",
        by_score ? "score" : "wins", "moves", "faults", "mean ms", "longest ms", "CPU ms",
        "peak MiB");
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Total& total = totals[i];
        const Measurements& measured = total.measured;
        text += fmt::format(
            "{:{}} {:>6} {:>5} {:>5} {:>6} {:>8.2f} {:>10.2f} {:>9.2f} {:>8.1f}\n",
            safe_text(names[i]), width, match.points[i], by_score ? match.scores[i] : total.wins,
            measured.moves, total.faults,
            milliseconds(measured.wall_ns) /
                static_cast<double>(std::max<std::int64_t>(1, measured.moves)),
            milliseconds(measured.longest_ns), milliseconds(measured.cpu_ns),
            static_cast<double>(measured.peak_kb) / 1024);
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Measurements& measured = totals[i].measured;
        if (measured.leftovers > 0) {
            text += fmt::format(
                "{} left {} running; {} killed\n", safe_text(names[i]),
                counted(measured.leftovers, "process"),
                measured.leftovers == 1 ? "it was" : "they were");
        }
        if (measured.restarts > 0) {
            text += fmt::format(
                "{} was restarted {} because it could not be suspended\n", safe_text(names[i]),
                counted(measured.restarts, "time"));
        }
    }
    text += '\n'; // the table ends here, also for programs that read it
    for (const std::string& note : notes_on(match, ais, teams)) {
        text += fmt::format("note: {}\n", safe_text(note));
    }
    if (is_nobodys(match)) {
        return text + "result: nobody wins the match\n";
    }
    const int best = best_of(match);
    if (best < 0) {
        return text + "result: a draw\n";
    }
    return text +
           fmt::format(
               "result: {} wins the match\n", safe_text(names[static_cast<std::size_t>(best)]));
}

std::string match_json(
    const LoadedField& field, const MatchResult& match, const std::vector<Contestant>& ais,
    const std::vector<std::string>& notes, const std::string& record, const std::string& work) {
    Json json{
        {"game", field.game->info().name},
        {"field", {{"name", field.name}, {"sha256", field.sha256}}},
        {"ais", Json::array()},
        {"games", Json::array()}};
    const Teams teams = field.teams();
    for (const Contestant* const ai : once_each(ais)) {
        json["ais"].push_back(json_of(*ai));
    }
    for (const GameResult& game : match.games) {
        json["games"].push_back(json_of(game, json["games"].size() + 1, ais, teams));
    }
    json["result"] = json_of_result(match, names_of(ais, teams));
    json["notes"] = notes;
    for (const std::string& note : notes_on(match, ais, teams)) {
        json["notes"].push_back(note);
    }
    json["record"] = record.empty() ? Json() : Json(record);
    if (!work.empty()) {
        json["work"] = work;
    }
    return safe_json(json.dump()) + "\n";
}

} // namespace referee
