#include "advice/advice.hpp"

#include "advice/printed_error.hpp"
#include "base/text.hpp"
#include "sandbox/work_root.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <glob.h>
#include <optional>
#include <string_view>

namespace referee {

// What programs print in faults whose cause is known, and what to do about it.

namespace {

inline constexpr std::string_view empty_input =
    "standard input is empty; the state of the game is in files";

inline constexpr std::string_view no_arguments =
    "AIs are started without arguments; the current folder is the work folder";

inline constexpr std::string_view no_network =
    "an AI has no network, except for ports of this machine that its ai.ini names (network = "
    "PORT) and the organiser allows (--allow-network)";

/// Words in standard error, and what to do about the error. The first match counts.
struct Symptom {
    std::string_view printed;
    std::string_view advice; ///< a sentence, or one word for what depends on the settings
    std::string_view also{}; ///< must occur, too
};

inline constexpr auto symptoms = std::to_array<Symptom>({
    {"ermission denied", no_network, "/socket.py"},
    {"socket: Permission denied", no_network},
    {"Operation not permitted", "an AI can't send signals to other processes", "kill"},
    {"No usable temporary directory", "files"},
    {"SemLock",
     "shared semaphores aren't available, so multiprocessing.Pool doesn't work; use "
     "Process with Pipe, or threads (ai-samples/README.md, \"What is different in the sandbox\")"},
    {"can't start new thread", "threads"},
    {"Cannot fork", "threads"},
    {"unable to create native thread", "threads"},
    {"Resource temporarily unavailable", "threads"},
    {"EOFError", empty_input},
    {"EOF when reading", empty_input},
    {"No line found", empty_input},
    {"sys.argv", no_arguments, "IndexError"},
    {"ArrayIndexOutOfBoundsException: Index 0 out of bounds for length 0", no_arguments},
    {"onnection refused", "connection"},
    {"MemoryError", "memory"},
    {"OutOfMemoryError", "memory"},
    {"bad_alloc", "memory"},
    {"fatal error: runtime: out of memory", "memory"},
    {"fatal error: runtime: cannot allocate memory", "memory"},
    {"not enough memory", "memory"},
    {"no field package.preload",
     "Lua looks for modules in the work folder and in /usr; put the module into the AI's "
     "folder and begin the program with: package.path = os.getenv('REFEREE_AI_DIR') .. "
     "'/?.lua;' .. package.path"},
    {"No module named 'encodings'",
     "its interpreter can't read its own library; use one in /usr, or play with --allow-read and "
     "the folder where that interpreter is installed"},
});

namespace fs = std::filesystem;

std::string about_new_files(const std::string& example) {
    return "an AI can't create files: write result.dat in place, and name other files in the "
           "ai.ini of the AI's folder (files = " +
           example + ")";
}

bool is_resident(const FaultScene& scene) {
    return scene.ai.program.resident || scene.config.resident;
}

/// The folders of the AI's own files: the author's folder and a copy.
std::vector<fs::path> own_folders(const Contestant& ai) {
    std::vector<fs::path> folders;
    for (const Program* const program : {&ai.program, &ai.started()}) {
        if (!program->folder.empty()) {
            folders.emplace_back(program->folder);
        } else {
            folders.push_back(fs::path(program->executable).parent_path());
            folders.push_back(fs::path(program->arguments[0]).parent_path());
        }
    }
    return folders;
}

/// A file or folder of that name beside the program; empty if there is none.
std::string beside(const Contestant& ai, const std::string& name) {
    std::error_code code;
    for (const fs::path& folder : own_folders(ai)) {
        if (fs::exists(folder / name, code)) {
            return (folder / name).string();
        }
    }
    return "";
}

/// How a single program can get access to a file beside it.
std::string make_a_folder(const FaultScene& scene, const std::string& name) {
    const std::string file = fs::path(scene.ai.program.executable).filename().string();
    return fmt::format(
        "'{}' is in the program's folder, but a single program may read only itself; put both "
        "into a folder with an ai.ini that says 'command = {}', and name that folder as the AI",
        safe_text(name), safe_text(file));
}

bool is_state_file(const FaultScene& scene, const std::string& name) {
    constexpr std::array<std::string_view, 4> common{
        "match.dat", "result.dat", "notes.dat", "memory.dat"};
    return std::find(common.begin(), common.end(), name) != common.end() ||
           std::any_of(
               scene.game.files.begin(), scene.game.files.end(),
               [&](const StateFile& file) { return file.name == name; });
}

std::string advice_on_file(const FaultScene& scene, const FileError& error) {
    std::error_code code;
    for (const std::string& name : error.names) {
        const fs::path path(name);
        const std::string file = path.filename().string();
        const std::vector<fs::path> folders = own_folders(scene.ai);
        const bool is_beside =
            path.is_absolute() &&
            std::find(folders.begin(), folders.end(), path.parent_path()) != folders.end();
        if (is_state_file(scene, file) && (is_beside || error.is_missing)) {
            return fmt::format(
                "{} is in the current folder, not in the program's: open it by its name alone",
                file);
        }
        if (!error.is_missing && path.is_absolute() && !is_beside && !contains(name, work_prefix) &&
            !fs::exists(path, code)) {
            return fmt::format(
                "{}; they are in the current folder, not in '{}'",
                about_new_files(file == "result.dat" ? "log.txt" : safe_text(file)),
                safe_text(path.parent_path().string()));
        }
        if (is_state_file(scene, file)) {
            return fmt::format(
                "{} already exists and can't be replaced or removed; open it and write in place",
                file);
        }
        if (file == "pyvenv.cfg") {
            return fmt::format(
                "AIs may not read its interpreter; use /usr/bin/python3, or play with "
                "--allow-read {}",
                safe_text(path.parent_path().string()));
        }
        const bool exists = path.is_absolute() && fs::exists(path, code);
        const bool has_own_file =
            path.is_relative() ? !beside(scene.ai, name).empty() : is_beside && exists;
        if (has_own_file && scene.ai.program.folder.empty()) {
            return make_a_folder(scene, file);
        }
        if (has_own_file && error.is_missing) {
            return fmt::format(
                "'{}' is in the AI's folder, but the current folder is the work folder; the path "
                "of the AI's folder is in the environment variable REFEREE_AI_DIR",
                safe_text(name));
        }
        if (!error.is_missing) {
            return exists
                       ? fmt::format(
                             "an AI can't read '{0}'; --allow-read {0} allows it", safe_text(name))
                       : about_new_files(safe_text(file));
        }
    }
    if (error.is_missing) {
        return "the files of the game are in the current folder; 'referee games' lists them";
    }
    return error.names.empty()
               ? "the sandbox forbids it: an AI creates no files, has no network and signals no "
                 "other process"
               : about_new_files("log.txt");
}

/// True if that Python module is installed in the home folder of the user.
bool is_in_home(const std::string& module) {
    const char* const home = std::getenv("HOME");
    // The name is the AI's: no patterns and no paths.
    const bool is_name = std::all_of(module.begin(), module.end(), [](unsigned char letter) {
        return std::isalnum(letter) != 0 || letter == '_';
    });
    if (home == nullptr || !is_name) {
        return false;
    }
    const std::string pattern =
        fmt::format("{}/.local/lib/python*/site-packages/{}*", home, module);
    glob_t found{};
    const bool is_found = ::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) == 0;
    ::globfree(&found);
    return is_found;
}

std::string advice_on_module(const FaultScene& scene, std::string module) {
    if (module.starts_with("./")) {
        module.erase(0, 2);
    }
    const std::string top = module.substr(0, module.find('.'));
    for (const std::string& name : {module, top, top + ".py", module + ".js", module + ".class"}) {
        if (beside(scene.ai, name).empty()) {
            continue;
        }
        if (scene.ai.program.folder.empty()) {
            return make_a_folder(scene, name);
        }
    }
    if (contains(scene.note.printed, "java.lang.")) {
        return fmt::format(
            "java can't find the class '{}': compile it (the line 'build' of its ai.ini), and "
            "name its folder in the command: java -cp {{dir}} …",
            safe_text(module));
    }
    if (!contains(scene.note.printed, "No module named")) { // not Python
        return fmt::format(
            "AIs can't find the module '{}'; put it into the AI's folder, or install it for all "
            "users",
            safe_text(module));
    }
    const std::string target =
        scene.ai.program.folder.empty() ? "FOLDER" : safe_text(scene.ai.program.folder);
    const std::string todo = fmt::format(
        "put it into the AI's folder (pip install --target {} {}), or install it for all users",
        target, safe_text(top));
    return is_in_home(top)
               ? fmt::format(
                     "the module '{}' is in a home folder, which AIs may not read; {}",
                     safe_text(top), todo)
               : fmt::format("AIs can't find the module '{}'; {}", safe_text(top), todo);
}

/// A word of the command in ai.ini that names a file of the folder by a relative path and that the
/// printed error is about; empty if there is none.
std::string relative_argument(const FaultScene& scene) {
    const Program& program = scene.ai.program;
    for (std::size_t i = 1; i < program.arguments.size() && !program.folder.empty(); ++i) {
        const fs::path word = program.arguments[i];
        std::error_code code;
        if (word.has_filename() && word.is_relative() &&
            contains(scene.note.printed, word.string()) &&
            fs::exists(fs::path(program.folder) / word, code)) {
            return word.string();
        }
    }
    return "";
}

/// Advice that depends on the settings.
std::string with_settings(std::string_view advice, const MatchConfig& config) {
    if (advice == "threads") {
        return fmt::format(
            "its limit of {} processes and threads was reached (--processes)",
            config.limits.processes);
    }
    if (advice == "memory") {
        return fmt::format(
            "its memory limit of {} MiB was reached (--memory)", config.limits.memory >> 20U);
    }
    if (advice == "files") {
        return about_new_files("log.txt");
    }
    if (advice == "connection") {
        return config.confinement == Confinement::strict
                   ? "with --confine strict an AI reaches only servers that it starts itself"
                   : "nothing accepts connections on that port: start the server before the match, "
                     "and compare its port with the AI's ai.ini";
    }
    return std::string(advice);
}

/// The AI's own files that its command names, the program first.
std::vector<fs::path> named_files(const FaultScene& scene) {
    std::vector<fs::path> files;
    for (const fs::path word : scene.ai.program.arguments) {
        for (const fs::path& folder : own_folders(scene.ai)) {
            std::error_code code;
            const fs::path file = folder / word.filename();
            const bool is_own = word.is_relative() || word.parent_path() == folder;
            if (is_own && fs::is_regular_file(file, code)) {
                files.push_back(file);
                break;
            }
        }
    }
    return files;
}

/// Files that an editor has saved otherwise than interpreters read them.
std::string advice_on_encoding(const FaultScene& scene) {
    constexpr std::size_t head = 4096;
    for (const fs::path& file : named_files(scene)) {
        std::string text(head, '\0');
        std::ifstream in(file, std::ios::binary);
        in.read(text.data(), static_cast<std::streamsize>(head));
        text.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
        const std::string name = safe_text(file.filename().string());
        if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
            return fmt::format("'{}' is in UTF-16; save it as UTF-8", name);
        }
        // Shells take the CR for a part of the last word. Other languages don't mind it.
        if (contains(scene.note.printed, "\r") && contains(text, "\r\n")) {
            return fmt::format(
                "the lines of '{}' end with CR LF, as on Windows; save it with Unix line endings",
                name);
        }
    }
    return "";
}

