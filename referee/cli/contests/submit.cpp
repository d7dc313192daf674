// Handing a version in to a season: `submit` for authors, `receive` at the other end of a
// connection.

#include "base/error.hpp"
#include "base/ini.hpp"
#include "base/json.hpp"
#include "base/remedy.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "game_programs/description.hpp"
#include "os/beneath.hpp"
#include "os/child_process.hpp"
#include "os/descriptor.hpp"
#include "os/interrupt.hpp"
#include "os/output.hpp"
#include "os/own_command.hpp"
#include "season/entries/submission.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <pwd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace referee {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds default_patience{120'000};

Option wait_option() {
    return {
        "wait", "TIME", "how long to wait for the note; default 2m; 'none': not at all",
        Topic::running, Weight::common};
}

} // namespace

const Usage& submit_usage() {
    using enum Weight;
    static const Usage usage{
        "submit",
        "referee submit AI --to PLACE [options]",
        "Hands an AI, a folder or a program, in to a season as a new version, and prints\n"
        "the season's note about it. PLACE is the season's folder on this machine,\n"
        "HOST:FOLDER for one that is reached by ssh, or a git remote whose repository\n"
        "has the hook of scripts/season. With --game the AI is checked before.",
        "referee submit my-ai --to /srv/cup\n"
        "referee submit my-ai --to cup@host.example:/srv/cup --name alice --game gems",
        {{"to", "PLACE", "where the season is", Topic::running, required},
         {"name", "ENTRY", "the entry; default: the user's name here, or the key's owner there",
          Topic::running, common},
         {"version-name", "NAME", "name of the version; default: a number", Topic::running, rare},
         {"game", "NAME", "check it for this game first; default: 'game' in its ai.ini",
          Topic::games, common, false, game_names()},
         rules_option(),
         {"no-check", "", "don't check it here", Topic::games, rare},
         wait_option(),
         {"json", "", "print the note as one line of JSON", Topic::output, common}}};
    return usage;
}

const Usage& receive_usage() {
    using enum Weight;
    static const Usage usage{
        "receive",
        "referee receive SEASON --name ENTRY [options]",
        "Takes a version that 'referee submit' sends from standard input, and prints the\n"
        "season's note about it as one line of JSON. Written into authorized_keys, it is\n"
        "all that the owner of a key may do:\n"
        "command=\"referee receive /srv/cup --name alice\".",
        "referee receive /srv/cup --name alice < version",
        {{"name", "ENTRY", "the entry that the sender may submit to", Topic::running, required},
         {"max-size", "SIZE", "maximum size of a version; default: as the season says",
          Topic::limits, rare},
         {"commit", "HASH", "take this commit of the git repository in the current folder",
          Topic::running, rare},
         {"version-name", "NAME", "name of the version of --commit; default: a number",
          Topic::running, rare},
         wait_option(),
         {"json", "", "changes nothing: it always prints one line of JSON", Topic::output, rare}}};
    return usage;
}

namespace {

std::chrono::milliseconds patience_of(const Arguments& arguments) {
    return arguments.duration("wait").value_or(default_patience);
}

/// What is printed, and what a program reads.
struct Result {
    std::string entry;
    std::string version;
    NoteOfVersion note;

