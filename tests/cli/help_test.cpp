#include "cli/commands.hpp"
#include "game/registry.hpp"
#include "match/config.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"
#include "tournament/plan/plan.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <regex>
#include <set>
#include <span>
#include <sstream>

using namespace tests;

namespace {

/// Letters of a line in UTF-8.
std::size_t width_of(const std::string& line) {
    return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char letter) {
        return (static_cast<unsigned char>(letter) & 0xc0U) != 0x80;
    }));
}

std::vector<std::string> commands() {
    const std::string help = run({tests::referee_path(), "--help"}).out;
    std::istringstream lines(help.substr(help.find("Commands:\n") + 10));
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line) && !line.empty();) {
        names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    return names;
}

/// What bash offers at the end of the line 'referee WORDS', a line each; the last word is the one
/// under way.
std::string offered(const std::vector<std::string>& words) {
    const TemporaryFolder folder;
    write_script(
        folder / "offers", "#!/bin/bash\n"
                           "PATH=${1%/*}:$PATH\n"
                           "source \"$2\"\n"
                           "COMP_WORDS=(referee \"${@:3}\") COMP_CWORD=$(($# - 2))\n"
                           "_referee\n"
                           "printf '%s\\n' \"${COMPREPLY[@]}\"\n");
    std::vector<std::string> command{
        folder / "offers", tests::referee_path(), built("completion.bash")};
    command.insert(command.end(), words.begin(), words.end());
    const Output output = run(command);
    INFO("completing:" << output.err);
    CHECK(output.err.empty());
    return output.out;
}

std::set<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::set<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        lines.insert(line);
    }
    return lines;
}

/// The man page that is installed, with the hyphens of options as they are typed.
std::string man_page() {
    const std::string page = read_file(built("man/referee.1"));
    return std::regex_replace(page, std::regex(R"(\\-)"), "-");
}

/// What the man page says under the heading, up to the next one of that kind.
std::string section(const std::string& page, const std::string& kind, const std::string& title) {
    const std::string heading = fmt::format("\n.{} {}\n", kind, title);
    const std::size_t at = page.find(heading);
    if (at == std::string::npos) {
        return "";
    }
    const std::string rest = page.substr(at + heading.size());
    return rest.substr(0, std::min(rest.find("\n.SH "), rest.find(fmt::format("\n.{} ", kind))));
}

std::set<std::string> set_of(std::span<const std::string_view> names) {
    return {names.begin(), names.end()};
}

} // namespace

TEST_CASE("completion offers the words that an option takes, and no others", "[end-to-end]") {
    std::set<std::string> games;
    for (const referee::Game* const game : referee::all_games()) {
        games.insert(std::string(game->info().name));
    }
    CHECK(lines_of(offered({"create", "--game", ""})) == games);
    CHECK(lines_of(offered({"create", "--game", "ge"})) == std::set<std::string>{"gems"});
    CHECK(
        lines_of(offered({"play", "--confine", ""})) ==
        set_of(referee::all_names<referee::Confinement>));
    CHECK(
        lines_of(offered({"play", "--seats", ""})) ==
        set_of(referee::all_names<referee::SeatOrders>));
    CHECK(lines_of(offered({"tournament", "--format", ""})) == set_of(referee::made_formats));
    CHECK(offered({"tournament", "--jobs", ""}) == "\n"); // a number
    CHECK(lines_of(offered({"help", "to"})) == std::set<std::string>{"tournament"});
    CHECK(lines_of(offered({"play", "--ai", ""})).count("human") == 1);
    CHECK(lines_of(offered({"tournament", "--ai", "hum"})).count("human") == 0);
}

TEST_CASE("completion offers every option of every command, and no others", "[end-to-end]") {
    for (const referee::Command& command : referee::all_commands()) {
        std::set<std::string> options{"--help", "--help-all"};
        for (const referee::Option& option : command.usage().options) {
            options.insert(fmt::format("--{}", option.name));
        }
        INFO(command.name);
        CHECK(lines_of(offered({std::string(command.name), "--"})) == options);
    }
}

