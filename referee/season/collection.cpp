#include "season/collection.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/beneath.hpp"
#include "os/clock.hpp"
#include "os/descriptor.hpp"
#include "season/announcement.hpp"
#include "season/collected.hpp"
#include "season/course.hpp"
#include "season/entries/archive.hpp"
#include "season/entries/clone.hpp"
#include "season/entries/entries.hpp"
#include "season/entries/submission.hpp"
#include "season/entry_names.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace referee {

// First everything is found and prepared, and nothing is handed in: whose it is, its files, when
// the course system had it. Then of several submissions for one entry the newest one stays, and
// each is compared with what the season has. Its hash and its time are noted (collected.hpp) before
// it is handed in, because the season may look at it at once.

namespace {

namespace fs = std::filesystem;

/// A folder of our own, which nobody else can write to.
class CollectScratch {
  public:
    CollectScratch() {
        const fs::path place = fs::temp_directory_path();
        std::string name = (place / "referee-collect-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw UserError(fmt::format(
                "{}: a temporary folder can't be made there ({}); set TMPDIR to a writable folder",
                place.string(), std::strerror(errno)));
        }
        path_ = name;
    }
    ~CollectScratch() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    CollectScratch(const CollectScratch&) = delete;
    CollectScratch& operator=(const CollectScratch&) = delete;

    /// A new folder in it.
    std::string folder() {
        std::string name = (path_ / std::to_string(++folders_)).string();
        fs::create_directory(name);
        return name;
    }

  private:
    fs::path path_;
    int folders_ = 0;
};