    Json json() const {
        return {
            {"entry", entry}, {"version", version}, {"status", note.status}, {"note", note.text}};
    }
    int status() const {
        return note.status == "accepted" || note.status == "waiting" ? exit_done : exit_found;
    }
};

int print_result(const Arguments& arguments, const Result& result) {
    if (arguments.has("json")) {
        fmt::print("{}\n", safe_json(result.json().dump()));
    } else if (result.note.status == "waiting") {
        fmt::print(
            "{} {} is handed in and waits for its check; its note will be notes/{}/{}.txt\n",
            result.entry, result.version, result.entry, result.version);
    } else {
        fmt::print("{}", result.note.text);
    }
    return result.status();
}

/// The season at the other end says what it takes, before anything but names and sizes is sent.
constexpr std::uint64_t any_size = std::numeric_limits<std::int64_t>::max();

/// Without buffering: a file in memory holds the version until all of it is there.
UniqueFd packed(const std::string& ai, const std::string& version, std::uint64_t max_size) {
    UniqueFd file(::memfd_create("submission", MFD_CLOEXEC));
    if (!file) {
        fail("making a file in memory");
    }
    pack(ai, version, max_size, [&](std::string_view bytes) {
        write_all(file.get(), "the submission", bytes);
    });
    ::lseek(file.get(), 0, SEEK_SET);
    return file;
}

std::string user_name() {
    const passwd* const user = ::getpwuid(::getuid());
    if (user == nullptr) {
        throw UserError(fmt::format(
            "the user {} has no name on this system (/etc/passwd); name the entry with --name",
            ::getuid()));
    }
    return user->pw_name;
}

Result
submit_here(const Arguments& arguments, const std::string& season, const UniqueFd& submission) {
    ReceiveRequest request;
    request.season = season;
    request.entry = arguments.has("name") ? arguments.text("name") : user_name();
    request.quota = read_quota(season);
    Result result{request.entry, receive(submission.get(), request), {}};
    result.note = await_note(season, result.entry, result.version, patience_of(arguments));
    return result;
}

/// Runs a program of the system with this standard input; its output is returned, and its messages
/// go to `errors`, or to ours. Throws UserError if there is no such program.
struct Ended {
    int status = 0;
    std::string output;
};

Ended run_with_input(std::vector<std::string> words, int input, bool takes_errors) {
    Pipe pipe = make_pipe();
    ChildProcess child(
        fork_child(
            "starting " + words[0], 0,
            [&] {
                if (::dup2(input, 0) < 0 || ::dup2(pipe.writing.get(), takes_errors ? 2 : 1) < 0) {
                    return 127;
                }
                if (takes_errors) { // its messages are ours; standard output is for the result
                    const int null = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
                    ::dup2(null, 1);
                }
                const std::vector<char*> arguments = pointers_to(words);
                ::execvp(arguments[0], arguments.data());
                return 127;
            }),
        ChildProcess::Kind::command);
    pipe.writing.reset();
    Ended ended;
    constexpr std::size_t max_output = 4'000'000;
    std::array<char, 4096> buffer{};
    for (ssize_t got = 1; got > 0;) {
        got = ::read(pipe.reading.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) {
            got = 1;
            continue;
        }
        if (got > 0 && ended.output.size() < max_output) {
            ended.output.append(buffer.data(), static_cast<std::size_t>(got));
        }
    }
    constexpr std::int64_t no_limit = -1;
    ended.status = *child.wait(no_limit);
    if (ended.status == 127) {
        throw UserError(words[0] + ": it can't be started; install it");
    }
    return ended;
}

Result
submit_by_ssh(const Arguments& arguments, const std::string& to, const UniqueFd& submission) {
    const std::size_t colon = to.find(':');
    const std::string host = to.substr(0, colon);
    const std::string folder = to.substr(colon + 1);
    std::string command = fmt::format(
        "referee receive {} --name {}", shell_word(folder),
        shell_word(arguments.text("name", user_name())));
    if (arguments.has("wait")) {
        command += " --wait " + shell_word(arguments.text("wait"));
    }
    const Ended ended = run_with_input({"ssh", "-T", "--", host, command}, submission.get(), false);
    const nlohmann::json json = nlohmann::json::parse(ended.output, nullptr, false);
    const auto text = [&](const char* key) {
        return json.is_object() && json.contains(key) && json.at(key).is_string()
                   ? json.at(key).get<std::string>()
                   : std::string();
    };
    if (const std::string why = text("error"); !why.empty()) {
        throw UserError(fmt::format("--to {}: the version was not taken: {}", to, safe_text(why)));
    }
    if (text("version").empty()) { // what came is no answer of ours
        throw UserError(fmt::format(
            "--to {}: the version was not taken (status {}); standard error says why", to,
            ended.status));
    }
    return {
        safe_text(text("entry")),
        safe_text(text("version")),
        {safe_text(text("status")), safe_lines(text("note"))}};
}

/// The output of git in the folder, without its line end; nothing if it fails.
std::optional<std::string> git(const std::string& folder, std::vector<std::string> words) {
    words.insert(words.begin(), {"git", "-C", folder});
    const UniqueFd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    Ended ended = run_with_input(std::move(words), null.get(), false);
    while (ended.output.ends_with("\n")) {
        ended.output.pop_back();
    }
    return ended.status == 0 ? std::optional(ended.output) : std::nullopt;
}

/// The hook prints the note to the person who pushes, each line after "remote: ".
Result submit_by_git(const std::string& ai, const std::string& to) {
    const std::optional<std::string> top = git(ai, {"rev-parse", "--show-toplevel"});
    if (!top || fs::weakly_canonical(*top) != fs::weakly_canonical(ai)) {
        throw UserError(
            ai +
            ": it is not a git repository of its own; a push needs one: git init, add, commit");
    }
    if (const auto changes = git(ai, {"status", "--porcelain"}); !changes || !changes->empty()) {
        throw UserError(ai + ": it has changes that aren't committed; commit them first");
    }
    const UniqueFd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    const Ended pushed = run_with_input(
        {"git", "-C", ai, "push", "--", to, "HEAD:refs/heads/main"}, null.get(), true);
    if (pushed.status != 0) {
        print_error_lines(pushed.output);
        throw UserError("--to " + to + ": git could not push; standard error says why");
    }
    Result result;
    result.version = git(ai, {"rev-parse", "--short=12", "HEAD"}).value_or("");
    result.note.status = "waiting";
    std::string_view rest = pushed.output;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
        std::string line(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        constexpr std::string_view head = "remote: ";
        if (!line.starts_with(head)) {
            continue;
        }
        line.erase(0, head.size());
        line.erase(line.find_last_not_of(' ') + 1);
        result.note.text += safe_text(line) + "\n";
        const std::string mark = " " + result.version + ": ";
        if (const std::size_t at = line.find(mark); result.entry.empty() && at != line.npos) {
            result.entry = safe_text(line.substr(0, at));
            const std::string said = line.substr(at + mark.size());
            result.note.status = safe_text(said.substr(0, said.find('.')));
        }
    }
    if (pushed.output.find("Everything up-to-date") != std::string::npos) {
        throw UserError(
            ai + ": this commit is there already; commit a change, then submit it again");
    }
    return result;
}

bool is_git_place(const std::string& ai, const std::string& to) {
    if (to.ends_with(".git") || to.ends_with(".git/") || to.find("://") != std::string::npos) {
        return true;
    }
    std::error_code code;
    if (!fs::is_directory(ai, code) || !fs::exists(fs::path(ai) / ".git", code)) {
        return false;
    }
    const std::string remotes = "\n" + git(ai, {"remote"}).value_or("") + "\n";
    return remotes.find("\n" + to + "\n") != std::string::npos;
}

/// The game for which it is checked; empty: none is known.
std::string game_of(const Arguments& arguments, const std::string& ai) {
    if (arguments.has("game")) {
        return arguments.text("game");
    }
    const std::string file = ai + "/ai.ini";
    std::error_code code;
    if (fs::is_regular_file(file, code)) {
        for (const IniEntry& entry : read_ini(file)) {
            if (entry.key == "game") {
                return entry.value;
            }
        }
    }
    return "";
}

/// With --json: what `check --json` has printed, in an error of ours.
void print_refusal(std::string error, const CommandResult& checked) {
    using ParsedJson = nlohmann::ordered_json; // in the order in which `check` has printed it
    const ParsedJson check = ParsedJson::parse(checked.output, nullptr, false);
    if (check.is_object() && check.contains("error") && check.at("error").is_string()) {
        error =
            "the check failed, so it was not submitted: " + check.at("error").get<std::string>();
    }
    ParsedJson json{{"error", error}, {"status", exit_found}};
    if (check.is_object()) {
        json["check"] = check;
    }
    fmt::print("{}\n", safe_json(json.dump(-1, ' ', false, ParsedJson::error_handler_t::replace)));
    std::fflush(stdout);
}

/// Tries it as the season will. False if there are problems, which are printed.
bool is_checked(const Arguments& arguments, const std::string& ai) {
    std::vector<std::string> words;
    const std::string game = game_of(arguments, ai);
    if (!game.empty()) {
        words = {"--game", game};
    }
    // A season plays from its own copy of rules that are a program.
    std::error_code code;
    const fs::path copy = fs::path(arguments.text("to")) / "games" / game;
    const std::string rules = arguments.has("rules") ? arguments.text("rules")
                              : !game.empty() && fs::exists(copy / game_file, code) ? copy.string()
                                                                                    : "";
    if (!rules.empty()) {
        words.insert(words.end(), {"--rules", fs::absolute(rules).string()});
    }
    if (words.empty() || arguments.has("no-check")) {
        return true;
    }
    const fs::path path = fs::absolute(ai).lexically_normal();
    words.insert(words.begin(), "check");
    words.push_back(path.string());
    const bool as_json = arguments.has("json");
    if (as_json) {
        words.emplace_back("--json");
    }
    const CommandResult checked = run_own_command(words, fs::current_path().string());
    if (checked.status == exit_done) {
        return true;
    }
    const std::string error =
        "the check found problems, so it was not submitted; mend them, or add --no-check";
    if (as_json) {
        print_refusal(error, checked);
        print_message(safe_lines(checked.errors));
    } else {
        print_message(safe_lines(checked.output + checked.errors));
    }
    print_error(error);
    return false;
}

} // namespace

