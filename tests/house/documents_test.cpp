// What pages tell people to type. Each command line of each page names commands, options, targets
// and scripts that there are. `make walk` types them all; here is checked that it leaves none out.

#include "support/catch.hpp"
#include "support/documents.hpp"
#include "support/run.hpp"
#include "tournament/statistics/sprt.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using namespace tests;

std::set<std::string> found_in(const std::string& text, const std::string& pattern) {
    std::set<std::string> names;
    const std::regex form(pattern);
    for (std::sregex_iterator at(text.begin(), text.end(), form), end; at != end; ++at) {
        names.insert((*at)[1]);
    }
    return names;
}

const std::set<std::string>& options_of(const std::string& command) {
    static std::map<std::string, std::set<std::string>> known;
    const auto [at, is_new] = known.try_emplace(command);
    if (is_new) {
        at->second = found_in(run({referee_path(), command, "--help-all"}).out, "\n  (--[a-z-]+)");
        at->second.insert("--version");
    }
    return at->second;
}

const std::set<std::string>& referee_commands() {
    static const std::set<std::string> names =
        found_in(run({referee_path(), "--help"}).out, "\n  ([a-z-]+) ");
    return names;
}

/// What is wrong with a command line of the referee: an option that its command doesn't have.
std::string wrong_option(const std::vector<std::string>& words) {
    std::string command = "play";
    for (std::size_t i = 1; i < std::min<std::size_t>(words.size(), 3); ++i) {
        if (referee_commands().count(words[i]) > 0 && (i == 1 || words[i] == "create")) {
            command = words[i];
            break;
        }
    }
    static const std::regex option("--[a-z][a-z-]*");
    for (std::size_t i = 1; i < words.size(); ++i) {
        std::smatch name;
        if (std::regex_search(words[i], name, option, std::regex_constants::match_continuous) &&
            options_of(command).count(name.str()) == 0) {
            return fmt::format("{} has no option {}", command, name.str());
        }
    }
    return "";
}

std::string wrong_target(const std::vector<std::string>& words) {
    static const std::set<std::string> targets = found_in(
        "\n" + read_file(source_folder() + "/Makefile") +
            read_file(source_folder() + "/scripts/make/packages.mk") +
            read_file(source_folder() + "/scripts/make/wasm.mk"),
        "\n([a-z-]+):");
    if (words.size() > 1 && words[1] == "-C") {
        return ""; // the Makefile of another tree
    }
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& word = words[i];
        // Not all that can be built is: make itself is asked.
        const bool can_be_built =
            word.starts_with("build/") &&
            run({"make", "--dry-run", word}, source_folder(), {"MAKEFLAGS="}).status == 0;
        if (word.find('=') == std::string::npos && targets.count(word) == 0 && !can_be_built) {
            return "make has no target " + word;
        }
    }
    return "";
}

/// What is wrong with a command line, as far as can be said without running it.
std::string wrong_with(const std::string& line) {
    // Several commands in a line: each by itself.
    const std::size_t both = line.find(" && ");
    if (both != std::string::npos) {
        const std::string first = wrong_with(line.substr(0, both));
        return first.empty() ? wrong_with(line.substr(both + 4)) : first;
    }
    const std::vector<std::string> words = words_of_command(line);
    if (words.empty()) {
        return "";
    }
    if (words[0] == "referee" || words[0] == "build/referee") {
        return wrong_option(words);
    }
    if (words[0] == "make") {
        return wrong_target(words);
    }
    for (const std::string& word : words) {
        if (word.starts_with("scripts/") && word.find('*') == std::string::npos &&
            !fs::exists(source_folder() + "/" + word)) {
            return word + " isn't there";
        }
    }
    return "";
}

/// The walk's plan for a source folder: what it types, which files it makes, what it leaves to
/// other machines because the page says so.
Output plan_of_walk(const std::string& source) {
    return run(
        {source_folder() + "/tests/walk/walk", "--plan"}, source, {"REFEREE_SOURCE=" + source});
}

} // namespace

TEST_CASE("every command line of every page can be typed as it stands", "[documents]") {
    std::string wrong;
    int count = 0;
    for (const std::string& file : documents()) {
        const std::string text = read_file(source_folder() + "/" + file);
        std::vector<std::string> lines = commands_in_blocks(text);
        for (const auto& more : {commands_in_text(text), commands_in_examples(text)}) {
            lines.insert(lines.end(), more.begin(), more.end());
        }
        for (const std::string& line : lines) {
            ++count;
            const std::string problem = wrong_with(line);
            wrong += problem.empty() ? "" : fmt::format("{}: {}: {}\n", file, line, problem);
        }
    }
    INFO(wrong);
    CHECK(wrong.empty());
    CHECK(count > 50);
}

TEST_CASE("every example in the help can be typed as it stands", "[documents]") {
    const std::string heading = "\nExamples:\n";
    for (const std::string& command : referee_commands()) {
        const std::string help = run({referee_path(), command, "--help"}).out;
        std::istringstream lines(help.substr(help.find(heading) + heading.size()));
        int count = 0;
        for (std::string line; std::getline(lines, line) && line.starts_with("  "); ++count) {
            CAPTURE(line);
            CHECK(wrong_with(line.substr(2)).empty());
        }
        CHECK(count >= 1);
    }
}