/// The cause, if standard error shows it.
std::string advice_on_errors(const FaultScene& scene) {
    const std::string& printed = scene.note.printed;
    if (std::string encoding = advice_on_encoding(scene); !encoding.empty()) {
        return encoding;
    }
    const auto* const symptom =
        std::find_if(symptoms.begin(), symptoms.end(), [&](const Symptom& each) {
            return contains(printed, each.printed) && contains(printed, each.also);
        });
    if (symptom != symptoms.end()) {
        return with_settings(symptom->advice, scene.config);
    }
    const std::string argument = relative_argument(scene);
    if (!argument.empty()) {
        return fmt::format(
            "'{0}' is in the AI's folder, but the current folder is the work folder; write "
            "'{{dir}}/{0}' in the command of ai.ini",
            safe_text(argument));
    }
    const std::string module = missing_module_in(printed);
    if (!module.empty()) {
        return advice_on_module(scene, module);
    }
    std::optional<FileError> error = file_error_in(printed);
    if (!error && scene.note.fault == Fault::no_result) {
        error = file_error_in(scene.note.output); // some print what they have caught
    }
    return error ? advice_on_file(scene, *error) : "";
}

std::string advice_on_timeout(const FaultScene& scene) {
    const FaultNote& note = scene.note;
    const double cpu = static_cast<double>(note.cpu_ns) / 1e9;
    if (contains(note.reason, " more processes")) {
        return "it started processes until its time was over; they were killed: look for a program that "
               "starts itself, or a fork in a loop";
    }
    return is_starved(note.fault, note.wall_ns, note.cpu_ns)
               ? fmt::format(
                     "it used {:.2f} s of CPU time, so it was waiting: for input (the only input "
                     "is files), or for a core on a busy machine",
                     cpu)
               : fmt::format(
                     "it used {:.2f} s of CPU time, so it was busy: it computes too long, or it "
                     "loops forever",
                     cpu);
}

