// Accepting versions, and notifying their authors.

#include "season/admission.hpp"
#include "season/season.hpp"

#include "error.hpp"
#include "match/contestant.hpp"
#include "season/notes.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace referee {

namespace fs = std::filesystem;

/// Strangers choose the names in the folder of entries; they must not fill the log with them.
constexpr std::size_t max_told = 1000;

/// Baselines that season.ini names are versions of their own; those that it no longer names rest.
void Season::read_baselines() {
    std::vector<bool> is_named(store_.versions().size());
    for (const Baseline& baseline : config_.baselines) {
        const Contestant contestant = read_contestants({baseline.name + "=" + baseline.path})[0];
        const auto& versions = store_.versions();
        int count = 0;
        bool is_there = false;
        for (std::size_t i = 0; i < is_named.size(); ++i) {
            if (versions[i].is_baseline && versions[i].entry == baseline.name) {
                ++count;
                is_named[i] = versions[i].sha256 == contestant.sha256;
                is_there = is_there || is_named[i];
            }
        }
        if (!is_there) {
            StoredVersion version{baseline.name, std::to_string(count + 1),       contestant.sha256,
                                  true,          StoredVersion::Status::accepted, -1,
                                  "a baseline"};
            const StoredAi ai{ai_name(version, store_.ais()), baseline.path, contestant.sha256};
            store_.add_version(version, &ai);
        }
    }
    for (std::size_t i = 0; i < is_named.size(); ++i) {
        const StoredVersion& version = store_.versions()[i];
        const bool is_broken = version.status == StoredVersion::Status::broken;
        if (version.is_baseline && is_named[i] == is_broken) {
            store_.change_version(
                i, is_named[i] ? StoredVersion::Status::accepted : StoredVersion::Status::broken,
                is_named[i] ? "a baseline" : "season.ini no longer names it");
        }
    }
}

void Season::scan() {
    std::vector<std::pair<std::string, std::int64_t>> seen;
    const ScannedEntries scanned = scan_entries(config_.path("entries"));
    for (const std::string& ignored : scanned.ignored) {
        if (told_ignored_.size() < max_told && told_ignored_.insert(ignored).second) {
            progress_.line("entries/" + ignored);
        }
    }
    tell_gone(scanned.versions);
    for (const HandedIn& entry : scanned.versions) {
        const std::pair place(entry.path, entry.changed_ns);
        if (!std::binary_search(seen_.begin(), seen_.end(), place)) {
            look_at(entry);
        }
        seen.push_back(place);
    }
    std::sort(seen.begin(), seen.end());
    seen_ = std::move(seen);
}

/// An accepted version is a copy, so it plays on without the folder that it came from.
void Season::tell_gone(const std::vector<HandedIn>& present) {
    for (const StoredVersion& version : store_.versions()) {
        const bool is_gone =
            !version.is_baseline && version.status == StoredVersion::Status::accepted &&
            std::none_of(present.begin(), present.end(), [&](const HandedIn& entry) {
                return entry.entry == version.entry;
            });
        if (is_gone && told_gone_.size() < max_told && told_gone_.insert(version.entry).second) {
            progress_.line(fmt::format(
                "{0}: entries/{0} has no version, but the accepted one plays on; to withdraw it, "
                "delete versions/{0}, too",
                version.entry));
        }
    }
}

bool Season::is_known(
    const std::string& entry, const std::string& version, const std::string& sha256) const {
    return std::any_of(
        store_.versions().begin(), store_.versions().end(), [&](const StoredVersion& known) {
            return !known.is_baseline && known.entry == entry && known.version == version &&
                   known.sha256 == sha256;
        });
}

