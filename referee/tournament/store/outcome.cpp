#include "tournament/store/outcome.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace referee {

std::vector<FaultDetail> details_of(const std::vector<FaultNote>& notes) {
    // The message about a game must fit into a socket buffer, whatever an AI prints.
    constexpr std::size_t max_details = 8;
    constexpr std::size_t max_reason = 300;
    constexpr std::size_t max_printed = 1024;
    std::vector<FaultDetail> details;
    std::set<std::pair<Seat, Fault>> seen;
    for (const FaultNote& note : notes) {
        if (note.fault == Fault::none) {
            continue; // restarts are only counted
        }
        if (details.size() == max_details || !seen.insert({note.seat, note.fault}).second) {
            continue;
        }
        const std::size_t from = note.printed.size() - std::min(note.printed.size(), max_printed);
        details.push_back(
            {note.seat, note.turn, note.in_preparation, note.fault,
             note.reason.substr(0, max_reason), note.printed.substr(from)});
    }
    return details;
}

GameOutcome outcome_of(
    const GameResult& result, std::int64_t index, std::int64_t match, int field,
    const std::vector<int>& ais, const std::vector<std::vector<Seat>>& teams) {
    GameOutcome outcome{index, match, field, result.turns, result.ending.reason, result.state, {}};
    outcome.faults = details_of(result.faults);
    const Teams places(static_cast<int>(result.tallies.size()), teams);
    std::size_t place = 0;
    for (const PlaceResult& own : results_by_place(result, places)) {
        outcome.seats.push_back(
            {ais[place++], own.rank, own.score, own.points, own.share, own.tally.faults,
             own.tally.measured, own.tally.times.text()});
    }
    return outcome;
}

void decide_by_match(std::vector<GameOutcome>& games, const std::vector<double>& by_rank) {
    std::map<int, double> sums;
    for (const GameOutcome& game : games) {
        for (const SeatOutcome& seat : game.seats) {
            sums[seat.ai] += seat.score;
        }
    }
    Ending ending;
    for (const auto& [ai, score] : sums) {
        const auto better =
            std::count_if(sums.begin(), sums.end(), [score = score](const auto& sum) {
                return sum.second > score;
            });
        ending.ranks.push_back(1 + static_cast<int>(better));
        ending.scores.push_back(score);
    }
    const std::vector<double> shares = points_of(ending, {});
    const std::vector<double> points = points_of(ending, by_rank);
    for (GameOutcome& game : games) {
        for (SeatOutcome& seat : game.seats) {
            const auto place =
                static_cast<std::size_t>(std::distance(sums.begin(), sums.find(seat.ai)));
            seat.rank = ending.ranks[place];
            seat.share = shares[place];
            seat.points = points[place] / static_cast<double>(games.size());
        }
    }
}

bool is_won_by_nobody(const GameOutcome& game) {
    return std::all_of(game.seats.begin(), game.seats.end(), [](const SeatOutcome& seat) {
        return seat.share == 0;
    });
}

double pair_points(const std::vector<GameOutcome>& games, int ai) {
    double points = 0;
    for (const GameOutcome& game : games) {
        const bool is_nobodys = is_won_by_nobody(game);
        for (const SeatOutcome& seat : game.seats) {
            points += seat.ai != ai ? 0 : is_nobodys ? 0.5 : seat.share;
        }
    }
    return points;
}

bool is_same_result(const GameOutcome& one, const GameOutcome& other) {
    const auto is_same_seat = [](const SeatOutcome& a, const SeatOutcome& b) {
        return a.ai == b.ai && a.rank == b.rank && a.score == b.score && a.points == b.points &&
               a.faults == b.faults &&
               std::all_of(
                   measurements.begin(), measurements.end(), [&](const Measurement& measurement) {
                       return !measurement.repeats ||
                              a.measured.*measurement.value == b.measured.*measurement.value;
                   });
    };
    return one.index == other.index && one.match == other.match && one.field == other.field &&
           one.turns == other.turns && one.reason == other.reason && one.state == other.state &&
           std::equal(
               one.seats.begin(), one.seats.end(), other.seats.begin(), other.seats.end(),
               is_same_seat);
}

/// The values in the order of the list.
void to_json(nlohmann::json& json, const Measurements& measured) {
    json = nlohmann::json::array();
    for (const Measurement& measurement : measurements) {
        json.push_back(measured.*measurement.value);
    }
}

void from_json(const nlohmann::json& json, Measurements& measured) {
    std::size_t number = 0;
    for (const Measurement& measurement : measurements) {
        json.at(number++).get_to(measured.*measurement.value);
    }
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(
    SeatOutcome, ai, rank, score, points, share, faults, measured, times)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FaultDetail, seat, turn, in_preparation, fault, reason, printed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(
    GameOutcome, index, match, field, turns, reason, state, seats, record, faults)

nlohmann::json json_of(const GameOutcome& outcome) {
    return outcome;
}

GameOutcome outcome_from(const nlohmann::json& json) {
    return json.get<GameOutcome>();
}

} // namespace referee
