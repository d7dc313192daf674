#include "season/admission.hpp"

#include "ai/contestant.hpp"
#include "ai/executable.hpp"
#include "base/error.hpp"
#include "base/full_disk.hpp"
#include "base/ini.hpp"
#include "base/remedy.hpp"
#include "base/text.hpp"
#include "match/program_player.hpp"
#include "os/descriptor.hpp"
#include "os/folder.hpp"
#include "os/own_command.hpp"
#include "season/config.hpp"
#include "season/entries/entries.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace referee {

// A version is copied to a draft below versions/, and only this copy is looked at from then on. If
// its ai.ini has a `build` command, a shell runs it in the sandbox of an AI
// (referee/season/README.md, "Building"). The result is tried with `check`, then in a game against
// the reference AI. What is wrong with the version is a UserError, which rejects it; whatever else
// fails is an InternalError, and the version is tried again.

namespace {

namespace fs = std::filesystem;

/// A shell as an AI: its work folder is where the sources are built.
Contestant shell_for(const std::string& command) {
    Contestant shell;
    shell.name = "build";
    shell.program.path = shell.program.name = "build";
    shell.program.executable = fs::canonical("/bin/sh").string();
    // Some compilers print their errors to standard output.
    shell.program.arguments = {"/bin/sh", "-c", "exec 1>&2; " + command};
    return shell;
}

MatchConfig sandbox_for(const SeasonConfig& config) {
    MatchConfig sandbox = config.match;
    sandbox.confinement = Confinement::default_mode; // strict would hide the work folder from us
    sandbox.free_folder = true;
    sandbox.resident = false;
    sandbox.pin = false;
    sandbox.logs.clear();
    sandbox.keep_work = false;
    sandbox.networked.clear();
    sandbox.limits.memory = config.build.memory;
    sandbox.limits.processes = config.build.processes;
    sandbox.limits.file_size = config.build.size;
    return sandbox;
}

/// The copy belongs to us; the AI's user must be able to write it.
void give_to_owner_of(const fs::path& folder) {
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0) {
        fail("stat of a work folder");
    }
    if (status.st_uid == ::geteuid()) {
        return;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (::lchown(entry.path().c_str(), status.st_uid, status.st_gid) != 0) {
            fail("chown in a work folder");
        }
    }
}

/// Everything but the files of an AI, which the referee makes in each work folder.
void move_sources(const fs::path& from, const fs::path& to) {
    for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
        fs::rename(entry.path(), to / entry.path().filename());
    }
}

/// In the sandbox nobody can change permissions, so a linker's result has no run bit.
void make_programs_executable(const fs::path& folder) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file() || entry.is_symlink()) {
            continue;
        }
        std::string begin(4, '\0');
        std::ifstream(entry.path(), std::ios::binary).read(begin.data(), 4);
        if (begin == "\177ELF" || begin.starts_with("#!")) {
            fs::permissions(entry.path(), fs::perms(0755));
        }
    }
}

/// $HOME/.cache, where compilers cache what they can rebuild, for example Go its compiled standard
/// library. Files that the AI's author has put there stay.
void remove_cache(const fs::path& sources, const fs::path& place) {
    std::error_code ignored; // files that can't be removed are copied
    if (!fs::exists(sources / ".cache", ignored)) {
        fs::remove_all(place / ".cache", ignored);
    }
}

constexpr std::string_view draft_ending = ".part";
constexpr std::string_view check_mark = ".check-";

/// A folder that is removed unless it is kept. A killed season leaves it behind.
class VersionDraft {
  public:
    /// A worker of a killed season may still be working on its own draft, so each has a name of its
    /// own: "NAME.PID.part" on the season's machine, "NAME.check-N.HOST-PID.part" on a cluster,
    /// where it outlives the season. `mark`: what stands before the PID.
    explicit VersionDraft(const std::string& name, const std::string& mark = ".")
        : path_(fmt::format("{}{}{}{}", name, mark, ::getpid(), draft_ending)) {
        fs::remove_all(path_);
    }
    ~VersionDraft() {
        std::error_code ignored;
        if (!path_.empty()) {
            fs::remove_all(path_, ignored);
        }
    }
    VersionDraft(const VersionDraft&) = delete;
    VersionDraft& operator=(const VersionDraft&) = delete;
    const fs::path& path() const { return path_; }
    std::string keep() { return std::exchange(path_, {}).string(); }

  private:
    fs::path path_;
};