/// Handles something new in the folder of entries.
void Season::look_at(const HandedIn& entry) {
    std::string hash;
    try {
        hash = sha256_of_entry(entry.path, config_.build.size);
    } catch (const std::exception& problem) { // gone, or not readable
        progress_.line(fmt::format("{}/{}: {}", entry.entry, entry.version, problem.what()));
        return;
    }
    const auto waits = [&](const Arrival& arrival) {
        return arrival.entry.path == entry.path && arrival.sha256 == hash;
    };
    const bool is_waiting =
        std::any_of(arrivals_.begin(), arrivals_.end(), waits) ||
        std::any_of(admissions_.begin(), admissions_.end(), [&](const auto& admission) {
            return waits(admission.second);
        });
    if (!is_waiting && !is_known(entry.entry, entry.version, hash)) {
        arrivals_.push_back({entry, hash, 0});
    }
}

/// The copy that is played, from the season's folder.
std::string Season::target_of(const Arrival& arrival) {
    return fmt::format(
        "versions/{}/{}-{}", arrival.entry.entry, arrival.entry.version,
        arrival.sha256.substr(0, 8));
}

void Season::decide(const Arrival& arrival, const Admission& admission) {
    StoredVersion version{arrival.entry.entry, arrival.entry.version, arrival.sha256};
    version.text = admission.text;
    version.status =
        admission.is_accepted ? StoredVersion::Status::accepted : StoredVersion::Status::rejected;
    if (admission.is_accepted) {
        try {
            const std::string path = target_of(arrival);
            StoredAi ai{ai_name(version, store_.ais()), path, ""};
            Contestant contestant = read_contestants({ai.name + "=" + config_.path(path)})[0];
            ai.sha256 = contestant.sha256;
            store_.add_version(version, &ai);
            add_contestant(std::move(contestant));
        } catch (const UserError& problem) {
            version.status = StoredVersion::Status::rejected;
            version.text = problem.what();
        }
    }
    if (version.status == StoredVersion::Status::rejected) {
        store_.add_version(version, nullptr);
    }
    const bool has_changed =
        std::count_if(
            store_.versions().begin(), store_.versions().end(), [&](const StoredVersion& known) {
                return !known.is_baseline && known.entry == version.entry &&
                       known.version == version.version;
            }) > 1;
    progress_.line(fmt::format(
        "{} {}: {}{}", version.entry, version.version,
        version.status == StoredVersion::Status::accepted
            ? "accepted"
            : fmt::format("rejected; see notes/{}/{}.txt", version.entry, version.version),
        has_changed ? " (its files have changed; a new version should have a new name)" : ""));
    const std::string same = same_files(store_.versions(), store_.versions().size() - 1);
    if (version.status == StoredVersion::Status::accepted && !same.empty()) {
        progress_.line(fmt::format(
            "note: {} {} has the same files as {}", version.entry, version.version, same));
    }
    site_is_old_ = true;
    update_ratings();
    update_candidates();
    due_ns_ = 0; // its author is waiting
}

void Season::break_ai(int ai, const std::string& why) {
    can_play_[static_cast<std::size_t>(ai)] = false;
    for (std::size_t i = 0; i < store_.versions().size(); ++i) {
        const StoredVersion& version = store_.versions()[i];
        if (version.ai == ai && version.status == StoredVersion::Status::accepted) {
            progress_.line(
                fmt::format("{} {} can't be played: {}", version.entry, version.version, why));
            store_.change_version(i, StoredVersion::Status::broken, why);
            return;
        }
    }
}

/// The messages on the terminal besides the games. Names have at most 64 plain letters each.
std::string Season::status_text() const {
    std::vector<std::string> checked;
    for (const auto& [worker, arrival] : admissions_) {
        checked.push_back(arrival.entry.entry + " " + arrival.entry.version);
    }
    if (!checked.empty()) {
        return fmt::format(
            "checking {}{}", fmt::join(checked, ", "),
            arrivals_.empty() ? "" : fmt::format(" and {} more", arrivals_.size()));
    }
    if (!arrivals_.empty() || queue_.missing() > 0 || !open_.empty()) {
        return "";
    }
    return queue_.candidates().size() < static_cast<std::size_t>(config_.seats)
               ? "waiting for versions to be submitted"
               : "every version has its games; waiting for new ones";
}

void Season::write_notes() {
    if (notes_are_old_) {
        write_all_notes(config_.path("notes"), store_, streaks_, queue_);
        notes_are_old_ = false;
    }
}

} // namespace referee