TEST_CASE("the man page has every option of every command", "[end-to-end]") {
    const std::string page = man_page();
    const std::string own = section(page, "SH", "OPTIONS BY COMMAND");
    const std::string shared = section(page, "SH", "OPTIONS OF SEVERAL COMMANDS");
    for (const referee::Command& command : referee::all_commands()) {
        const std::string section_of_it =
            section("\n" + own, "SS", std::string(command.name)) + "\n";
        const std::string names =
            std::regex_replace(section_of_it, std::regex("[\n,.]"), " ") + " ";
        for (const referee::Option& option : command.usage().options) {
            INFO(command.name << " --" << option.name);
            const std::regex entry(fmt::format("\n\\.BI? --{}[ \n]", option.name));
            const bool is_own = std::regex_search(section_of_it, entry);
            CHECK((is_own || std::regex_search(shared, entry)));
            CHECK((is_own || names.find(fmt::format(" --{} ", option.name)) != std::string::npos));
            CHECK(
                (option.more.empty() ||
                 page.find(option.more.substr(0, option.more.find(' '))) != std::string::npos));
        }
    }
    CHECK(page.find("puts them here") == std::string::npos);
}

TEST_CASE("an option that several commands share is described once", "[end-to-end]") {
    const std::string page = man_page();
    const auto entries = [&page](const std::string& name) {
        const std::regex entry("\n\\.BI? --" + name + "[ \n]");
        return std::distance(
            std::sregex_iterator(page.begin(), page.end(), entry), std::sregex_iterator());
    };
    CHECK(entries("memory") == 1);
    CHECK(entries("json") > 1); // of what it prints
    CHECK_THAT(
        page, ContainsSubstring(".BI --memory \" SIZE\"\n") &&
                  ContainsSubstring("\nFor play, check, tournament, tune, season, rerun.\n"));
}

TEST_CASE("nothing in the man page's options is taken for a request of roff", "[end-to-end]") {
    std::istringstream lines(run({tests::referee_path(), "help", "--man"}).out);
    const std::regex request(R"(\.(SH|SS|TP|B|BI|PP)( .*)?)");
    for (std::string line; std::getline(lines, line);) {
        INFO(line);
        CHECK((line.find_first_of(".'") != 0 || std::regex_match(line, request)));
        CHECK(width_of(line) <= 80);
    }
}

TEST_CASE("the man page of ai.ini knows every key", "[end-to-end]") {
    const TemporaryFolder folder;
    write_file(folder / "ai.ini", "unknown = x\n");
    const std::string said =
        run({tests::referee_path(), "check", "--game", "gems", folder.path()}).out;
    const std::string begin = "valid keys: ";
    const std::size_t at = said.find(begin);
    REQUIRE(at != std::string::npos);
    std::istringstream keys(
        std::regex_replace(said.substr(at + begin.size()), std::regex(","), ""));
    const std::string man = read_file(source_folder() + "/referee/man/referee-ai.5");
    int count = 0;
    for (std::string key; keys >> key;) {
        INFO(key);
        ++count;
        CHECK(man.find(key + " = ") != std::string::npos);
    }
    CHECK(count >= 13);
}

TEST_CASE("the referee of make demo says what it doesn't have and how to get it", "[end-to-end]") {
    const std::string demo = built("demo/referee");
    for (const std::string command : {"tournament", "report", "merge", "season", "rerun"}) {
        CAPTURE(command);
        const Output output = run({demo, command});
        CHECK(output.status == 2);
        CHECK_THAT(output.err, ContainsSubstring("run 'make' and use build/referee"));
    }
    const Output watched = run(
        {demo, source_folder() + "/fields/gems/contest.dat", "--ai", demo, "--ai", demo,
         "--watch"});
    CHECK(watched.status == 2);
    CHECK_THAT(watched.err, ContainsSubstring("no live pages (--watch, --ai human); run 'make'"));
    const TemporaryFolder folder;
    const Output page = run({demo, "play-page", folder / "page.html"});
    CHECK(page.status == 2);
    CHECK_THAT(page.err, ContainsSubstring("no pages that run AIs; run 'make'"));
    CHECK_FALSE(std::filesystem::exists(folder / "page.html"));
    CHECK(run({demo, "games"}).out == run({tests::referee_path(), "games"}).out);
}

