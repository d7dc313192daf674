// What pages tell people to type. Each command line of each page names commands, options, targets
// and scripts that there are; those of the guides are run, line by line, in a folder of their own.

#include "support/catch.hpp"
#include "support/documents.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <unistd.h>

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

/// The folder in which the lines of a page are run: a source folder after `make demo`.
class Desk {
  public:
    Desk() {
        fs::create_directories(folder_ / "build");
        fs::create_directories(folder_ / "entries");
        for (const char* const name : {"referee", "ai"}) {
            fs::create_symlink(built() + "/" + name, folder_ / "build/" + name);
        }
        for (const char* const name : {"fields", "ai-reference", "scripts"}) {
            fs::create_symlink(source_folder() + "/" + name, folder_ / name);
        }
        for (const std::string name : {"greedy", "maxstones"}) {
            const std::string version = folder_ / ("srv/cup/entries/" + name + "/1");
            fs::create_directories(version);
            fs::copy_file(gems_ai(name), version + "/bot");
            write_file(version + "/ai.ini", "command = bot\n");
        }
        for (const std::string name : {"reference", "random"}) {
            fs::copy_file(built("ai") + "/battlesnake/" + name, folder_ / ("entries/" + name));
        }
        for (const char* const place : {"etc/systemd/system", "etc/nginx/conf.d"}) {
            fs::create_directories(folder_ / place);
        }
    }

    /// Runs a line in a shell; its exit status must be one that the page lets expect.
    void run_line(const std::string& line) const {
        const Output output = run(
            {"/bin/sh", "-c", line}, folder_.path(),
            {"PATH=" + built() + ":/usr/local/bin:/usr/bin:/bin", "DISPLAY=", "WAYLAND_DISPLAY="});
        INFO(line << "\n" << output.out << output.err);
        const bool may_differ = line.find(" rerun ") != std::string::npos;
        CHECK((output.status == 0 || (may_differ && output.status == 3)));
    }

  private:
    TemporaryFolder folder_;
};

/// A line as it is run here: fewer games, the system's folders in this one and without another
/// user, installed AIs from the build folder, a debugger that is told to go on.
std::string shortened(std::string line) {
    const std::vector<std::pair<std::string, std::string>> changes{
        {"--count [0-9]+", "--count 2"},
        {"--final-fields [0-9]+", "--final-fields 2"},
        {"--batch [0-9]+", "--batch 3"},
        {"--once", "--once --games 2 --max-games 3 --mark-games 1"},
        {"/usr/lib/referee/ai", "build/ai"},
        {"/(srv|etc)/", "$1/"},
        {" && sudo systemctl .*", ""},
        {"sudo (-u cup )?|-o [a-z]+ -g cup ", ""},
        {"^make demo$", "build/referee demo build"}};
    for (const auto& [from, to] : changes) {
        line = std::regex_replace(line, std::regex(from), to);
    }
    if (line.find("--config fields/") != std::string::npos) {
        line += " --fields fields/gems/standard-001.dat --format sampled --time-limit 1m";
    }
    if (line.find("--debug") != std::string::npos) {
        line = "printf 'c\\nq\\n' | " + line;
    }
    return line;
}

/// Lines that aren't run, with what tries them instead.
bool is_tried_elsewhere(const std::string& line) {
    static const std::vector<std::string> beginnings{
        // Its targets are looked up; `make test` runs some.
        "make",
        // A whole machine.
        "apt-get", "useradd", "systemctl", "git clone", "scripts/install-dependencies",
        // scripts/slurm/try and scripts/packages/README.md.
        "scripts/slurm/", "podman ", "wsl "};
    const auto is_beginning = [&line](const std::string& text) { return line.starts_with(text); };
    return line.find("=human ") !=
               std::string::npos || // human_test.cpp
                                    // They need `make wasm`: browser/play/in-page.test.mjs.
           line.find(" play-page ") != std::string::npos ||
           line.find(" --with ") != std::string::npos ||
           // Another machine: submit_test.cpp.
           line.find("@host.example:") != std::string::npos ||
           std::any_of(beginnings.begin(), beginnings.end(), is_beginning);
}

void run_guide(const std::vector<std::string>& lines) {
    const Desk desk;
    int count = 0;
    for (const std::string& line : lines) {
        const std::string command = shortened(line);
        if (!is_tried_elsewhere(command)) {
            desk.run_line(command);
            ++count;
        }
    }
    CHECK(count >= 1);
}

bool has_python() {
    return !lacks("python3", "the lines of the guides");
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

TEST_CASE("the lines of the guides run", "[documents][end-to-end][slow]") {
    if (!has_python()) {
        return;
    }
    for (const std::string page :
         {"README.md", "ai-reference/README.md", "scripts/season/README.md", "CONTRIBUTING.md"}) {
        INFO(page);
        run_guide(commands_in_blocks(read_file(source_folder() + "/" + page)));
    }
}

TEST_CASE("the examples of the man pages run", "[documents][end-to-end][slow]") {
    if (has_python()) {
        for (const std::string page : {"man/referee.1", "man/referee-field.5"}) {
            INFO(page);
            run_guide(commands_in_examples(read_file(source_folder() + "/referee/" + page)));
        }
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
