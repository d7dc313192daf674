#include "cli/arguments.hpp"

#include "ai/contestant.hpp"
#include "ai/patterns.hpp"
#include "base/error.hpp"
#include "base/ini.hpp"
#include "base/text.hpp"
#include "game_programs/catalogue.hpp"

#include <algorithm>
#include <array>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/positional_options.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <boost/program_options/variables_map.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace referee {

namespace {

namespace options = boost::program_options;

constexpr const char* words_option = "referee-words";

/// Boost.Program_options would take any next word as an optional value. Here it is one if it begins
/// like a number or an address; without one the value is "yes", as in an INI file.
std::vector<std::string> with_optional_values(const Usage& usage, std::vector<std::string> words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool is_optional =
            std::any_of(usage.options.begin(), usage.options.end(), [&](const Option& option) {
                return option.has_optional_value() && words[i] == fmt::format("--{}", option.name);
            });
        if (!is_optional) {
            continue;
        }
        if (i + 1 < words.size() && words[i + 1].find_first_of("0123456789[") == 0) {
            words[i] += "=" + words[i + 1];
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        } else {
            words[i] += "=yes";
        }
    }
    return words;
}

options::options_description describe(const Usage& usage) {
    options::options_description description;
    auto add = description.add_options();
    for (const Option& option : usage.options) {
        const std::string name(option.name);
        if (option.value.empty()) {
            add(name.c_str(), "");
        } else {
            add(name.c_str(), options::value<std::vector<std::string>>(), "");
        }
    }
    add("help", "");
    add("help-all", "");
    return description;
}

/// Our name for an option of engine testers and other referees, also with a value; empty if
/// unknown.
std::string_view name_here(std::string_view word) {
    constexpr auto names = std::to_array<Translation>(
        {{"engine", "ai"},
         {"bot", "ai"},
         {"bots", "ai"},
         {"each", "time-limit"},
         {"tc", "time-limit"},
         {"st", "time-limit"},
         {"timeout", "time-limit"},
         {"rounds", "fields"},
         {"openings", "fields"},
         {"book", "fields"},
         {"concurrency", "jobs"},
         {"parallel", "jobs"},
         {"workers", "jobs"},
         {"threads", "jobs"},
         {"srand", "seed"},
         {"tournament", "format"},
         {"gauntlet", "format gauntlet"},
         {"roundrobin", "format round-robin"},
         {"round-robin", "format round-robin"},
         {"knockout", "format knockout"},
         {"elo0", "sprt"},
         {"elo1", "sprt"},
         {"alpha", "sprt"},
         {"beta", "sprt"},
         {"pgnout", "pgn"},
         {"output", "record"},
         {"replay-directory", "records"},
         {"variant", "game"},
         {"map", "fields"},
         {"noswap", "seats fixed"},
         {"out", "record"},
         {"database", "db"}});
    return translation_of(word, names);
}

/// Why an option of other programs isn't needed here; empty if unknown.
std::string_view without(std::string_view word, std::string_view command) {
    if ((word == "db" || word == "database") &&
        (command == "report" || command == "site" || command == "merge")) {
        return "the database is an argument";
    }
    if (word == "resume" && (command == "tournament" || command == "tune")) {
        return "the same command resumes what was interrupted";
    }
    if (command != "play" && command != "tournament") {
        return "";
    }
    constexpr auto reasons = std::to_array<Translation>(
        {{"repeat", "each match is played in all seatings anyway"},
         {"games", "a match is one game for each seating"},
         {"recover", "a program that fails is started again for its next answer"},
         {"wait", "nothing needs a pause between games"},
         {"resign", "games are played to their end by the rules"},
         {"draw", "games are played to their end by the rules"},
         {"maxmoves",
          "games are played to their end; the field's parameters, or max-turns in game.ini, limit their length"}});
    return translation_of(word, reasons);
}

std::string unknown_option_text(const Usage& usage, const std::string& given) {
    std::vector<std::string_view> names{"help", "help-all"};
    for (const Option& option : usage.options) {
        names.push_back(option.name);
    }
    std::string_view word = given;
    word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
    word = word.substr(0, word.find('='));
    if (const std::string_view reason = without(word, usage.command); !reason.empty()) {
        return fmt::format("unrecognised option '{}'; leave it out: {}", printable(given), reason);
    }
    const std::string_view known = name_here(word);
    const bool has_known =
        std::find(names.begin(), names.end(), known.substr(0, known.find(' '))) != names.end();
    const std::string_view near = has_known ? known : nearest(word, names);
    return fmt::format(
        "unrecognised option '{}'; {}'referee help {}' lists the options", printable(given),
        near.empty() ? "" : fmt::format("did you mean '--{}'? ", near), usage.command);
}

bool names_a_file(const Option& option) {
    constexpr std::array<std::string_view, 4> values{"FILE", "DIR", "PATH", "RECORD"};
    return std::find(values.begin(), values.end(), option.value) != values.end();
}

} // namespace

Option rules_option() {
    return explained(
        {"rules", "DIR", "the folder of a game whose rules are a program", Topic::games,
         Weight::rare},
        "Without it such a game is found in games/ beside the field, in the folders of "
        "$REFEREE_GAMES, or among the installed ones.");
}

Option& option_named(std::vector<Option>& options, std::string_view name) {
    const auto found = std::find_if(
        options.begin(), options.end(), [&](const Option& option) { return option.name == name; });
    if (found == options.end()) {
        throw InternalError(fmt::format("there is no option --{} to change", name));
    }
    return *found;
}

