// `referee new`: starters of all games and languages.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include "game/registry.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using namespace tests;
using referee::game_named;

/// The games and languages of `referee new --list`.
std::vector<std::pair<std::string, std::string>> pairs() {
    std::istringstream words(run({tests::referee_path(), "new", "--list"}).out);
    std::vector<std::pair<std::string, std::string>> list;
    for (std::string game, language; words >> game >> language;) {
        list.emplace_back(game, language);
    }
    return list;
}

/// What a language needs, by name; found as in the shell that builds, and started as AIs are.
/// What builds the AIs of a language or runs them; empty if that is always there.
std::string program_of(const std::string& language) {
    static const std::map<std::string, std::string> programs{
        {"Bash", ""},           {"C", ""},        {"C++", ""},
        {"C#", "mcs"},          {"Go", "go"},     {"Java", "javac"},
        {"JavaScript", "node"}, {"Lua", "lua"},   {"Perl", "perl"},
        {"Python", "python3"},  {"Rust", "rustc"}};
    return programs.at(language);
}

std::string value_in(const std::string& ini, const std::string& key) {
    std::istringstream lines(read_file(ini));
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind(key + " = ", 0) == 0) {
            return line.substr(key.size() + 3);
        }
    }
    return "";
}

Output make_ai(const std::string& game, const std::string& language, const std::string& folder) {
    return run({tests::referee_path(), "new", "--game", game, "--language", language, folder});
}

} // namespace

TEST_CASE("every built-in game has a starter in eight languages", "[new]") {
    const auto all = pairs();
    const auto has = [&](const std::string& game, const std::string& language) {
        INFO(game << " " << language);
        CHECK(std::count(all.begin(), all.end(), std::pair(game, language)) == 1);
    };
    for (const auto& game : fs::directory_iterator(source_folder() + "/referee/games")) {
        if (game.is_directory()) {
            has(game.path().filename().string(), "C++");
        }
    }
    for (const referee::Game* const built_in : referee::built_in_games()) {
        const std::string game(built_in->info().name);
        for (const std::string language :
             {"C", "Go", "Java", "JavaScript", "Lua", "Python", "Rust"}) {
            has(game, language);
        }
    }
}

TEST_CASE("every starter is the reference AI itself", "[new][slow]") {
    const TemporaryFolder folder;
    for (const auto& [game, language] : pairs()) {
        INFO(game << " " << language);
        const std::string ai = folder / (game + language);
        REQUIRE(make_ai(game, language, ai).status == 0);
        const std::string made = read_file(ai + "/" + value_in(ai + "/ai.ini", "source"));
        int same = 0;
        for (const std::string root : {"/ai-reference/", "/ai-samples/"}) {
            std::error_code none; // a new game has no samples yet
            for (const auto& entry :
                 fs::recursive_directory_iterator(source_folder() + root + game, none)) {
                same += entry.is_regular_file() && read_file(entry.path().string()) == made ? 1 : 0;
            }
        }
        CHECK(same == 1);
    }
}