/// One collect at a time: two would both find that a version is new.
class CollectLock {
  public:
    explicit CollectLock(const std::string& season)
        : folder_(::open((season + "/entries").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
        if (!folder_) {
            throw UserError(fmt::format(
                "{}/entries: it can't be opened ({}); name the folder of a season with --to",
                season, std::strerror(errno)));
        }
        if (::flock(folder_.get(), LOCK_EX | LOCK_NB) != 0) {
            throw UserError(fmt::format(
                "{}: another 'referee collect' is at work here; wait for its end", season));
        }
    }

  private:
    UniqueFd folder_;
};

/// A push, as the server noted it.
struct Push {
    std::string commit;
    std::int64_t time = 0;
};

/// "gems-alice", "alice/gems": a repository's name as it is compared, with its group if it is
/// named.
std::string name_of_repository(const std::string& path) {
    std::string whole = path.ends_with(".git") ? path.substr(0, path.size() - 4) : path;
    std::ranges::replace(whole, ':', '/'); // git@example.org:alice/gems
    const std::size_t name = whole.rfind('/');
    if (name == std::string::npos) {
        return compared_name(whole);
    }
    const std::size_t group = name == 0 ? name : whole.rfind('/', name - 1);
    const std::size_t begin = group == std::string::npos ? 0 : group + 1;
    return compared_name(whole.substr(begin, name - begin)) + "/" +
           compared_name(whole.substr(name + 1));
}

/// By the repository's name as it is compared: the newest push in time, else the newest one.
using Pushes = std::map<std::string, Push>;

Pushes read_pushes(const CollectRequest& request) {
    Pushes pushes;
    if (request.pushes.empty()) {
        return pushes;
    }
    const std::string& file = request.pushes;
    const Csv csv = read_utf8_csv(file);
    const std::vector<std::string> none;
    const std::vector<std::string>& heading = csv.records.empty() ? none : csv.records[0].cells;
    const auto column = [&](std::string_view name) {
        const auto at = std::find_if(heading.begin(), heading.end(), [&](const auto& cell) {
            return compared_name(cell) == name;
        });
        if (at == heading.end()) {
            throw UserError(fmt::format(
                "{}:1: no column '{}'; the first line must be 'repository,commit,time'", file,
                name));
        }
        return static_cast<std::size_t>(at - heading.begin());
    };
    const std::size_t repository = column("repository");
    const std::size_t commit = column("commit");
    const std::size_t time = column("time");
    for (std::size_t i = 1; i < csv.records.size(); ++i) {
        const CsvRecord& record = csv.records[i];
        if (record.cells.size() <= std::max({repository, commit, time})) {
            throw UserError(
                fmt::format("{}:{}: a cell is missing; complete it", file, record.line));
        }
        const std::optional<std::int64_t> moment = read_moment(record.cells[time], request.zone);
        if (!moment) {
            throw UserError(fmt::format(
                "{}:{}: '{}' is no moment; write it as in 2026-11-20T17:03:22Z", file, record.line,
                printable(record.cells[time])));
        }
        const std::string& name = record.cells[repository];
        const auto is_in_time = [&](std::int64_t when) {
            return !request.deadline || when <= *request.deadline;
        };
        const std::size_t slash = name.rfind('/');
        for (const std::string& key :
             {name_of_repository(name), name_of_repository(name.substr(slash + 1))}) {
            const auto [known, is_first] =
                pushes.try_emplace(key, Push{record.cells[commit], *moment});
            const std::pair ours(is_in_time(*moment), *moment);
            if (!is_first && ours > std::pair(is_in_time(known->second.time), known->second.time)) {
                known->second = {record.cells[commit], *moment};
            }
        }
    }
    return pushes;
}

EntryNames known_names(const CollectRequest& request) {
    EntryNames names;
    const std::string folder = request.season + "/entries";
    std::error_code code;
    for (const auto& each : fs::directory_iterator(folder, code)) {
        const std::string name = each.path().filename().string();
        if (name[0] != '.' && objection_to_name(name).empty()) {
            names.add_entry(name);
        }
    }
    if (code && code != std::errc::no_such_file_or_directory) {
        throw UserError(fmt::format(
            "{}: it can't be read ({}); check its permissions", folder, code.message()));
    }
    for (const std::string& file : {request.entrants, request.names}) {
        if (!file.empty()) {
            names.read(file);
        }
    }
    return names;
}

CoursePerson person_of(const WorksheetRow& row) {
    CoursePerson person{row.id, row.email, {row.name, row.email.substr(0, row.email.find('@'))}};
    std::erase(person.names, "");
    return person;
}

/// Of a group's member the row in the worksheet whose time is that of the group's submission, if a
/// group has submitted it; else null. A group's number is none of a participant.
const WorksheetRow*
row_of_group(const CollectRequest& request, const CourseSubmission& submission) {
    return request.worksheet == nullptr || submission.kind != SubmissionKind::moodle
               ? nullptr
               : request.worksheet->find_group(submission.from);
}

/// Whether groups submit, so that a number in the export is that of a group: also of one that the
/// worksheet doesn't know yet.
bool has_groups(const CollectRequest& request, const CourseSubmission& submission) {
    return request.worksheet != nullptr && submission.kind == SubmissionKind::moodle &&
           std::ranges::any_of(request.worksheet->rows(), [](const WorksheetRow& row) {
               return !row.group.empty();
           });
}

CoursePerson person_of(const CollectRequest& request, const CourseSubmission& submission) {
    if (row_of_group(request, submission) != nullptr || has_groups(request, submission)) {
        return {"", "", {submission.from}};
    }
    CoursePerson person{submission.id, "", submission.names};
    if (request.worksheet != nullptr) {
        if (const WorksheetRow* const row =
                request.worksheet->find(submission.id, submission.from)) {
            const CoursePerson known = person_of(*row);
            person.number = known.number;
            person.address = known.address;
            person.names.insert(person.names.end(), known.names.begin(), known.names.end());
        }
    }
    return person;
}

/// Tells who is in the course, so that namesakes are known.
void add_people(
    EntryNames& names, const CollectRequest& request,
    const std::vector<CourseSubmission>& submissions) {
    if (request.worksheet != nullptr) {
        for (const WorksheetRow& row : request.worksheet->rows()) {
            names.add_person(person_of(row));
        }
    }
    for (const CourseSubmission& submission : submissions) {
        names.add_person(person_of(request, submission));
    }
}

std::vector<CourseSubmission>
submissions_of(const CollectRequest& request, CollectScratch& scratch) {
    std::vector<CourseSubmission> all;
    std::vector<CourseSubmission> clones; // that are named one by one
    for (const std::string& path : request.exports) {
        std::error_code code;
        std::vector<CourseSubmission> found;
        if (!fs::exists(path, code)) {
            throw UserError(
                safe_text(path) + ": no such file or folder; name what the course system "
                                  "has exported");
        }
        if (!fs::is_directory(path, code)) {
            if (!is_archive(path)) {
                throw UserError(
                    safe_text(path) +
                    ": it is neither a folder nor an archive; name the zip with all "
                    "submissions, or a folder of clones");
            }
            try {
                found = find_submissions_in_archive(path, scratch.folder());
            } catch (const UserError& problem) {
                throw UserError(fmt::format("{}: {}", safe_text(path), problem.what()));
            }
        } else if (is_clone(path)) {
            const fs::path folder = fs::absolute(path).lexically_normal();
            const std::string name =
                (folder.has_filename() ? folder : folder.parent_path()).filename().string();
            const std::string base =
                name.ends_with(".git") ? name.substr(0, name.size() - 4) : name;
            clones.push_back({SubmissionKind::clone, name, {base}, "", {folder.string()}, ""});
        } else {
            found = find_submissions(path);
        }
        std::move(found.begin(), found.end(), std::back_inserter(all));
    }
    find_endings(clones);
    std::move(clones.begin(), clones.end(), std::back_inserter(all));
    return all;
}

/// The entry that the ending of a repository's name has, if it is the only one.
EntryNames::Found find_by_ending(const EntryNames& names, const CourseSubmission& submission) {
    std::set<std::string> entries;
    EntryNames::Found found;
    for (const std::string& ending : submission.endings) {
        const EntryNames::Found each = names.find({"", "", {ending}});
        found.why = found.why.empty() ? each.why : found.why;
        if (!each.entry.empty()) {
            entries.insert(each.entry);
        }
        if (submission.has_assignment && !entries.empty()) {
            break; // what stands behind the whole name of the assignment
        }
    }
    if (entries.size() == 1) {
        return {*entries.begin(), false, ""};
    }
    if (entries.size() > 1) {
        found.why = fmt::format(
            "it may be of several entries: {}; write its whole name into the list of --names",
            listed(std::vector<std::string>(entries.begin(), entries.end())));
    }
    return found;
}

/// Whose each submission is. The end of a repository's name counts only if nothing else here has
/// the same entry.
std::vector<EntryNames::Found> owners_of(
    const EntryNames& names, const CollectRequest& request,
    const std::vector<CourseSubmission>& submissions) {
    std::vector<EntryNames::Found> owners;
    std::map<std::string, std::set<std::string>> by_entry;
    std::vector<bool> by_ending;
    for (const CourseSubmission& submission : submissions) {
        EntryNames::Found found = names.find(person_of(request, submission));
        by_ending.push_back(found.entry.empty() && found.why.empty());
        if (by_ending.back()) {
            found = find_by_ending(names, submission);
        }
        if (!found.entry.empty()) {
            by_entry[found.entry].insert(submission.id + submission.names.at(0));
        }
        owners.push_back(std::move(found));
    }
    for (std::size_t i = 0; i < owners.size(); ++i) {
        std::set<std::string>& all = by_entry[owners[i].entry];
        if (!owners[i].entry.empty() && by_ending[i] && all.size() > 1) {
            owners[i] = {
                "", false,
                fmt::format(
                    "several may be of {}: {}; write the whole name into the list of --names",
                    owners[i].entry, listed(std::vector<std::string>(all.begin(), all.end())))};
        }
    }
    return owners;
}

/// A submission on its way.
struct Incoming {
    CourseSubmission submission{};
    PreparedSubmission prepared{};
    CollectedRow row{};
    bool is_open = true; ///< nothing speaks against it
};

void refuse_candidate(Incoming& candidate, std::string why) {
    candidate.row.status = CollectStatus::refused;
    candidate.row.why = std::move(why);
    candidate.is_open = false;
}

class Collecting {
  public:
    explicit Collecting(const CollectRequest& request)
        : request_(request), quota_(read_quota(request.season)), names_(known_names(request)),
          pushes_(read_pushes(request)), record_(request.season + "/collected.json"),
          now_(realtime_ns() / 1'000'000'000) {}

    Collected run() {
        std::vector<Incoming> candidates;
        std::vector<CourseSubmission> submissions = submissions_of(request_, scratch_);
        add_people(names_, request_, submissions);
        const std::vector<EntryNames::Found> owners = owners_of(names_, request_, submissions);
        for (CourseSubmission& submission : submissions) {
            Incoming candidate;
            candidate.row.from = safe_text(submission.from);
            candidate.submission = std::move(submission);
            candidates.push_back(std::move(candidate));
        }
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            if (request_.progress) {
                request_.progress(i, candidates.size(), candidates[i].row.from);
            }
            prepare(candidates[i], owners.at(i));
        }
        choose(candidates);
        newest_ = newest_versions();
        Collected collected;
        for (Incoming& candidate : candidates) {
            if (candidate.is_open) {
                hand_in(candidate);
            }
            collected.rows.push_back(std::move(candidate.row));
        }
        collected.missing = missing(candidates);
        return collected;
    }

