// scripts/prose: what it wraps, what it leaves alone, and that it never fails.

#include "support/catch.hpp"
#include "support/run.hpp"

namespace {

using namespace tests;

const char* const prose = "/scripts/prose";
/// Put together, since a test looks for every page that a source names.
const std::string page_name = std::string("page") + ".md";

std::string words(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += (i > 0 ? " word" : "word") + std::to_string(i % 10);
    }
    return text;
}

/// The page after its paragraphs were wrapped.
std::string wrapped_page(const std::string& page) {
    const TemporaryFolder folder;
    write_file(folder / page_name, page);
    CHECK(run({source_folder() + prose, "--wrap", folder / page_name}).status == 0);
    return read_file(folder / page_name);
}

} // namespace

TEST_CASE("prose is wrapped at 100 columns, in lists, too", "[prose]") {
    const std::string line = words(16);
    REQUIRE(line.size() == 95);
    CHECK(
        wrapped_page(line + " " + line + "\n\n1. " + words(17) + "\n") ==
        line + "\n" + line + "\n\n1. " + words(16) + "\n   word6\n");
    // A line that ends early stays so as long as none is too long.
    CHECK(wrapped_page("short\nlines\n") == "short\nlines\n");
}

TEST_CASE("code, tables, links and generated blocks are not torn", "[prose]") {
    const std::string line = words(16);
    const std::string whole = "`one two` referee/README.md, \"A tournament\"";
    CHECK(wrapped_page(line + " " + whole + "\n") == line + "\n" + whole + "\n");
    const std::string fences = "(```` ```ini ````)";
    CHECK(wrapped_page(words(15) + " " + fences + "\n") == words(15) + "\n" + fences + "\n");
    for (const std::string& kept :
         {"    " + words(30) + "\n", "| " + words(30) + " |\n", "```\n" + words(30) + "\n```\n",
          "<!-- begin faults -->\n\n" + words(30) + "\n\n<!-- end faults -->\n",
          "# " + words(30) + "\n"}) {
        CHECK(wrapped_page("Text.\n\n" + kept) == "Text.\n\n" + kept);
    }
    // "1." at the begin of a line would be a list.
    CHECK(wrapped_page(words(15) + " ends with 1. and\n") == words(15) + " ends with 1.\nand\n");
}

TEST_CASE("openings that read badly are printed, and nothing fails", "[prose]") {
    const TemporaryFolder folder;
    const std::string page = folder / page_name;
    const std::string source = folder / "source.cpp";
    write_file(page, "Who wants it writes it. The result is told.\n\nWho wants it?\n");
    write_file(source, "/// The same for two.\nint two();\n/// The same game.\nint one();\n");
    const Output output =
        run({source_folder() + prose, page, source, folder / ("no " + page_name)});
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring(page_name + ":1: a relative clause as subject"));
    CHECK_THAT(output.out, ContainsSubstring(page_name + ":1: 'is told'"));
    CHECK_THAT(output.out, !ContainsSubstring(page_name + ":3"));
    CHECK_THAT(output.out, ContainsSubstring("source.cpp:1: needs the line above"));
    CHECK_THAT(output.out, !ContainsSubstring("source.cpp:3"));
}