// A starter is a reference AI (above), and house/translations_test.cpp plays those of built-in
// games move for move in every language. What is left to show is that `new` and its form build
// them: once in each language, once in each game.
TEST_CASE("a starter of every language and one of every game play a legal game", "[new][slow]") {
    const TemporaryFolder folder;
    std::set<std::string> missing;
    std::set<std::string> played;
    for (const auto& [game, language] : pairs()) {
        INFO(game << " " << language);
        const bool is_program =
            fs::exists(source_folder() + "/referee/games/" + game + "/game.ini");
        if (!is_program && played.contains(game) && played.contains(language)) {
            continue;
        }
        const std::string program = program_of(language);
        if (missing.count(language) == 1 ||
            (!program.empty() && lacks(program, "starters in " + language))) {
            missing.insert(language);
            continue;
        }
        played.insert({game, language});
        const std::string ai = folder / (game + language);
        REQUIRE(make_ai(game, language, ai).status == 0);
        const std::string build = value_in(ai + "/ai.ini", "build");
        const Output built = run({"/bin/sh", "-c", build.empty() ? "true" : build}, ai);
        INFO(built.err);
        REQUIRE(built.status == 0);
        const std::string field = folder / (game + ".dat");
        const int seats = std::max(2, game_named(game).info().min_seats);
        if (!fs::exists(field)) {
            std::vector<std::string> command{
                tests::referee_path(), "create", field, "--game", game, "--players",
                std::to_string(seats), "--seed", "1"};
            // Java takes most of the time: it is started anew for every move.
            const referee::GameInfo& info = game_named(game).info();
            std::map<std::string, std::string> settings = info.example_settings;
            for (const referee::Parameter& parameter : info.parameters) {
                if (parameter.ends_game) {
                    settings[parameter.name] = "8";
                }
            }
            for (const auto& [name, value] : settings) {
                command.insert(command.end(), {"--set", name + "=" + value});
            }
            REQUIRE(run(command).status == 0);
        }
        std::vector<std::string> match{tests::referee_path(), field, "--ai", "mine=" + ai};
        for (int other = 1; other < seats; ++other) {
            match.insert(
                match.end(),
                {"--ai",
                 fmt::format("reference{}={}/{}/reference", other, tests::built("ai"), game)});
        }
        match.insert(
            match.end(), {"--seats", "fixed", "--time-limit", "1m", "--prepare-limit", "1m"});
        const Output played = run(match);
        INFO(played.err);
        INFO(played.out);
        CHECK(played.status == 0);
        CHECK_THAT(played.out, ContainsSubstring("no faults"));
    }
}

namespace {

/// Runs `try` of an AI's folder where no browser can be opened.
Output try_in(
    const std::string& ai, const std::vector<std::string>& environment = {},
    const std::vector<std::string>& options = {}) {
    std::vector<std::string> all{"DISPLAY=", "WAYLAND_DISPLAY="};
    all.insert(all.end(), environment.begin(), environment.end());
    std::vector<std::string> words{ai + "/try"};
    words.insert(words.end(), options.begin(), options.end());
    return run(words, built("ai") + "/gems", all);
}

/// The text of an error for programs: one line, and nothing else on standard output.
std::string error_in(const Output& output) {
    INFO(output.out << output.err);
    CHECK(output.status == 2);
    CHECK(std::count(output.out.begin(), output.out.end(), '\n') == 1);
    const auto error = nlohmann::json::parse(output.out, nullptr, false);
    REQUIRE(error.is_object());
    CHECK(error.at("status") == 2);
    return error.at("error").get<std::string>();
}

int lines_with(const std::string& text, const std::string& beginning) {
    std::istringstream lines(text);
    int count = 0;
    for (std::string line; std::getline(lines, line);) {
        count += line.starts_with(beginning) ? 1 : 0;
    }
    return count;
}

} // namespace

TEST_CASE("./try plays ten games and makes a page of the first lost one", "[new][slow]") {
    const TemporaryFolder folder;
    const std::string ai = folder / "my first bot's";
    REQUIRE(make_ai("gems", "C", ai).status == 0);
    // It can be repeated, with another opponent, whose path begins where it is called.
    for (const std::string opponent : {"", "greedy"}) {
        const Output output = try_in(ai, {"OPPONENT=" + opponent});
        INFO(output.err);
        INFO(output.out);
        CHECK(output.status == 0);
        CHECK(lines_with(output.out, "field ") == 10);
        const std::string name = opponent.empty() ? "reference" : opponent;
        CHECK_THAT(output.out, ContainsSubstring("\nall games: mine "));
        CHECK_THAT(output.out, ContainsSubstring(" " + name + "\n"));
        CHECK_THAT(read_file(ai + "-games/matches.txt"), ContainsSubstring("\nresult: "));
        CHECK_THAT(
            output.out,
            ContainsSubstring("in a browser: file://" + ai + "-games/replay.html#game="));
        CHECK_THAT(read_file(ai + "-games/replay.html"), ContainsSubstring("<html"));
    }
    const Output none = try_in(ai, {"OPPONENT=none"});
    CHECK(none.status == 2);
    CHECK_THAT(none.err, ContainsSubstring("/ai/gems/none; build it ('make' in"));
    // Its own folder holds the AI alone: what is there the AI could read.
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(ai)) {
        names.insert(entry.path().filename().string());
    }
    CHECK(names == std::set<std::string>{"README.md", "ai.ini", "bot", "bot.c", "try"});
}

