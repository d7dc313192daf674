#include "season/entries/versions.hpp"

#include "tournament/store/excluded.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <tuple>

namespace referee {

std::string_view name_of(VersionState state) {
    constexpr std::array<std::string_view, 7> names{
        "active", "old", "resting", "rejected", "broken", "late", "excluded by the organiser"};
    return names[static_cast<std::size_t>(state)];
}

bool is_lost_by_faults(const SeatOutcome& seat) {
    const int all = std::accumulate(seat.faults.begin() + 1, seat.faults.end(), 0);
    const std::int64_t late = seat.faults[static_cast<std::size_t>(Fault::timeout)];
    // For lack of a core, which isn't its fault. It may be not_measured.
    const std::int64_t starved = std::clamp<std::int64_t>(seat.measured.starved, 0, late);
    return seat.share <= 0 && all > starved;
}

void FaultStreaks::count(const GameOutcome& game) {
    for (const SeatOutcome& seat : game.seats) {
        auto& last = last_[seat.ai];
        last[game.index] = is_lost_by_faults(seat);
        if (last.size() > static_cast<std::size_t>(std::max(max_, 1))) {
            last.erase(last.begin());
        }
    }
}

bool FaultStreaks::is_resting(int ai) const {
    const auto at = last_.find(ai);
    return max_ > 0 && at != last_.end() && at->second.size() == static_cast<std::size_t>(max_) &&
           std::all_of(
               at->second.begin(), at->second.end(), [](const auto& game) { return game.second; });
}

std::vector<VersionState>
states_of(const std::vector<StoredVersion>& versions, const FaultStreaks& streaks) {
    std::vector<VersionState> states;
    std::map<std::pair<std::string, bool>, std::size_t> active;
    for (std::size_t i = 0; i < versions.size(); ++i) {
        const StoredVersion& version = versions[i];
        switch (version.status) {
        case StoredVersion::Status::rejected:
            states.push_back(VersionState::rejected);
            break;
        case StoredVersion::Status::broken:
            states.push_back(
                is_kept_from_playing(version) ? VersionState::excluded : VersionState::broken);
            break;
        case StoredVersion::Status::late:
            states.push_back(VersionState::late);
            break;
        case StoredVersion::Status::accepted:
            states.push_back(VersionState::old);
            active[{version.entry, version.is_baseline}] = i;
            break;
        }
    }
    for (const auto& [entry, i] : active) {
        const bool rests = !versions[i].is_baseline && streaks.is_resting(versions[i].ai);
        states[i] = rests ? VersionState::resting : VersionState::active;
    }
    return states;
}

std::string same_files(const std::vector<StoredVersion>& versions, std::size_t i) {
    const StoredVersion& own = versions[i];
    std::string list;
    for (const StoredVersion& other : versions) {
        const bool is_others = other.entry != own.entry || other.is_baseline != own.is_baseline;
        if (is_others && other.sha256 == own.sha256 &&
            other.status == StoredVersion::Status::accepted) {
            list += (list.empty() ? "" : ", ") + (other.is_baseline
                                                      ? "the baseline " + other.entry
                                                      : other.entry + " " + other.version);
        }
    }
    return list;
}

std::string ai_name(const StoredVersion& version, const std::vector<StoredAi>& taken) {
    const std::string name =
        version.is_baseline ? version.entry : version.entry + "@" + version.version;
    const bool is_taken = std::any_of(
        taken.begin(), taken.end(), [&](const StoredAi& ai) { return ai.name == name; });
    return is_taken ? name + "~" + version.sha256.substr(0, 8) : name;
}

namespace {

/// Orders the versions by rating and ranks them among the entries alone.
void rank_entries(SeasonStandings& standings) {
    std::stable_sort(
        standings.rows.begin(), standings.rows.end(), [](const SeasonRow& a, const SeasonRow& b) {
            const auto place = [](const SeasonRow& row) {
                return std::tuple(row.row.games == 0, -row.row.rating.elo, row.version);
            };
            return place(a) < place(b);
        });
    std::vector<AiRow*> entries;
    for (SeasonRow& row : standings.rows) {
        row.row.rank = row.row.rank_best = row.row.rank_worst = 0;
        if (!row.is_baseline) {
            entries.push_back(&row.row);
        }
    }
    rank_among(entries, standings.summary.differences, standings.summary.any_pair.get());
}

/// The versions that play, in the order of the summary and with its ranks.
SeasonStandings versions_in_summary(
    const Results& store, const std::vector<StoredVersion>& versions, int rest_after) {
    SeasonStandings standings;
    standings.summary = read_summary(store, {});
    FaultStreaks streaks(rest_after);
    store.for_each([&](const GameOutcome& game) { streaks.count(game); });
    standings.states = states_of(versions, streaks);
    std::map<int, std::size_t> places;
    for (const AiRow& row : standings.summary.standings) {
        places[row.ai] = places.size();
    }
    for (std::size_t i = 0; i < standings.states.size(); ++i) {
        const VersionState state = standings.states[i];
        if (state == VersionState::active || state == VersionState::resting) {
            const std::size_t place = places.at(versions[i].ai);
            standings.rows.push_back(
                {i, state, versions[i].is_baseline, standings.summary.standings[place]});
        }
    }
    std::stable_sort(
        standings.rows.begin(), standings.rows.end(), [&](const SeasonRow& a, const SeasonRow& b) {
            return places.at(a.row.ai) < places.at(b.row.ai);
        });
    return standings;
}

} // namespace

SeasonStandings read_standings(const Results& store, int rest_after) {
    return read_standings(store, store.versions(), rest_after);
}

SeasonStandings
read_standings(const Results& store, const std::vector<StoredVersion>& versions, int rest_after) {
    SeasonStandings standings = versions_in_summary(store, versions, rest_after);
    rank_entries(standings);
    return standings;
}

SeasonStandings
read_tournament_standings(const Results& store, const std::vector<StoredVersion>& ais) {
    return versions_in_summary(store, ais, 0);
}

} // namespace referee
