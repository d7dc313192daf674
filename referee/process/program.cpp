#include "process/program.hpp"

#include "error.hpp"
#include "field/sha256.hpp"
#include "field/text.hpp"
#include "process/executable.hpp"

#include <algorithm>
#include <array>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <string_view>
#include <unistd.h>

namespace referee {
namespace {

namespace fs = std::filesystem;
namespace options = boost::program_options;

constexpr std::array<std::string_view, 11> known_keys{
    "command", "name",    "author", "language", "resident", "files",
    "network", "licence", "source", "build",    "end"};

/// The file's line (from 1) on which `key` is set; the parser of Boost doesn't tell.
int line_of(const std::string& path, std::string_view key) {
    std::ifstream file(path);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        const std::string_view text(line);
        const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
        const std::string_view rest = text.substr(begin);
        if (rest.substr(0, key.size()) == key &&
            (rest.size() == key.size() ||
             std::string_view(" \t=").find(rest[key.size()]) != std::string_view::npos)) {
            return number;
        }
    }
    return 1;
}

[[noreturn]] void refuse(
    const std::string& file, std::string_view key, const std::string& what,
    const std::string& todo) {
    throw UserError(fmt::format("{}:{}: {}; {}", file, line_of(file, key), what, todo));
}

std::map<std::string, std::string> read_ini(const std::string& file) {
    if (!fs::is_regular_file(file)) {
        throw UserError(file + ": not a plain file; write lines 'key = value' into one");
    }
    std::map<std::string, std::string> values;
    try {
        const options::options_description none;
        const auto parsed = options::parse_config_file(file.c_str(), none, true);
        for (const options::option& option : parsed.options) {
            const std::string& key = option.string_key;
            if (std::find(known_keys.begin(), known_keys.end(), key) == known_keys.end()) {
                refuse(
                    file, key, fmt::format("unknown key '{}'", printable(key)),
                    fmt::format("known are: {}", fmt::join(known_keys, ", ")));
            }
            if (!values.try_emplace(key, option.value.empty() ? "" : option.value[0]).second) {
                refuse(file, key, fmt::format("'{}' stands there twice", key), "remove one");
            }
        }
    } catch (const options::error& problem) {
        throw UserError(fmt::format("{}: {}; write lines 'key = value'", file, problem.what()));
    }
    return values;
}

bool yes_or_no(const std::string& file, std::string_view key, const std::string& value) {
    if (value == "yes" || value == "no") {
        return value == "yes";
    }
    refuse(file, key, fmt::format("{} is '{}'", key, printable(value)), "write yes or no");
}

/// The program that a first word of `command` means: a file in the folder, else one in PATH.
std::string find_command(const std::string& file, const fs::path& folder, const std::string& word) {
    if (word.find('/') == std::string::npos) {
        if (fs::exists(folder / word)) {
            return (folder / word).string();
        }
        for (const std::string_view place : {"/usr/local/bin/", "/usr/bin/", "/bin/"}) {
            const std::string path = std::string(place) + word;
            if (::access(path.c_str(), X_OK) == 0) {
                return path;
            }
        }
        refuse(
            file, "command",
            fmt::format("the program '{}' is neither in the folder nor in PATH", printable(word)),
            "install it or correct 'command'");
    }
    return fs::path(word).is_absolute() ? word : (folder / word).string();
}

/// Names that the referee itself writes.
bool is_reserved(std::string_view name) {
    constexpr std::array<std::string_view, 4> names{
        "result.dat", "notes.dat", "memory.dat", "match.dat"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

void read_lists(const std::string& file, std::map<std::string, std::string>& values, Program& ai) {
    for (const std::string& name : options::split_unix(values["files"])) {
        if (name.empty() || name.find('/') != std::string::npos || name[0] == '.' ||
            name.size() > 100 || is_reserved(name)) {
            refuse(
                file, "files", fmt::format("'{}' can't be a file of its own", printable(name)),
                "give plain names without '/' that are not the referee's");
        }
        ai.files.push_back(name);
    }
    for (const std::string& word : options::split_unix(values["network"])) {
        std::int64_t port = 0;
        if (!parse_integer(word, port) || port < 1 || port > 65535) {
            refuse(
                file, "network", fmt::format("'{}' is no port", printable(word)),
                "give numbers from 1 to 65535");
        }
        ai.network_ports.push_back(static_cast<int>(port));
    }
}

Program read_folder(const std::string& path) {
    Program ai;
    const fs::path folder = fs::canonical(path);
    const std::string file = (folder / "ai.ini").string();
    std::map<std::string, std::string> values = read_ini(file);
    ai.path = path;
    ai.folder = folder.string();
    ai.name = values["name"].empty() ? folder.filename().string() : values["name"];
    ai.author = values["author"];
    ai.language = values["language"];
    ai.licence = values["licence"];
    ai.source = values["source"];
    ai.build = values["build"];
    ai.resident = values.contains("resident") && yes_or_no(file, "resident", values["resident"]);
    ai.wants_end = values.contains("end") && yes_or_no(file, "end", values["end"]);
    read_lists(file, values, ai);

    ai.arguments = options::split_unix(values["command"]);
    if (ai.arguments.empty()) {
        refuse(file, "command", "'command' is missing or empty", "write 'command = PROGRAM …'");
    }
    for (std::string& word : ai.arguments) {
        for (std::size_t at = 0; (at = word.find("{dir}", at)) != std::string::npos;) {
            word.replace(at, 5, ai.folder);
            at += ai.folder.size();
        }
    }
    const std::string command = find_command(file, folder, ai.arguments[0]);
    require_executable(command);
    ai.executable = fs::canonical(command).string();
    // Programs that look at their own name must find the one that was called, not the link's end.
    ai.arguments[0] = fs::absolute(command).string();
    return ai;
}

} // namespace

Program read_program(const std::string& path) {
    std::error_code code;
    if (fs::is_directory(path, code) && fs::exists(fs::path(path) / "ai.ini", code)) {
        return read_folder(path);
    }
    require_executable(path);
    Program ai;
    ai.path = path;
    ai.name = fs::absolute(path).filename().string();
    ai.executable = fs::canonical(path).string();
    ai.arguments = {fs::absolute(path).string()};
    return ai;
}

std::string sha256_of(const Program& program) {
    if (program.folder.empty()) {
        return sha256_of_file(program.executable);
    }
    std::vector<std::string> lines;
    std::error_code code; // a link to itself is no file, and no failure
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(program.folder)) {
        if (entry.is_regular_file(code)) {
            lines.push_back(fmt::format(
                "{} {:o} {}\n", fs::relative(entry.path(), program.folder).string(),
                static_cast<unsigned>(entry.status().permissions()),
                sha256_of_file(entry.path().string())));
        }
    }
    std::sort(lines.begin(), lines.end());
    std::string all;
    for (const std::string& line : lines) {
        all += line;
    }
    return sha256(all);
}

} // namespace referee