/// What an author needs to know about the fault itself, whatever caused it.
std::string advice_on_kind(const FaultScene& scene) {
    switch (scene.note.fault) {
    case Fault::timeout:
        return is_resident(scene)
                   ? "a resident AI prints 'done' and flushes its output after each 'move' and "
                     "'prepare'; " +
                         advice_on_timeout(scene)
                   : advice_on_timeout(scene);
    case Fault::crash:
        if (scene.note.reason.starts_with("it was restarted")) {
            return "a resident AI is restarted after a timeout or its end, at most three times in "
                   "a game; look at the faults before this one";
        }
        return contains(scene.note.reason, "SIGABRT")
                   ? "it ended itself with abort(): an exception that nothing caught, a failed "
                     "assertion, or damaged memory"
                   : "it was killed by a signal, for example after an invalid memory access";
    case Fault::exit:
        return telling_lines(scene.note.printed, 1).empty()
                   ? "it must end with exit status 0; scripts must, too"
                   : "its standard error says why; it must end with exit status 0";
    case Fault::no_result:
        return is_resident(scene)
                   ? "a resident AI writes its answer to result.dat in its current folder, then "
                     "prints 'done', and reads the next line until 'quit'"
                   : fmt::format(
                         "it must write its answer to the file result.dat in its current folder{}",
                         scene.config.free_folder
                             ? ""
                             : "; no other file can be created there, unless the ai.ini of the AI's "
                               "folder names it (files = log.txt)");
    case Fault::bad_result:
        return is_resident(scene) && contains(scene.note.reason, "it printed '")
                   ? "a resident AI prints only 'done' to standard output, or 'done' and the number of the "
                     "turn; print anything else to standard error"
                   : fmt::format("the answer is: {}", scene.game.answer);
    case Fault::illegal:
        return fmt::format("the answer is: {}", scene.game.answer);
    case Fault::none:
        break;
    }
    return "";
}

} // namespace

