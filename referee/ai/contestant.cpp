// The AIs that a command names, ready to play: their names, programs and copies.

#include "ai/contestant.hpp"

#include "ai/declaration.hpp"
#include "ai/executable.hpp"
#include "ai/of_contestant.hpp"
#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/ini.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "os/output.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string_view>

namespace referee {
namespace {

/// Stands for a person instead of a path. A program of that name is "./human".
constexpr std::string_view human = "human";

Contestant person_named(const std::string& name) {
    Contestant person;
    person.name = name;
    person.is_human = true;
    person.program.path = human;
    return person;
}

/// The name in the ai.ini of an AI that may have mistakes; empty if there is none.
std::string name_in_folder(const std::filesystem::path& folder) {
    std::error_code code;
    if (!std::filesystem::is_regular_file(folder / "ai.ini", code)) {
        return "";
    }
    try {
        for (const IniEntry& entry : read_ini((folder / "ai.ini").string())) {
            if (entry.key == "name") {
                return entry.value;
            }
        }
    } catch (const UserError&) { // whoever reads the AI says what is wrong with it
    }
    return "";
}

std::string name_by_path(const std::string& path) {
    if (std::string name = name_in_folder(path); !name.empty()) {
        return name;
    }
    std::string file = path;
    std::error_code code;
    if (path.find(' ') != std::string::npos && !std::filesystem::exists(path, code)) {
        const std::vector<std::string> words = split_words(path).words;
        const auto script = std::find_if(words.begin(), words.end(), [](const std::string& word) {
            return !language_command(word).empty();
        });
        file = script != words.end() ? *script : words.empty() ? path : words[0];
    }
    const std::filesystem::path whole = std::filesystem::absolute(file, code).lexically_normal();
    return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

/// `name`: empty if none was given.
Contestant contestant_from(const std::string& name, const std::string& path) {
    Contestant contestant;
    contestant.program = read_program(path);
    contestant.stamps = stamps_of(contestant.program);
    contestant.copy = copy_for_private_user(contestant.program);
    contestant.name = name.empty() ? contestant.program.name : name;
    contestant.sha256 = contestant.program_sha256 = sha256_of(contestant.program);
    contestant.parameters = contestant.program.parameters;
    const std::string changed = first_changed(contestant.stamps);
    if (!changed.empty()) {
        throw UserError(
            changed + ": it changed while it was being read; try again when it is complete");
    }
    return contestant;
}

Contestant read_contestant(const std::string& argument, bool takes_people) {
    std::error_code code;
    NamedPath given = split_name(argument);
    std::string& name = given.name;
    std::string& path = given.path;
    // A name with blanks could also be the beginning of a command line: bot --depth=3.
    if (std::filesystem::exists(argument, code) ||
        (name.find(' ') != std::string::npos && !std::filesystem::exists(path, code))) {
        name.clear();
        path = argument;
    }
    if (path.empty()) {
        throw UserError("--ai '" + argument + "': no program is named; write [NAME=]PATH");
    }
    if (path == human && !takes_people) {
        throw UserError(
            "human: a person can play only in 'referee FIELD'; name a program, or write "
            "./human for a file of that name");
    }
    if (path == human) {
        return person_named(name.empty() ? path : name);
    }
    return about_contestant(
        name.empty() ? name_by_path(path) : name, [&] { return contestant_from(name, path); });
}

/// A copied folder has the original's name in its ai.ini. AIs that have one name only because of
/// that are called like their folders, if these differ.
void name_copies_by_folder(
    const std::vector<std::string>& arguments, std::vector<Contestant>& contestants) {
    std::map<std::string, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < contestants.size(); ++i) {
        alike[contestants[i].name].push_back(i);
    }
    for (const auto& [name, indexes] : alike) {
        std::set<std::string> folders;
        for (const std::size_t i : indexes) {
            const bool is_named_here = arguments[i].starts_with(name + "=");
            const std::filesystem::path folder = contestants[i].program.folder;
            const std::string own = is_named_here ? "" : folder.filename().string();
            if (!own.empty() && (own == name || alike.count(own) == 0)) {
                folders.insert(own);
            }
        }
        for (const std::size_t i : indexes) {
            if (indexes.size() > 1 && folders.size() == indexes.size()) {
                contestants[i].name =
                    std::filesystem::path(contestants[i].program.folder).filename().string();
            }
        }
    }
}

/// Equal names get numbers.
std::vector<std::string> numbered_names(const std::vector<Contestant>& contestants) {
    std::map<std::string, int> counts;
    for (const Contestant& contestant : contestants) {
        ++counts[contestant.name];
    }
    std::map<std::string, int> numbers;
    std::vector<std::string> names;
    for (const Contestant& contestant : contestants) {
        const std::string& name = contestant.name;
        names.push_back(counts[name] > 1 ? name + "#" + std::to_string(++numbers[name]) : name);
    }
    return names;
}

/// `parts` are listed in a message as "a, b, c".
std::string list_of(const std::vector<std::string>& parts) {
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// Throws UserError.
void set_value(
    const std::string& setting, const std::string& word, AiParameter& parameter,
    const std::string& place) {
    double value = 0;
    const char* const end = word.data() + word.size();
    const auto [rest, code] = std::from_chars(word.data(), end, value);
    const auto refuse = [&](const std::string& what) {
        throw UserError(fmt::format(
            "--set {}: {}; {}:{} declares it from {} to {}", printable(setting), what, place,
            parameter.line, value_text(parameter.min), value_text(parameter.max)));
    };
    if (code != std::errc() || rest != end) {
        refuse(fmt::format("'{}' is not a number", printable(word)));
    }
    if (!(value >= parameter.min && value <= parameter.max)) {
        refuse(fmt::format("{} is out of range", parameter.name));
    }
    if (parameter.is_integer && fitting(parameter, value) != value) {
        refuse(fmt::format("{} is an int", parameter.name));
    }
    parameter.value = value;
}

/// The parameter that "AI:PARAMETER=VALUE" sets, and the place of its AI. Throws UserError.
void set_parameter(
    const std::string& setting, const std::vector<std::string>& names,
    std::vector<Contestant>& contestants, std::set<const AiParameter*>& done) {
    const auto refuse = [&](const std::string& what) {
        throw UserError(fmt::format("--set {}: {}", printable(setting), what));
    };
    const std::size_t equals = setting.rfind('=');
    const std::size_t colon = equals == std::string::npos ? equals : setting.rfind(':', equals);
    if (colon == std::string::npos) {
        refuse("write AI:PARAMETER=VALUE, e.g. depth3:red=12");
    }
    const std::string name = setting.substr(0, colon);
    const std::string wanted = setting.substr(colon + 1, equals - colon - 1);
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) {
        refuse(fmt::format(
            "there is no AI '{}'; choose from: {}", printable(name), printable(list_of(names))));
    }
    Contestant& contestant = contestants[static_cast<std::size_t>(at - names.begin())];
    if (contestant.parameters.empty()) {
        refuse(fmt::format(
            "{} declares no parameters; add lines 'parameter = NAME, int|float, VALUE, MIN, MAX, "
            "STEP' to its ai.ini, and let it read parameters.dat",
            contestant.program.path));
    }
    const std::string file = contestant.program.path + "/ai.ini";
    std::vector<std::string> known;
    for (AiParameter& parameter : contestant.parameters) {
        if (parameter.name == wanted) {
            if (!done.insert(&parameter).second) {
                refuse("it is set twice; set it only once");
            }
            set_value(setting, setting.substr(equals + 1), parameter, file);
            return;
        }
        known.push_back(parameter.name);
    }
    refuse(fmt::format(
        "{} declares no parameter '{}'; choose from: {}", file, printable(wanted), list_of(known)));
}

/// "cd FOLDER && COMMAND" for an AI whose ai.ini has `build` and whose program isn't there; empty
/// for any other.
std::string missing_build(const std::string& argument) {
    const std::string path = split_name(argument).path;
    const std::filesystem::path folder = path;
    std::error_code code;
    if (!std::filesystem::is_regular_file(folder / "ai.ini", code)) {
        return "";
    }
    std::string command;
    std::string build;
    for (const IniEntry& entry : read_ini((folder / "ai.ini").string())) {
        command = entry.key == "command" ? entry.value : command;
        build = entry.key == "build" ? entry.value : build;
    }
    const Words split = split_words(command);
    if (build.empty() || split.words.empty()) {
        return "";
    }
    const std::string& word = split.words[0];
    const bool is_there = std::filesystem::exists(folder / word, code) ||
                          (word.find('/') == std::string::npos && !find_in_ai_path(word).empty());
    return is_there || word.find("{dir}") != std::string::npos
               ? ""
               : fmt::format("cd {} && {}", shell_line({path}), build);
}

/// All of them are named at once.
void require_built(const std::vector<std::string>& arguments) {
    std::string commands;
    std::string name;
    std::int64_t count = 0;
    for (const std::string& argument : arguments) {
        if (const std::string command = missing_build(argument); !command.empty()) {
            name = name_of_unread(argument);
            commands += fmt::format("{}({})", count++ == 0 ? "" : "; ", safe_text(command));
        }
    }
    if (count == 1) {
        throw OfContestant<UserError>(
            name, fmt::format("an AI is not built yet; run {}", commands));
    }
    if (count > 1) {
        throw UserError(fmt::format("{} AIs are not built yet; run {}", count, commands));
    }
}

std::vector<Contestant> read_all(
    const std::vector<std::string>& arguments, const std::vector<std::string>& settings,
    bool takes_people) {
    require_built(arguments);
    std::vector<Contestant> contestants;
    for (const std::string& argument : arguments) {
        contestants.push_back(read_contestant(argument, takes_people));
    }
    name_copies_by_folder(arguments, contestants);
    std::vector<std::string> names = numbered_names(contestants);
    std::set<const AiParameter*> done;
    for (const std::string& setting : settings) {
        set_parameter(setting, names, contestants, done);
    }
    for (Contestant& contestant : contestants) {
        const std::string changes = changes_text(contestant.parameters);
        if (!changes.empty()) {
            contestant.name += changes;
            contestant.sha256 = sha256(contestant.sha256 + changes);
        }
    }
    names = numbered_names(contestants);
    for (std::size_t i = 0; i < contestants.size(); ++i) {
        contestants[i].name = names[i];
        // A path with a mistake in it may be one by chance.
        if (const std::string text = by_command_line(contestants[i]); !text.empty()) {
            print_error("note: " + text);
        }
    }
    return contestants;
}

} // namespace

std::string by_command_line(const Contestant& contestant) {
    return contestant.program.is_command_line
               ? command_line_text(contestant.name, contestant.program.path)
               : "";
}

std::string command_line_text(std::string_view name, std::string_view line) {
    return fmt::format("{}, by the command line: {}", name, line);
}

NamedPath split_name(const std::string& text) {
    const std::size_t at = text.find('=');
    const bool is_named = at != std::string::npos && at > 0 && text.find('/') > at;
    return is_named ? NamedPath{text.substr(0, at), text.substr(at + 1)} : NamedPath{"", text};
}

std::string name_of_unread(const std::string& argument) {
    const NamedPath given = split_name(argument);
    return given.name.empty() ? name_by_path(given.path) : given.name;
}

std::vector<Contestant> read_contestants(
    const std::vector<std::string>& arguments, const std::vector<std::string>& settings) {
    return read_all(arguments, settings, false);
}

std::vector<Contestant> read_contestants_and_people(
    const std::vector<std::string>& arguments, const std::vector<std::string>& settings) {
    return read_all(arguments, settings, true);
}

void require_game(const std::vector<Contestant>& contestants, std::string_view game) {
    for (const Contestant& contestant : contestants) {
        const Program& program = contestant.program;
        if (!program.game.empty() && program.game != game) {
            throw OfContestant<UserError>(
                contestant.name,
                fmt::format(
                    "{}: its ai.ini says that it plays {}, but the game is {}; name an AI of {}, "
                    "or change the line 'game'",
                    program.path, printable(program.game), game, game));
        }
    }
}

} // namespace referee
