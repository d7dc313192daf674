// What a comment or a page cites is there: the file, and the heading in it. A citation in code
// reads
//     referee/match/README.md, "Resident AIs"
// with a path from the top folder (or from the citing file's own) and, if given, a heading of that
// page.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <algorithm>
#include <cctype>

#include <filesystem>
#include <fmt/format.h>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using tests::read_file;
using tests::source_folder;

bool is_skipped_folder(const fs::path& path) {
    static const std::set<std::string> names{
        "build", ".git", "node_modules", "__pycache__", ".cache"};
    return names.count(path.filename().string()) > 0;
}

/// Paths of all texts of the project, from its top folder.
std::vector<std::string> texts() {
    static const std::set<std::string> endings{".cpp", ".hpp", ".c",   ".h",   ".py",  ".sh", ".md",
                                               ".js",  ".mjs", ".css", ".ini", ".yml", ""};
    std::vector<std::string> found;
    const fs::path top = source_folder();
    for (auto at = fs::recursive_directory_iterator(top); at != fs::end(at); ++at) {
        if (at->is_directory() && is_skipped_folder(at->path())) {
            at.disable_recursion_pending();
        } else if (at->is_regular_file() && endings.count(at->path().extension().string()) > 0) {
            found.push_back(fs::relative(at->path(), top).string());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// The text with comments that go over several lines in one piece.
std::string without_comment_marks(const std::string& text) {
    static const std::regex mark("\n[ \t]*(///?<?|#|\\*)[ \t]*");
    return std::regex_replace(text, mark, " ");
}

/// A heading as an anchor of the page: lower case, blanks as hyphens, no punctuation.
std::string anchor_of(const std::string& heading) {
    std::string anchor;
    for (const char c : heading) {
        if (c == ' ') {
            anchor += '-';
        } else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_') {
            anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return anchor;
}

std::set<std::string> headings_of(const fs::path& page) {
    std::set<std::string> headings;
    const std::string text = read_file(page.string());
    static const std::regex heading("(?:^|\n)#+ ([^\n]+)");
    for (std::sregex_iterator at(text.begin(), text.end(), heading), end; at != end; ++at) {
        headings.insert((*at)[1]);
    }
    return headings;
}

/// The cited file, seen from the citing file or from the top folder; empty if there is none.
fs::path target(const std::string& citing, const std::string& cited) {
    const fs::path top = source_folder();
    for (const fs::path& path : {(top / citing).parent_path() / cited, top / cited}) {
        if (fs::exists(path)) {
            return path;
        }
    }
    return {};
}

/// What is wrong with the citations of pages in a text, a line each.
std::string wrong_citations(const std::string& file, const std::string& text) {
    static const std::regex citation("([A-Za-z0-9_./-]*[A-Za-z0-9_-]\\.md)(?:,? \"([^\"\n]+)\")?");
    std::string wrong;
    const std::string joined = without_comment_marks(text);
    for (std::sregex_iterator at(joined.begin(), joined.end(), citation), end; at != end; ++at) {
        const std::string cited = (*at)[1];
        // A path that the code puts together, or one that stands for every game's.
        if (cited.front() == '/' || cited.find("NAME") != std::string::npos) {
            continue;
        }
        const fs::path page = target(file, cited);
        if (page.empty()) {
            wrong += fmt::format("{} cites {}, which isn't there\n", file, cited);
        } else if ((*at)[2].matched && headings_of(page).count((*at)[2]) == 0) {
            wrong +=
                fmt::format("{} cites {}, \"{}\": no such heading\n", file, cited, (*at)[2].str());
        }
    }
    return wrong;
}

/// What is wrong with the links of a page, a line each.
std::string wrong_links(const std::string& file, const std::string& text) {
    static const std::regex link("\\]\\(([^)# \n]*)(?:#([^) \n]+))?\\)");
    std::string wrong;
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
        const std::string path = (*at)[1];
        if (path.find("://") != std::string::npos) {
            continue;
        }
        const fs::path top = source_folder();
        const fs::path page = path.empty() ? top / file : (top / file).parent_path() / path;
        if (!fs::exists(page)) {
            wrong += fmt::format("{} links to {}, which isn't there\n", file, path);
        } else if ((*at)[2].matched) {
            const std::set<std::string> headings = headings_of(page);
            if (std::none_of(headings.begin(), headings.end(), [&](const std::string& heading) {
                    return anchor_of(heading) == (*at)[2].str();
                })) {
                wrong +=
                    fmt::format("{} links to {}#{}: no such heading\n", file, path, (*at)[2].str());
            }
        }
    }
    return wrong;
}

/// Names of files in a page that no file of the project has, a line each: those of sources, and in
/// a table "In this folder" those without an ending.
std::string
wrong_names(const std::string& file, const std::string& text, const std::set<std::string>& known) {
    static const std::regex source(
        "`(?:[A-Za-z0-9_.-]*/)*([A-Za-z0-9_.-]+\\.(?:cpp|hpp|py|js|mjs|css|c))`");
    static const std::regex row("\n\\| ((?:`[a-z_0-9]+`(?:, )?)+) \\|");
    static const std::regex stem("`([a-z_0-9]+)`");
    std::string wrong;
    const auto check = [&](const std::string& name) {
        if (known.count(name) == 0 && name.find("NAME") == std::string::npos) {
            wrong += fmt::format("{} names {}, which isn't there\n", file, name);
        }
    };
    for (std::sregex_iterator at(text.begin(), text.end(), source), end; at != end; ++at) {
        check((*at)[1]);
    }
    const std::size_t heading = text.find("\n## In this folder\n");
    const std::string table = heading == std::string::npos ? "" : text.substr(heading);
    for (std::sregex_iterator at(table.begin(), table.end(), row), end; at != end; ++at) {
        const std::string names = (*at)[1];
        for (std::sregex_iterator each(names.begin(), names.end(), stem), last; each != last;
             ++each) {
            check((*each)[1]);
        }
    }
    return wrong;
}

} // namespace

TEST_CASE("every page and heading that is cited is there", "[citations][slow]") {
    std::string wrong;
    for (const std::string& file : texts()) {
        if (file != "tests/house/citation_test.cpp") {
            wrong += wrong_citations(file, read_file(source_folder() + "/" + file));
        }
    }
    INFO(wrong);
    CHECK(wrong.empty());
}

TEST_CASE("every link of a page leads to a file and heading that is there", "[citations]") {
    std::string wrong;
    for (const std::string& file : texts()) {
        if (fs::path(file).extension() == ".md") {
            wrong += wrong_links(file, read_file(source_folder() + "/" + file));
        }
    }
    INFO(wrong);
    CHECK(wrong.empty());
}

TEST_CASE("every source file that a page names is there", "[citations]") {
    std::set<std::string> known;
    for (const std::string& file : texts()) {
        known.insert(fs::path(file).filename().string());
        known.insert(fs::path(file).stem().string());
    }
    std::string wrong;
    for (const std::string& file : texts()) {
        if (fs::path(file).extension() == ".md") {
            wrong += wrong_names(file, read_file(source_folder() + "/" + file), known);
        }
    }
    INFO(wrong);
    CHECK(wrong.empty());
    CHECK_FALSE(wrong_names("x.md", "see `a/gone.cpp`", known).empty());
    CHECK_FALSE(wrong_names("x.md", "\n## In this folder\n\n| `gone` | x |\n", known).empty());
}

TEST_CASE("every path of the map in CONTRIBUTING.md is there", "[citations]") {
    const std::string page = read_file(source_folder() + "/CONTRIBUTING.md");
    const std::size_t begin = page.find("\n## Where to change what\n");
    REQUIRE(begin != std::string::npos);
    const std::string map = page.substr(begin, page.find("\n## ", begin + 1) - begin);
    static const std::regex path("`([a-zA-Z_./-]+(?:/[a-zA-Z_.-]*|\\.[chp]+))`");
    std::string wrong;
    int count = 0;
    for (std::sregex_iterator at(map.begin(), map.end(), path), end; at != end; ++at, ++count) {
        // What stands for every game's is there for one.
        const std::string cited =
            std::regex_replace((*at)[1].str(), std::regex("NAME"), "dicewars");
        const fs::path top = source_folder();
        const bool is_anywhere = cited == "limits.hpp" || cited == "config.hpp";
        if (!is_anywhere && !fs::exists(top / "referee" / cited) && !fs::exists(top / cited)) {
            wrong += cited + "\n";
        }
    }
    INFO(wrong);
    CHECK(wrong.empty());
    CHECK(count > 60);
}

TEST_CASE("a citation without a target is found", "[citations]") {
    CHECK(wrong_citations("referee/game/game.hpp", "/// See referee/match/README.md, \"Time\".")
              .empty());
    CHECK_FALSE(wrong_citations("referee/game/game.hpp", "/// See referee/nothing.md.").empty());
    CHECK_FALSE(
        wrong_citations("referee/game/game.hpp", "/// referee/match/README.md,\n/// \"Nothing\"")
            .empty());
    CHECK_FALSE(wrong_links("README.md", "[x](referee/match/README.md#nothing)").empty());
    CHECK_FALSE(wrong_links("README.md", "[x](nothing/README.md)").empty());
}

TEST_CASE("limits are called max and min in the sources", "[citations]") {
    static const std::regex home_made("\\b(most|least|fewest)_[a-z]|[a-z]_(most|least)\\b");
    std::string wrong;
    for (const std::string& file : texts()) {
        const std::string text = read_file(source_folder() + "/" + file);
        std::smatch found;
        if (file != "tests/house/citation_test.cpp" && std::regex_search(text, found, home_made)) {
            wrong += fmt::format("{}: {}\n", file, found.str());
        }
    }
    INFO(wrong);
    CHECK(wrong.empty());
}
