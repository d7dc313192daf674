// `referee new-game`: a whole small game to start from, whose rules are a program.

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/commands/new.hpp"
#include "game/registry.hpp"
#include "os/output.hpp"
#include "os/processes.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <vector>

namespace referee {
namespace {

namespace fs = std::filesystem;

/// Where the files of a new game come from; scripts/make/referee.mk embeds them.
constexpr std::string_view starters = "referee/game_programs/starters/";

/// Of a language: the lines of game.ini that start and build its rules.
constexpr std::string_view language_file = "language.ini";

/// A language with a starter: a folder in which there is a language.ini.
struct RulesLanguage {
    std::string_view name; ///< also the folder of its files
    std::string_view lines;
    std::string_view rules; ///< the file with the rules
};

std::vector<RulesLanguage> find_languages() {
    std::vector<RulesLanguage> languages;
    for (const StarterFile& file : starter_files()) {
        if (file.path.starts_with(starters) && file.path.ends_with(language_file)) {
            std::string_view name = file.path.substr(starters.size());
            name = name.substr(0, name.find('/'));
            std::string_view lines = file.text;
            lines.remove_suffix(1); // the end of the last line
            languages.push_back({name, lines, ""});
        }
    }
    for (RulesLanguage& language : languages) {
        const std::string begin = fmt::format("{}{}/game.", starters, language.name);
        for (const StarterFile& file : starter_files()) {
            if (file.path.starts_with(begin)) {
                language.rules = file.path.substr(file.path.rfind('/') + 1);
            }
        }
    }
    return languages;
}

const std::vector<RulesLanguage>& rules_languages() {
    static const std::vector<RulesLanguage> languages = find_languages();
    return languages;
}

const std::vector<std::string_view>& language_words() {
    static const std::vector<std::string_view> words = [] {
        std::vector<std::string_view> names;
        for (const RulesLanguage& language : rules_languages()) {
            names.push_back(language.name);
        }
        return names;
    }();
    return words;
}

constexpr std::string_view default_language = "Python";

} // namespace

const Usage& new_game_usage() {
    using enum Weight;
    static const Usage usage{
        "new-game",
        "referee new-game --language LANGUAGE DIR",
        "Creates a folder with a whole small game whose rules are a program: game.ini,\n"
        "rules, page, drawing, reference AI, and a script that tries it. The folder's\n"
        "name is the game's name. The guide is referee/game_programs/README.md.",
        "referee new-game --language Python mygame\n"
        "mygame/try",
        {
            {"language", "LANGUAGE", "the language of the rules; default Python", Topic::games,
             common, false, language_words()},
            {"json", "", "print what was written as one line of JSON", Topic::output, rare},
        }};
    return usage;
}

namespace {

const RulesLanguage& language_of(const Arguments& arguments) {
    const std::string wanted = arguments.text("language", std::string(default_language));
    for (const RulesLanguage& language : rules_languages()) {
        if (language.name.size() == wanted.size() &&
            std::equal(
                wanted.begin(), wanted.end(), language.name.begin(),
                [](unsigned char one, unsigned char other) {
                    return std::tolower(one) == std::tolower(other);
                })) {
            return language;
        }
    }
    throw UserError(fmt::format(
        "--language {}: there is no game to start from in it; choose {}; in any other language, "
        "translate one of them",
        printable(wanted), alternatives(language_words())));
}

void replace_all(std::string& text, std::string_view mark, std::string_view by) {
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += by.size()) {
        text.replace(at, mark.size(), by);
    }
}

/// The path of an embedded file in the new folder; empty if it is another language's.
std::string place_of(std::string_view path, std::string_view language) {
    path.remove_prefix(starters.size());
    for (const RulesLanguage& other : rules_languages()) {
        if (path.starts_with(other.name) && path[other.name.size()] == '/') {
            return other.name == language ? std::string(path.substr(other.name.size() + 1)) : "";
        }
    }
    return std::string(path);
}

void require_name(const std::string& name) {
    const bool is_name =
        !name.empty() && name.size() <= 40 && name[0] >= 'a' && name[0] <= 'z' &&
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
    if (!is_name) {
        throw UserError(fmt::format(
            "'{}' can't be the name of a game; name a folder with small letters, digits and _, "
            "beginning with a letter",
            printable(name)));
    }
    if (is_game(name)) {
        throw UserError(fmt::format("there is a game '{}' already; take another name", name));
    }
}

} // namespace

int new_game_command(const std::vector<std::string>& words) {
    const Arguments arguments(new_game_usage(), words);
    if (arguments.words().size() != 1) {
        throw UserError(
            "new-game takes one folder; write 'referee new-game --language Python DIR'");
    }
    const RulesLanguage& language = language_of(arguments);
    const fs::path folder = fs::absolute(arguments.words()[0]).lexically_normal();
    const std::string name =
        (folder.has_filename() ? folder : folder.parent_path()).filename().string();
    require_name(name);
    make_new_folder(folder);
    Json files = Json::array();
    for (const StarterFile& file : starter_files()) {
        const std::string place =
            file.path.starts_with(starters) ? place_of(file.path, language.name) : "";
        if (place.empty() || place == language_file) {
            continue;
        }
        std::string text(file.text);
        replace_all(text, "@NAME@", name);
        replace_all(text, "@COMMAND@", language.lines);
        replace_all(text, "@REFEREE@", shell_line({own_program().string()}));
        const fs::path path = folder / place;
        fs::create_directories(path.parent_path());
        write_file(path.string(), text);
        files.push_back(place);
        if (text.starts_with("#!")) {
            fs::permissions(
                path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                fs::perm_options::add);
        }
    }
    if (arguments.has("json")) {
        fmt::print(
            "{}\n", safe_json(Json({{"path", arguments.words()[0]},
                                    {"game", name},
                                    {"language", language.name},
                                    {"files", files}})
                                  .dump()));
        return exit_done;
    }
    fmt::print(
        "{}: a game with rules in {}\n"
        "  game.ini        what the referee must know of it\n"
        "  {:16}the rules\n"
        "  README.md       the rules for people\n"
        "  board.js        its drawing in pages\n"
        "  reference/      an AI\n"
        "  try             checks it, plays a match and shows it\n",
        safe_text(arguments.words()[0]), language.name, language.rules);
    return exit_done;
}

} // namespace referee