TEST_CASE("after `make demo` alone every game works, or the command says what to build", "[new]") {
    // A tree of sources in which nothing but the small referee was built.
    const TemporaryFolder tree;
    fs::create_directories(tree / "build/demo");
    fs::copy_file(built("demo/referee"), tree / "build/demo/referee");
    fs::create_directory_symlink("../ai", tree / "build/demo/ai");
    fs::create_directory_symlink("../games", tree / "build/demo/games");
    for (const char* const name : {"Makefile", "ai-reference", "ai-samples", "referee"}) {
        fs::create_symlink(source_folder() + "/" + name, tree / name);
    }
    int games = 0;
    for (const auto& folder : fs::directory_iterator(source_folder() + "/referee/games")) {
        if (!folder.is_directory()) {
            continue;
        }
        ++games;
        const std::string game = folder.path().filename().string();
        CAPTURE(game);
        const auto referee = [&](std::vector<std::string> words) {
            words.insert(words.begin(), tree / "build/demo/referee");
            return run(words, tree.path());
        };
        const bool is_program = fs::exists(folder.path() / "game.ini");
        if (is_program) {
            const Output unknown = referee({"create", game + ".dat", "--game", game});
            CHECK(unknown.status == 2);
            CHECK_THAT(unknown.err, ContainsSubstring("run 'make build/games/" + game));
            if (read_file(folder.path() / "game.ini").find("\nbuild = ") != std::string::npos) {
                continue; // one that is compiled isn't built by a link
            }
            fs::create_directories(tree / "build/games");
            fs::create_directory_symlink(folder.path(), tree / ("build/games/" + game));
        }
        const std::string ai = tree / ("my-" + game);
        REQUIRE(referee({"new", "--game", game, "--language", "C++", ai}).status == 0);
        const Output tried = try_in(ai);
        CHECK(tried.status == 2);
        CHECK_THAT(
            tried.err,
            ContainsSubstring("('make build/ai/" + game + "/reference' in the referee's"));
        CHECK_FALSE(fs::exists(ai + "/bot")); // it says so before it builds
        const std::string reference = "build/ai/" + game + "/reference";
        const Output checked = referee({"check", "--game", game, reference});
        CHECK_THAT(
            checked.out, ContainsSubstring("it isn't built; run 'make " + reference + "' in"));
    }
    CHECK(games >= 9);
}

TEST_CASE("./try --json tells programs of each of its own failures", "[new][json]") {
    const TemporaryFolder folder;
    const std::string ai = folder / "my \"bot\"";
    REQUIRE(make_ai("gems", "C", ai).status == 0);
    // --json may stand anywhere.
    const std::vector<std::string> options{"--time-limit", "none", "--json"};
    const std::string opponent = error_in(try_in(ai, {"OPPONENT=nowhere"}, options));
    CHECK_THAT(opponent, ContainsSubstring("/nowhere; build it"));
    const std::string source = read_file(ai + "/bot.c");
    write_file(ai + "/bot.c", "#error \"a \\ in\x1b\xff\tquotes\"\nint x = ö;\n");
    const Output broken = try_in(ai, {}, options);
    const std::string compiler = error_in(broken);
    CHECK_THAT(compiler, ContainsSubstring("the AI isn't built; correct it"));
    CHECK_THAT(compiler, ContainsSubstring(" again:\nbot.c:1:2: error: #error \"a \\ in"));
    CHECK_THAT(broken.err, ContainsSubstring("bot.c:1:2: error: "));
    // Two at once would take one another's programs and fields away.
    write_file(ai + "/bot.c", source);
    const Output second =
        run({"flock", ai + "-games/lock", ai + "/try", "--json"}, "",
            {"OPPONENT=" + built("ai") + "/gems/reference"});
    CHECK_THAT(error_in(second), ContainsSubstring("another ./try of this AI is running"));
    // The referee's own errors come through.
    std::string script = read_file(ai + "/try");
    script.replace(script.find("--count 5"), 9, "--count 0");
    write_file(ai + "/try", script);
    CHECK_THAT(error_in(try_in(ai, {}, options)), ContainsSubstring("--count"));
    // What it needs beside the AI's folder may be impossible.
    fs::remove_all(ai + "-games");
    write_file(ai + "-games", "");
    CHECK_THAT(error_in(try_in(ai, {}, options)), ContainsSubstring("-games can't be used"));
}

