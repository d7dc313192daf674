// referee/FORMATS.md has every format that the sources name, and says of none what the sources
// don't: files that are read or written, versions, keys of records, tables of the database,
// schemas.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using tests::read_file;
using tests::source_folder;

using Names = std::set<std::string>;

std::string formats_page() {
    return read_file(source_folder() + "/referee/FORMATS.md");
}

/// The sources of the referee by their paths, without comments, which may name anything.
const std::map<std::string, std::string>& sources() {
    static const std::map<std::string, std::string> all = [] {
        std::map<std::string, std::string> found;
        static const std::regex comment("(^|[\\s;{}(),])//[^\n]*");
        for (const auto& at : fs::recursive_directory_iterator(source_folder() + "/referee")) {
            const std::string ending = at.path().extension().string();
            if (ending == ".cpp" || ending == ".hpp" || ending == ".js") {
                found[fs::relative(at.path(), source_folder()).string()] =
                    std::regex_replace(read_file(at.path().string()), comment, "$1");
            }
        }
        return found;
    }();
    return all;
}

/// What the first group of a pattern finds.
Names groups_in(const std::string& text, const char* pattern) {
    Names names;
    const std::regex form(pattern);
    for (std::sregex_iterator at(text.begin(), text.end(), form), end; at != end; ++at) {
        names.insert((*at)[1]);
    }
    return names;
}

Names without(const Names& names, const Names& others) {
    Names left;
    std::set_difference(
        names.begin(), names.end(), others.begin(), others.end(), std::inserter(left, left.end()));
    return left;
}

/// The part of a page below a heading, up to the next one.
std::string below(const std::string& page, const std::string& heading) {
    const std::size_t begin = page.find("\n" + heading + "\n");
    REQUIRE(begin != std::string::npos);
    return page.substr(begin + 1, page.find("\n#", begin + 2) - begin);
}

/// The words in code of the first cells of a table.
Names first_cells(const std::string& text) {
    Names names;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("| `")) {
            names.merge(groups_in(line.substr(0, line.find(" | ", 2)), "`([^`]+)`"));
        }
    }
    return names;
}

std::string source_of(const std::string& path) {
    return sources().at("referee/" + path);
}

/// Names and endings of files in the texts of the sources, but for what is no format: the sources
/// and pictures of this tree, those of AIs in many languages, files of the system, and words of
/// other languages with a dot in them.
Names file_names() {
    static const Names languages{".c",   ".cc", ".cpp",   ".cxx", ".cs",  ".exe", ".go",  ".hpp",
                                 ".jar", ".js", ".lua",   ".mjs", ".pl",  ".php", ".py",  ".rb",
                                 ".rs",  ".sh", ".class", ".ts",  ".css", ".git", ".bin", ".java"};
    static const std::regex of_others("/.*|.*(cgroup|memory|swap|cpu)\\.[a-z]+|[a-z]\\.[a-z]+|"
                                      "(sys|temp|package|user)\\.[a-z]+|pyvenv\\.cfg|"
                                      ".*\\.slice|\\.cache");
    Names tracked;
    for (const auto& at : fs::recursive_directory_iterator(source_folder() + "/referee")) {
        tracked.insert(at.path().filename().string());
    }
    Names names;
    for (const auto& [path, text] : sources()) {
        for (const std::string& literal : groups_in(text, "\"([^\"\n ]*\\.[a-z]{2,8})\"")) {
            std::smatch name;
            std::regex_search(literal, name, std::regex("[A-Za-z0-9_{}-]*\\.[a-z]{2,8}$"));
            const std::string ending = literal.substr(literal.rfind('.'));
            const bool is_source = languages.count(ending) > 0 || tracked.count(name.str()) > 0 ||
                                   std::regex_match(literal, of_others);
            if (!is_source && path.find("/web/") == std::string::npos) {
                names.insert(name.str());
            }
        }
    }
    return names;
}

bool is_named(const std::string& page, const std::string& name) {
    const std::string ending = name.substr(name.rfind('.'));
    return page.find('`' + name + '`') != std::string::npos ||
           page.find('`' + ending + '`') != std::string::npos ||
           page.find("`." + name + '`') != std::string::npos ||
           page.find('/' + name + '`') != std::string::npos;
}

} // namespace

TEST_CASE("every file that the referee reads or writes is in the page of formats", "[formats]") {
    const std::string page = formats_page();
    const Names names = file_names();
    CHECK(names.size() > 30);
    Names missing;
    for (const std::string& name : names) {
        if (!is_named(page, name)) {
            missing.insert(name);
        }
    }
    INFO(fmt::format("not in referee/FORMATS.md: {}", fmt::join(missing, ", ")));
    CHECK(missing.empty());
    CHECK_FALSE(is_named(page, "results.parquet"));
}