  private:
    void prepare(Incoming& candidate, const EntryNames::Found& found) {
        CollectedRow& row = candidate.row;
        if (found.entry.empty()) {
            row.status = CollectStatus::unknown;
            if (found.why.empty()) {
                std::vector<std::string> words = candidate.submission.names;
                words.insert(
                    words.end(), candidate.submission.endings.begin(),
                    candidate.submission.endings.end());
                row.near = names_.near(words);
            }
            row.why = found.why.empty() ? "no entry has this name" : safe_text(found.why);
            candidate.is_open = false;
            return;
        }
        row.entry = found.entry;
        if (!candidate.submission.problem.empty()) {
            refuse_candidate(candidate, candidate.submission.problem);
            return;
        }
        try {
            const Push* const push = push_of(candidate.submission);
            candidate.prepared = prepare_submission(
                candidate.submission, scratch_.folder(), push == nullptr ? "" : push->commit,
                quota_.version_size);
            row.files = candidate.prepared.files;
            row.remarks = candidate.submission.remarks;
            row.remarks.insert(
                row.remarks.end(), candidate.prepared.remarks.begin(),
                candidate.prepared.remarks.end());
            row.commit = candidate.prepared.commit;
            set_time(candidate, push);
        } catch (const UserError& problem) {
            refuse_candidate(candidate, safe_text(problem.what()));
        }
    }

