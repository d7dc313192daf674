#include "tournament/outcome.hpp"

#include <nlohmann/json.hpp>

namespace referee {

GameOutcome outcome_of(
    const GameResult& result, std::int64_t index, std::int64_t match, int field,
    const std::vector<int>& ais) {
    GameOutcome outcome{index, match, field, result.turns, result.ending.reason, result.state, {}};
    const std::vector<double> shares = points_of(result.ending, {});
    for (std::size_t seat = 0; seat < ais.size(); ++seat) {
        const SeatTally& tally = result.tallies[seat];
        outcome.seats.push_back(
            {ais[seat], result.ending.ranks[seat], result.ending.scores[seat], result.points[seat],
             shares[seat], tally.moves, tally.faults, tally.starved, tally.wall_ns,
             tally.longest_wall_ns, tally.cpu_ns, tally.peak_kb, tally.times.text()});
    }
    return outcome;
}

bool is_same_result(const GameOutcome& one, const GameOutcome& other) {
    const auto is_same_seat = [](const SeatOutcome& a, const SeatOutcome& b) {
        return a.ai == b.ai && a.rank == b.rank && a.score == b.score && a.points == b.points &&
               a.moves == b.moves && a.faults == b.faults;
    };
    return one.index == other.index && one.match == other.match && one.field == other.field &&
           one.turns == other.turns && one.reason == other.reason && one.state == other.state &&
           std::equal(
               one.seats.begin(), one.seats.end(), other.seats.begin(), other.seats.end(),
               is_same_seat);
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(
    SeatOutcome, ai, rank, score, points, share, moves, faults, starved, wall_ns, longest_ns,
    cpu_ns, peak_kb, times)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GameOutcome, index, match, field, turns, reason, state, seats)

std::string to_text(const GameOutcome& outcome) {
    return nlohmann::json(outcome).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

GameOutcome outcome_from(const std::string& text) {
    return nlohmann::json::parse(text).get<GameOutcome>();
}

} // namespace referee