TEST_CASE("every file that the page of formats names is there", "[formats]") {
    const std::string page = formats_page();
    Names paths = groups_in(page, "`([a-z_]+/[A-Za-z_/.]+\\.(?:cpp|hpp|js))`");
    CHECK(paths.size() > 30);
    for (const std::string& path : paths) {
        CAPTURE(path);
        if (path.starts_with("games/NAME/")) {
            for (const auto& game : fs::directory_iterator(source_folder() + "/referee/games")) {
                // A game without rules in C++ has a rules program instead.
                if (fs::exists(game.path() / "rules.hpp")) {
                    CAPTURE(game.path());
                    CHECK(fs::exists(game.path().string() + path.substr(10)));
                }
            }
        } else {
            CHECK(fs::exists(source_folder() + "/referee/" + path));
        }
    }
}

TEST_CASE("every version of a format is in the page of formats", "[formats]") {
    const std::string page = formats_page();
    static const std::regex constant("const(?:expr int)? ((?:[a-z]+_)?(?:format|version|"
                                     "format_number))\\s*=\\s*([0-9]+);");
    int count = 0;
    for (const auto& [path, text] : sources()) {
        for (std::sregex_iterator at(text.begin(), text.end(), constant), end; at != end; ++at) {
            CAPTURE(path, at->str());
            CHECK_THAT(
                page, ContainsSubstring(fmt::format("{} (`{}`)", (*at)[2].str(), (*at)[1].str())));
            ++count;
        }
    }
    CHECK(count >= 5);
}

TEST_CASE("the page of formats has the keys of records, and no others", "[formats]") {
    const std::string page = formats_page();
    const std::string head = source_of("record/head.cpp");
    const std::string record = source_of("record/record.cpp");
    const auto keys_of = [&](const char* table, const std::string& more) {
        const std::size_t begin = head.find(table);
        REQUIRE(begin != std::string::npos);
        const std::string rows = head.substr(begin, head.find("});\n\n", begin) - begin + 4);
        Names keys = groups_in(rows, "\\(\"([a-z_0-9]+)\", Presence");
        keys.merge(groups_in(rows, "\\{\"([a-z_0-9]+)\", Presence"));
        keys.merge(groups_in(more, "`([a-z]+)`"));
        return keys;
    };
    const auto check = [](const Names& described, const Names& written) {
        INFO(fmt::format("not described: {}", fmt::join(without(written, described), ", ")));
        INFO(fmt::format("not written: {}", fmt::join(without(described, written), ", ")));
        CHECK(described == written);
    };
    check(first_cells(below(page, "## The record")), keys_of("game_keys =", ""));
    check(first_cells(below(page, "### A seat of a head")), keys_of("seat_keys =", ""));
    for (const char* const table : {"field_keys =", "limit_keys =", "beginning_keys ="}) {
        for (const std::string& key : keys_of(table, "")) {
            CAPTURE(table, key);
            CHECK_THAT(below(page, "## The record"), ContainsSubstring("`" + key + "`"));
        }
    }

    const std::size_t result = record.find("void RecordWriter::result");
    const auto written_in = [](const std::string& text) {
        Names keys = groups_in(text, "line\\[\"([a-z_]+)\"\\]");
        keys.merge(groups_in(text, "\\{\"([a-z_]+)\", [a-z]"));
        return keys;
    };
    Names of_move = written_in(record.substr(0, result));
    of_move.erase("human");
    of_move.insert("analyses"); // rerun --notes adds them
    CHECK_THAT(
        source_of("record/rerun/files.cpp") + source_of("record/rerun/analysis.cpp") +
            source_of("cli/rerun/rerun.cpp"),
        ContainsSubstring("\"analyses\""));
    check(first_cells(below(page, "### A move")), of_move);
    check(first_cells(below(page, "### A result")), written_in(record.substr(result)));
}

TEST_CASE("the page of formats has the tables of the database, and no others", "[formats]") {
    Names tables;
    for (const auto& [path, text] : sources()) {
        if (path.starts_with("referee/tournament/store/")) {
            tables.merge(groups_in(text, "CREATE TABLE ([a-z]+)"));
        }
    }
    CHECK(first_cells(below(formats_page(), "## The results database")) == tables);
}

TEST_CASE("the table of JSON outputs has every schema", "[formats]") {
    const std::string page = read_file(source_folder() + "/referee/cli/README.md");
    for (const auto& at : fs::directory_iterator(source_folder() + "/referee/cli/schemas")) {
        const std::string name = at.path().stem().string();
        CAPTURE(name);
        CHECK(
            (page.find('`' + name + '`') != std::string::npos ||
             page.find('`' + name + ".json`") != std::string::npos));
    }
}

TEST_CASE("the table of messages to a rules program has every request", "[formats]") {
    const std::string page = read_file(source_folder() + "/referee/game_programs/README.md");
    Names requests;
    for (const auto& [path, text] : sources()) {
        if (path.starts_with("referee/game_programs/")) {
            requests.merge(groups_in(text, "\"do\",\\s*\"([a-z]+)\""));
            requests.merge(groups_in(text, R"re(\\?"do\\?":\\?"([a-z]+)\\?")re"));
        }
    }
    CHECK(requests.size() >= 8);
    for (const std::string& request : requests) {
        CHECK_THAT(page, ContainsSubstring("{\"do\":\"" + request + "\""));
    }
}