    const Push* push_of(const CourseSubmission& submission) const {
        if (submission.kind != SubmissionKind::clone) {
            return nullptr;
        }
        // "alice/gems": many may be called "gems".
        const std::string& name = submission.from.find('/') == std::string::npos
                                      ? submission.names.at(0)
                                      : submission.from;
        const auto at = pushes_.find(name_of_repository(name));
        return at == pushes_.end() ? nullptr : &at->second;
    }

    void set_time(Incoming& candidate, const Push* push) {
        CollectedRow& row = candidate.row;
        row.time = now_;
        row.by = "collecting";
        if (candidate.submission.kind == SubmissionKind::clone) {
            row.time = push == nullptr ? candidate.prepared.fetched_at : push->time;
            row.by = push == nullptr ? "pull" : "push";
            if (push == nullptr && !pushes_.empty()) {
                row.remarks.emplace_back("the list of pushes doesn't have this repository");
            }
        } else if (request_.worksheet != nullptr) {
            const WorksheetRow* const group = row_of_group(request_, candidate.submission);
            const WorksheetRow* const person =
                group != nullptr
                    ? group
                    : request_.worksheet->find(candidate.submission.id, candidate.submission.from);
            if (person != nullptr && person->submitted) {
                row.time = *person->submitted;
                row.by = "worksheet";
            } else {
                row.remarks.emplace_back(
                    person == nullptr
                        ? "the worksheet doesn't have it; its time is that of collecting"
                        : "the worksheet has no time for it; its time is that of collecting");
            }
        }
        row.is_late = request_.deadline && row.time > *request_.deadline;
    }