TEST_CASE("every command's help fits into 80 columns, and the usual one 40 lines", "[end-to-end]") {
    REQUIRE(commands().size() >= 8);
    std::vector<std::vector<std::string>> all{{tests::referee_path(), "--help"}};
    for (const std::string& command : commands()) {
        all.push_back({tests::referee_path(), command, "--help"});
        all.push_back({tests::referee_path(), command, "--help-all"});
    }
    for (const std::vector<std::string>& command : all) {
        std::istringstream lines(run(command).out);
        int count = 0;
        for (std::string line; std::getline(lines, line); ++count) {
            INFO(command[1] << ": " << line);
            CHECK(width_of(line) <= 80);
        }
        INFO(command[1]);
        CHECK(count > 3);
        CHECK((count <= 40 || command.back() == "--help-all"));
    }
}

TEST_CASE("help has examples, and the rare options only on request", "[end-to-end]") {
    for (const referee::Command& command : referee::all_commands()) {
        const std::string name(command.name);
        const std::string usual = run({tests::referee_path(), name, "--help"}).out;
        const std::string whole = run({tests::referee_path(), name, "--help-all"}).out;
        CHECK_THAT(usual, ContainsSubstring("\nExamples:\n  referee "));
        bool has_rare = false;
        for (const referee::Option& option : command.usage().options) {
            INFO(name << " --" << option.name);
            const bool is_rare = option.weight == referee::Weight::rare;
            const std::regex row(fmt::format("\n  --{}[ \n]", option.name));
            const auto rows = [&row](const std::string& text) {
                return std::distance(
                    std::sregex_iterator(text.begin(), text.end(), row), std::sregex_iterator());
            };
            CHECK(rows(usual) == (is_rare ? 0 : 1));
            CHECK(rows(whole) == 1);
            has_rare = has_rare || is_rare;
        }
        const std::string last = usual.substr(usual.rfind('\n', usual.size() - 2) + 1);
        CHECK(
            (last.find(fmt::format("'referee {} --help-all' lists the rest", name)) == 0) ==
            has_rare);
    }
}

TEST_CASE("the help begins with what is required", "[end-to-end]") {
    const std::string help = run({tests::referee_path(), "tournament", "--help"}).out;
    const std::size_t required = help.find("\nRequired:\n  --ai [NAME=]PATH ");
    REQUIRE(required != std::string::npos);
    CHECK(required < help.find("\nFields and games:\n"));
    CHECK(help.find("\nAIs:\n") == std::string::npos); // nothing else in it
    CHECK(run({tests::referee_path(), "tournament", "-h", "--ai"}).out == help);
}

TEST_CASE("-h, --help and 'help COMMAND' print the same help", "[end-to-end]") {
    for (const std::string& command : commands()) {
        INFO(command);
        const std::string help = run({tests::referee_path(), command, "--help"}).out;
        CHECK_THAT(help, StartsWith("Usage: referee "));
        CHECK(run({tests::referee_path(), command, "-h"}).out == help);
        CHECK(run({tests::referee_path(), "help", command}).out == help);
        CHECK(
            run({tests::referee_path(), "help", command, "--help-all"}).out ==
            run({tests::referee_path(), command, "--help-all"}).out);
    }
    const std::string help = run({tests::referee_path(), "--help"}).out;
    CHECK(run({tests::referee_path(), "-h"}).out == help);
    CHECK(run({tests::referee_path(), "help"}).out == help);
    CHECK(run({tests::referee_path(), "-V"}).out == run({tests::referee_path(), "--version"}).out);
    CHECK_THAT(run({tests::referee_path(), "-V"}).out, StartsWith("referee "));
}

