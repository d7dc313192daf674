#include "games/registry.hpp"
#include "match/config.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"
#include "tournament/plan.hpp"

#include <algorithm>
#include <cctype>
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
    const std::string help = run({tests::referee(), "--help"}).out;
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
        folder / "offers", tests::referee(), source_folder() + "/scripts/completion.bash"};
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

/// The sections of referee(1) about options, by title: the lines that name the options, and all.
struct Section {
    std::string title;
    std::string named;
    std::string text;
};

std::vector<Section> option_sections() {
    std::string man = read_file(source_folder() + "/referee/referee.1");
    man = std::regex_replace(man, std::regex(R"(\\-)"), "-");
    std::istringstream lines(man);
    std::vector<Section> sections;
    bool is_head = false; // the line after .TP or .SH
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind(".SH ", 0) == 0) {
            sections.push_back({line.substr(4), "", ""});
        } else if (!sections.empty()) {
            sections.back().text += line + "\n";
            sections.back().named += is_head ? line + "\n" : "";
        }
        is_head = line == ".TP" || line.rfind(".SH ", 0) == 0;
    }
    std::erase_if(sections, [](const Section& one) { return one.title.rfind("OPTION", 0) != 0; });
    return sections;
}

bool is_about(const Section& section, std::string command) {
    std::transform(command.begin(), command.end(), command.begin(), [](unsigned char letter) {
        return static_cast<char>(std::toupper(letter));
    });
    return std::regex_search(section.title, std::regex("\\b" + command + "\\b"));
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
    CHECK(lines_of(offered({"create", "--game", "g"})) == std::set<std::string>{"gems"});
    CHECK(
        lines_of(offered({"play", "--confine", ""})) ==
        set_of(referee::all_names<referee::Confinement>));
    CHECK(
        lines_of(offered({"play", "--seats", ""})) ==
        set_of(referee::all_names<referee::SeatOrders>));
    CHECK(lines_of(offered({"tournament", "--format", ""})) == set_of(referee::made_formats));
}

TEST_CASE("completion and man page know every option of every command", "[end-to-end]") {
    std::string man = read_file(source_folder() + "/referee/referee.1");
    man = std::regex_replace(man, std::regex(R"(\\-)"), "-");
    for (const std::string& command : commands()) {
        const std::set<std::string> offers = lines_of(offered({command, "--"}));
        const std::string help = run({tests::referee(), command, "--help"}).out;
        const std::regex option(R"(\n  (--[a-z-]+))");
        int count = 0;
        for (std::sregex_iterator at(help.begin(), help.end(), option), end; at != end; ++at) {
            const std::string name = (*at)[1];
            INFO(command << " " << name);
            ++count;
            CHECK(offers.count(name) == 1);
            if (name != "--help") {
                CHECK(man.find(name) != std::string::npos);
            }
        }
        CHECK(count >= 1); // --help
    }
}

TEST_CASE("each section of the man page has the options of its commands", "[end-to-end]") {
    const std::vector<Section> sections = option_sections();
    REQUIRE(sections.size() >= 10);
    const std::regex option(R"(--[a-z-]+)");
    // Their sections refer to other commands' options.
    const std::set<std::string> refers{"check", "rerun", "tune", "season"};
    for (const std::string& command : commands()) {
        if (refers.count(command) != 0) {
            continue;
        }
        const std::string help = run({tests::referee(), command, "--help"}).out;
        std::string about;
        for (const Section& section : sections) {
            if (!is_about(section, command)) {
                continue;
            }
            about += section.text;
            for (std::sregex_iterator at(section.named.begin(), section.named.end(), option), end;
                 at != end; ++at) {
                INFO(section.title << " of " << command << ": " << at->str());
                CHECK(help.find("\n  " + at->str() + " ") != std::string::npos);
            }
        }
        const std::regex line(R"(\n  (--[a-z-]+))");
        for (std::sregex_iterator at(help.begin(), help.end(), line), end; at != end; ++at) {
            const std::string name = (*at)[1];
            INFO(command << " " << name);
            CHECK((name == "--help" || about.find(name) != std::string::npos));
        }
    }
}