    /// Of several submissions for one entry the newest one counts.
    static void choose(std::vector<Incoming>& candidates) {
        std::map<std::string, std::vector<Incoming*>> by_entry;
        for (Incoming& candidate : candidates) {
            if (candidate.is_open) {
                by_entry[candidate.row.entry].push_back(&candidate);
            }
        }
        for (auto& [entry, all] : by_entry) {
            std::stable_sort(all.begin(), all.end(), [](const auto* one, const auto* other) {
                return one->row.time > other->row.time;
            });
            const Incoming& first = *all[0];
            const bool is_clear = std::all_of(all.begin() + 1, all.end(), [&](const auto* other) {
                return other->row.time < first.row.time ||
                       other->prepared.sha256 == first.prepared.sha256;
            });
            const std::string from = first.row.from;
            for (std::size_t i = is_clear ? 1 : 0; i < all.size() && all.size() > 1; ++i) {
                refuse_candidate(
                    *all[i],
                    is_clear ? fmt::format("for the same entry the one from '{}' counts", from)
                             : fmt::format(
                                   "there are {} for this entry, and none is the newest; give each "
                                   "person an entry, or collect one of them alone",
                                   all.size()));
            }
        }
    }

    /// By entry: the hash of its newest version in the season.
    std::map<std::string, HandedIn> newest_versions() const {
        std::map<std::string, HandedIn> newest;
        for (const HandedIn& version : scan_entries(request_.season + "/entries").versions) {
            newest.insert_or_assign(version.entry, version); // the oldest come first
        }
        return newest;
    }

    void hand_in(Incoming& candidate) {
        CollectedRow& row = candidate.row;
        const std::string& hash = candidate.prepared.sha256;
        const CollectedVersion* const last = record_.last_of(row.entry);
        const auto newest = newest_.find(row.entry);
        if (last != nullptr && last->sha256 == hash) {
            row.status = CollectStatus::unchanged;
            row.version = last->version;
            note_earlier_time(row, hash);
            return;
        }
        if (const std::string why = objection_to_age(row, hash); !why.empty()) {
            refuse_candidate(candidate, why);
            return;
        }
        const bool is_there =
            newest != newest_.end() && sha256_of_entry(newest->second, quota_.version_size) == hash;
        row.status = is_there ? CollectStatus::unchanged : CollectStatus::taken;
        row.version = is_there ? newest->second.version : "";
        CollectedVersion noted{row.entry, hash, row.time, row.by, row.version};
        if (request_.is_rehearsal) {
            return;
        }
        record_.add(noted); // if it can't be written, nothing more is handed in
        if (is_there) {
            return;
        }
        try {
            row.version = noted.version = submit(candidate);
        } catch (const UserError& problem) {
            refuse_candidate(candidate, safe_text(problem.what()));
            return;
        }
        record_.add(noted);
    }

    /// True if the record has a better time of the same files.
    bool is_superseded(const CollectedVersion& version) const {
        const auto& versions = record_.versions();
        return version.by == "collecting" &&
               std::any_of(versions.begin(), versions.end(), [&](const auto& other) {
                   return other.entry == version.entry && other.sha256 == version.sha256 &&
                          other.by != "collecting";
               });
    }

    static bool is_exact(const std::string& by) { return by == "worksheet" || by == "push"; }

    /// What was taken of the entry and has the latest time, but for just these files; or null.
    const CollectedVersion*
    newest_other(const std::string& entry, const std::string& hash, bool only_exact = false) const {
        const CollectedVersion* newest = nullptr;
        for (const CollectedVersion& version : record_.versions()) {
            if (version.entry == entry && version.sha256 != hash && !version.version.empty() &&
                !is_superseded(version) && (!only_exact || is_exact(version.by)) &&
                (newest == nullptr || version.time >= newest->time)) {
                newest = &version;
            }
        }
        return newest;
    }