/// The command of `build` in the ai.ini of a folder; empty if there is none.
std::string build_command_of(const std::string& folder) {
    const std::string file = folder + "/ai.ini";
    if (!fs::exists(file)) {
        return "";
    }
    for (const IniEntry& entry : read_ini(file)) {
        if (entry.key == "build") {
            return entry.value;
        }
    }
    return "";
}

/// Copies the folder into a work folder, runs the command there and copies the result to `to`,
/// which must not exist. Throws UserError with the end of the command's output if it fails, takes
/// too long or leaves too much; InternalError.
void build_entry(
    const SeasonConfig& config, const std::string& from, const std::string& to,
    const std::string& command, int core) {
    const MatchConfig sandbox = sandbox_for(config);
    const Contestant shell = shell_for(command);
    WorkRoot root(sandbox.work, false, uses_private_users());
    ProgramPlayer player(shell, *config.game, root, 1, core, sandbox);
    player.require_no_privileges();
    player.require_refused("", "the network");
    player.begin_game("");
    const fs::path place = player.work_path();
    for (const char* const name : {"result.dat", "notes.dat", "memory.dat"}) {
        fs::remove(place / name);
    }
    const std::string copy = root.path() + "/sources";
    copy_entry(from, copy, config.build.size);
    move_sources(copy, place);
    give_to_owner_of(place);
    player.start({.limit = config.build.time});
    const Run run = player.finish(false);
    if (run.fault != Fault::none) {
        throw UserError(fmt::format(
            "build = {}\n{}: {}\n{}", command, name_of(run.fault), run.reason,
            player.last_errors()));
    }
    remove_cache(from, place);
    copy_entry(place.string(), to, config.build.size);
    make_programs_executable(to);
    player.end_games();
    fs::remove_all(copy);
}

constexpr std::size_t max_text = 12'000;

/// Its program must be its own or the system's: otherwise another entry's program could be played
/// under its name.
void require_own_program(const Program& program) {
    if (program.folder.empty() || is_below(program.executable, program.folder)) {
        return;
    }
    for (const char* const place : {"/usr", "/bin", "/opt", "/nix"}) {
        if (is_below(program.executable, place)) {
            return;
        }
    }
    throw UserError(fmt::format(
        "command = {}: the program is neither in the folder nor installed; put it into the folder",
        safe_text(program.arguments[0])));
}

/// The words without these options and their values.
std::vector<std::string>
without(const std::vector<std::string>& words, const std::set<std::string>& options) {
    std::vector<std::string> kept;
    bool is_kept = true;
    for (const std::string& word : words) {
        is_kept = word.starts_with("--") ? !options.contains(word) : is_kept;
        if (is_kept) {
            kept.push_back(word);
        }
    }
    return kept;
}

/// A time as an option's value.
std::string time_text(std::chrono::milliseconds time) {
    return time.count() == 0 ? "none" : fmt::format("{}ms", time.count());
}

/// The options of matches as `check` takes them, in which this entry is the only AI.
std::vector<std::string> words_for_check(const SeasonConfig& config, const std::string& entry) {
    std::set<std::string> left_out{"--record-memory", "--allow-network", "--time-limit"};
    const auto limit = config.match.fixed_limit(entry);
    if (limit) {
        left_out.insert("--clock");
    }
    std::vector<std::string> words = without(config.match_words, left_out);
    if (limit) {
        words.insert(words.end(), {"--time-limit", time_text(*limit)});
    }
    return words;
}

/// The command line of a game of the entry, as "new", against the reference AI, as "reference".
std::vector<std::string> words_for_game(const SeasonConfig& config, const std::string& entry) {
    std::vector<std::string> words = without(config.match_words, {"--time-limit"});
    const auto add = [&](const std::string& name, std::string_view of) {
        if (const auto limit = config.match.fixed_limit(of)) {
            words.insert(words.end(), {"--time-limit", name + time_text(*limit)});
        }
    };
    add("", "");
    add("new=", entry);
    for (const Baseline& baseline : config.baselines) {
        if (baseline.path == config.reference) {
            add("reference=", baseline.name);
            break;
        }
    }
    return words;
}

/// The output of `check` for it. Throws UserError with this output if it reports faults.
std::string checked(const SeasonConfig& config, const std::string& entry, const fs::path& draft) {
    std::vector<std::string> words{
        "check", "--game", std::string(config.game->name), "--excuse-busy"};
    const std::vector<std::string> more = words_for_check(config, entry);
    words.insert(words.end(), more.begin(), more.end());
    words.push_back("./" + draft.filename().string());
    const CommandResult result = run_own_command(words, draft.parent_path());
    std::string text = safe_lines(result.output + result.errors);
    // Status 2: this system can't play at all. What is wrong with the version is a finding (3).
    if (result.status == 1 || result.status == 2 || result.status > 3) {
        throw InternalError("check failed: " + text);
    }
    if (result.status != 0) {
        throw UserError("check found problems:\n" + text);
    }
    return text;
}

