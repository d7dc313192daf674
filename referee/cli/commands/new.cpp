// `referee new`: a working AI to start from, with a script that tries it.

#include "cli/commands/new.hpp"

#include "ai/declaration.hpp"
#include "ai/shipped.hpp"
#include "ai/starter_forms.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "game/registry.hpp"
#include "os/output.hpp"
#include "os/processes.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>

namespace referee {

namespace {

namespace fs = std::filesystem;

std::span<const std::string_view> language_names();
std::span<const std::string_view> template_names();

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
    return result;
}

/// The AIs that lie beside the rules of a game: its starters/, else its reference/.
std::vector<std::string> ais_beside(const fs::path& rules) {
    std::vector<std::string> found;
    std::error_code code;
    for (fs::directory_iterator at(rules / "starters", code), end; !code && at != end;
         at.increment(code)) {
        if (fs::exists(at->path() / "ai.ini", code)) {
            found.push_back(at->path().string());
        }
    }
    std::sort(found.begin(), found.end());
    if (found.empty() && fs::exists(rules / "reference" / "ai.ini", code)) {
        found.push_back((rules / "reference").string());
    }
    return found;
}

/// A game whose rules are a program of somebody's has what they have put beside it. `rules`: the
/// folder of --rules; empty without.
[[noreturn]] void refuse_without_starters(std::string_view game, const std::string& rules) {
    std::vector<std::string> commands;
    for (const std::string& ai : rules.empty() ? std::vector<std::string>() : ais_beside(rules)) {
        commands.push_back(fmt::format("cp -r {} DIR", shell_line({ai})));
    }
    throw UserError(
        commands.empty()
            ? fmt::format(
                  "{}: 'new' has no AI to start from for this game; write one: 'referee games {}' "
                  "shows the files and an answer",
                  game,
                  rules.empty() ? std::string(game)
                                : fmt::format("{} --rules {}", game, shell_line({rules})))
            : fmt::format(
                  "{}: 'new' has no AI to start from for this game; copy one that lies beside its "
                  "rules: {}",
                  game, fmt::join(commands, ", or ")));
}

const Language&
language_named(const std::string& name, std::string_view game, const std::string& rules) {
    const std::vector<const Language*> known = languages_of(game);
    if (known.empty()) {
        refuse_without_starters(game, rules);
    }
    for (const Language* const language : known) {
        if (lower(language->name) == lower(name)) {
            return *language;
        }
    }
    std::vector<std::string_view> names;
    for (const Language* const language : known) {
        names.push_back(language->name);
    }
    const std::string list = fmt::format("{}", fmt::join(names, ", "));
    if (name.empty()) {
        throw UserError(fmt::format("--language is missing; languages for {}: {}", game, list));
    }
    throw UserError(fmt::format(
        "--language {}: {} has no starter in it; choose from: {}", printable(name), game, list));
}

void write(const fs::path& path, const std::string& text, bool is_program) {
    write_file(path.string(), text);
    if (is_program) {
        constexpr auto run = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
        fs::permissions(path, run, fs::perm_options::add);
    }
}

constexpr std::string_view reference_template = "reference";
constexpr std::string_view learnt_template = "learnt";

struct NewFile {
    std::string place; ///< in the new folder
    std::string_view text;
};

/// The starter that plays what it has learnt; nothing if the game can't be learnt.
std::vector<NewFile> learnt_starter_of(std::string_view game) {
    constexpr std::string_view starter = "referee/python/starter/";
    constexpr std::string_view package = "referee/python/referee_games/";
    const std::string reader = fmt::format("referee/games/{}/observation.py", game);
    const std::string own = fmt::format("{}{}/", starter, game);
    std::vector<NewFile> files;
    bool is_learnt = false;
    for (const StarterFile& file : starter_files()) {
        if (file.path == reader) {
            files.push_back({fmt::format("player/{}.py", game), file.text});
        } else if (file.path.starts_with(own)) {
            files.push_back({std::string(file.path.substr(own.size())), file.text});
            is_learnt = true;
        } else if (is_of_every_game(file)) {
            const auto root = file.path.starts_with(starter) ? starter.size() : package.size();
            files.push_back({std::string(file.path.substr(root)), file.text});
        }
    }
    return is_learnt ? files : std::vector<NewFile>();
}

/// What `new` writes besides the forms.
struct Starter {
    const Language& language;
    std::vector<NewFile> files;
    std::string_view readme;
    std::string ini_lines; ///< at the end of ai.ini
};

Starter starter_from(std::string_view form, std::string_view game, const Language& language) {
    if (form == reference_template) {
        const std::string build =
            language.build.empty() ? "" : fmt::format("build = {}\n", language.build);
        return {
            language,
            {{std::string(language.program), starter_of(game, language)}},
            readme_form,
            build};
    }
    std::vector<NewFile> files = learnt_starter_of(game);
    if (files.empty()) {
        throw UserError(fmt::format(
            "--template {}: {} has no observations to learn from; leave the option out", form,
            game));
    }
    if (language.name != "Python") {
        throw UserError(fmt::format(
            "--template {}: it is in Python; write --language Python, not {}", form,
            language.name));
    }
    return {language, std::move(files), learnt_readme_form, "resident = yes\nprepare = yes\n"};
}

void make_ai(const fs::path& folder, const GameInfo& game, const Starter& starter, bool as_json) {
    const Language& language = starter.language;
    const std::string self = own_program().string();
    const fs::path whole = fs::absolute(folder).lexically_normal();
    const std::string name =
        (whole.has_filename() ? whole : whole.parent_path()).filename().string();
    const bool is_built = !language.build.empty();
    for (const NewFile& file : starter.files) {
        const fs::path path = folder / file.place;
        fs::create_directories(path.parent_path());
        write(path, std::string(file.text), !is_built && file.text.starts_with("#!"));
    }
    write(
        folder / "ai.ini",
        fmt::format(
            ini_form, fmt::arg("command", language.command), fmt::arg("game", game.name),
            fmt::arg("name", name), fmt::arg("language", language.name),
            fmt::arg("program", language.program), fmt::arg("build", starter.ini_lines)),
        false);
    write(
        folder / "README.md",
        fmt::format(
            fmt::runtime(starter.readme), fmt::arg("name", name), fmt::arg("game", game.name),
            fmt::arg("language", language.name), fmt::arg("program", language.program),
            fmt::arg("referee", shell_word(self)), fmt::arg("rules", rules_of(game.name)),
            fmt::arg("folder", shell_word(whole.string())),
            fmt::arg("training", "referee/python/README.md of the referee"),
            fmt::arg(
                "try_does", is_built ? "builds it and plays ten games against the reference AI"
                                     : "plays ten games against the reference AI"),
            fmt::arg("built", is_built ? fmt::format(", and built: `{}`", language.build) : "")),
        false);
    write(
        folder / "try",
        fmt::format(
            try_form, fmt::arg("referee", shell_word(self)),
            fmt::arg("opponent", shell_word((folder_of_ais(game.name) / "reference").string())),
            fmt::arg("target", make_for_ai(game.name, "reference", "make")),
            fmt::arg(
                "build",
                is_built ? fmt::format(build_form, fmt::arg("build", language.build)) : ""),
            fmt::arg("game", game.name), fmt::arg("players", std::max(2, game.min_seats))),
        true);
    if (as_json) {
        Json files = Json::array();
        for (const NewFile& file : starter.files) {
            files.push_back(file.place);
        }
        for (const char* const file : {"ai.ini", "README.md", "try"}) {
            files.push_back(file);
        }
        fmt::print(
            "{}\n", safe_json(Json({{"path", folder.string()},
                                    {"game", game.name},
                                    {"language", language.name},
                                    {"build", language.build},
                                    {"files", files}})
                                  .dump()));
        return;
    }
    fmt::print(
        "{}: an AI for {} in {}\n  {:16}the AI\n  {:16}how it is started\n  {:16}{}\n",
        safe_text(folder.string()), game.name, language.name, language.program, "ai.ini", "try",
        is_built ? "builds it and plays ten games against the reference AI"
                 : "plays ten games against the reference AI");
}

int print_list(bool as_json) {
    Json list = Json::array();
    for (const Game* const game : all_games()) {
        for (const Language* const language : languages_of(game->info().name)) {
            if (as_json) {
                list.push_back({{"game", game->info().name}, {"language", language->name}});
            } else {
                fmt::print("{} {}\n", game->info().name, language->name);
            }
        }
    }
    if (as_json) {
        fmt::print("{}\n", safe_json(Json({{"starters", list}}).dump()));
    }
    return exit_done;
}

constexpr std::array<Language, 11> languages{{
    {"C", "ai-samples/{game}/reference.c", "bot.c", "gcc -O2 -o bot bot.c -lm", "bot", "gcc"},
    {"C++", "ai-reference/{game}/reference.cpp", "bot.cpp", "g++ -std=c++20 -O2 -o bot bot.cpp",
     "bot", "g++"},
    {"C#", "ai-samples/{game}/reference.cs", "Bot.cs", "mcs -out:bot.exe Bot.cs",
     "mono {dir}/bot.exe", "mcs"},
    {"Go", "ai-samples/{game}/reference.go", "bot.go", "go build -o bot bot.go", "bot", "go"},
    // All these flags are for a fast start, because it is started for every move.
    {"Java", "ai-samples/{game}/reference-java/Reference.java", "Reference.java",
     "javac -XDstringConcat=inline Reference.java",
     "java -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -cp {dir} "
     "Reference",
     "javac"},
    {"JavaScript", "ai-samples/{game}/reference.js", "bot.js", "", "bot.js", "node"},
    {"Lua", "ai-samples/{game}/reference.lua", "bot.lua", "", "bot.lua", "lua"},
    {"Perl", "ai-samples/{game}/reference.pl", "bot.pl", "", "bot.pl", "perl"},
    {"Python", "ai-samples/{game}/reference.py", "bot.py", "", "bot.py", "python3"},
    {"Rust", "ai-samples/{game}/reference.rs", "bot.rs", "rustc --edition 2021 -O -o bot bot.rs",
     "bot", "rustc"},
    {"Bash", "ai-samples/{game}/reference.sh", "bot.sh", "", "bot.sh", "bash"},
}};

/// The languages in which some game has a starter.
std::span<const std::string_view> language_names() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const Language& language : languages) {
            if (std::any_of(game_names().begin(), game_names().end(), [&](std::string_view game) {
                    return !starter_of(game, language).empty();
                })) {
                all.push_back(language.name);
            }
        }
        return all;
    }();
    return names;
}