TEST_CASE("the man page of ai.ini knows every key", "[end-to-end]") {
    const TemporaryFolder folder;
    write_file(folder / "ai.ini", "unknown = x\n");
    const std::string said = run({tests::referee(), "check", "--game", "gems", folder.path()}).out;
    const std::string begin = "valid keys: ";
    const std::size_t at = said.find(begin);
    REQUIRE(at != std::string::npos);
    std::istringstream keys(
        std::regex_replace(said.substr(at + begin.size()), std::regex(","), ""));
    const std::string man = read_file(source_folder() + "/referee/referee-ai.5");
    int count = 0;
    for (std::string key; keys >> key;) {
        INFO(key);
        ++count;
        CHECK(man.find(key + " = ") != std::string::npos);
    }
    CHECK(count >= 13);
}

TEST_CASE("the referee of make demo says what it doesn't have and how to get it", "[end-to-end]") {
    const std::string demo = build_folder() + "/demo/referee";
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
    CHECK(run({demo, "games"}).out == run({tests::referee(), "games"}).out);
}

TEST_CASE("every command's help fits into 80 columns", "[end-to-end]") {
    REQUIRE(commands().size() >= 8);
    std::vector<std::vector<std::string>> all{{tests::referee(), "--help"}};
    for (const std::string& command : commands()) {
        all.push_back({tests::referee(), command, "--help"});
    }
    for (const std::vector<std::string>& command : all) {
        std::istringstream lines(run(command).out);
        int count = 0;
        for (std::string line; std::getline(lines, line); ++count) {
            INFO(command[1] << ": " << line);
            CHECK(width_of(line) <= 80);
        }
        CHECK(count > 3);
    }
}

TEST_CASE("-h, --help and 'help COMMAND' print the same help", "[end-to-end]") {
    for (const std::string& command : commands()) {
        INFO(command);
        const std::string help = run({tests::referee(), command, "--help"}).out;
        CHECK_THAT(help, StartsWith("Usage: referee "));
        CHECK(run({tests::referee(), command, "-h"}).out == help);
        CHECK(run({tests::referee(), "help", command}).out == help);
    }
    const std::string help = run({tests::referee(), "--help"}).out;
    CHECK(run({tests::referee(), "-h"}).out == help);
    CHECK(run({tests::referee(), "help"}).out == help);
    CHECK(run({tests::referee(), "-V"}).out == run({tests::referee(), "--version"}).out);
    CHECK_THAT(run({tests::referee(), "-V"}).out, StartsWith("referee "));
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
        std::vector<std::string> command{tests::referee()};
        command.insert(command.end(), words.begin(), words.end());
        const Output output = run(command);
        CHECK(output.status == 2);
        CHECK_THAT(output.err, ContainsSubstring(said));
    }
}

TEST_CASE("the AI in the README is whole, legal and as short as it says", "[end-to-end]") {
    const std::string readme = read_file(source_folder() + "/README.md");
    const std::size_t begin = readme.find("```python\n") + 10;
    REQUIRE(begin > 10);
    const std::string program = readme.substr(begin, readme.find("```\n", begin) - begin);
    const TemporaryFolder folder;
    write_script(folder / "readme", program);
    const Output output = run(
        {tests::referee(), source_folder() + "/fields/gems/contest.dat", "--ai", folder / "readme",
         "--ai", gems_ai("reference-c"), "--record", folder / "r.jsonl"});
    if (output.err.find("is not in an AI's PATH") != std::string::npos) {
        CHECK(output.status == 2); // the referee says so
        tests::skipped().emplace_back("the AI in the README: no Python in an AI's PATH");
        return;
    }
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("no faults"));
    CHECK_THAT(output.out, ContainsSubstring("result: a draw")); // it is the reference again
}
