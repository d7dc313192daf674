// `referee new`: a working AI to start from, with a script that tries it.

#include "cli/commands/new.hpp"

#include "ai/shipped.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
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

} // namespace

namespace {

std::span<const std::string_view> language_names();

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
            {"list", "", "print the games and their languages, one pair per line", Topic::output,
             common},
            {"json", "", "print what was written, or the list, as JSON", Topic::output, rare},
        }};
    return usage;
}

namespace {

constexpr std::string_view ini_form =
    R"~(# What the referee needs to know: referee/match/README.md, "What an AI is".
command = {command}
game = {game}
name = {name}
# author = your name, as tables and sites show it
language = {language}
licence = MIT
source = {program}
{build})~";

constexpr std::string_view readme_form = R"~(# {name}

An AI for {game}, in {language}. It starts as a copy of the reference AI: replace that with your own ideas.

    ./try                       # {try_does}
    {referee} check --game {game} .   # explains mistakes
    {referee} games {game}            # the files and the answer, with examples

| file | |
| --- | --- |
| `{program}` | the AI: it reads the state from files in its current folder and writes `result.dat` |
| `ai.ini` | how the AI is started{built} |
| `try` | plays ten games and explains the first fault; a page shows the first lost game in a browser |

The referee starts the AI for every move, in a work folder in which it may write the existing files but not
create new ones. Its standard error is shown when a move fails. `memory.dat` in the work folder is kept
from move to move. The rules are in `{rules}` of the referee.

To play against other AIs, name its folder: `{referee} FIELD --ai {folder} --ai OTHER`.
)~";

/// The games are beside the AI's folder, because the AI may read everything inside it. It needs
/// `create`, `play`, `check` and `replay` only: the small referee of `make demo` has no
/// tournaments.
constexpr std::string_view try_form = R"~(#!/bin/sh
# Plays ten games on five fields against the reference AI, explains the first fault, and shows the first
# lost game. For another opponent: OPPONENT=PATH ./try
# Options are passed to 'play' and 'check'. Without any, an answer may take 5 s, so that an endless loop
# is found soon; a match has the game's limit.
# With --json first it prints JSON alone: that of the check, then that of each match.
set -eu
json=
if [ "${{1:-}}" = --json ]; then
    json=--json
    shift
    exec 3>&1 1>&2 # a compiler may print
fi
[ $# -gt 0 ] || set -- --time-limit 5s
referee={referee}
case ${{OPPONENT:-}} in
'') opponent={opponent} ;;
/*) opponent=$OPPONENT ;;
*) opponent=$PWD/$OPPONENT ;;
esac
cd "$(dirname "$0")"
games=$PWD-games
{build}
if [ ! -e "$opponent" ]; then
    echo "there is no AI $opponent; build it ('make' in the referee's sources), or name another one:" \
        "OPPONENT=PATH ./try" >&2
    exit 1
fi
mkdir -p "$games"
rm -rf "$games/records" "$games"/field-*.dat
: >"$games/matches.txt"
"$referee" create "$games/field" --game {game} --players {players} --count 5 --seed 1 >/dev/null

if [ -n "$json" ]; then
    exec 1>&3
    status=0
    "$referee" check --json --game {game} "$PWD" "$@" || status=$?
    for field in "$games"/field-*.dat; do
        record=$games/records/$(basename "$field" .dat).jsonl
        "$referee" play "$field" --json --ai "mine=$PWD" --ai "$opponent" --record "$record" "$@" || exit
    done
    exit $status
fi
number=0
explained=
shown= # "1.jsonl 2": the second game of the first match
for field in "$games"/field-*.dat; do
    number=$((number + 1))
    "$referee" play "$field" --ai "mine=$PWD" --ai "$opponent" --record "$games/records/$number.jsonl" \
        "$@" >"$games/match.txt" || {{ status=$?; cat "$games/match.txt"; exit $status; }}
    cat "$games/match.txt" >>"$games/matches.txt"
    sed -n "s/^game \([0-9]*: \)/field $number, game \1/p" "$games/match.txt"
    if [ -z "$explained" ] && grep -q '^game [0-9]*, .*: mine: ' "$games/match.txt"; then
        explained=yes
        echo
        if "$referee" check --game {game} "$PWD" "$@" >"$games/check.txt"; then
            # It shows only in some positions.
            awk '/^game [0-9]+, .*: mine: /{{p = 1}} /^game [0-9]+: /{{if (p) exit}} p' "$games/match.txt"
        else
            cat "$games/check.txt"
        fi
        echo
    fi
    if [ -z "$shown" ]; then
        # "game 1: mine 0 : 1 reference; …" or "game 2: reference 1 : 0 mine; …"
        shown=$(awk -v record="$number.jsonl" '/^game [0-9]+: / {{
            sub(/;.*/, "")
            own = $3 == "mine" ? $4 : $(NF - 1)
            other = $3 == "mine" ? $6 : $(NF - 3)
            if (own + 0 < other + 0) {{ print record, $2 + 0; exit }}
        }}' "$games/match.txt")
    fi