TEST_CASE("a mistyped command or option gets the one that was meant", "[end-to-end]") {
    const std::vector<std::pair<std::vector<std::string>, std::string>> rows{
        {{"tournamnet"}, "no field and no command 'tournamnet'; did you mean 'tournament'?"},
        {{"help", "replya"}, "did you mean 'replay'?"},
        {{"help", "replay.dat"}, "there is no command 'replay.dat'; 'referee --help' lists them"},
        {{"create", "x", "--sed", "1"}, "unrecognised option '--sed'; did you mean '--seed'?"},
        {{"check", "--gmae", "gems"}, "unrecognised option '--gmae'; did you mean '--game'?"},
        {{"tournament", "-concurrency", "2"}, "'-concurrency'; did you mean '--jobs'?"},
        {{"tournament", "--gauntlet"}, "'--gauntlet'; did you mean '--format gauntlet'?"},
        {{"tournament", "--elo0", "0"}, "'--elo0'; did you mean '--sprt'?"},
        {{"check", "--gauntlet"}, "unrecognised option '--gauntlet'; 'referee help check' lists"},
        {{"tournament", "--engine", "x"}, "'--engine'; did you mean '--ai'?"},
        {{"games", "--engine", "x"}, "unrecognised option '--engine'; 'referee help games' lists"},
        {{"help", "gems"}, "'gems' is a game; 'referee games gems' explains it"},
        {{"tournament", "--openings=x.pgn"}, "'--openings=x.pgn'; did you mean '--fields'?"},
        {{"tournament", "--parallel", "2"}, "'--parallel'; did you mean '--jobs'?"},
        {{"tournament", "--resign", "x"}, "leave it out: games are played to their end"},
        {{"play", "--repeat"}, "'--repeat'; leave it out: each match is played in all seatings"},
        {{"season", "--repeat"}, "unrecognised option '--repeat'; 'referee help season' lists"},
        {{"report", "--db", "x"}, "leave it out: the database is an argument"},
        {{"ratings"}, "did you mean 'report'?"},
        {{"replay", "."}, "referee: .: this is a folder; name a record in it"},
        {{"report", "."}, "referee: .: this is a folder; name the database of a tournament"},
        {{"games", "--xyzzy"}, "unrecognised option '--xyzzy'; 'referee help games' lists"},
    };
    for (const auto& [words, said] : rows) {
        std::vector<std::string> command{tests::referee_path()};
        command.insert(command.end(), words.begin(), words.end());
        const Output output = run(command);
        CHECK(output.status == 2);
        CHECK_THAT(output.err, ContainsSubstring(said));
    }
}

TEST_CASE("the AI in the README is whole, legal and as short as it says", "[end-to-end][slow]") {
    const std::string readme = read_file(source_folder() + "/README.md");
    const std::size_t begin = readme.find("```python\n") + 10;
    REQUIRE(begin > 10);
    const std::string program = readme.substr(begin, readme.find("```\n", begin) - begin);
    const TemporaryFolder folder;
    write_script(folder / "readme", program);
    const Output output = run(
        {tests::referee_path(), source_folder() + "/fields/gems/contest.dat", "--ai",
         folder / "readme", "--ai", gems_ai("reference-c"), "--record", folder / "r.jsonl"});
    if (output.err.find("is not in an AI's PATH") != std::string::npos) {
        CHECK(output.status == 2); // the referee says so
        tests::leave_out_without("python3", "the AI in the README");
        return;
    }
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("no faults"));
    CHECK_THAT(output.out, ContainsSubstring("result: a draw")); // it is the reference again
}
