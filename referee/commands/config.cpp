#include "commands/config.hpp"

#include "commands/near_name.hpp"
#include "error.hpp"
#include "field/ini.hpp"
#include "field/text.hpp"
#include "match/contestant.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace referee {
namespace {

/// "NAME=PATH" or "PATH", relative to `folder`. A command line stays as it is: its paths are
/// relative to the current folder.
std::string from_folder(const std::filesystem::path& folder, const std::string& value) {
    const auto [name, path] = split_name(value);
    std::error_code code;
    if (value.find(' ') != std::string::npos && !std::filesystem::exists(folder / path, code)) {
        return value;
    }
    const std::string whole = (folder / path).lexically_normal().string();
    return name.empty() ? whole : fmt::format("{}={}", name, whole);
}

/// The folder of a file. Without symbolic links, if there are any: "../" leads to the parent of the
/// folder that a link points to, which the text of the path doesn't show.
std::filesystem::path folder_of(const std::filesystem::path& file) {
    const std::filesystem::path folder = file.parent_path();
    std::error_code code;
    const std::filesystem::path absolute = std::filesystem::absolute(file).parent_path();
    const std::filesystem::path canonical = std::filesystem::canonical(absolute, code);
    return code || canonical == absolute.lexically_normal() ? folder : canonical;
}

/// What to do about an unknown key.
std::string todo_about(const std::string& key, const Usage& usage) {
    std::vector<std::string_view> names;
    for (const Option& option : usage.options) {
        names.push_back(option.name);
    }
    const std::string_view near = nearest(key, names);
    return near.empty() ? fmt::format("valid keys: {}", fmt::join(names, ", "))
                        : fmt::format("did you mean '{}'?", near);
}

} // namespace

std::vector<std::string> with_config(
    const Usage& usage, const std::vector<std::string>& words,
    const std::vector<std::string_view>& paths) {
    const Arguments given(usage, words);
    if (!given.has("config")) {
        return words;
    }
    const std::string file = given.text("config");
    const std::filesystem::path folder = folder_of(file);
    std::vector<std::string> all;
    std::set<std::string> seen;
    for (const IniEntry& entry : read_ini(file)) {
        const auto option =
            std::find_if(usage.options.begin(), usage.options.end(), [&](const Option& known) {
                return known.name == entry.key && known.name != "config";
            });
        if (option == usage.options.end()) {
            refuse_ini(
                file, entry.line, fmt::format("unknown key '{}'", printable(entry.key)),
                todo_about(entry.key, usage));
        }
        if (!option->is_many && !seen.insert(entry.key).second) {
            refuse_ini(
                file, entry.line, fmt::format("'{}' is given twice", entry.key),
                "delete one of the lines");
        }
        if (given.has(entry.key)) {
            continue;
        }
        if (option->has_optional_value()) {
            all.push_back(fmt::format("--{}={}", entry.key, entry.value));
            continue;
        }
        if (option->value.empty()) {
            if (entry.value != "yes" && entry.value != "no") {
                refuse_ini(
                    file, entry.line, fmt::format("{} is '{}'", entry.key, printable(entry.value)),
                    "write yes or no");
            }
            if (entry.value == "yes") {
                all.push_back("--" + entry.key);
            }
            continue;
        }
        const bool is_path = std::find(paths.begin(), paths.end(), entry.key) != paths.end();
        all.push_back("--" + entry.key);
        all.push_back(is_path ? from_folder(folder, entry.value) : entry.value);
    }
    all.insert(all.end(), words.begin(), words.end());
    return all;
}

std::string with_line_of(
    const std::string& error, const std::string& file, const std::vector<std::string>& words) {
    if (!error.starts_with("--")) {
        return error;
    }
    const std::string key = error.substr(2, error.find_first_of(" :=") - 2);
    const bool is_of_words = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return word == "--" + key || word.starts_with("--" + key + "=");
    });
    if (is_of_words) {
        return error;
    }
    // Of several lines with that key the one whose value the error shows, else the first.
    const std::filesystem::path folder = folder_of(file);
    int line = 0;
    for (const IniEntry& entry : read_ini(file)) {
        const bool is_shown =
            error.starts_with(fmt::format("--{} {}:", key, entry.value)) ||
            error.starts_with(fmt::format("--{} {}:", key, from_folder(folder, entry.value)));
        if (entry.key == key && (line == 0 || is_shown)) {
            line = entry.line;
        }
    }
    return line == 0 ? error : fmt::format("{}:{}: {}", file, line, error.substr(2));
}

} // namespace referee