std::vector<std::string> advice_on(const FaultScene& scene) {
    const FaultNote& note = scene.note;
    if (note.fault == Fault::none) {
        return {};
    }
    std::vector<std::string> advice = hints_in(note.printed);
    // What the AI itself says, for example a bridge of its client, fits better than what fits every
    // AI. But if the rules have refused the answer, the printed text isn't the cause.
    const bool is_judged = note.fault == Fault::illegal || note.fault == Fault::bad_result;
    if (!advice.empty() && !is_judged) {
        return advice;
    }
    const std::string cause = is_judged ? "" : advice_on_errors(scene);
    if (!cause.empty()) {
        advice.push_back(cause);
    }
    const std::vector<std::string_view> output = lines_of(note.output);
    if (note.fault == Fault::no_result && !output.empty()) {
        advice.push_back(fmt::format(
            "it printed '{}' to standard output, which isn't read",
            safe_text(output.back().substr(0, 80))));
    }
    // Who waits because no process can be started waits for nothing else.
    const bool has_no_process = contains(cause, "(--processes)");
    if (cause.empty() || (note.fault == Fault::timeout && !has_no_process)) {
        advice.push_back(advice_on_kind(scene));
    }
    if (note.in_preparation) {
        advice.push_back(fmt::format(
            "a fault in the preparation costs nothing; when match.dat says 'phase prepare', no answer is "
            "expected{}",
            note.empty_files.empty()
                ? ""
                : fmt::format(
                      ", and these files are still empty: {}", fmt::join(note.empty_files, ", "))));
    } else if (is_judged || note.fault == Fault::no_result) {
        const AnswerExample& example = scene.game.answers.front();
        advice.push_back(fmt::format(
            "for example '{}' {}", fmt::join(lines_of(example.text), " / "), example.meaning));
    }
    return advice;
}

std::string explanation(const std::string& printed, const std::vector<std::string>& advice) {
    constexpr std::size_t max_lines = 5;
    std::string text;
    for (const std::string_view line : telling_lines(printed, max_lines)) {
        const std::size_t indent = std::min(line.find_first_not_of('\t'), line.size());
        text += fmt::format(
            "    | {}{}\n", std::string(4 * indent, ' '), safe_text(line.substr(indent)));
    }
    for (const std::string& each : advice) {
        text += fmt::format("    hint: {}\n", each);
    }
    return text;
}

std::string moment_of(const FaultNote& note) {
    return fmt::format(
        "{}, seat {}", note.in_preparation ? "preparation" : fmt::format("turn {}", note.turn),
        note.seat);
}

} // namespace referee