std::string alternatives(std::span<const std::string_view> words) {
    return words.size() < 2
               ? fmt::format("{}", fmt::join(words, ""))
               : fmt::format(
                     "{} or {}", fmt::join(words.first(words.size() - 1), ", "), words.back());
}

Arguments::Arguments(const Usage& usage, const std::vector<std::string>& arguments) {
    options::options_description all = describe(usage);
    all.add_options()(words_option, options::value<std::vector<std::string>>());
    options::positional_options_description positional;
    positional.add(words_option, -1);
    try {
        // No abbreviations: one could mean another option in the next version.
        const int style = options::command_line_style::default_style &
                          ~options::command_line_style::allow_guessing;
        const auto parsed = options::command_line_parser(with_optional_values(usage, arguments))
                                .options(all)
                                .positional(positional)
                                .style(style)
                                .run();
        options::variables_map unused;
        options::store(parsed, unused);
        for (const options::option& option : parsed.options) {
            std::vector<std::string>& values = values_[option.string_key];
            values.insert(values.end(), option.value.begin(), option.value.end());
        }
    } catch (const options::unknown_option& problem) {
        throw UserError(unknown_option_text(usage, problem.get_option_name()));
    } catch (const options::error& problem) {
        throw UserError(
            fmt::format("{}; 'referee help {}' lists the options", problem.what(), usage.command));
    }
    for (const Option& option : usage.options) {
        const auto at = values_.find(option.name);
        if (at != values_.end() && !option.is_many && at->second.size() > 1) {
            throw UserError(fmt::format("--{} was given twice; give it only once", option.name));
        }
        if (at != values_.end() && option.is_decisive) {
            decisive_.emplace_back(option.name);
        }
        // From a script whose variable isn't set. It must not count as an option that isn't given.
        if (at != values_.end() && names_a_file(option) &&
            std::find(at->second.begin(), at->second.end(), "") != at->second.end()) {
            throw UserError(
                fmt::format("--{0} '': no name; write --{0} {1}", option.name, option.value));
        }
    }
    words_ = values_[words_option];
    values_.erase(words_option);
    if (has("rules")) {
        use_rules(text("rules"));
    }
}

bool Arguments::has(std::string_view name) const {
    return values_.find(name) != values_.end();
}

std::string Arguments::text(std::string_view name, std::string_view default_value) const {
    const auto at = values_.find(name);
    return at == values_.end() || at->second.empty() ? std::string(default_value) : at->second[0];
}

std::vector<std::string> Arguments::all(std::string_view name) const {
    const auto at = values_.find(name);
    return at == values_.end() ? std::vector<std::string>() : at->second;
}

std::size_t
Arguments::index_among(std::string_view name, std::span<const std::string_view> names) const {
    const auto found = std::find(names.begin(), names.end(), text(name));
    if (found == names.end()) {
        refuse(name, "write " + alternatives(names));
    }
    return static_cast<std::size_t>(found - names.begin());
}

void Arguments::refuse(std::string_view name, const std::string& todo) const {
    throw UserError(fmt::format("--{} {}: invalid value; {}", name, printable(text(name)), todo));
}

std::int64_t Arguments::integer(
    std::string_view name, std::int64_t default_value, std::int64_t min, std::int64_t max) const {
    std::int64_t value = default_value;
    if (has(name) && (!parse_integer(text(name), value) || value < min || value > max)) {
        refuse(
            name, min == max ? fmt::format("only {} is possible", min)
                             : fmt::format("give an integer from {} to {}", min, max));
    }
    return value;
}

std::optional<std::chrono::milliseconds> Arguments::duration(std::string_view name) const {
    if (!has(name)) {
        return std::nullopt;
    }
    if (text(name) == "none") {
        return std::chrono::milliseconds(0);
    }
    const std::optional<std::chrono::milliseconds> value = parse_duration(text(name));
    if (!value) {
        refuse(name, "write e.g. 500ms, 10s, 1m (at most a week), or none");
    }
    return value;
}

std::chrono::milliseconds
Arguments::delay(std::string_view name, std::chrono::milliseconds default_value) const {
    return text(name) == "0" ? std::chrono::milliseconds(0)
                             : duration(name).value_or(default_value);
}

std::optional<std::uint64_t> Arguments::size(std::string_view name) const {
    if (!has(name)) {
        return std::nullopt;
    }
    constexpr std::array<UnitFactor, 4> units{
        {{"", 1}, {"K", 1ULL << 10U}, {"M", 1ULL << 20U}, {"G", 1ULL << 30U}}};
    const std::optional<std::uint64_t> value = parse_scaled(text(name), units);
    if (!value || *value == 0) {
        refuse(name, "write e.g. 512M or 2G");
    }
    return value;
}

namespace {

/// "NAME=PATH" or "PATH", relative to `folder`. A command line stays as it is: its paths are
/// relative to the current folder.
std::string from_folder(const std::filesystem::path& folder, const std::string& value) {
    const auto [name, path] = split_name(value);
    std::error_code code;
    const std::string whole = (folder / path).lexically_normal().string();
    if (value.find(' ') != std::string::npos && !std::filesystem::exists(folder / path, code) &&
        !matches_something(whole)) {
        return value;
    }
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

std::vector<std::string> with_config(const Usage& usage, const std::vector<std::string>& words) {
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
        all.push_back("--" + entry.key);
        all.push_back(option->takes_path() ? from_folder(folder, entry.value) : entry.value);
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
    // If several lines have that key, the one whose value the error shows, else the first.
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