done
# The tables of all matches: the name, then points and seven other columns.
awk '/^AI .* points /{{p = 1; next}} /^$/{{p = 0}} p {{
    name = $1
    for (i = 2; i < NF - 7; ++i) name = name " " $i
    points[name] += $(NF - 7)
    if (name != "mine") other = name
}} END {{printf "\nall games: mine %g : %g %s\n", points["mine"], points[other], other}}' "$games/matches.txt"
echo
which="the first lost game"
[ -n "$shown" ] || {{ which="the last game"; shown="$number.jsonl 2"; }}
"$referee" replay "$games/records/${{shown% *}}" --html "$games/replay.html" --force >/dev/null
page="file://$games/replay.html#game=${{shown#* }}"
if [ -n "${{DISPLAY:-}}${{WAYLAND_DISPLAY:-}}" ] && command -v xdg-open >/dev/null; then
    xdg-open "$page"
fi
echo "$which, in a browser: $page"
echo "everything that was printed: $games/matches.txt"
)~";

/// A word quoted for a shell.
std::string quoted(const std::string& text) {
    std::string word = "'";
    for (const char letter : text) {
        word += letter == '\'' ? "'\\''" : std::string(1, letter);
    }
    return word + "'";
}

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
    return result;
}

const Language& language_named(const std::string& name, std::string_view game) {
    const std::vector<const Language*> known = languages_of(game);
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

void make_ai(const fs::path& folder, const GameInfo& game, const Language& language, bool as_json) {
    const std::string self = own_program().string();
    const fs::path whole = fs::absolute(folder).lexically_normal();
    const std::string name =
        (whole.has_filename() ? whole : whole.parent_path()).filename().string();
    const bool is_built = !language.build.empty();
    write(folder / language.program, std::string(starter_of(game.name, language)), !is_built);
    write(
        folder / "ai.ini",
        fmt::format(
            ini_form, fmt::arg("command", language.command), fmt::arg("game", game.name),
            fmt::arg("name", name), fmt::arg("language", language.name),
            fmt::arg("program", language.program),
            fmt::arg("build", is_built ? fmt::format("build = {}\n", language.build) : "")),
        false);
    write(
        folder / "README.md",
        fmt::format(
            readme_form, fmt::arg("name", name), fmt::arg("game", game.name),
            fmt::arg("language", language.name), fmt::arg("program", language.program),
            fmt::arg("referee", self), fmt::arg("rules", rules_of(game.name)),
            fmt::arg("folder", whole.string()),
            fmt::arg(
                "try_does", is_built ? "builds it and plays ten games against the reference AI"
                                     : "plays ten games against the reference AI"),
            fmt::arg("built", is_built ? fmt::format(", and built: `{}`", language.build) : "")),
        false);
    write(
        folder / "try",
        fmt::format(
            try_form, fmt::arg("referee", quoted(self)),
            fmt::arg("opponent", quoted((folder_of_ais(game.name) / "reference").string())),
            fmt::arg("build", language.build), fmt::arg("game", game.name),
            fmt::arg("players", std::max(2, game.min_seats))),
        true);
    if (as_json) {
        Json files = Json::array();
        for (const std::string_view file :
             {language.program, std::string_view("ai.ini"), std::string_view("README.md"),
              std::string_view("try")}) {
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

} // namespace

int new_command(const std::vector<std::string>& words) {
    const Arguments arguments(new_usage(), words);
    if (arguments.has("list")) {
        return print_list(arguments.has("json"));
    }
    if (arguments.words().size() != 1) {
        throw UserError("new takes one folder; write 'referee new --game NAME --language "
                        "LANGUAGE DIR'");
    }
    const GameInfo& game = chosen_game(arguments).info();
    const Language& language = language_named(arguments.text("language"), game.name);
    const fs::path folder = arguments.words()[0];
    make_new_folder(folder);
    make_ai(folder, game, language, arguments.has("json"));
    return exit_done;
}

namespace {

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

} // namespace

namespace {

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

} // namespace

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
