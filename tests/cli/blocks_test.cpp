// The blocks of pages that the program's tables give: referee/cli/commands/blocks.hpp.

#include "cli/commands/blocks.hpp"
#include "support/catch.hpp"
#include "support/documents.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"
#include "support/user_error.hpp"

#include <filesystem>
#include <set>
#include <string>

using namespace referee;
using tests::read_file;
using tests::source_folder;

namespace {

/// The page with the first `old` replaced.
std::string changed(std::string page, const std::string& old, const std::string& now) {
    const std::size_t at = page.find(old);
    REQUIRE(at != std::string::npos);
    return page.replace(at, old.size(), now);
}

} // namespace

TEST_CASE("the blocks of all pages are what the program's tables say", "[documents][rules-page]") {
    std::string old;
    int count = 0;
    for (const std::string& path : tests::documents()) {
        // The tables of a game whose rules are a program are what this program says.
        const auto ini =
            std::filesystem::path(source_folder() + "/" + path).replace_filename("game.ini");
        if (std::filesystem::exists(ini) && read_file(ini).find("node ") != std::string::npos &&
            tests::lacks("node", "the blocks of " + path)) {
            continue;
        }
        const std::string page = read_file(source_folder() + "/" + path);
        count += page.find("\n<!-- begin ") != std::string::npos ? 1 : 0;
        old += with_blocks(source_folder() + "/" + path, page) == page ? "" : " " + path;
    }
    INFO("not current:" << old << "; run 'make pages'");
    CHECK(old.empty());
    CHECK(count >= 6);
    CHECK_THAT(
        read_file(source_folder() + "/referee/tournament/README.md"),
        ContainsSubstring("\n<!-- begin measurements -->\n"));
}

TEST_CASE("a block is made anew, and the text around it stays", "[documents]") {
    const std::string path = source_folder() + "/referee/games/gems/README.md";
    const std::string page = read_file(path);
    CHECK(with_blocks(path, changed(page, "| `shield` | 15 |", "| `shield` | 16 |")) == page);
    CHECK(with_blocks(path, changed(page, "    moves_left 500\n", "")) == page);
    const std::string more = changed(page, "## Faults\n", "## Faults\n\nMore.\n");
    CHECK(with_blocks(path, more) == more);
}

TEST_CASE("a block of a file can have its first lines only", "[documents]") {
    const std::string page = "<!-- begin gems gamefield.dat, 2 lines -->\n"
                             "<!-- end gems gamefield.dat -->\n";
    CHECK(
        with_blocks("NAME.md", page) == "<!-- begin gems gamefield.dat, 2 lines -->\n\n"
                                        "    B G Y G B 2 G B Y G\n    5 B B G R Y R G 1 3\n\n"
                                        "<!-- end gems gamefield.dat -->\n");
}

TEST_CASE("a block of figures shows what a command printed, with date and machine", "[documents]") {
    const tests::TemporaryFolder folder;
    std::filesystem::create_directories(folder / "figures");
    const std::string page = "<!-- begin figures speed -->\n<!-- end figures speed -->\n";
    const std::string head = "command = make bench\ndate = 2026-11-24\nmachine = two cores\n\n";
    tests::write_file(folder / "figures/speed.txt", head + "games 12\n\n| a | b |\n");
    CHECK(
        with_blocks(folder / "README.md", page) ==
        "<!-- begin figures speed -->\n\n    games 12\n\n| a | b |\n\n"
        "Measured on 2026-11-24; two cores. `make bench` measures it again.\n\n<!-- end figures speed -->\n");

    tests::write_file(folder / "figures/speed.txt", "command = make bench\n\ngames 12\n");
    CHECK_THAT(
        tests::user_error_of([&] { with_blocks(folder / "README.md", page); }),
        ContainsSubstring("figures/speed.txt: the line 'date = …' is missing"));
    CHECK_THAT(
        tests::user_error_of(
            [&] { with_blocks(folder / std::string("other/") + "README.md", page); }),
        ContainsSubstring("figures/speed.txt: the figures can't be read"));
}

TEST_CASE("a block that can't be made is refused with file and line", "[documents]") {
    CHECK_THAT(
        tests::user_error_of([] { with_blocks("NAME.md", "text\n<!-- begin gems nothing -->\n"); }),
        StartsWith("NAME.md:2: there is no block '<!-- begin gems nothing -->'"));
    CHECK_THAT(
        tests::user_error_of([] { with_blocks("NAME.md", "<!-- begin chess faults -->\n"); }),
        StartsWith("NAME.md:1: there is no block"));
    CHECK_THAT(
        tests::user_error_of(
            [] { with_blocks("NAME.md", "<!-- begin gems faults, few lines -->\n"); }),
        StartsWith("NAME.md:1: there is no block"));
    CHECK_THAT(
        tests::user_error_of(
            [] { with_blocks("NAME.md", "a\n\n<!-- begin measurements -->\nb\n"); }),
        StartsWith("NAME.md:3: the block has no end; write '<!-- end measurements -->'"));
}

TEST_CASE("make pages writes a page only if it isn't current", "[documents][end-to-end]") {
    const tests::TemporaryFolder folder;
    const std::string page = folder / "NAME.md";
    tests::write_file(page, "# Page\n\n<!-- begin gems faults -->\n<!-- end gems faults -->\n");
    const std::vector<std::string> command{tests::referee_path(), "help", "--pages", page};
    const tests::Output first = tests::run(command);
    CHECK(first.status == 0);
    CHECK(first.out == "written: " + page + "\n");
    CHECK_THAT(read_file(page), ContainsSubstring("| fault | cost |\n| --- | --- |\n| `timeout`"));
    CHECK(tests::run(command).out.empty());
    CHECK(
        tests::run({tests::referee_path(), "help", "--pages", folder / "NAME-none.md"}).status ==
        2);
}
