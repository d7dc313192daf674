#include "ai/program.hpp"

#include "ai/declaration.hpp"
#include "ai/executable.hpp"
#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/ini.hpp"
#include "base/plain_name.hpp"
#include "base/text.hpp"
#include "os/beneath.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <string_view>
#include <sys/stat.h>

namespace referee {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 14> known_keys{
    "command", "name",   "author", "language", "resident", "files",     "network",
    "licence", "source", "build",  "prepare",  "end",      "parameter", "game"};

/// The values of an ai.ini and their lines.
struct Ini {
    std::string file;
    std::map<std::string, IniEntry, std::less<>> entries;
    std::vector<IniEntry> parameters; ///< a key that may be given many times

    std::string value(std::string_view key) const {
        const auto at = entries.find(key);
        return at == entries.end() ? "" : at->second.value;
    }
    [[noreturn]] void
    refuse(std::string_view key, const std::string& what, const std::string& todo) const {
        const auto at = entries.find(key);
        refuse_ini(file, at == entries.end() ? 1 : at->second.line, what, todo);
    }
};

Ini read_known_keys(const std::string& file) {
    Ini ini{file, {}, {}};
    for (const IniEntry& entry : read_ini(file)) {
        if (std::find(known_keys.begin(), known_keys.end(), entry.key) == known_keys.end()) {
            refuse_ini(
                file, entry.line, fmt::format("unknown key '{}'", printable(entry.key)),
                fmt::format("valid keys: {}", fmt::join(known_keys, ", ")));
        }
        if (entry.key == "parameter") {
            ini.parameters.push_back(entry);
        } else if (!ini.entries.try_emplace(entry.key, entry).second) {
            refuse_ini(
                file, entry.line, fmt::format("duplicate key '{}'", entry.key), "remove one");
        }
    }
    return ini;
}

/// The words of a value, split at blanks; quotes and backslashes work as in a shell.
std::vector<std::string> words_of(const Ini& ini, std::string_view key) {
    Words split = split_words(ini.value(key));
    if (!split.problem.empty()) {
        ini.refuse(
            key, fmt::format("{} can't be read: {}", key, split.problem),
            "put words with blanks in quotes, and write a backslash as \\\\");
    }
    return std::move(split.words);
}

bool yes_or_no(const Ini& ini, std::string_view key, const std::string& todo = "write yes or no") {
    const std::string value = ini.value(key);
    if (value == "yes" || value == "no" || !ini.entries.contains(key)) {
        return value == "yes";
    }
    ini.refuse(key, fmt::format("{} is '{}'", key, printable(value)), todo);
}

/// The program that the first word of `command` names: a file in the folder, else one in PATH.
std::string find_command(const Ini& ini, const fs::path& folder, const std::string& word) {
    if (word.find('/') == std::string::npos) {
        std::error_code code; // a name may be too long for a file
        if (fs::exists(folder / word, code)) {
            return (folder / word).string();
        }
        if (std::string path = find_in_ai_path(word); !path.empty()) {
            return path;
        }
        ini.refuse(
            "command",
            fmt::format("the program '{}' is neither in the folder nor in PATH", printable(word)),
            "install it or correct 'command'");
    }
    return fs::path(word).is_absolute() ? word : (folder / word).string();
}

/// Names that the referee itself writes.
bool is_reserved(std::string_view name) {
    constexpr std::array<std::string_view, 5> names{
        "result.dat", "notes.dat", "memory.dat", "match.dat", "parameters.dat"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

void read_lists(const Ini& ini, Program& ai) {
    for (const std::string& name : words_of(ini, "files")) {
        if (name.empty() || name.find('/') != std::string::npos || name[0] == '.' ||
            name.size() > max_file_name || is_reserved(name)) {
            ini.refuse(
                "files", fmt::format("'{}' can't be an additional file", printable(name)),
                "use names without '/' that the referee doesn't use itself");
        }
        ai.files.push_back(name);
    }
    if (ai.files.size() > max_own_files) {
        ini.refuse(
            "files", fmt::format("{} additional files are too many", ai.files.size()),
            fmt::format("name at most {}", max_own_files));
    }
    for (const std::string& word : words_of(ini, "network")) {
        std::int64_t port = 0;
        if (!parse_integer(word, port) || port < 1 || port > 65535) {
            ini.refuse(
                "network", fmt::format("'{}' is not a port", printable(word)),
                "give numbers from 1 to 65535");
        }
        ai.network_ports.push_back(static_cast<int>(port));
    }
    if (ai.network_ports.size() > max_ports) {
        ini.refuse(
            "network", fmt::format("{} ports are too many", ai.network_ports.size()),
            fmt::format("name at most {}", max_ports));
    }
}

void read_parameters(const Ini& ini, Program& ai) {
    for (const IniEntry& entry : ini.parameters) {
        const AiParameter parameter = read_parameter(ini.file, entry.line, entry.value);
        for (const AiParameter& other : ai.parameters) {
            if (other.name == parameter.name) {
                refuse_ini(
                    ini.file, entry.line,
                    fmt::format("the parameter {} is declared twice", parameter.name),
                    "remove one");
            }
        }
        ai.parameters.push_back(parameter);
    }
    if (ai.parameters.size() > max_parameters) {
        refuse_ini(
            ini.file, ini.parameters.back().line,
            fmt::format("{} parameters are too many", ai.parameters.size()),
            fmt::format("declare at most {}", max_parameters));
    }
}

/// The kernel accepts no argument of 128 KiB or more; here that is the limit for all together.
void require_short(const Ini& ini, const std::vector<std::string>& arguments) {
    std::size_t size = 0;
    for (const std::string& argument : arguments) {
        size += argument.size() + 1;
    }
    if (size > max_command_bytes) {
        ini.refuse(
            "command",
            fmt::format("the command has {} bytes; the limit is {}", size, max_command_bytes),
            "move long arguments to a file in the folder");
    }
}

/// Takes the key `command`; the program's folder is known.
void set_command(const Ini& ini, Program& program) {
    program.arguments = words_of(ini, "command");
    if (program.arguments.empty()) {
        ini.refuse("command", "'command' is missing or empty", "write 'command = PROGRAM …'");
    }
    for (std::string& word : program.arguments) {
        for (std::size_t at = 0; (at = word.find("{dir}", at)) != std::string::npos;) {
            word.replace(at, 5, program.folder);
            at += program.folder.size();
        }
    }
    require_short(ini, program.arguments);
    const std::string command = find_command(ini, program.folder, program.arguments[0]);
    require_executable(command);
    program.executable = fs::canonical(command).string();
    // Programs that look at their own name must find the link, not its target.
    program.arguments[0] = fs::absolute(command).string();
}

Program read_folder(const std::string& path) {
    Program ai;
    const fs::path folder = fs::canonical(path);
    const Ini ini = read_known_keys((folder / "ai.ini").string());
    ai.path = path;
    ai.folder = folder.string();
    ai.name = ini.value("name").empty() ? folder.filename().string() : ini.value("name");
    ai.author = ini.value("author");
    ai.language = ini.value("language");
    ai.licence = ini.value("licence");
    ai.source = ini.value("source");
    ai.build = ini.value("build");
    ai.game = ini.value("game");
    ai.stays = ini.value("resident") == "games";
    ai.resident = ai.stays || yes_or_no(ini, "resident", "write yes, games or no");
    ai.wants_prepare = yes_or_no(ini, "prepare");
    ai.wants_end = yes_or_no(ini, "end");
    read_lists(ini, ai);
    read_parameters(ini, ai);

    set_command(ini, ai);
    return ai;
}

/// True for a text that can only be a command line: 'python3 bot.py --depth 3'.
bool is_command_line(const std::string& path) {
    std::error_code code;
    return path.find(' ') != std::string::npos && !fs::exists(fs::symlink_status(path, code));
}

/// 'mix/EngineX 124' beside 'mix/EngineX 123' is a path with a mistake in it, not mix/EngineX with
/// an argument. Throws UserError. Quotes around the program show that a command line is meant.
void refuse_mistaken_path(const std::string& line, const std::string& program) {
    if (!line.starts_with(program + " ")) {
        return;
    }
    const fs::path first = program;
    const std::string alike = first.filename().string() + " ";
    std::vector<std::string> names;
    std::error_code code;
    for (fs::directory_iterator at(first.has_parent_path() ? first.parent_path() : ".", code), end;
         !code && at != end; at.increment(code)) {
        if (at->path().filename().string().starts_with(alike)) {
            names.push_back(at->path().filename().string());
        }
    }
    if (names.empty()) {
        return;
    }
    std::sort(names.begin(), names.end());
    const std::string wanted = line.substr(program.size() - first.filename().string().size());
    const std::string_view near =
        nearest(wanted, std::vector<std::string_view>(names.begin(), names.end()));
    const std::string found = near.empty() ? names[0] : std::string(near);
    throw UserError(fmt::format(
        "{}: there is no such file; did you mean '{}'? If it is a command line, quote its program: "
        "\"'{}'{}\"",
        safe_text(line), safe_text((first.parent_path() / found).string()), safe_text(program),
        safe_text(line.substr(program.size()))));
}

/// The program is a file by its path, else one in PATH. Files that are named become absolute paths,
/// because the AI runs in its work folder.
Program read_command_line(const std::string& line) {
    Program ai;
    ai.path = line;
    ai.is_command_line = true;
    Words split = split_words(line);
    if (!split.problem.empty()) {
        throw UserError(fmt::format(
            "{}: the command line can't be parsed: {}; quote words as in a shell", line,
            split.problem));
    }
    ai.arguments = std::move(split.words);
    if (ai.arguments.empty() || ai.arguments[0].empty()) {
        throw UserError(fmt::format("'{}': no program is named; write [NAME=]PATH", line));
    }
    std::string program = ai.arguments[0];
    std::error_code code;
    const std::string in_path =
        program.find('/') == std::string::npos ? find_in_ai_path(program) : "";
    if (!in_path.empty()) {
        program = in_path;
    } else if (!fs::exists(program, code)) {
        throw UserError(fmt::format(
            "{}: there is no file of that name and no program '{}' in an AI's PATH "
            "({}); check the path, or install the program",
            line, printable(program), ai_path));
    } else {
        refuse_mistaken_path(line, program);
        if (fs::is_directory(program, code)) {
            throw UserError(fmt::format(
                "{}: there is no such file, and {} is a folder, which takes no arguments; check the "
                "path, or write the arguments into 'command' of its ai.ini",
                safe_text(line), safe_text(program)));
        }
        ai.named.push_back(fs::canonical(program).string());
    }
    require_executable(program);
    ai.executable = fs::canonical(program).string();
    ai.name = fs::path(program).filename().string();
    for (std::size_t i = 1; i < ai.arguments.size(); ++i) {
        std::string& word = ai.arguments[i];
        if (fs::is_regular_file(word, code)) {
            if (ai.named.empty()) {
                ai.name = fs::path(word).filename().string();
            }
            ai.named.push_back(fs::canonical(word).string());
            word = ai.named.back();
        } else if (!language_command(word).empty()) {
            throw UserError(
                fmt::format("{}: there is no file '{}'; check the path", line, printable(word)));
        }
    }
    ai.arguments[0] = fs::absolute(program).string();
    return ai;
}

/// Hash of the words; a file counts by its bytes, wherever it is.
std::string sha256_of_command_line(const Program& program) {
    std::string all;
    for (std::size_t i = 0; i < program.arguments.size(); ++i) {
        const std::string& word = i == 0 ? program.executable : program.arguments[i];
        const bool is_file =
            std::find(program.named.begin(), program.named.end(), word) != program.named.end();
        all += fmt::format("{}\n", is_file ? sha256_of_file(word) : program.arguments[i]);
    }
    return sha256(all);
}

/// A name as it stands in a line that is hashed. One with control characters could hold the end of
/// the line and stand for another file, so it is written in hexadecimal digits behind a character
/// that no other name has.
std::string name_in_line(const std::string& name) {
    if (is_plain_name(name)) {
        return name;
    }
    std::string text = "\x01";
    for (const char byte : name) {
        fmt::format_to(std::back_inserter(text), "{:02x}", static_cast<unsigned char>(byte));
    }
    return text;
}

std::string sha256_of_folder(const fs::path& folder) {
    std::vector<std::string> lines;
    std::uint64_t size = 0;
    std::error_code code; // a link to itself isn't a file, but no error either
    for (fs::recursive_directory_iterator at(folder), end; at != end; ++at) {
        if (is_python_cache(*at)) {
            at.disable_recursion_pending();
        } else if (at->is_regular_file(code)) {
            size += at->file_size(code);
            if (size > max_ai_bytes) {
                throw UserError(fmt::format(
                    "{}: larger than {} GiB, which no AI may be; remove what it doesn't need",
                    at->path().string(), max_ai_bytes >> 30U));
            }
            lines.push_back(fmt::format(
                "{} {:o} {}\n", name_in_line(fs::relative(at->path(), folder).string()),
                static_cast<unsigned>(at->status().permissions()),
                sha256_of_file(at->path().string())));
        }
    }
    std::sort(lines.begin(), lines.end());
    std::string all;
    for (const std::string& line : lines) {
        all += line;
    }
    return sha256(all);
}

std::int64_t nanoseconds(const timespec& time) {
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// Follows links to files only: a folder or device elsewhere isn't part of the AI.
bool look_at(const std::string& path, struct stat& status) {
    if (::lstat(path.c_str(), &status) != 0) {
        return false;
    }
    struct stat target {};
    if (S_ISLNK(status.st_mode) && ::stat(path.c_str(), &target) == 0 && S_ISREG(target.st_mode)) {
        status = target;
    }
    return true;
}

FileStamp stamp_of(const std::string& path) {
    FileStamp stamp{path};
    struct stat status {};
    if (look_at(path, status)) {
        stamp.device = status.st_dev;
        stamp.inode = status.st_ino;
        stamp.written_ns = nanoseconds(status.st_mtim);
        stamp.changed_ns = nanoseconds(status.st_ctim);
        stamp.size = status.st_size;
    }
    return stamp;
}

} // namespace

Program read_program(const std::string& path) {
    std::error_code code;
    if (fs::is_directory(path, code) && fs::exists(fs::path(path) / "ai.ini", code)) {
        return read_folder(path);
    }
    if (is_command_line(path)) {
        return read_command_line(path);
    }
    if (fs::path(path).filename() == "ai.ini" && fs::exists(path, code)) {
        const fs::path folder = fs::path(path).parent_path();
        throw UserError(fmt::format(
            "{}: an ai.ini describes its folder; name the folder: {}", path,
            folder.empty() ? "." : folder.string()));
    }
    require_executable(path);
    Program ai;
    ai.path = path;
    ai.name = fs::absolute(path).filename().string();
    ai.executable = fs::canonical(path).string();
    ai.arguments = {fs::absolute(path).string()};
    return ai;
}

void set_command(Program& program, const std::string& file, const IniEntry& command) {
    Ini ini{file, {}, {}};
    ini.entries.emplace("command", command);
    set_command(ini, program);
}

Program with_parameters(Program program, const std::vector<AiParameter>& parameters) {
    for (std::size_t i = 1; i < program.arguments.size(); ++i) {
        program.arguments[i] = with_values(program.arguments[i], parameters);
    }
    return program;
}

OwnPlaces places_of(const Program& program) {
    OwnPlaces places{program.folder, {}};
    if (!program.folder.empty()) {
        places.paths.push_back(program.folder);
    }
    places.paths.push_back(program.executable); // may be a link's end outside the folder
    places.paths.insert(places.paths.end(), program.named.begin(), program.named.end());
    return places;
}

bool has_parameters_in_command(const Program& program) {
    return std::any_of(
        program.arguments.begin(), program.arguments.end(),
        [&](const std::string& word) { return with_values(word, program.parameters) != word; });
}

std::string sha256_of(const Program& program) {
    if (program.is_command_line) {
        return sha256_of_command_line(program);
    }
    return program.folder.empty() ? sha256_of_file(program.executable)
                                  : sha256_of_folder(program.folder);
}

bool is_python_cache(const fs::directory_entry& entry) {
    std::error_code code; // gone meanwhile
    return entry.path().filename() == "__pycache__" && entry.is_directory(code);
}

std::vector<FileStamp> stamps_of(const Program& program) {
    if (program.folder.empty()) {
        std::vector<FileStamp> stamps{stamp_of(program.executable)};
        for (const std::string& file : program.named) {
            stamps.push_back(stamp_of(file));
        }
        return stamps;
    }
    std::vector<FileStamp> stamps{stamp_of(program.folder)};
    // A file may vanish while the folder is read; then the folder's stamp changes.
    std::error_code code;
    for (fs::recursive_directory_iterator at(program.folder, code), end; !code && at != end;
         at.increment(code)) {
        if (is_python_cache(*at)) {
            at.disable_recursion_pending();
        } else {
            stamps.push_back(stamp_of(at->path().string()));
        }
    }
    return stamps;
}

std::string first_changed(const std::vector<FileStamp>& stamps) {
    const auto changed = std::find_if(stamps.begin(), stamps.end(), [](const FileStamp& stamp) {
        return stamp_of(stamp.path) != stamp;
    });
    return changed == stamps.end() ? "" : changed->path;
}

} // namespace referee