    /// Why files that aren't those that were collected last aren't newer; empty: they may be. The
    /// times of a fetch and of collecting are only the latest that are possible.
    std::string objection_to_age(const CollectedRow& row, const std::string& hash) const {
        const CollectedVersion* const newest = newest_other(row.entry, hash);
        if (newest == nullptr) {
            return "";
        }
        if (row.by == "push" && request_.deadline && row.time <= *request_.deadline &&
            newest->time > *request_.deadline) {
            return ""; // the list says which push counts
        }
        const auto older_than = [](const CollectedVersion& version) {
            return fmt::format(
                "older than what was collected at {} ({})", utc_text(version.time), version.by);
        };
        // Something else may have been collected without a time, which may be later than it was.
        const CollectedVersion* const known = newest_other(row.entry, hash, true);
        if (is_exact(row.by) && known != nullptr && row.time < known->time) {
            return older_than(*known);
        }
        const bool was_taken = std::any_of(
            record_.versions().begin(), record_.versions().end(), [&](const auto& version) {
                return version.entry == row.entry && version.sha256 == hash &&
                       !version.version.empty();
            });
        const bool is_comparable =
            row.by == newest->by || (is_exact(row.by) && is_exact(newest->by));
        if (row.by == "collecting" ? was_taken
                                   : (was_taken && row.time <= newest->time) ||
                                         (is_comparable && row.time < newest->time)) {
            return older_than(*newest);
        }
        return row.by == "worksheet" && newest->by == "worksheet" && row.time == newest->time
                   ? "the worksheet has the time of the submission before; download it again"
                   : "";
    }

    /// A later call with a worksheet or a list of pushes may know better than the first one.
    void note_earlier_time(CollectedRow& row, const std::string& hash) {
        const std::optional<std::int64_t> known = record_.time_of(row.entry, hash);
        if (row.by == "collecting" || (known && *known <= row.time)) {
            return;
        }
        const CollectedVersion* const other = newest_other(row.entry, hash);
        if (other != nullptr && row.by == "worksheet" && other->by == "worksheet" &&
            row.time <= other->time) {
            row.remarks.emplace_back(
                "the worksheet has the time of the submission before; download it again");
            row.time = known.value_or(now_);
            row.by = "collecting";
            row.is_late = request_.deadline && row.time > *request_.deadline;
            return;
        }
        row.remarks.emplace_back(
            "it was submitted earlier than was known; if the season says that it is late, start the "
            "season again");
        if (!request_.is_rehearsal) {
            record_.add({row.entry, hash, row.time, row.by, row.version});
        }
    }

    std::string submit(const Incoming& candidate) const {
        const UniqueFd file(::memfd_create("submission", MFD_CLOEXEC));
        if (!file) {
            fail("making a file in memory");
        }
        constexpr std::uint64_t any_size = std::numeric_limits<std::int64_t>::max();
        pack(candidate.prepared.path, "", any_size, [&](std::string_view bytes) {
            write_all(file.get(), "the submission", bytes);
        });
        ::lseek(file.get(), 0, SEEK_SET);
        return receive(
            file.get(),
            {request_.season, candidate.row.entry, quota_, std::chrono::milliseconds(0)});
    }

    std::vector<std::string> missing(const std::vector<Incoming>& candidates) const {
        std::vector<std::string> names;
        if (request_.worksheet == nullptr) {
            return names;
        }
        std::set<const WorksheetRow*> present;
        std::set<std::string> groups; // that have submitted, and those that are named already
        for (const Incoming& candidate : candidates) {
            const WorksheetRow* const group = row_of_group(request_, candidate.submission);
            if (group != nullptr) {
                groups.insert(group->group);
            } else {
                present.insert(
                    request_.worksheet->find(candidate.submission.id, candidate.submission.from));
            }
        }
        for (const WorksheetRow& row : request_.worksheet->rows()) {
            if (!present.contains(&row) && (row.group.empty() || groups.insert(row.group).second)) {
                const std::string& person = row.name.empty() ? row.id : row.name;
                names.push_back(safe_text(row.group.empty() ? person : row.group));
            }
        }
        return names;
    }

