// Selects the command; commands/ has one file for each. README.md beside this file explains what
// happens in a move.

#include "ai/of_contestant.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "base/remedy.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/commands/blocks.hpp"
#include "cli/help.hpp"
#include "game/game.hpp"
#include "game_programs/catalogue.hpp"
#include "keeper/process.hpp"
#include "os/folder.hpp"
#include "os/interrupt.hpp"
#include "os/output.hpp"
#include "version.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <new>
#include <span>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace {

using namespace referee;

void print_help() {
    fmt::print("Usage: referee FIELD [options]          play the match on the field\n"
               "       referee FIELD create [options]   make that field\n"
               "       referee COMMAND …\n\n"
               "A referee for board games between programs. An AI is any program that reads the\n"
               "game's state from plain files and writes its move into result.dat.\n\n"
               "To begin:\n"
               "    referee demo                                      a match, and its page\n"
               "    referee new --game gems --language Python my-ai   an AI to start from\n"
               "    referee check --game gems my-ai                   its mistakes, with advice\n"
               "    referee create field.dat --game gems              a field\n"
               "    referee field.dat --ai my-ai --ai human           play against it yourself\n\n"
               "Commands:\n");
    for (const Command& command : all_commands()) {
        fmt::print("  {:12}{}\n", command.name, command.summary);
    }
    fmt::print(
        "\n'referee help COMMAND' shows the usual options of one, '--help-all' all of them.\n"
        "Exit status: 0 success; 1 the referee failed; 2 usage error, invalid field,\n"
        "AI that can't be started; 3 a check found problems; 129, 130, 143 a signal.\n");
}

/// Our command for a word that other programs, or people, use; empty if unknown.
std::string_view command_for(std::string_view word) {
    constexpr auto commands = std::to_array<Translation>(
        {{"results", "report"},
         {"ratings", "report"},
         {"rating", "report"},
         {"standings", "report"},
         {"stats", "report"},
         {"view", "replay"},
         {"show", "replay"},
         {"watch", "replay"},
         {"run", "play"},
         {"match", "play"},
         {"sprt", "tournament"},
         {"ladder", "tournament"},
         {"race", "tournament"},
         {"generate", "create"},
         {"init", "new"}});
    return translation_of(word, commands);
}

/// Throws UserError for a word that is neither a command nor a field.
void require_field_or_command(const std::string& word) {
    std::error_code code;
    if (word.empty() || word[0] == '-' || word.find_first_of("/.") != std::string::npos ||
        std::filesystem::exists(word, code)) {
        return;
    }
    std::vector<std::string_view> names;
    for (const Command& command : all_commands()) {
        names.push_back(command.name);
    }
    if (is_game(word)) {
        throw UserError(fmt::format("'{}' is a game; 'referee games {}' explains it", word, word));
    }
    const std::string_view known = command_for(word);
    const std::string_view near = known.empty() ? nearest(word, names) : known;
    throw UserError(fmt::format(
        "no field and no command '{}'; {}", word,
        near.empty() ? fmt::format(
                           "'referee --help' lists the commands, and 'referee {} create' makes a "
                           "field",
                           shell_word(word))
                     : fmt::format("did you mean '{}'?", near)));
}

/// 'referee help' and 'referee help COMMAND [--help-all]'.
int help(const std::vector<std::string>& arguments) {
    if (arguments.size() < 2) {
        print_help();
        return exit_done;
    }
    // For the Makefile: what the man page, the completion and the pages take from tables.
    if (arguments[1] == "--man" || arguments[1] == "--completion") {
        fmt::print(
            "{}",
            arguments[1] == "--man" ? manual_of(all_commands()) : completion_of(all_commands()));
        return exit_done;
    }
    if (arguments[1] == "--pages") {
        for (const std::string& page : std::vector(arguments.begin() + 2, arguments.end())) {
            fmt::print("{}", rewrite_blocks(page) ? fmt::format("written: {}\n", page) : "");
        }
        return exit_done;
    }
    if (const Command* const command = command_named(arguments[1])) {
        const bool is_whole = arguments.size() > 2 && arguments[2] == "--help-all";
        return run_command(*command, {is_whole ? "--help-all" : "--help"});
    }
    require_field_or_command(arguments[1]);
    throw UserError(
        fmt::format("there is no command '{}'; 'referee --help' lists them", arguments[1]));
}

