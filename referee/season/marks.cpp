#include "season/marks.hpp"

#include "base/text.hpp"
#include "season/entries/versions.hpp"
#include "tournament/report/csv.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace referee {

namespace {

/// By version, baseline and field: the sum of the version's shares of the games, and the number of
/// games.
struct Sum {
    std::int64_t match = 0;
    double ahead = 0;
    int games = 0;
};
using Sums = std::map<std::tuple<int, int, int>, Sum>;

double ahead_of(const SeatOutcome& one, const SeatOutcome& other) {
    return one.rank < other.rank ? 1 : one.rank == other.rank ? 0.5 : 0;
}

/// Counts only the first match of two AIs on a field.
void count(
    Sums& sums, const GameOutcome& game, const std::vector<bool>& is_baseline, int mark_games) {
    if (game.field >= mark_games) {
        return;
    }
    for (const SeatOutcome& seat : game.seats) {
        for (const SeatOutcome& other : game.seats) {
            const bool counts = !is_baseline[static_cast<std::size_t>(seat.ai)] &&
                                is_baseline[static_cast<std::size_t>(other.ai)];
            if (!counts) {
                continue;
            }
            Sum& sum =
                sums.try_emplace({seat.ai, other.ai, game.field}, Sum{game.match}).first->second;
            if (sum.match == game.match) {
                sum.ahead += ahead_of(seat, other);
                ++sum.games;
            }
        }
    }
}

std::optional<ShareInterval>
share_of(const Sums& sums, int version, int baseline, int fields, int games_per_match) {
    std::vector<double> shares;
    for (int field = 0; field < fields; ++field) {
        const auto at = sums.find({version, baseline, field});
        if (at == sums.end() || at->second.games < games_per_match) {
            return std::nullopt;
        }
        shares.push_back(at->second.ahead / at->second.games);
    }
    const auto units = static_cast<double>(shares.size());
    double mean = 0;
    for (const double share : shares) {
        mean += share / units;
    }
    double squares = 0;
    for (const double share : shares) {
        squares += (share - mean) * (share - mean);
    }
    const double variance = units > 1 ? squares / (units - 1) : 0;
    return interval_of_units(mean, variance, static_cast<std::int64_t>(shares.size()));
}

std::string_view text_of(VersionState state) {
    switch (state) {
    case VersionState::active:
    case VersionState::old: // never of an entry's row
        return "plays";
    case VersionState::resting:
        return "rests: it lost too many games in a row by faults";
    case VersionState::rejected:
        return "rejected: no version of it plays";
    case VersionState::late:
        return "late: no version of it plays";
    case VersionState::broken:
        return "broken: it can no longer be played";
    case VersionState::excluded:
        return name_of(state);
    }
    return "";
}

bool is_current(VersionState state) {
    return state == VersionState::active || state == VersionState::resting;
}

/// By entry that isn't a baseline: the version that plays or rests, else the last one.
std::map<std::string, std::optional<std::size_t>> versions_by_entry(
    const std::vector<StoredVersion>& versions, std::span<const VersionState> states) {
    std::map<std::string, std::optional<std::size_t>> chosen;
    for (std::size_t i = 0; i < versions.size(); ++i) {
        if (versions[i].is_baseline) {
            continue;
        }
        std::optional<std::size_t>& own = chosen[versions[i].entry];
        if (!own || !is_current(states[*own])) {
            own = i;
        }
    }
    return chosen;
}

} // namespace

Marks read_marks(
    const Results& store, int mark_games, int rest_after, const Entrants& entrants,
    const std::set<std::string>& submitted) {
    FaultStreaks streaks(rest_after);
    std::vector<bool> is_baseline(store.ais().size());
    for (const StoredVersion& version : store.versions()) {
        if (version.is_baseline && version.ai >= 0) {
            is_baseline[static_cast<std::size_t>(version.ai)] = true;
        }
    }
    const int fields = std::min(mark_games, static_cast<int>(store.fields().size()));
    Sums sums;
    store.for_each([&](const GameOutcome& game) {
        streaks.count(game);
        count(sums, game, is_baseline, fields);
    });
    const std::vector<VersionState> states = states_of(store.versions(), streaks);
    Marks marks;
    std::vector<int> baselines;
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (store.versions()[i].is_baseline && states[i] == VersionState::active) {
            baselines.push_back(store.versions()[i].ai);
            marks.baselines.push_back(store.versions()[i].entry);
        }
    }
    std::map<std::string, std::optional<std::size_t>> entries =
        versions_by_entry(store.versions(), states);
    for (const auto& [entry, entrant] : entrants) {
        entries.try_emplace(entry);
    }
    for (const std::string& entry : submitted) {
        entries.try_emplace(entry);
    }
    for (const auto& [entry, index] : entries) {
        Mark mark{entry, index};
        const int ai = index ? store.versions()[*index].ai : -1;
        if (ai >= 0) {
            mark.points = 0;
        }
        for (const int baseline : baselines) {
            mark.shares.push_back(
                share_of(sums, ai, baseline, fields, store.tournament().games_per_match));
            if (!mark.shares.back()) {
                mark.points.reset();
            } else if (mark.points && mark.shares.back()->low > 0.5) {
                ++*mark.points;
            }
        }
        mark.state = index                       ? text_of(states[*index])
                     : submitted.contains(entry) ? "waits for its check"
                                                 : "nothing was submitted";
        if (ai >= 0 && !mark.points) {
            mark.state += "; matches against baselines are missing";
        }
        marks.rows.push_back(std::move(mark));
    }
    return marks;
}

std::string marks_csv(const Marks& marks, const Results& store, const Entrants& entrants) {
    std::string csv = "entry,version,sha256";
    for (const std::string& baseline : marks.baselines) {
        csv += "," + csv_text_cell(safe_text(baseline)) + "," +
               csv_text_cell(safe_text(baseline + " low"));
    }
    csv += ",points,state,name,team\r\n";
    for (const Mark& mark : marks.rows) {
        const StoredVersion version =
            mark.version ? store.versions()[*mark.version] : StoredVersion();
        csv += fmt::format(
            "{},{},{}", csv_text_cell(mark.entry), csv_text_cell(version.version), version.sha256);
        for (const auto& share : mark.shares) {
            csv += share ? fmt::format(",{:.4f},{:.4f}", share->share, share->low) : ",,";
        }
        csv += mark.points ? fmt::format(",{}", *mark.points) : ",";
        const auto entrant = entrants.find(mark.entry);
        const Entrant known = entrant == entrants.end() ? Entrant() : entrant->second;
        csv += fmt::format(
            ",{},{},{}\r\n", csv_text_cell(mark.state), csv_text_cell(safe_text(known.name)),
            csv_text_cell(safe_text(known.team)));
    }
    return csv;
}

} // namespace referee
