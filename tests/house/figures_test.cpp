// Figures that were measured stand in blocks, which `make pages` makes from what a command printed:
// CONTRIBUTING.md, "What you may want to add".

#include "support/catch.hpp"
#include "support/documents.hpp"
#include "support/run.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <regex>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using namespace tests;

/// What looks measured in a line: a speed, a result of games, a time that something took. Code
/// spans don't count; settings and limits look otherwise.
std::string measured_figure_in(const std::string& line) {
    static const std::regex span("`[^`]*`");
    static const std::regex figure(
        "[0-9] ?(µs|ns)([^a-z]|$)|[0-9]( [a-z]+)?/s([^a-z]|$)|"
        "[0-9] (games|moves|turns|decisions|positions) (a|per) second|"
        "(\\+|−)[0-9]+ (normalised )?Elo|± [0-9]|won( only| about)? [0-9]|scored [0-9]|"
        "[0-9]½? : [0-9]|[0-9] in the median|[0-9] ms of (processor|CPU)|"
        "(took|takes|costs?)( only| about| at most| nearly)? [0-9][0-9.,]* ?(ms|s|min|seconds|%)|"
        "[0-9] times (as|faster|slower|more|less)|[0-9][0-9]\\.[0-9]+ %|[0-9] to [0-9]+ %|"
        "[0-9] of [0-9,]+ (games|answers|moves|matches|races|runs)|[0-9] % (faster|slower)");
    const std::string text = std::regex_replace(line, span, "");
    std::smatch found;
    return std::regex_search(text, found, figure) ? found.str() : "";
}

/// Lines of a page with a measured figure outside of blocks and code: "12: took 3 ms".
std::vector<std::string> figures_outside_blocks(const std::string& page) {
    std::vector<std::string> found;
    std::istringstream lines(page);
    std::string line;
    bool is_block = false;
    bool is_code = false;
    for (int number = 1; std::getline(lines, line); ++number) {
        is_block = line.starts_with("<!-- begin ") || (is_block && !line.starts_with("<!-- end "));
        is_code = line.starts_with("```") ? !is_code : is_code;
        const std::string figure =
            is_block || is_code || line.starts_with("    ") ? "" : measured_figure_in(line);
        if (!figure.empty()) {
            found.push_back(fmt::format("{}: {}", number, figure));
        }
    }
    return found;
}

} // namespace

TEST_CASE("measured figures stand only in blocks that a command fills", "[documents][figures]") {
    std::string wrong;
    for (const std::string& path : documents()) {
        if (path.ends_with(".md")) {
            for (const std::string& one :
                 figures_outside_blocks(read_file(source_folder() + "/" + path))) {
                wrong += fmt::format("\n  {}:{}", path, one);
            }
        }
    }
    INFO("put them into ROOM/figures/NAME.txt and a block, or leave them out:" << wrong);
    CHECK(wrong.empty());
}

TEST_CASE("a measured figure is told from a setting", "[documents][figures]") {
    for (const char* const line :
         {"A move took 2.7 ms.", "it won 54.9 % of them", "35 ± 1.6", "41½ : 6½", "+322 Elo",
          "5 µs a move", "30 games/s", "1.7 times as many", "in 36 of 40 games"}) {
        INFO(line);
        CHECK_FALSE(measured_figure_in(line).empty());
    }
    for (const char* const line :
         {"It has 10 s to prepare.", "`--time-limit 500ms`", "`took 3 ms`", "100 fields", "95 %",
          "a limit of 64 KiB", "1:1 is a draw"}) {
        INFO(line);
        CHECK(measured_figure_in(line).empty());
    }
    CHECK(
        figures_outside_blocks("<!-- begin figures a -->\ntook 3 ms\n<!-- end figures a -->\n\n"
                               "    took 3 ms\n\n```\ntook 3 ms\n```\ntook 3 ms\n") ==
        std::vector<std::string>{"10: took 3 ms"});
}

TEST_CASE("every file of figures is shown, and its command can be run", "[documents][figures]") {
    const std::string makefile = read_file(source_folder() + "/Makefile");
    int count = 0;
    for (const std::string& path : documents()) {
        const fs::path folder = (fs::path(source_folder()) / path).parent_path() / "figures";
        if (fs::path(path).filename() != "README.md" || !fs::exists(folder)) {
            continue;
        }
        const std::string page = read_file(source_folder() + "/" + path);
        for (const auto& file : fs::directory_iterator(folder)) {
            INFO(file.path());
            ++count;
            const std::string name = file.path().stem().string();
            CHECK_THAT(page, ContainsSubstring("<!-- begin figures " + name + " -->"));
            const std::string text = read_file(file.path().string());
            REQUIRE(text.starts_with("command = "));
            const std::vector<std::string> words =
                words_of_command(text.substr(10, text.find('\n') - 10));
            REQUIRE(words.size() >= 1);
            const bool is_target = words[0] == "make" && words.size() >= 2 &&
                                   makefile.find("\n" + words[1] + ":") != std::string::npos;
            const bool is_program =
                words[0].starts_with("build/") || fs::exists(source_folder() + "/" + words[0]);
            CHECK((is_target || is_program));
        }
    }
    CHECK(count >= 10);
}
