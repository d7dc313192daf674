// INI files: ai.ini, tournament.ini, season.ini. Mistakes are reported with file and line, which
// the parser doesn't know.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/user_error.hpp"

#include "ai/program.hpp"
#include "base/ini.hpp"

using namespace referee;
using namespace tests;

namespace {

/// What reading a file with this text says, without the name of the file.
std::string error_of(const std::string& text) {
    const TemporaryFolder folder;
    const std::string path = folder / "x.ini";
    write_file(path, text);
    const std::string error = user_error_of([&] { read_ini(path); });
    return error.starts_with(path) ? error.substr(path.size()) : error;
}

} // namespace

TEST_CASE("a line of an INI file that isn't 'key = value' is named by its number", "[ini]") {
    for (const std::string text :
         {"a = 1\n\n# b\nsome words\n", "a = 1\n[s]\n# b\r\n  some words # = 1\r\n"}) {
        INFO(text);
        CHECK_THAT(error_of(text), StartsWith(":4: ") && ContainsSubstring("'some words'"));
        CHECK_THAT(error_of(text), ContainsSubstring("; write lines 'key = value'"));
    }
    CHECK(error_of("a = 1\nb=2\n [s] \n# c") == "no error");
}

TEST_CASE("each entry of an INI file has its line", "[ini]") {
    const TemporaryFolder folder;
    write_file(
        folder / "x.ini", "# a = 0\n\na = 1\r\n  ai second = [x]\nai=2=3 # = 4\n"
                          "[part = 1]\n\t\nai = 5\na =\n");
    std::vector<std::string> found;
    for (const IniEntry& entry : read_ini(folder / "x.ini")) {
        found.push_back(std::to_string(entry.line) + " " + entry.key + ": " + entry.value);
    }
    CHECK(
        found ==
        std::vector<std::string>{
            "3 a: 1", "4 ai second: [x]", "5 ai: 2=3", "8 part = 1.ai: 5", "9 part = 1.a: "});
}

TEST_CASE("an INI file in another encoding is told so", "[ini]") {
    CHECK(
        error_of("\xef\xbb\xbf"
                 "a = 1\n") == ":1: the file begins with a byte order mark; save it without one");
    CHECK(
        error_of(std::string("a = 1\nb = 2\0\n", 13)) ==
        ":2: the line has a NUL byte; save the file as plain text");
}

TEST_CASE("a command whose name is too long for a file is a mistake of its line", "[ini]") {
    const TemporaryFolder folder;
    write_file(folder / "ai.ini", "# an AI\ncommand = " + std::string(300, 'x') + "\n");
    const std::string error = user_error_of([&] { read_program(folder.path()); });
    CHECK_THAT(error, StartsWith(folder / "ai.ini:2: the program 'xxx"));
    CHECK_THAT(error, ContainsSubstring("is neither in the folder nor in PATH; install it"));
}

TEST_CASE("placeholders of the parser's messages in a line are words like others", "[ini]") {
    for (const std::string word : {"%invalid_line%", "%canonical_option%", "%value%", "%s {}"}) {
        CHECK(
            error_of("a = 1\n" + word + "\n") ==
            ":2: invalid line '" + word + "'; write lines 'key = value'");
    }
}