/// A game on the first field against the reference AI, or against itself. Throws UserError if most
/// of its answers are faults.
std::string played(const SeasonConfig& config, const std::string& entry, const fs::path& draft) {
    std::vector<std::string> words{
        config.fields.front().path, "--json", "--ai", "new=" + draft.string()};
    const std::string opponent = config.reference.empty() ? draft.string() : config.reference;
    for (int place = 2; place <= config.seats; ++place) {
        words.insert(words.end(), {"--ai", "reference=" + opponent});
    }
    words.insert(words.end(), {"--seats", "fixed"});
    const std::vector<std::string> more = words_for_game(config, entry);
    words.insert(words.end(), more.begin(), more.end());
    const CommandResult result = run_own_command(words, draft.parent_path());
    if (result.status == 2) {
        const std::string why = "a game against the reference AI: " + safe_lines(result.errors);
        // Otherwise something is wrong with the reference AI, or with this system.
        const nlohmann::json error = nlohmann::json::parse(result.output, nullptr, false);
        const bool names_it = error.is_object() && error.value("contestant", "") == "new";
        if (!names_it && result.errors.find(draft.string()) == std::string::npos) {
            throw InternalError(why);
        }
        throw UserError(why);
    }
    const nlohmann::json json = nlohmann::json::parse(result.output, nullptr, false);
    if (result.status != 0 || json.is_discarded()) {
        throw InternalError("the game against the reference AI failed: " + result.errors);
    }
    const nlohmann::json& game = json.at("games").at(0);
    const std::vector<Seat>& own = config.teams.seats_of(0); // of the version
    std::string text = fmt::format(
        "a game against the reference AI: {} turns, {}, rank {} of {}\n",
        game.at("turns").get<int>(), game.at("reason").get<std::string>(),
        game.at("seats").at(0).at("rank").get<int>(), config.seats);
    std::int64_t faults = 0;
    std::int64_t late = 0;
    std::int64_t starved = 0;
    std::int64_t moves = 0;
    std::map<std::string, std::int64_t> by_kind;
    for (const Seat number : own) {
        const nlohmann::json& seat = game.at("seats").at(static_cast<std::size_t>(number) - 1);
        for (const auto& [kind, count] : seat.at("faults").items()) {
            by_kind[kind] += count.get<std::int64_t>();
            faults += count.get<std::int64_t>();
        }
        late += seat.at("faults").value(std::string(name_of(Fault::timeout)), std::int64_t{0});
        starved += seat.at("starved").get<std::int64_t>();
        moves += seat.at("moves").get<std::int64_t>();
    }
    for (const auto& [kind, count] : by_kind) {
        text += fmt::format("  {}: {}\n", kind, count);
    }
    for (const nlohmann::json& fault : game.at("faults")) {
        if (std::count(own.begin(), own.end(), fault.at("seat").get<Seat>()) > 0) {
            text += fmt::format(
                "  turn {}: {}: {}\n{}", fault.at("turn").get<int>(),
                fault.at("fault").get<std::string>(), fault.at("reason").get<std::string>(),
                safe_lines(fault.at("printed").get<std::string>()));
            break;
        }
    }
    // An answer that was late for lack of a core is no fault of the version.
    faults -= std::min(starved, late);
    if (2 * faults > moves) {
        throw UserError(text + "most of its answers are faults");
    }
    return text;
}

/// What a large version takes of what it may have; empty of others.
std::string size_text(const fs::path& version, std::uint64_t max_size) {
    std::uint64_t size = 0;
    std::uint64_t files = 0;
    std::error_code code;
    const auto add = [&](const fs::directory_entry& entry) {
        std::error_code own;
        if (entry.is_regular_file(own)) {
            size += entry.file_size(own);
            ++files;
        }
    };
    add(fs::directory_entry(version, code));
    for (fs::recursive_directory_iterator at(version, code), end; !code && at != end;
         at.increment(code)) {
        add(*at);
    }
    constexpr std::uint64_t part = 8; // of the limit
    constexpr double mebibyte = 1024.0 * 1024;
    return size < max_size / part
               ? ""
               : fmt::format(
                     "it is large: {:.1f} MiB in {}; a version may have {:.1f} MiB\n",
                     static_cast<double>(size) / mebibyte,
                     counted(static_cast<std::int64_t>(files), "file"),
                     static_cast<double>(max_size) / mebibyte);
}

