#include "season/intake.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/full_disk.hpp"
#include "base/text.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"
#include "season/deadline.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

namespace referee {

// The way of a version:
//
//   entries/NAME/VERSION -> seen -> waits -> is checked -> has a decision, in the book
//
// A version is identified by its entry, its name and the hash of its files. A look at the entries
// passes over what it has seen before: a path with the time of its last change. It reads all else
// for its hash, which only tells whether it is new; the version is what the check copies. A version
// without a decision about these files waits, unless it is late or there is no room for it; of one
// entry only one is checked at a time, so that its last version is decided last.
//
// The check is a process that can fail in two ways: the version is wrong (the text says so), or the
// referee is. Then the version isn't rejected: it is checked once more, and after that it waits
// until the season is started again, because it must not keep a worker busy. If the text can't be
// read, the same holds, but the second time the version is rejected.
//
// When the deadline comes, what waits or is being checked is read once more (deadline.hpp). The
// decision about it compares the copy with what was read then.

namespace {

namespace fs = std::filesystem;

/// Strangers choose the names in the folder of entries; they must not fill the log with them.
constexpr std::size_t max_told_gone = 1000;
constexpr int max_attempts = 2;
constexpr std::string_view not_completed =
    "the check was not completed; submit it again as a new version";

/// An accepted copy can't be made or read for a while.
struct CopyUnread : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Stands for the hash of the files of a version that was refused without being read.
std::string hash_of_unread(const HandedIn& version) {
    return sha256(fmt::format("{} {} {}", version.entry, version.version, version.changed_ns));
}

/// The place of the copy that is played, from the season's folder.
std::string target_of(const StoredVersion& version) {
    return fmt::format(
        "versions/{}/{}-{}", version.entry, version.version, version.sha256.substr(0, 8));
}

} // namespace

Intake::Intake(
    const SeasonConfig& config, const Announcement& announcement, SeasonBook& book,
    SeasonGames& games, const Surroundings& surroundings, Agenda& agenda)
    : config_(config), announcement_(announcement), book_(book), games_(games),
      surroundings_(surroundings), agenda_(agenda) {}

void Intake::scan() {
    Places seen;
    const ScannedEntries scanned = surroundings_.folder.scan();
    for (const IgnoredName& ignored : scanned.ignored) {
        surroundings_.log.line_once(ignored.entry, "entries/" + ignored.text);
    }
    tell_gone(scanned.versions);
    std::map<std::string, std::vector<HandedIn>> unseen;
    for (const HandedIn& version : scanned.versions) {
        std::pair place(version.path, version.changed_ns);
        if (std::binary_search(seen_.begin(), seen_.end(), place)) {
            seen.push_back(std::move(place));
        } else {
            unseen[version.entry].push_back(version);
        }
    }
    for (const std::string& entry : std::exchange(to_measure_, {})) {
        unseen.try_emplace(entry);
    }
    std::vector<Arrival> found;
    is_behind_ = false;
    for (const auto& [entry, versions] : unseen) {
        look_at(entry, versions, seen, found);
    }
    if (is_behind_) {
        agenda_.look_by(surroundings_.clock.monotonic_ns() + second_ns);
    }
    std::sort(found.begin(), found.end(), [](const Arrival& a, const Arrival& b) {
        return std::tie(a.entry.changed_ns, a.entry.entry, a.entry.version) <
               std::tie(b.entry.changed_ns, b.entry.entry, b.entry.version);
    });
    for (Arrival& arrival : found) {
        arrivals_.add(std::move(arrival));
    }
    std::sort(seen.begin(), seen.end());
    seen_ = std::move(seen);
}

/// An accepted version is a copy, so it plays on without the folder that it came from.
void Intake::tell_gone(const std::vector<HandedIn>& present) {
    for (const StoredVersion& version : book_.versions()) {
        const bool is_gone =
            !version.is_baseline && version.status == StoredVersion::Status::accepted &&
            std::none_of(present.begin(), present.end(), [&](const HandedIn& entry) {
                return entry.entry == version.entry;
            });
        if (is_gone && told_gone_.size() < max_told_gone &&
            told_gone_.insert(version.entry).second) {
            surroundings_.log.line(fmt::format(
                "{0}: entries/{0} has no version, but the accepted one plays on; to withdraw it, "
                "delete versions/{0}, too",
                version.entry));
        }
    }
}

bool Intake::is_known(
    const std::string& entry, const std::string& version, const std::string& sha256) const {
    return std::any_of(
        book_.versions().begin(), book_.versions().end(), [&](const StoredVersion& known) {
            return !known.is_baseline && known.entry == entry && known.version == version &&
                   known.sha256 == sha256 && known.status != StoredVersion::Status::late;
        });
}

/// Its hash; empty if it must be read again.
std::string Intake::hash_of(const HandedIn& version) {
    try {
        return surroundings_.folder.hash_of(version);
    } catch (const UserError& problem) { // gone, or its folder is closed
        surroundings_.log.line_once(
            version.entry,
            fmt::format("{}/{}: {}", version.entry, version.version, problem.what()));
        return "";
    }
}

/// True if it waits for its check, or has a decision that counts.
bool Intake::is_settled(const HandedIn& version, const std::string& sha256) const {
    const auto waits = [&](const Arrival& arrival) {
        return arrival.entry.path == version.path && arrival.sha256 == sha256;
    };
    return std::any_of(arrivals_.all().begin(), arrivals_.all().end(), waits) ||
           std::any_of(unchecked_.begin(), unchecked_.end(), waits) ||
           std::any_of(
               checked_.begin(), checked_.end(),
               [&](const auto& admission) { return waits(admission.second); }) ||
           is_known(version.entry, version.version, sha256);
}

/// About an entry's version, or about all of them.
std::size_t Intake::decisions_about(const std::string& entry, const std::string& version) const {
    return static_cast<std::size_t>(std::count_if(
        book_.versions().begin(), book_.versions().end(), [&](const StoredVersion& known) {
            return !known.is_baseline && known.entry == entry &&
                   (version.empty() || known.version == version);
        }));
}

std::set<std::string> Intake::checked_entries() const {
    std::set<std::string> entries;
    for (const auto& [checker, arrival] : checked_) {
        entries.insert(arrival.entry.entry);
    }
    return entries;
}

/// Measures an entry, and removes what it no longer needs if it has too much.
EntrySpace Intake::room_of(const std::string& entry, const std::vector<Unseen>& undecided) {
    const std::vector<VersionState> states = games_.states();
    std::map<std::string, Stage> stages; // of several with one name, the last decision counts
    RoomRequest request{
        .season = config_.folder, .entry = entry, .quota = config_.quota, .stage = {}};
    for (std::size_t i = 0; i < states.size(); ++i) {
        const StoredVersion& version = book_.versions()[i];
        if (version.is_baseline || version.entry != entry) {
            continue;
        }
        stages[version.version] = states[i] == VersionState::rejected ? Stage::rejected
                                  : states[i] == VersionState::late   ? Stage::late
                                  : states[i] == VersionState::old    ? Stage::replaced
                                                                      : Stage::playing;
        if (states[i] == VersionState::old && !games_.plays(version.ai)) {
            const std::string& path = book_.ais()[static_cast<std::size_t>(version.ai)].path;
            request.spare_copies.push_back(fs::path(path).filename().string());
        }
    }
    if (!request.spare_copies.empty()) { // the last one plays if the active one breaks
        request.spare_copies.pop_back();
    }
    for (const Arrival& arrival : arrivals_.all()) {
        if (arrival.entry.entry == entry) {
            stages[arrival.entry.version] = Stage::waiting;
        }
    }
    for (const auto& [checker, arrival] : checked_) {
        if (arrival.entry.entry == entry) {
            stages[arrival.entry.version] = Stage::waiting;
        }
    }
    for (const Unseen& unseen : undecided) {
        stages[unseen.version.version] = Stage::waiting;
    }
    request.stage = [&](const std::string& version) {
        const auto at = stages.find(version);
        return at == stages.end() ? Stage::waiting : at->second;
    };
    EntrySpace space = surroundings_.folder.make_room(request);
    if (!space.removed.empty()) {
        surroundings_.log.line(fmt::format(
            "{}: it had too much; the files of {} that don't play were removed: {}", entry,
            counted(static_cast<std::int64_t>(space.removed.size()), "version"),
            fmt::join(space.removed, ", ")));
    }
    spaces_[entry] = space;
    return space;
}

std::string Intake::objection_to_space(const std::string& entry, const EntrySpace& space) const {
    return space.has_room(config_.quota)
               ? ""
               : fmt::format(
                     "there is no room for it: with it {} would have {}; an entry may have {}. Submit "
                     "it again with fewer or smaller files, or when others of its versions were "
                     "removed. Its files weren't read\n",
                     entry, text_of(space), text_of(config_.quota));
}

/// Looks at what is new in an entry, the oldest first.
void Intake::look_at(
    const std::string& entry, const std::vector<HandedIn>& versions, Places& seen,
    std::vector<Arrival>& found) {
    /// So many decisions that nobody has them by chance.
    constexpr std::size_t max_decisions = 10'000;
    std::vector<Unseen> undecided;
    for (const HandedIn& version : versions) {
        if (decisions_about(entry, version.version) == 0) {
            undecided.push_back({version, ""});
            continue;
        }
        const bool was_refused = is_known(version.entry, version.version, hash_of_unread(version));
        std::string hash = was_refused ? "" : hash_of(version);
        if (was_refused || (!hash.empty() && is_settled(version, hash))) {
            seen.emplace_back(version.path, version.changed_ns);
        } else if (!hash.empty()) {
            undecided.push_back({version, std::move(hash)});
        }
    }
    EntrySpace space = room_of(entry, undecided);
    // Versions that nobody has looked at count one after the other.
    for (const Unseen& unseen : undecided) {
        const Space own = space.submitted[unseen.version.version];
        space.all.size -= own.size;
        space.all.files -= own.files;
        --space.versions;
    }
    std::size_t waiting = arrivals_.of(entry) + checked_entries().count(entry);
    for (const Unseen& unseen : undecided) {
        if (decisions_about(entry) >= max_decisions) {
            surroundings_.log.line_once(
                entry,
                fmt::format("{}: it has had {} versions; no more are read", entry, max_decisions));
            return;
        }
        if (waiting >= config_.quota.waiting) {
            is_behind_ = true;
            surroundings_.log.line_once(
                entry,
                fmt::format(
                    "{}: it has more versions than the {} that may wait for their check; the others are "
                    "read when these have their notes",
                    entry, config_.quota.waiting));
            return;
        }
        ++waiting;
        const Space own = space.submitted[unseen.version.version];
        space.all += own;
        ++space.versions;
        const std::string objection = objection_to_space(entry, space);
        if (look_at(unseen, objection, found)) {
            seen.emplace_back(unseen.version.path, unseen.version.changed_ns);
        }
        if (!objection.empty()) {
            space.all.size -= own.size;
            space.all.files -= own.files;
            --space.versions;
        }
    }
}

/// Handles a new version. Its hash only says that it is new: the version is what the copy holds.
/// `objection`: why it is refused. False if it must be looked at again.
bool Intake::look_at(
    const Unseen& unseen, const std::string& objection, std::vector<Arrival>& found) {
    const HandedIn& version = unseen.version;
    if (!objection.empty()) {
        if (decisions_about(version.entry, version.version) == 0) {
            refuse(
                StoredVersion::Status::rejected, version.entry, version.version,
                hash_of_unread(version), objection);
            to_measure_.insert(version.entry);
        }
        return true;
    }
    const std::string hash = unseen.sha256.empty() ? hash_of(version) : unseen.sha256;
    if (hash.empty()) {
        return false;
    }
    if (is_settled(version, hash)) {
        return true;
    }
    const std::int64_t read_ns = surroundings_.clock.realtime_ns();
    const std::string late = lateness(
        announcement_.calendar, surroundings_.folder.deadline_record(),
        {version.entry, version.version, hash}, version.changed_ns, read_ns);
    if (!late.empty()) {
        refuse(StoredVersion::Status::late, version.entry, version.version, hash, late);
        return true;
    }
    found.push_back({version, hash, read_ns, 0});
    return true;
}

void Intake::attend_deadline(std::int64_t now_ns) {
    const Calendar& calendar = announcement_.calendar;
    if (!calendar.deadline || surroundings_.folder.deadline_record().is_of(calendar)) {
        return;
    }
    const std::int64_t deadline_ns = calendar.deadline->time * second_ns;
    if (!calendar.is_late(now_ns)) {
        constexpr std::int64_t millisecond_ns = 1'000'000;
        watched_deadline_ = calendar.deadline->time;
        agenda_.look_by(surroundings_.clock.monotonic_ns() + deadline_ns - now_ns + millisecond_ns);
        return;
    }
    // A process that was stopped meanwhile, or whose deadline was moved back, wasn't there.
    constexpr std::int64_t max_delay_ns = 60 * second_ns;
    const bool was_there =
        watched_deadline_ == calendar.deadline->time && now_ns - deadline_ns <= max_delay_ns;
    watched_deadline_.reset();
    if (!was_there) {
        return;
    }
    std::vector<ReadVersion> versions;
    const auto read = [&](Arrival& arrival) {
        if (!calendar.is_late(arrival.read_ns)) {
            const std::string hash = hash_of(arrival.entry);
            if (hash.empty()) {
                return;
            }
            arrival.sha256 = hash;
            arrival.read_ns = surroundings_.clock.realtime_ns();
        }
        versions.push_back({arrival.entry.entry, arrival.entry.version, arrival.sha256});
    };
    for (Arrival& arrival : arrivals_.all()) {
        read(arrival);
    }
    for (auto& [checker, arrival] : checked_) {
        read(arrival);
    }
    surroundings_.folder.deadline_record().write(calendar, versions);
    surroundings_.log.line(fmt::format(
        "the deadline has come; {} waited and {} read",
        counted(static_cast<std::int64_t>(versions.size()), "version"),
        versions.size() == 1 ? "was" : "were"));
}

std::string Intake::status() const {
    // Names have at most 64 plain letters each.
    std::vector<std::string> names;
    for (const auto& [checker, arrival] : checked_) {
        names.push_back(arrival.entry.entry + " " + arrival.entry.version);
    }
    return names.empty()
               ? ""
               : fmt::format(
                     "checking {}{}", fmt::join(names, ", "),
                     arrivals_.empty() ? "" : fmt::format(" and {} more", arrivals_.size()));
}

std::optional<Arrival> Intake::begin_check(std::size_t checker) {
    std::optional<Arrival> next = arrivals_.take(checked_entries());
    if (next) {
        checked_[checker] = *next;
    }
    return next;
}

Arrival Intake::end_check(std::size_t checker) {
    const auto at = checked_.find(checker);
    if (at == checked_.end()) {
        throw InternalError("a check has ended that was not begun");
    }
    Arrival arrival = std::move(at->second);
    checked_.erase(at);
    return arrival;
}

void Intake::checked(std::size_t checker, const std::string& text) {
    Arrival arrival = end_check(checker);
    Admission admission;
    if (!read_admission(text, admission)) {
        if (++arrival.attempts < max_attempts) {
            arrivals_.add(std::move(arrival));
            return;
        }
        admission.text = not_completed;
    }
    decide(arrival, admission);
}

/// The check is tried once more. Then a line reports it to the organiser, and the version waits
/// until the season is started again: one that makes the referee fail must not keep a worker busy.
void Intake::try_again(Arrival arrival, const std::string& why) {
    if (++arrival.attempts < max_attempts) {
        arrivals_.add(std::move(arrival));
        return;
    }
    std::string line = why;
    std::replace(line.begin(), line.end(), '\n', ' ');
    surroundings_.log.line(fmt::format(
        "{} {}: it waits, because it couldn't be checked: {}; mend that, and start the season "
        "again",
        arrival.entry.entry, arrival.entry.version, line));
    unchecked_.push_back(std::move(arrival));
}

void Intake::check_failed(std::size_t checker, const std::string& why) {
    try_again(end_check(checker), why);
}

void Intake::decide(const Arrival& arrival, const Admission& admission) {
    StoredVersion version{
        .entry = arrival.entry.entry,
        .version = arrival.entry.version,
        .sha256 = admission.sha256.empty() ? arrival.sha256 : admission.sha256};
    if (is_known(version.entry, version.version, version.sha256)) {
        surroundings_.folder.discard(
            admission.draft); // its files were exchanged between the scan and the copy
        return;
    }
    // It may have been copied while the deadline came.
    const std::string late =
        admission.is_late ? admission.text
        : admission.sha256.empty()
            ? ""
            : lateness(
                  announcement_.calendar, surroundings_.folder.deadline_record(),
                  {version.entry, version.version, version.sha256}, 0, admission.read_ns);
    if (!late.empty()) {
        surroundings_.folder.discard(admission.draft);
        refuse(StoredVersion::Status::late, version.entry, version.version, version.sha256, late);
        agenda_.look_now();
        return;
    }
    const std::string doubt = by_change_times(
        announcement_.calendar, surroundings_.folder.deadline_record(),
        {version.entry, version.version, version.sha256}, admission.read_ns);
    if (!doubt.empty()) {
        surroundings_.log.line(fmt::format(
            "{} {}: {}", version.entry, version.version, doubt.substr(0, doubt.find('\n'))));
    }
    version.text = fmt::format(
        "{}\n{}This entry has {}; it may have {}, and {} that wait for their check. When there is more, "
        "the files of its oldest rejected versions go first.\n",
        admission.text, doubt, text_of(spaces_[version.entry]), text_of(config_.quota),
        config_.quota.waiting);
    version.status =
        admission.is_accepted ? StoredVersion::Status::accepted : StoredVersion::Status::rejected;
    if (admission.is_accepted) {
        try {
            accept(version, admission.draft);
        } catch (const CopyUnread& problem) {
            try_again(arrival, problem.what());
            return;
        }
    }
    if (version.status == StoredVersion::Status::rejected) {
        book_.add_version(version, nullptr);
    }
    to_measure_.insert(version.entry);
    const bool has_changed =
        std::count_if(
            book_.versions().begin(), book_.versions().end(), [&](const StoredVersion& known) {
                return !known.is_baseline && known.entry == version.entry &&
                       known.version == version.version;
            }) > 1;
    surroundings_.log.line(fmt::format(
        "{} {}: {}{}", version.entry, version.version,
        version.status == StoredVersion::Status::accepted
            ? "accepted"
            : fmt::format("rejected; see notes/{}/{}.txt", version.entry, version.version),
        has_changed ? " (its files have changed; a new version should have a new name)" : ""));
    if (version.status == StoredVersion::Status::accepted) {
        games_.keep_copies_apart();
    }
    agenda_.has_news();
    games_.update_ratings();
    games_.update_candidates();
    agenda_.look_now(); // its author is waiting
}

/// Makes the draft the copy that is played. If the draft is gone, the version is rejected. Throws
/// CopyUnread if the copy can't be made or read now, which says nothing about the version.
void Intake::accept(StoredVersion& version, const std::string& draft) {
    const std::string path = target_of(version);
    StoredAi ai{.name = ai_name(version, book_.ais()), .path = path, .sha256 = ""};
    Contestant contestant;
    try {
        surroundings_.folder.keep(draft, path);
        contestant = surroundings_.folder.contestant(ai.name, config_.path(path));
    } catch (const Interrupted&) {
        throw;
    } catch (const std::exception& problem) {
        const auto* const failed = dynamic_cast<const fs::filesystem_error*>(&problem);
        if (failed != nullptr && failed->code() == std::errc::no_such_file_or_directory) {
            version.status =
                StoredVersion::Status::rejected; // the organiser has removed the folder
            version.text = not_completed;
            return;
        }
        if (!may_pass(problem) || !file_without_room(problem).empty()) {
            throw;
        }
        throw CopyUnread(problem.what());
    }
    ai.sha256 = contestant.sha256;
    book_.add_version(version, &ai);
    games_.add(std::move(contestant));
}

/// A refusal is reported once. A late version is played if the deadline is moved.
void Intake::refuse(
    StoredVersion::Status status, const std::string& entry, const std::string& name,
    const std::string& sha256, const std::string& why) {
    const bool is_told = std::any_of(
        book_.versions().begin(), book_.versions().end(), [&](const StoredVersion& known) {
            return known.entry == entry && known.version == name && known.sha256 == sha256 &&
                   known.status == status;
        });
    if (is_told) {
        return;
    }
    book_.add_version(
        {.entry = entry, .version = name, .sha256 = sha256, .status = status, .text = why},
        nullptr);
    surroundings_.log.line(fmt::format(
        "{} {}: {}: {}", entry, name, status == StoredVersion::Status::late ? "late" : "rejected",
        why.substr(0, why.find('\n'))));
    agenda_.has_news();
}

} // namespace referee
