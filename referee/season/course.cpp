#include "season/course.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/beneath.hpp"
#include "os/descriptor.hpp"
#include "season/entries/archive.hpp"
#include "season/entries/clone.hpp"
#include "season/entries/entries.hpp"
#include "season/entries/submission.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace referee {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view moodle_mark = "_assignsubmission_";
/// Of an archive of all submissions.
constexpr std::uint64_t max_export_size = 16ULL << 30U;
constexpr std::size_t max_export_files = 1'000'000;

/// "Jane Doe" and "1234567" of "Jane Doe_1234567_assignsubmission_file_…". A group that submits
/// together has its own number, and those who are in no group have none.
struct MoodleName {
    std::string name;
    std::string id;
    std::string plugin; ///< "file", "onlinetext"
    std::string rest;   ///< the name of the file, where there are no folders
};

std::optional<MoodleName> moodle_name(const std::string& text) {
    const std::size_t mark = text.find(moodle_mark);
    if (mark == std::string::npos || mark == 0) {
        return std::nullopt;
    }
    const std::size_t before = std::min(text.rfind('_', mark - 1), mark);
    const std::size_t plugin = mark + moodle_mark.size();
    const std::size_t end = std::min(text.find('_', plugin), text.size());
    MoodleName name{
        text.substr(0, before), before < mark ? text.substr(before + 1, mark - before - 1) : "",
        text.substr(plugin, end - plugin), end < text.size() ? text.substr(end + 1) : ""};
    const bool is_number = name.id.find_first_not_of("0123456789") == std::string::npos;
    return is_number && !(before < mark && name.id.empty()) ? std::optional(std::move(name))
                                                            : std::nullopt;
}

/// "Group A-Jane Doe": Moodle puts a group before the name.
std::vector<std::string> names_of_person(const MoodleName& person) {
    std::vector<std::string> names{person.name};
    for (std::size_t at = person.name.find('-'); at != std::string::npos;
         at = person.name.find('-', at + 1)) {
        names.push_back(person.name.substr(at + 1));
    }
    return names;
}

std::string without_git(const std::string& name) {
    return name.ends_with(".git") ? name.substr(0, name.size() - 4) : name;
}

/// "gems-duel-" of "gems-duel-alice", "gems-duel-bob" and "test": the longest beginning up to a
/// hyphen of more than half of the names. Empty: there is none.
std::string assignment_of(const std::set<std::string>& names) {
    std::map<std::string, std::size_t> counts;
    for (const std::string& name : names) {
        for (std::size_t at = name.find('-'); at != std::string::npos;
             at = name.find('-', at + 1)) {
            ++counts[name.substr(0, at + 1)];
        }
    }
    std::string longest;
    for (const auto& [beginning, count] : counts) {
        if (count > 1 && 2 * count > names.size() && beginning.size() > longest.size()) {
            longest = beginning;
        }
    }
    return longest;
}