int run(std::vector<std::string> arguments) {
    if (arguments.empty()) {
        print_help();
        return exit_wrong_use;
    }
    if (arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "--help-all" ||
        arguments[0] == "help") {
        return help(arguments[0] == "help" ? arguments : std::vector<std::string>());
    }
    if (arguments[0] == "--version" || arguments[0] == "-V") {
        fmt::print("referee {}\n", version);
        return exit_done;
    }
    if (const Command* const command = command_named(arguments[0])) {
        arguments.erase(arguments.begin());
        return run_command(*command, arguments);
    }
    // As with the contest's referee, `referee FIELD create` creates a field and `referee FIELD`
    // plays the match.
    if (arguments.size() >= 2 && arguments[1] == "create") {
        arguments.erase(arguments.begin() + 1);
        return run_command(*command_named("create"), arguments);
    }
    require_field_or_command(arguments[0]);
    return run_command(*command_named("play"), arguments);
}

/// With --json, programs find the error where they expect the result: {"error": TEXT, "status": N}.
/// `contestant`: the name of the AI that the problem is about.
void print_for_programs(const std::string& what, int status, const std::string& contestant = "") {
    Json json{{"error", what}, {"status", status}};
    if (!contestant.empty()) {
        json["contestant"] = contestant;
    }
    fmt::print("{}\n", safe_json(json.dump()));
}

int report(
    const std::string& problem, int status, bool as_json, const std::string& contestant = "") {
    const std::string what = with_lost_folder(problem);
    if (as_json) {
        print_for_programs(what, status, contestant);
    }
    std::fflush(stdout);
    print_error(what);
    return status;
}

/// As main() has it.
using CommandLine = std::span<char* const>;

/// `receive` speaks with the program at the other end of a connection.
bool is_for_programs(CommandLine words) {
    const auto is = [](std::string_view wanted) {
        return [wanted](const char* word) { return word == wanted; };
    };
    return std::any_of(words.begin(), words.end(), is("--json")) ||
           (words.size() > 1 && is("receive")(words[1]));
}

/// Nobody here knows what to do about the problem, unless the current folder is gone. Its cause may
/// be in the referee.
int report_unknown(const std::string& problem, CommandLine words, bool as_json) {
    const int status = report(problem, exit_failed, as_json);
    if (with_lost_folder(problem) != problem) {
        return status;
    }
    print_error(fmt::format(
        "please report this with the version and the command line: referee {}: {}", version,
        shell_line({words.begin(), words.end()})));
    return status;
}

/// The reader of standard output is gone (| head): end silently, as SIGPIPE would.
int end_by_closed_pipe() {
    ::signal(SIGPIPE, SIG_DFL);
    ::raise(SIGPIPE);
    return 128 + SIGPIPE; // in case the caller has blocked it
}

int report_output(int error) {
    return error == EPIPE ? end_by_closed_pipe()
                          : report("standard output can't be written", exit_failed, false);
}

/// What the system refuses, with its remedy.
int report_system(const std::system_error& problem, CommandLine words, bool as_json) {
    const std::string_view remedy = remedy_for(problem.code().value());
    return remedy.empty() ? report_unknown(problem.what(), words, as_json)
                          : report(
                                fmt::format("{}; {}", problem.what(), remedy), exit_failed, as_json,
                                contestant_of(problem));
}