std::span<const std::string_view> template_names() {
    static constexpr std::array names{reference_template, learnt_template};
    return names;
}

} // namespace

const Usage& new_usage() {
    using enum Weight;
    static const Usage usage{
        "new",
        "referee new --game NAME --language LANGUAGE DIR\n"
        "       referee new --list",
        "Creates a folder with a working AI to start from: the reference AI of the game,\n"
        "its ai.ini, a README, and a script that plays ten games against the reference\n"
        "AI and explains the first fault.",
        "referee new --game gems --language Python my-ai\n"
        "my-ai/try",
        {
            {"game", "NAME", "which game (default gems)", Topic::games, common, false,
             game_names()},
            rules_option(),
            {"language", "LANGUAGE", "the language of the AI", Topic::ais, required, false,
             language_names()},
            {"template", "NAME", "learnt: a policy with weights, in Python (default reference)",
             Topic::ais, rare, false, template_names()},
            {"list", "", "print the games and their languages, one pair per line", Topic::output,
             common},
            {"json", "", "print what was written, or the list, as one line of JSON", Topic::output,
             rare},
        }};
    return usage;
}

int new_command(const std::vector<std::string>& words) {
    const Arguments arguments(new_usage(), words);
    if (arguments.has("list")) {
        for (const char* const option : {"game", "rules", "language", "template"}) {
            if (arguments.has(option)) {
                throw UserError(
                    fmt::format("--{}: --list shows all starters; leave it out", option));
            }
        }
        return print_list(arguments.has("json"));
    }
    if (arguments.words().size() != 1) {
        throw UserError("new takes one folder; write 'referee new --game NAME --language "
                        "LANGUAGE DIR'");
    }
    const GameInfo& game = chosen_game(arguments).info();
    const Language& language = language_named(
        arguments.text("language"), game.name,
        arguments.has("game") ? "" : arguments.text("rules"));
    const Starter starter = starter_from(
        arguments.text("template", std::string(reference_template)), game.name, language);
    const fs::path folder = arguments.words()[0];
    make_new_folder(folder);
    make_ai(folder, game, starter, arguments.has("json"));
    return exit_done;
}

void make_new_folder(const fs::path& folder) {
    std::error_code code;
    fs::create_directories(folder, code);
    if (!fs::is_directory(folder)) {
        throw UserError(fmt::format(
            "{}: the folder can't be created ({}); name another one", folder.string(),
            code ? code.message() : "a file with that name exists"));
    }
    if (!fs::is_empty(folder)) {
        throw UserError(folder.string() + ": the folder isn't empty; name a new one");
    }
}

std::string_view starter_of(std::string_view game, const Language& language) {
    std::string path(language.source);
    constexpr std::string_view placeholder = "{game}";
    path.replace(path.find(placeholder), placeholder.size(), game);
    const std::span<const StarterFile> files = starter_files();
    const auto found = std::find_if(
        files.begin(), files.end(), [&](const StarterFile& file) { return file.path == path; });
    return found == files.end() ? std::string_view() : found->text;
}

std::vector<const Language*> languages_of(std::string_view game) {
    std::vector<const Language*> found;
    for (const Language& language : languages) {
        if (!starter_of(game, language).empty()) {
            found.push_back(&language);
        }
    }
    return found;
}

} // namespace referee