/// Makes the draft. Nothing but the copy looks at the entry's own files: their author may change
/// them at any time. Throws UserError.
void copy_in_time(
    const SeasonConfig& config, const Calendar& calendar, const DeadlineRecord& record,
    const HandedIn& entry, const fs::path& draft, Admission& admission) {
    const CopiedEntry copied = copy_entry(entry, draft, config.build.size);
    admission.sha256 = copied.sha256;
    admission.read_ns = copied.read_ns;
    const std::string late = lateness(
        calendar, record, {entry.entry, entry.version, copied.sha256}, copied.changed_ns,
        copied.read_ns);
    if (!late.empty()) {
        admission.is_late = true;
        throw UserError(late);
    }
}

/// Builds the draft and tests it. Returns what its author is told. Throws UserError.
std::string
build_and_try(const SeasonConfig& config, const HandedIn& entry, const fs::path& draft, int core) {
    std::error_code code;
    const bool is_folder = fs::is_directory(draft, code);
    if (is_folder && !fs::exists(draft / "ai.ini", code)) {
        const std::string below = folder_with_ini_in(draft);
        throw UserError(
            below.empty()
                ? "ai.ini: there is no such file; a folder needs one with 'command = PROGRAM'"
                : fmt::format(
                      "the file ai.ini lies one folder down, in '{}'; hand in that folder instead",
                      printable(below)));
    }
    const std::string size = size_text(draft, config.build.size);
    const std::string command = is_folder ? build_command_of(draft) : std::string();
    std::string text;
    if (!command.empty()) {
        const VersionDraft sources(draft.string() + ".sources");
        fs::rename(draft, sources.path());
        build_entry(config, sources.path(), draft, command, core);
        text = fmt::format("built: {}\n", safe_text(command));
    }
    require_own_program(read_program(draft));
    text += checked(config, entry.entry, draft);
    text += played(config, entry.entry, draft);
    return text + size;
}

/// Authors must not see paths of this machine.
std::string without_paths(std::string text, const HandedIn& entry, const fs::path& draft) {
    for (const std::string& path :
         {draft.string(), draft.filename().string(), entry.path, draft.parent_path().string()}) {
        for (std::size_t at = 0; (at = text.find(path, at)) != std::string::npos;) {
            const std::string name = entry.entry + "/" + entry.version;
            text.replace(at, path.size(), name);
            at += name.size();
        }
    }
    if (text.size() > max_text) {
        text.resize(max_text);
        text += "\n…\n";
    }
    return text;
}

/// What `work` does with the draft decides about the version; it returns what the author is told.
template <typename Work>
void decide(Admission& admission, const HandedIn& entry, VersionDraft& draft, const Work& work) {
    try {
        admission.text = without_paths(work(draft.path()), entry, draft.path());
        admission.is_accepted = true;
        admission.draft = draft.keep();
    } catch (const DeniedBySystem& problem) {
        throw EnvironmentError(problem.what());
    } catch (const UserError& problem) {
        admission.text = without_paths(objection_of(problem), entry, draft.path());
    } catch (const fs::filesystem_error& problem) {
        admission.text = without_paths(objection_of(problem), entry, draft.path());
    }
}

/// The path of a copy, in a folder that is there.
std::string place_of(const HandedIn& entry, const fs::path& versions) {
    fs::create_directories(versions / entry.entry);
    return versions / entry.entry / entry.version;
}

/// Part of the names of a check's drafts. A node that was lost may still be working on one.
std::string draft_tag(std::int64_t check) {
    return fmt::format("{}{}.", check_mark, check);
}

/// True for the drafts of any check: their jobs may be running.
bool is_of_check(std::string_view name) {
    return name.find(check_mark) != std::string_view::npos;
}

std::string host_name() {
    constexpr std::size_t max_size = 256;
    std::array<char, max_size> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// Copies a copy of ours. Whatever is wrong with it is no fault of the version.
void copy_again(
    const HandedIn& copy, const fs::path& draft, const std::string& sha256,
    std::uint64_t max_size) {
    std::string found;
    try {
        found = copy_entry(copy.path, draft, max_size).sha256;
    } catch (const UserError& problem) {
        throw EnvironmentError(fmt::format("{}: {}", copy.path, problem.what()));
    }
    if (found != sha256) {
        throw EnvironmentError(copy.path + ": it isn't the version that was read");
    }
}

int first_of(const std::vector<int>& cores) {
    return cores.empty() ? 0 : cores[0];
}

} // namespace