/// A path that can't be reached is the user's mistake; a full or broken disk isn't.
int report_path(const std::filesystem::filesystem_error& problem, CommandLine words, bool as_json) {
    constexpr std::array mistakes{EACCES, ELOOP, ENAMETOOLONG, ENOTDIR, EROFS};
    if (std::find(mistakes.begin(), mistakes.end(), problem.code().value()) == mistakes.end()) {
        return report_system(problem, words, as_json);
    }
    const std::string_view remedy = remedy_for(problem.code().value());
    return report(
        fmt::format(
            "{}: can't be {} ({}); {}", problem.path1().string(),
            problem.code().value() == EROFS ? "written" : "reached", problem.code().message(),
            remedy.empty() ? "check the path and its permissions" : remedy),
        exit_wrong_use, as_json, contestant_of(problem));
}

/// The caller may hide its files from everybody else, but hiding them from itself would stop it at
/// its own folders, and AIs at the files that they are to read.
void open_up_to_owner() {
    constexpr mode_t others = S_IRWXG | S_IRWXO;
    ::umask(::umask(others) & others);
}

/// Opens standard streams that the caller has closed. Otherwise a database or a socket could get
/// the number of a standard stream and be written to. Opened for reading only, so that output still
/// fails.
void open_standard_streams() {
    int stream = STDIN_FILENO;
    while (stream >= 0 && stream <= STDERR_FILENO) {
        stream = ::open("/dev/null", O_RDONLY);
    }
    ::close(stream);
}

/// A limit of the caller's shell on the size of files: the kernel's signal would end us silently.
void end_at_size_limit(int /*signal*/) {
    constexpr std::string_view text =
        "referee: a file has reached the size limit of this shell (ulimit -f); raise the limit and "
        "run the same command again\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    ::_exit(exit_failed);
}

/// With less the program would end by SIGSEGV somewhere.
void require_stack() {
    constexpr rlim_t least = 256 * 1024;
    rlimit limit{};
    if (::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < least) {
        throw UserError(fmt::format(
            "the stack may have only {} KiB, and the referee needs {}; run 'ulimit -s 8192' first",
            limit.rlim_cur / 1024, least / 1024));
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    run_as_keeper_if_asked(argument_count, arguments);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    // An AI of the same user must not read this process's memory. (The leak checker must.)
    ::prctl(PR_SET_DUMPABLE, 0);
#endif
    open_standard_streams();
    open_up_to_owner();
    ::signal(SIGPIPE, SIG_IGN); // a closed pipe (| head) is seen as a failed write
    ::signal(SIGXFSZ, end_at_size_limit);
    const CommandLine words(arguments, static_cast<std::size_t>(argument_count));
    const bool as_json = is_for_programs(words);
    try {
        require_stack();
        make_standard_output_safe();
        find_game_programs();
        end_at_next_signal(); // until the first AI runs
        const int status = run({arguments + 1, arguments + argument_count});
        const bool is_interrupted = status > 128;
        return std::fflush(stdout) == 0 || is_interrupted ? status : report_output(errno);
    } catch (const DeniedBySystem& problem) {
        return report(problem.what(), exit_failed, as_json, contestant_of(problem));
    } catch (const UserError& problem) {
        return report(problem.what(), exit_wrong_use, as_json, contestant_of(problem));
    } catch (const Interrupted& interrupted) {
        return report(
            fmt::format("interrupted by signal {}", interrupted.signal), 128 + interrupted.signal,
            as_json);
    } catch (const BrokenGame& broken) {
        if (as_json) {
            print_for_programs(broken.what(), exit_failed);
            std::fflush(stdout);
        }
        print_error_lines(broken.what());
        return exit_failed;
    } catch (const std::bad_alloc&) {
        return report("out of memory", exit_failed, as_json);
    } catch (const std::filesystem::filesystem_error& problem) {
        return report_path(problem, words, as_json);
    } catch (const std::system_error& problem) {
        const int error = problem.code().value();
        return error == EPIPE ? end_by_closed_pipe() : report_system(problem, words, as_json);
    } catch (const EnvironmentError& problem) {
        return report(problem.what(), exit_failed, as_json);
    } catch (const std::exception& problem) {
        return report_unknown(problem.what(), words, as_json);
    }
}
