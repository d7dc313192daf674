#include "season/standings.hpp"

#include <algorithm>
#include <map>

namespace referee {
namespace {

/// Ranks among the entries alone: a difference that is certain among all versions is certain among
/// some of them.
void set_ranks(SeasonStandings& standings) {
    std::map<int, SeasonRow*> by_ai;
    int rated = 0;
    for (SeasonRow& row : standings.rows) {
        if (!row.is_baseline && row.row.games > 0) {
            by_ai[row.row.ai] = &row;
            ++rated;
        }
    }
    std::vector<double> elos;
    for (const auto& [ai, row] : by_ai) {
        elos.push_back(row->row.rating.elo);
    }
    const std::vector<int> ranks = ranks_of_ratings(elos);
    std::size_t place = 0;
    for (auto& [ai, row] : by_ai) {
        row->rank = ranks[place++];
        row->best_rank = 1;
        row->worst_rank = rated;
    }
    for (const Ratings::Difference& difference : standings.summary.differences) {
        const auto better = by_ai.find(difference.first);
        const auto worse = by_ai.find(difference.second);
        if (difference.is_certain && better != by_ai.end() && worse != by_ai.end()) {
            ++worse->second->best_rank;
            --better->second->worst_rank;
        }
    }
}

} // namespace

SeasonStandings read_standings(const Store& store, int rest_after) {
    return read_standings(store, store.versions(), rest_after);
}

SeasonStandings
read_standings(const Store& store, const std::vector<StoredVersion>& versions, int rest_after) {
    SeasonStandings standings;
    standings.summary = read_summary(store, {});
    FaultStreaks streaks(rest_after);
    store.for_each([&](const GameOutcome& game) { streaks.count(game); });
    standings.states = states_of(versions, streaks);
    std::map<int, const AiRow*> rows;
    for (const AiRow& row : standings.summary.standings) {
        rows[row.ai] = &row;
    }
    for (std::size_t i = 0; i < standings.states.size(); ++i) {
        const VersionState state = standings.states[i];
        if (state == VersionState::active || state == VersionState::resting) {
            SeasonRow row;
            row.version = i;
            row.state = state;
            row.is_baseline = versions[i].is_baseline;
            row.row = *rows.at(versions[i].ai);
            standings.rows.push_back(row);
        }
    }
    std::stable_sort(
        standings.rows.begin(), standings.rows.end(), [](const SeasonRow& a, const SeasonRow& b) {
            const auto place = [](const SeasonRow& row) {
                return std::pair(row.row.games == 0, -row.row.rating.elo);
            };
            return place(a) < place(b);
        });
    set_ranks(standings);
    return standings;
}

} // namespace referee