/// The names in a folder, sorted; by-products aren't there.
std::vector<std::string> contents(const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& each : fs::directory_iterator(folder)) {
        std::string name = each.path().filename().string();
        if (!is_by_product(name)) {
            names.push_back(std::move(name));
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// "alice" of "alice.tar.gz".
std::string without_ending(const std::string& name) {
    static constexpr std::array<std::string_view, 13> endings{
        ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".zip", ".tgz", ".tar",
        ".7z",     ".rar",     ".txz",    ".gz",      ".bz2", ".xz"};
    for (const std::string_view ending : endings) {
        if (name.size() > ending.size() && name.ends_with(ending)) {
            return name.substr(0, name.size() - ending.size());
        }
    }
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

bool is_plain_file(const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

bool is_plain_folder(const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

/// Whether something in a folder has a name as Moodle gives it.
bool has_moodle_names(const std::string& folder) {
    const std::vector<std::string> names = contents(folder);
    return std::any_of(names.begin(), names.end(), [](const std::string& name) {
        return moodle_name(name).has_value();
    });
}

/// The one folder in a folder that holds nothing else.
std::optional<std::string> only_folder(const std::string& folder) {
    const std::vector<std::string> names = contents(folder);
    return names.size() == 1 && is_plain_folder(folder + "/" + names[0])
               ? std::optional(folder + "/" + names[0])
               : std::nullopt;
}

/// Whether there are clones below a folder, and nothing else: a group of a git server, or a folder
/// around all of them.
bool holds_clones(const std::string& folder, int max_depth) {
    const std::vector<std::string> names = contents(folder);
    return max_depth > 0 && !names.empty() &&
           std::all_of(names.begin(), names.end(), [&](const std::string& name) {
               const std::string path = folder + "/" + name;
               return is_plain_folder(path) &&
                      (is_clone(path) || holds_clones(path, max_depth - 1));
           });
}

/// Adds the clones below a folder. The folder of a single clone says whose it is if there are
/// others beside it: "alice/gems", "bob/gems".
void add_clones(
    const std::string& folder, const std::string& group, bool has_siblings,
    std::vector<CourseSubmission>& found) {
    const std::vector<std::string> names = contents(folder);
    for (const std::string& name : names) {
        const std::string path = folder + "/" + name;
        if (!is_clone(path)) {
            add_clones(path, group + "/" + name, names.size() > 1, found);
            continue;
        }
        CourseSubmission submission;
        submission.kind = SubmissionKind::clone;
        submission.from = group + "/" + name;
        submission.names = {without_git(name)};
        if (names.size() == 1) {
            const std::string owner = group.substr(group.rfind('/') + 1);
            submission.names.insert(
                has_siblings ? submission.names.begin() : submission.names.end(), owner);
        }
        submission.paths = {path};
        found.push_back(std::move(submission));
    }
}

// Preparing: the files of a submission become a folder, or a program, that may be handed in.

class Preparation {
  public:
    Preparation(std::string folder, std::uint64_t max_size)
        : folder_(std::move(folder)), limits_{max_size, max_entry_files} {}

    PreparedSubmission prepare(const CourseSubmission& submission, const std::string& commit) {
        const std::string& path = submission.paths.at(0);
        if (submission.kind == SubmissionKind::clone) {
            take_clone(path, commit);
        } else if (is_plain_folder(path)) {
            take_folder(path);
        } else {
            take_files(submission.paths);
        }
        open_inner_archive();
        finish(root());
        return std::move(prepared_);
    }

  private:
    std::string place(const std::string& name) const { return folder_ + "/" + name; }
    void remark(const std::string& text) {
        if (std::find(prepared_.remarks.begin(), prepared_.remarks.end(), text) ==
            prepared_.remarks.end()) {
            prepared_.remarks.push_back(text);
        }
    }

    /// Where the files are after this step.
    std::string next_stage() {
        stage_ = place(fmt::format("stage-{}", ++stages_));
        return stage_;
    }

    void take_clone(const std::string& path, const std::string& commit) {
        const Clone clone(path);
        prepared_.commit = commit.empty() ? clone.fetched_commit() : commit;
        prepared_.fetched_at = clone.fetched_at();
        const Commit content = clone.commit(prepared_.commit);
        std::uint64_t size = 0;
        for (const SubmittedFile& file : content.files()) {
            size += file.size;
            if (file.size > limits_.size || size > limits_.size) {
                throw UserError(fmt::format(
                    "its files have more than {} MiB; leave out what the AI doesn't need",
                    limits_.size >> 20U));
            }
            if (const std::string why = objection_to_path(file.path); !why.empty()) {
                throw UserError(fmt::format("{}: {}; rename the file", printable(file.path), why));
            }
        }
        const std::string stage = next_stage();
        fs::create_directory(stage);
        const UniqueFd target(::open(stage.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        UniqueFd out;
        std::string name;
        content.read(
            [&](const SubmittedFile& file) {
                name = file.path;
                const std::string last = name.substr(name.rfind('/') + 1);
                out.reset();
                if (!is_by_product(last)) {
                    out = new_file(target.get(), name, file.run);
                }
            },
            [&](std::string_view bytes) {
                if (out) {
                    write_all(out.get(), name, bytes);
                }
            });
    }

    void take_archive(const std::string& path) {
        const std::string stage = next_stage();
        fs::create_directory(stage);
        const Unpacked unpacked = unpack(path, stage, limits_);
        if (!unpacked.refused.empty()) {
            const RefusedFile& first = unpacked.refused[0];
            throw UserError(fmt::format(
                "{}: {}{}", printable(first.path, 80), first.why,
                unpacked.refused.size() == 1
                    ? ""
                    : fmt::format("; and {} more", unpacked.refused.size() - 1)));
        }
        for (const std::string& text : unpacked.remarks) {
            remark(text);
        }
    }

    void take_folder(const std::string& path) {
        const std::string stage = next_stage();
        fs::create_directory(stage);
        std::size_t count = 0;
        std::uint64_t size = 0;
        take_tree(path, stage, count, size);
    }

    /// Copies files and folders, without what systems add.
    void take_tree(
        const std::string& from, const std::string& to, std::size_t& count, std::uint64_t& size) {
        for (const std::string& name : contents(from)) {
            const std::string path = from + "/" + name;
            if (++count > limits_.files) {
                throw UserError(fmt::format(
                    "it has more than {} files and folders; leave out what the AI doesn't need",
                    limits_.files));
            }
            struct stat status {};
            if (::lstat(path.c_str(), &status) != 0) {
                fail("reading " + safe_text(path));
            }
            if (S_ISDIR(status.st_mode)) {
                fs::create_directory(to + "/" + name);
                take_tree(path, to + "/" + name, count, size);
                continue;
            }
            if (!S_ISREG(status.st_mode)) {
                throw UserError(fmt::format(
                    "{}: it is {}", printable(name),
                    S_ISLNK(status.st_mode) ? "a link; put the file itself there"
                                            : "neither a file nor a folder; remove it"));
            }
            const UniqueFd in = open_regular(path);
            constexpr mode_t any_execute = 0111;
            const UniqueFd folder(::open(to.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
            const UniqueFd out = new_file(folder.get(), name, (status.st_mode & any_execute) != 0);
            size += read_through(in.get(), path, limits_.size - size, [&](std::string_view bytes) {
                write_all(out.get(), name, bytes);
            });
            if (size > limits_.size) {
                throw UserError(fmt::format(
                    "its files have more than {} MiB; leave out what the AI doesn't need",
                    limits_.size >> 20U));
            }
        }
    }

    /// Files that Moodle didn't put into a folder.
    void take_files(const std::vector<std::string>& paths) {
        if (paths.size() == 1 && is_archive(paths[0])) {
            take_archive(paths[0]);
            return;
        }
        const std::string stage = next_stage();
        fs::create_directory(stage);
        for (const std::string& path : paths) {
            std::string name = fs::path(path).filename().string();
            if (const auto person = moodle_name(name); person && !person->rest.empty()) {
                name = person->rest;
            }
            const UniqueFd in = open_regular(path);
            const UniqueFd folder(::open(stage.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
            const UniqueFd out = new_file(folder.get(), name, ::access(path.c_str(), X_OK) == 0);
            if (read_through(in.get(), path, limits_.size, [&](std::string_view bytes) {
                    write_all(out.get(), name, bytes);
                }) > limits_.size) {
                throw UserError(fmt::format(
                    "its files have more than {} MiB; leave out what the AI doesn't need",
                    limits_.size >> 20U));
            }
        }
    }

    /// What was handed in as an archive, once more if there was nothing but an archive in it.
    void open_inner_archive() {
        constexpr int max_levels = 2;
        for (int level = 0;; ++level) {
            std::vector<std::string> archives;
            std::vector<std::string> others;
            std::string at = stage_;
            while (const auto inner = only_folder(at)) {
                at = *inner;
            }
            for (const std::string& name : contents(at)) {
                const std::string path = at + "/" + name;
                (is_plain_file(path) && is_archive(path) ? archives : others).push_back(name);
            }
            const bool has_ini = std::find(others.begin(), others.end(), "ai.ini") != others.end();
            const bool has_folder =
                std::any_of(others.begin(), others.end(), [&](const std::string& name) {
                    return is_plain_folder(at + "/" + name);
                });
            if (archives.empty() || has_ini || has_folder) {
                return;
            }
            if (archives.size() > 1) {
                throw UserError(fmt::format(
                    "there are several archives in it ({}); submit one",
                    safe_text(listed(archives))));
            }
            if (level == max_levels) {
                throw UserError("it is an archive in an archive in an archive; submit its files");
            }
            if (!others.empty()) {
                remark("left out beside the archive: " + safe_text(listed(others)));
            }
            take_archive(at + "/" + archives[0]);
        }
    }

    /// The folder with the ai.ini that lies least deep, or the only file.
    std::string root() {
        constexpr int max_depth = 4;
        std::vector<std::string> level{stage_};
        for (int depth = 0; depth < max_depth && !level.empty(); ++depth) {
            std::vector<std::string> found;
            std::vector<std::string> next;
            for (const std::string& folder : level) {
                if (is_plain_file(folder + "/ai.ini")) {
                    found.push_back(folder);
                }
                for (const std::string& name : contents(folder)) {
                    if (is_plain_folder(folder + "/" + name)) {
                        next.push_back(folder + "/" + name);
                    }
                }
            }
            if (found.size() > 1) {
                throw UserError(fmt::format(
                    "there are {} AIs in it, each with an ai.ini; submit one", found.size()));
            }
            if (found.size() == 1) {
                if (const std::string inner = fs::path(found[0]).lexically_relative(stage_);
                    inner != "." && only_folder(stage_) == std::nullopt) {
                    remark("taken from the folder '" + safe_text(inner) + "' in it");
                }
                return found[0];
            }
            level = std::move(next);
        }
        std::string at = stage_;
        while (const auto inner = only_folder(at)) {
            at = *inner;
        }
        const std::vector<std::string> names = contents(at);
        if (names.empty()) {
            throw UserError("there is no file in it; submit the AI's files");
        }
        if (names.size() == 1) {
            return at + "/" + names[0];
        }
        remark("there is no ai.ini in it");
        return at;
    }

    /// What Windows and other systems leave in files, and the execute bit that it doesn't have.
    void look_at(const fs::path& file, const std::string& name) {
        std::array<char, 256> start{};
        const UniqueFd in = open_regular(file.string());
        const ssize_t got = ::pread(in.get(), start.data(), start.size(), 0);
        const std::string_view head(
            start.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        const bool is_script = head.starts_with("#!");
        if (is_script || head.starts_with("\x7f"
                                          "ELF")) {
            ::chmod(file.c_str(), 0755);
        }
        const std::string_view first = head.substr(0, head.find('\n'));
        if (is_script && first.ends_with('\r')) {
            remark(fmt::format(
                "{}: its lines end with CR LF; in the editor on Windows choose LF, or in git "
                "'core.autocrlf input'",
                safe_text(name)));
        }
        const bool is_ini = name == "ai.ini";
        if (head.starts_with("\xef\xbb\xbf") && (is_ini || head.substr(3).starts_with("#!"))) {
            remark(fmt::format(
                "{}: it begins with a byte order mark; in the editor on Windows save it as 'UTF-8', "
                "not 'UTF-8 with BOM'",
                safe_text(name)));
        }
        if (is_ini && (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff"))) {
            remark("ai.ini: it is in UTF-16; in the editor on Windows save it as 'UTF-8'");
        }
        if (head.starts_with("version https://git-lfs.github.com/")) {
            remark(fmt::format(
                "{}: it is a pointer of Git LFS, not the file; push the file without LFS",
                safe_text(name)));
        }
        const auto is_combining = [&](std::size_t at) {
            const auto c = static_cast<unsigned char>(name[at]);
            return c == 0xCC || c == 0xCD;
        };
        for (std::size_t at = 0; at < name.size(); ++at) {
            if (is_combining(at)) {
                remark(fmt::format(
                    "{}: its accents are letters of their own, as macOS writes them; a program that "
                    "names the file otherwise doesn't find it; use plain letters",
                    safe_text(name)));
                break;
            }
        }
    }

    /// Copies it as the season will, so that the hash is that of the version.
    void finish(const std::string& from) {
        if (fs::is_directory(from)) {
            for (const auto& each : fs::recursive_directory_iterator(from)) {
                if (each.is_regular_file()) {
                    look_at(each.path(), each.path().lexically_relative(from).string());
                    ++prepared_.files;
                }
            }
        } else {
            look_at(from, fs::path(from).filename().string());
            prepared_.files = 1;
        }
        prepared_.path = place("ready");
        prepared_.sha256 = copy_entry(from, prepared_.path, limits_.size).sha256;
    }

    std::string folder_;
    UnpackLimits limits_;
    std::string stage_;
    int stages_ = 0;
    PreparedSubmission prepared_;
};

} // namespace

namespace {

/// A text that was typed beside the files is no submission of its own.
void leave_out_texts(std::vector<CourseSubmission>& submissions) {
    std::map<std::string, CourseSubmission*> with_files;
    const auto key = [](const CourseSubmission& submission) {
        return submission.from + "_" + submission.id;
    };
    const auto is_text = [](const CourseSubmission& submission) {
        return submission.kind == SubmissionKind::moodle && !submission.problem.empty();
    };
    for (CourseSubmission& submission : submissions) {
        if (submission.kind == SubmissionKind::moodle && !is_text(submission)) {
            with_files.emplace(key(submission), &submission);
        }
    }
    std::vector<CourseSubmission> left;
    for (const CourseSubmission& submission : submissions) {
        const auto files = with_files.find(key(submission));
        if (is_text(submission) && files != with_files.end()) {
            files->second->remarks.emplace_back("left out: a text that was typed into Moodle");
        }
    }
    for (CourseSubmission& submission : submissions) {
        if (!is_text(submission) || !with_files.contains(key(submission))) {
            left.push_back(std::move(submission));
        }
    }
    submissions = std::move(left);
}

} // namespace

void find_endings(std::vector<CourseSubmission>& submissions) {
    std::set<std::string> names;
    for (const CourseSubmission& submission : submissions) {
        if (submission.kind != SubmissionKind::moodle) {
            names.insert(submission.names.at(0));
        }
    }
    const std::string assignment = assignment_of(names);
    for (CourseSubmission& submission : submissions) {
        if (submission.kind == SubmissionKind::moodle) {
            continue;
        }
        const std::string& name = submission.names.at(0);
        for (std::size_t at = name.find('-'); at != std::string::npos;
             at = name.find('-', at + 1)) {
            const std::string beginning = name.substr(0, at + 1);
            if ((assignment.empty() || assignment.starts_with(beginning)) &&
                beginning.size() < name.size()) {
                submission.endings.insert(submission.endings.begin(), name.substr(at + 1));
                submission.has_assignment = beginning == assignment;
            }
        }
    }
}

std::vector<CourseSubmission> find_submissions(const std::string& folder) {
    constexpr int max_group_depth = 4;
    std::vector<CourseSubmission> found;
    std::map<std::string, std::size_t> people; // by the part of the name before the file's
    const std::vector<std::string> all = contents(folder);
    if (const auto inner = only_folder(folder);
        inner && !is_clone(*inner) && !moodle_name(all[0]) && has_moodle_names(*inner)) {
        return find_submissions(*inner); // Windows unpacks an archive into a folder of its name
    }
    for (const std::string& name : all) {
        const std::string path = (fs::path(folder) / name).string();
        CourseSubmission submission;
        submission.paths = {path};
        submission.from = name;
        const bool is_folder = is_plain_folder(path);
        if (const auto person = moodle_name(name)) {
            const std::string key = person->name + "_" + person->id + person->plugin;
            if (const auto known = people.find(key); known != people.end() && !is_folder) {
                found[known->second].paths.push_back(path);
                continue;
            }
            people.emplace(key, found.size());
            submission.kind = SubmissionKind::moodle;
            submission.from = person->name;
            submission.id = person->id;
            submission.names = names_of_person(*person);
            if (person->plugin != "file") {
                submission.problem = "it is a text that was typed into Moodle; submit files";
            }
        } else if (is_folder && !is_clone(path) && holds_clones(path, max_group_depth)) {
            add_clones(path, name, all.size() > 1, found);
            continue;
        } else if (is_folder) {
            submission.kind = is_clone(path) ? SubmissionKind::clone : SubmissionKind::folder;
            submission.names = {without_git(name)};
        } else if (is_plain_file(path)) {
            if (name.starts_with(".") || name.ends_with(".csv")) {
                continue; // lists of the course, settings
            }
            submission.kind = is_archive(path) ? SubmissionKind::archive : SubmissionKind::file;
            submission.names = {without_git(without_ending(name))};
        } else {
            submission.names = {name};
            submission.problem =
                "it is a link, or neither a file nor a folder; put the folder there";
        }
        found.push_back(std::move(submission));
    }
    leave_out_texts(found);
    find_endings(found);
    return found;
}

std::vector<CourseSubmission>
find_submissions_in_archive(const std::string& archive, const std::string& folder) {
    const Unpacked unpacked = unpack(archive, folder, {max_export_size, max_export_files});
    std::string top = folder;
    if (const auto inner = only_folder(folder);
        inner && !moodle_name(fs::path(*inner).filename().string())) {
        top = *inner;
    }
    std::vector<CourseSubmission> found = find_submissions(top);
    const std::string begin = top == folder ? "" : fs::path(top).filename().string() + "/";
    for (const RefusedFile& refused : unpacked.refused) {
        const std::string path =
            refused.path.starts_with(begin) ? refused.path.substr(begin.size()) : refused.path;
        const std::string first = path.substr(0, path.find('/'));
        const auto person = moodle_name(first);
        const std::string problem = fmt::format("{}: {}", printable(refused.path, 80), refused.why);
        const auto known =
            std::find_if(found.begin(), found.end(), [&](const CourseSubmission& submission) {
                return person ? submission.id == person->id && submission.from == person->name
                              : submission.from == first;
            });
        if (known != found.end()) {
            known->problem = known->problem.empty() ? problem : known->problem;
        } else {
            found.push_back(
                {SubmissionKind::folder,
                 person ? person->name : first,
                 person ? names_of_person(*person) : std::vector<std::string>{first},
                 person ? person->id : "",
                 {},
                 problem});
        }
    }
    return found;
}

PreparedSubmission prepare_submission(
    const CourseSubmission& submission, const std::string& folder, const std::string& commit,
    std::uint64_t max_size) {
    return Preparation(folder, max_size).prepare(submission, commit);
}

} // namespace referee
