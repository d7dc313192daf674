#include "season/notes.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/output.hpp"
#include "season/entries/versions.hpp"
#include "tournament/report/context.hpp"
#include "tournament/report/exports.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>

namespace referee {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_examples = 3;

/// The meaning of the state for the author. `has_other`: a version of the entry was accepted.
std::string sentence_about(
    const StoredVersion& version, VersionState state, const Queue& queue, bool has_other) {
    switch (state) {
    case VersionState::active:
        for (const Candidate& candidate : queue.candidates()) {
            if (candidate.ai == version.ai && candidate.is_over_budget) {
                return "accepted. It has used up its time for this hour, so others play first.";
            }
        }
        return "accepted. It plays.";
    case VersionState::old:
        return "accepted. A newer version plays instead; the results of this one are kept.";
    case VersionState::resting:
        return "resting. It lost too many games in a row by faults. Submit a new version.";
    case VersionState::rejected:
        return has_other ? "rejected. The last accepted version stays active."
                         : "rejected. No version of this entry plays yet. Correct it, and submit "
                           "it as a new version.";
    case VersionState::late:
        return has_other ? "late. The last accepted version stays active."
                         : "late. No version of this entry plays.";
    case VersionState::broken:
        return "resting. It can no longer be played. Submit a new version.";
    }
    return "";
}

std::string text_of_fault(const Results& store, const StoredFault& row) {
    const std::string text = fmt::format(
        "game {}, {}, {}, seat {}: {}: {}\n", row.game + 1,
        safe_text(store.fields()[static_cast<std::size_t>(row.field)].name), turn_text(row.detail),
        row.detail.seat, name_of(row.detail.fault), safe_text(row.detail.reason));
    return text + safe_lines(row.detail.printed, "    | ");
}

/// By AI: the first faults of each kind.
std::map<int, std::string> faults_by_ai(const Results& store) {
    std::map<std::pair<int, Fault>, std::size_t> seen;
    std::map<int, std::string> texts;
    store.for_each_fault([&](const StoredFault& row) {
        if (++seen[{row.ai, row.detail.fault}] <= max_examples) {
            texts[row.ai] += text_of_fault(store, row);
        }
    });
    return texts;
}

} // namespace

void write_all_notes(
    const std::string& folder, const Results& store, const FaultStreaks& streaks,
    const Queue& queue) {
    const std::vector<VersionState> states = states_of(store.versions(), streaks);
    const std::map<int, std::string> faults = faults_by_ai(store);
    std::map<std::pair<std::string, std::string>, std::size_t> last; // by entry and version
    std::set<std::string> accepted;                                  // entries
    for (std::size_t i = 0; i < states.size(); ++i) {
        const StoredVersion& version = store.versions()[i];
        if (!version.is_baseline) {
            last[{version.entry, version.version}] = i;
        }
        if (!version.is_baseline && version.status == StoredVersion::Status::accepted) {
            accepted.insert(version.entry);
        }
    }
    for (std::size_t i = 0; i < states.size(); ++i) {
        const StoredVersion& version = store.versions()[i];
        // For several with one name, the last decision counts.
        if (version.is_baseline || last.at({version.entry, version.version}) != i) {
            continue;
        }
        const bool has_other = accepted.contains(version.entry);
        std::string text = fmt::format(
            "{} {}: {}\nSHA-256 {}\ndecided {}\n\n{}", version.entry, version.version,
            sentence_about(version, states[i], queue, has_other), version.sha256, version.decided,
            safe_lines(version.text)); // holds what a compiler or the AI has printed
        const auto own = faults.find(version.ai);
        if (version.ai >= 0 && own != faults.end()) {
            text += fmt::format(
                "\nFaults, the first {} of each kind:\n\n{}", max_examples, own->second);
        }
        fs::create_directories(fs::path(folder) / version.entry);
        write_if_changed(fmt::format("{}/{}/{}.txt", folder, version.entry, version.version), text);
    }
}

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

} // namespace

Marks read_marks(const Results& store, int mark_games, int rest_after) {
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
    for (std::size_t i = 0; i < states.size(); ++i) {
        const StoredVersion& version = store.versions()[i];
        const bool is_current =
            states[i] == VersionState::active || states[i] == VersionState::resting;
        if (version.is_baseline || !is_current) {
            continue;
        }
        Mark mark{i, {}, 0};
        for (const int baseline : baselines) {
            mark.shares.push_back(
                share_of(sums, version.ai, baseline, fields, store.tournament().games_per_match));
            if (!mark.shares.back()) {
                mark.points.reset();
            } else if (mark.points && mark.shares.back()->low > 0.5) {
                ++*mark.points;
            }
        }
        marks.rows.push_back(std::move(mark));
    }
    std::sort(marks.rows.begin(), marks.rows.end(), [&](const Mark& a, const Mark& b) {
        return store.versions()[a.version].entry < store.versions()[b.version].entry;
    });
    return marks;
}

std::string marks_csv(const Marks& marks, const Results& store) {
    std::string csv = "entry,version,sha256";
    for (const std::string& baseline : marks.baselines) {
        csv += "," + csv_text_cell(safe_text(baseline)) + "," +
               csv_text_cell(safe_text(baseline + " low"));
    }
    csv += ",points\r\n";
    for (const Mark& mark : marks.rows) {
        const StoredVersion& version = store.versions()[mark.version];
        csv += fmt::format(
            "{},{},{}", csv_text_cell(version.entry), csv_text_cell(version.version),
            version.sha256);
        for (const auto& share : mark.shares) {
            csv += share ? fmt::format(",{:.4f},{:.4f}", share->share, share->low) : ",,";
        }
        csv += mark.points ? fmt::format(",{}\r\n", *mark.points) : ",\r\n";
    }
    return csv;
}

} // namespace referee