TEST_CASE(
    "the walk types each command of each page, or the page says where it can't", "[documents]") {
    const Output output = plan_of_walk(source_folder());
    INFO(output.err);
    REQUIRE(output.status == 0);
    std::map<std::string, std::string> typed;
    std::istringstream lines(output.out);
    for (std::string line; std::getline(lines, line);) {
        const auto step = nlohmann::json::parse(line);
        typed[step.at("page")] += step.at("text").get<std::string>() + "\n";
    }
    std::string left_out;
    int count = 0;
    for (const std::string& file : documents()) {
        const std::string text = read_file(source_folder() + "/" + file);
        for (const std::string& line :
             file.ends_with(".md") ? commands_in_blocks(text) : commands_in_examples(text)) {
            ++count;
            left_out +=
                typed[file].find(line) == std::string::npos ? file + ": " + line + "\n" : "";
        }
    }
    INFO(left_out);
    CHECK(left_out.empty());
    CHECK(count > 100);
}

TEST_CASE("a page that hides a command from the walk is wrong", "[documents]") {
    const TemporaryFolder folder;
    write_file(folder / "README.md", "Start:\n\n    make demo\n");
    CHECK(plan_of_walk(folder.path()).status == 0);
    write_file(folder / "CHANGELOG.md", "Start:\n\n    make demo\n\n```text\nmake tset\n```\n");
    const Output output = plan_of_walk(folder.path());
    CHECK(output.status == 1);
    CHECK(output.err == "CHANGELOG.md:6: a command in a block of language text\n");
}

TEST_CASE("the tables of games have all games", "[documents]") {
    const auto games = nlohmann::json::parse(run({referee_path(), "games", "--json"}).out);
    REQUIRE(games.size() >= 7);
    for (const auto& game : games) {
        const auto name = game.at("name").get<std::string>();
        CAPTURE(name);
        const auto has = [](const char* page, const std::string& text) {
            return read_file(source_folder() + "/" + page).find(text) != std::string::npos;
        };
        CHECK(has("README.md", "\n| **" + name + "** |"));
        CHECK(has("README.md", "[" + name + "](referee/games/"));
        CHECK(has("ai-reference/README.md", "\n| " + name + " | "));
        CHECK(has("ai-samples/README.md", "[" + name + "](" + name + "/README.md)"));
        CHECK(has(".github/ISSUE_TEMPLATE/rules.yml", name + ","));
    }
}

TEST_CASE("a line that can't be typed is found", "[documents]") {
    CHECK(wrong_with("build/referee create x --game gems --seed 1").empty());
    CHECK(wrong_with("build/referee x.dat create --sed 1") == "create has no option --sed");
    CHECK(wrong_with("sudo -u cup referee season x --finale 3") == "season has no option --finale");
    CHECK(wrong_with("make && make tset") == "make has no target tset");
    CHECK(wrong_with("make build/nothing") == "make has no target build/nothing");
    CHECK(wrong_with("cp scripts/nothing x") == "scripts/nothing isn't there");
    CHECK(
        commands_in_blocks(
            "text\n\n    make demo   # builds\n    key = value\n```python\ncp x\n```\n") ==
        std::vector<std::string>{"make demo"});
    CHECK(commands_in_text("see `referee\ngames` and `referee help`").size() == 1);
}

TEST_CASE("the sequential tests of the pages have the fields that they need", "[documents]") {
    // A page makes some fields, then tests with them.
    const std::regex count("--count ([0-9]+)");
    const std::regex test("--sprt ([0-9.-]+),([0-9.-]+)");
    int tests_found = 0;
    for (const std::string& document : documents()) {
        int fields = 0;
        for (const std::string& line :
             commands_in_blocks(read_file(source_folder() + "/" + document))) {
            std::smatch found;
            if (std::regex_search(line, found, count)) {
                fields = std::stoi(found[1]);
            }
            if (line.find(" tournament ") != std::string::npos &&
                std::regex_search(line, found, test)) {
                CAPTURE(document, line);
                referee::SprtConfig config;
                config.elo0 = std::stod(found[1]);
                config.elo1 = std::stod(found[2]);
                CHECK(fields >= referee::pairs_to_show(config));
                ++tests_found;
            }
        }
    }
    CHECK(tests_found >= 2);
    // What the guide says of them in words.
    const std::string guide = std::regex_replace(
        read_file(source_folder() + "/ai-reference/README.md"), std::regex("\\s+"), " ");
    std::smatch said;
    REQUIRE(std::regex_search(
        guide, said,
        std::regex("A gain of ([0-9]+) takes about ([0-9]+) fields, one of ([0-9]+) about "
                   "([0-9]+)")));
    const referee::SprtConfig config{.elo0 = 0, .elo1 = std::stod(said[1])};
    CHECK(std::stoi(said[2]) == referee::pairs_to_show(config));
    CHECK(std::stoi(said[3]) == std::lround(referee::elo_shown_by(std::stoi(said[4]), config)));
}

TEST_CASE("every module says what it is, and the list of modules has it", "[documents]") {
    const Output output = run({source_folder() + "/scripts/modules", "--check"});
    CHECK(output.out == "");
    CHECK(output.err == "");
    CHECK(output.status == 0);
}
