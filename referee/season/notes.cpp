#include "season/notes.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/output.hpp"
#include "season/entries/versions.hpp"
#include "tournament/report/context.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>

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
    case VersionState::excluded:
        return has_other ? "excluded by the organiser. The last accepted version stays active."
                         : "excluded by the organiser. No version of this entry plays.";
    }
    return "";
}

std::string text_of_fault(const Results& store, const StoredFault& row) {
    const std::string text = fmt::format(
        "game {}, {}, {}, seat {}: {}: {}\n", row.game + 1,
        safe_text(store.fields()[static_cast<std::size_t>(row.field)].name), turn_text(row.detail),
        row.detail.seat, name_of(row.detail.fault), safe_text(row.detail.reason));
    return text + safe_lines(row.detail.printed, "    | ") +
           (row.detail.reason.ends_with("the machine was busy")
                ? "    Such answers never make the version rest.\n"
                : "");
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

} // namespace referee