Admission admit(
    const SeasonConfig& config, const Calendar& calendar, const DeadlineRecord& record,
    const HandedIn& entry, const std::string& versions, const std::vector<int>& cores) {
    Admission admission;
    VersionDraft own(place_of(entry, versions));
    decide(admission, entry, own, [&](const fs::path& draft) {
        copy_in_time(config, calendar, record, entry, draft, admission);
        return build_and_try(config, entry, draft, first_of(cores));
    });
    return admission;
}

Admission copy_version(
    const SeasonConfig& config, const Calendar& calendar, const DeadlineRecord& record,
    const HandedIn& entry, const std::string& copies) {
    Admission admission;
    VersionDraft own(place_of(entry, copies));
    decide(admission, entry, own, [&](const fs::path& draft) {
        copy_in_time(config, calendar, record, entry, draft, admission);
        return std::string();
    });
    if (admission.is_accepted) {
        const std::string place = place_of(entry, copies);
        fs::rename(admission.draft, place);
        admission.draft = place;
        admission.is_accepted = false; // nobody has tried it
    }
    return admission;
}

Admission admit_copy(
    const SeasonConfig& config, const HandedIn& entry, const std::string& sha256,
    std::int64_t check, const std::vector<int>& cores) {
    Admission admission;
    VersionDraft own(
        place_of(entry, config.path("versions")), draft_tag(check) + host_name() + "-");
    decide(admission, entry, own, [&](const fs::path& draft) {
        copy_again(entry, draft, sha256, config.build.size);
        admission.sha256 = sha256;
        return build_and_try(config, entry, draft, first_of(cores));
    });
    return admission;
}

void remove_drafts_of_check(
    const std::string& versions, const std::string& entry, const std::string& version,
    std::int64_t check) {
    const std::string begin = version + draft_tag(check);
    std::error_code code;
    std::vector<fs::path> drafts;
    for (fs::directory_iterator at(versions + "/" + entry, code), end; !code && at != end;
         at.increment(code)) {
        const std::string name = at->path().filename().string();
        if (name.starts_with(begin) && name.ends_with(draft_ending)) { // a version may be called so
            drafts.push_back(at->path());
        }
    }
    for (const fs::path& draft : drafts) {
        fs::remove_all(draft, code);
    }
}

std::string objection_of(const std::exception& problem) {
    if (const std::string file = file_without_room(problem); !file.empty()) {
        throw FullDisk<EnvironmentError>(problem.what(), file);
    }
    const auto* const failed = dynamic_cast<const fs::filesystem_error*>(&problem);
    if (failed != nullptr) {
        const int error = failed->code().value();
        if (is_of_machine(error) || error == EROFS) {
            throw EnvironmentError(problem.what());
        }
    }
    return problem.what();
}

void remove_drafts(const std::string& versions) {
    const auto is_draft = [](std::string_view name) {
        if (!name.ends_with(draft_ending) || is_of_check(name)) {
            return false;
        }
        name.remove_suffix(draft_ending.size());
        const std::size_t dot = name.rfind('.');
        std::int64_t pid = 0;
        return dot != std::string_view::npos && parse_integer(name.substr(dot + 1), pid);
    };
    std::error_code code; // what can't be removed is tried again at the next start
    for (fs::directory_iterator entry(versions, code), end; !code && entry != end;
         entry.increment(code)) {
        std::vector<fs::path> drafts;
        std::error_code own;
        for (fs::directory_iterator at(entry->path(), own); !own && at != end; at.increment(own)) {
            if (is_draft(at->path().filename().string())) {
                drafts.push_back(at->path());
            }
        }
        for (const fs::path& draft : drafts) {
            fs::remove_all(draft, own);
        }
    }
}

std::string text_of(const Admission& admission) {
    return nlohmann::json{{"accepted", admission.is_accepted},
                          {"late", admission.is_late},
                          {"text", admission.text},
                          {"sha256", admission.sha256},
                          {"read", admission.read_ns},
                          {"draft", admission.draft}}
        .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool read_admission(const std::string& text, Admission& admission) {
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("accepted")) {
        return false;
    }
    admission.is_accepted = json.at("accepted").get<bool>();
    admission.is_late = json.at("late").get<bool>();
    admission.text = json.at("text").get<std::string>();
    admission.sha256 = json.at("sha256").get<std::string>();
    admission.read_ns = json.at("read").get<std::int64_t>();
    admission.draft = json.at("draft").get<std::string>();
    return true;
}

} // namespace referee