    const CollectRequest& request_;
    EntryQuota quota_;
    EntryNames names_;
    Pushes pushes_;
    CollectedRecord record_;
    std::int64_t now_;
    CollectScratch scratch_;
    std::map<std::string, HandedIn> newest_;
};

/// "jane.doe" of "Jane Doe", if that is plain; else the mailbox, else "p1234567".
/// `ending`: of a repository's name, behind the assignment's.
std::string proposed_entry(
    const ProposedName& person, const std::string& ending, const std::set<std::string>& used) {
    const std::string mailbox = person.email.substr(0, person.email.find('@'));
    std::string name = compared_name(ending.empty() ? person.name : ending);
    std::replace(name.begin(), name.end(), ' ', '.');
    std::string entry;
    for (const std::string& each : {name, mailbox, person.id.empty() ? "" : "p" + person.id}) {
        if (!each.empty() && each[0] != '.' && objection_to_name(each).empty()) {
            entry = each;
            break;
        }
    }
    entry = entry.empty() ? "entry" : entry;
    std::string free = entry;
    for (int number = 2; used.contains(free); ++number) {
        free = fmt::format("{}-{}", entry, number);
    }
    return free;
}

} // namespace

Collected collect(const CollectRequest& request) {
    const CollectLock lock(request.season);
    return Collecting(request).run();
}

std::vector<ProposedName> propose_names(const CollectRequest& request) {
    CollectScratch scratch;
    EntryNames names = known_names(request);
    const std::vector<CourseSubmission> submissions = submissions_of(request, scratch);
    add_people(names, request, submissions);
    std::vector<ProposedName> people;
    const std::vector<EntryNames::Found> owners = owners_of(names, request, submissions);
    std::vector<EntryNames::Found> found;
    std::vector<std::string> endings;
    std::set<std::string> ids;
    std::set<std::string> groups;
    if (request.worksheet != nullptr) {
        for (const WorksheetRow& row : request.worksheet->rows()) {
            if (!row.group.empty()) {
                if (groups.insert(row.group).second) {
                    people.push_back({"", row.group, "", ""});
                    found.push_back(names.find({"", "", {row.group}}));
                    endings.emplace_back();
                }
                continue;
            }
            people.push_back({"", row.name, row.id, row.email});
            found.push_back(names.find(person_of(row)));
            endings.emplace_back();
            ids.insert(row.id);
        }
    }
    for (std::size_t i = 0; i < submissions.size(); ++i) {
        const CourseSubmission& submission = submissions[i];
        const bool is_listed = row_of_group(request, submission) != nullptr ? true
                               : submission.id.empty()
                                   ? request.worksheet != nullptr &&
                                         request.worksheet->find("", submission.from) != nullptr
                                   : !ids.insert(submission.id).second;
        if (!is_listed) {
            const bool is_repository =
                submission.kind != SubmissionKind::moodle && !submission.names.empty();
            people.push_back(
                {"", is_repository ? submission.names[0] : submission.from, submission.id, ""});
            found.push_back(owners[i]);
            endings.push_back(submission.has_assignment ? submission.endings.at(0) : "");
        }
    }
    // Two people have one entry only where the list says so by numbers or addresses: a team.
    std::set<std::string> taken;
    for (std::size_t i = 0; i < people.size(); ++i) {
        if (found[i].is_sure || !taken.contains(found[i].entry)) {
            people[i].entry = found[i].entry;
        }
        taken.insert(found[i].entry);
    }
    std::set<std::string> used = names.entries();
    for (std::size_t i = 0; i < people.size(); ++i) {
        ProposedName& person = people[i];
        if (person.entry.empty()) {
            person.entry = proposed_entry(person, endings[i], used);
            used.insert(person.entry);
        }
    }
    return people;
}

std::vector<OwnerOfRow> owners_of_rows(const CollectRequest& request) {
    EntryNames names = known_names(request);
    add_people(names, request, {});
    std::vector<OwnerOfRow> owners;
    for (const WorksheetRow& row : request.worksheet->rows()) {
        EntryNames::Found found;
        if (!row.group.empty()) {
            found = names.find({"", "", {row.group}});
        }
        if (found.entry.empty()) {
            found = names.find(person_of(row));
        }
        owners.push_back({found.entry, found.why.empty() ? "no entry has this name" : found.why});
    }
    return owners;
}

} // namespace referee