int submit_command(const std::vector<std::string>& words) {
    const Arguments arguments(submit_usage(), words);
    if (arguments.words().size() != 1 || !arguments.has("to")) {
        throw UserError("submit needs an AI and a place; write 'referee submit AI --to PLACE'");
    }
    const std::string& ai = arguments.words()[0];
    const std::string to = arguments.text("to");
    std::error_code code;
    if (!fs::exists(ai, code)) {
        throw UserError(
            code ? fmt::format(
                       "{}: can't be reached ({}); {}", safe_text(ai), code.message(),
                       remedy_for(code.value()))
                 : safe_text(ai) + ": no such file or folder; name your AI");
    }
    if (to.empty() || to[0] == '-') {
        throw UserError(fmt::format("--to '{}': name a folder, HOST:FOLDER or a git remote", to));
    }
    if (!is_checked(arguments, ai)) {
        return exit_found;
    }
    if (fs::is_directory(to, code) && !to.ends_with(".git")) {
        return print_result(
            arguments,
            submit_here(
                arguments, to,
                packed(ai, arguments.text("version-name"), read_quota(to).version_size)));
    }
    if (is_git_place(ai, to)) {
        return print_result(arguments, submit_by_git(ai, to));
    }
    if (const std::size_t colon = to.find(':');
        colon != std::string::npos && colon > 0 && to.find('/') > colon) {
        return print_result(
            arguments,
            submit_by_ssh(arguments, to, packed(ai, arguments.text("version-name"), any_size)));
    }
    throw UserError(fmt::format(
        "--to '{}': no such folder; name the season's folder, HOST:FOLDER or a git remote",
        printable(to)));
}

int receive_command(const std::vector<std::string>& words) {
    const Arguments arguments(receive_usage(), words);
    if (arguments.words().size() != 1 || !arguments.has("name")) {
        throw UserError(
            "receive needs the season's folder and an entry; write 'referee receive SEASON --name "
            "ENTRY'");
    }
    const SignalsInWaits signals;
    ReceiveRequest request;
    request.season = arguments.words()[0];
    request.entry = arguments.text("name");
    request.quota = read_quota(request.season);
    request.quota.version_size = arguments.size("max-size").value_or(request.quota.version_size);
    if (arguments.has("version-name") && !arguments.has("commit")) {
        throw UserError("--version-name: a stream names its version itself; write --commit, too");
    }
    if (arguments.has("commit")) {
        // A hook that is killed takes what it began with it.
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    }
    Result result{
        request.entry,
        arguments.has("commit")
            ? receive_commit(arguments.text("commit"), arguments.text("version-name"), request)
            : receive(0, request),
        {}};
    result.note = await_note(request.season, result.entry, result.version, patience_of(arguments));
    fmt::print("{}\n", safe_json(result.json().dump()));
    return result.status();
}

} // namespace referee