TEST_CASE("./try works with the small referee of the demo, and explains the first fault", "[new]") {
    const TemporaryFolder folder;
    const std::string ai = folder / "printer";
    REQUIRE(run({built("demo/referee"), "new", "--language", "Python", ai}).status == 0);
    write_file(ai + "/bot.py", "#!/bin/sh\necho 1 0 1 1\n");
    const Output output = try_in(ai);
    INFO(output.err);
    INFO(output.out);
    CHECK(output.status == 0);
    CHECK(lines_with(output.out, "field ") == 10);
    CHECK(lines_with(output.out, "    hint: it printed '1 0 1 1' to standard output") == 1);
    CHECK_THAT(
        output.out, ContainsSubstring("\nall games: mine 0 : 10 reference\ntime for answers: "));
    CHECK_THAT(output.out, ContainsSubstring(" s, reference "));
    CHECK(output.err.starts_with("ten games against reference; an answer may take 5s,"));
    CHECK_THAT(output.out, ContainsSubstring("the first lost game, in a browser: "));
    CHECK_THAT(output.out, ContainsSubstring("/replay.html#game=1\n"));
}

TEST_CASE("./try shows a fault of the games that check doesn't find", "[new][slow]") {
    const TemporaryFolder folder;
    const std::string ai = folder / "late";
    REQUIRE(make_ai("gems", "Python", ai).status == 0);
    const std::string starter = read_file(ai + "/bot.py");
    // `check` tries the first 20 turns only.
    write_file(ai + "/right.py", starter);
    write_file(
        ai + "/bot.py",
        "#!/bin/sh\ngrep -q '^turn 2[1-9]$' match.dat && { echo worn out >&2; exit 7; }\n"
        "exec python3 \"$REFEREE_AI_DIR/right.py\"\n");
    const Output output = try_in(ai);
    INFO(output.err);
    INFO(output.out);
    CHECK(output.status == 0);
    CHECK(lines_with(output.out, "field ") == 10);
    CHECK_THAT(output.out, ContainsSubstring(": mine: exit: exit status 7"));
    CHECK_THAT(output.out, ContainsSubstring("worn out"));
}

TEST_CASE("new refuses what it can't make, and says what there is", "[new]") {
    const TemporaryFolder folder;
    const auto refused = [&](const std::vector<std::string>& words, const std::string& said) {
        std::vector<std::string> command{tests::referee_path(), "new"};
        command.insert(command.end(), words.begin(), words.end());
        const Output output = run(command, folder.path());
        INFO(output.err);
        CHECK(output.status == 2);
        CHECK_THAT(output.err, ContainsSubstring(said));
    };
    write_file(folder / "file", "");
    refused({"bot"}, "--language is missing; languages for gems: C, C++, Go, Java,");
    refused({"--language", "cobol", "bot"}, "gems has no starter in it; choose from: C, C++, ");
    refused({"--language", "python"}, "new takes one folder");
    refused({"--game", "chess", "--language", "python", "bot"}, "there is no game 'chess'");
    refused({"--language", "python", "."}, "the folder isn't empty; name a new one");
    refused({"--language", "python", "file/x"}, "the folder can't be created");
    // A game that somebody has just made has no starters of ours; one AI lies beside its rules.
    REQUIRE(run({tests::referee_path(), "new-game", "mygame"}, folder.path()).status == 0);
    const std::vector<std::string> own{"--rules", "mygame", "--language", "Python", "bot"};
    refused(own, "copy one that lies beside its rules: cp -r mygame/reference DIR");
    fs::remove_all(folder / "mygame/reference");
    refused(own, "write one: 'referee games mygame --rules mygame' shows the files");
    CHECK_FALSE(fs::exists(folder / "bot"));
    // The language by any case, and the README within twenty lines.
    REQUIRE(
        run({tests::referee_path(), "new", "--language", "pYthon", folder / "a/b"}).status == 0);
    const std::string readme = read_file(folder / ("a/b/" + std::string("README.md")));
    CHECK(std::count(readme.begin(), readme.end(), '\n') <= 20);
}
