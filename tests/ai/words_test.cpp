#include "ai/declaration.hpp"
#include "base/shell_word.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"

using namespace referee;

TEST_CASE("a command line is split as a shell does", "[words]") {
    CHECK(split_words("gdb --args").words == std::vector<std::string>{"gdb", "--args"});
    CHECK(
        split_words("gdb -ex 'break main' \"-ex\" run").words ==
        std::vector<std::string>{"gdb", "-ex", "break main", "-ex", "run"});
    CHECK(split_words("").words.empty());
}

TEST_CASE("a line that isn't a command is refused with the reason", "[words]") {
    CHECK(split_words("gdb 'open").problem == "a quote is never closed");
    CHECK(split_words("gdb \\").problem == "it ends with a backslash");
    CHECK(split_words("gdb \\q").problem == "an unknown escape after a backslash");
    CHECK(split_words("gdb --args").problem.empty());
}

TEST_CASE("a shell makes the same words of a line made from them", "[words]") {
    const std::vector<std::string> words{"printf", "%s|", "plain", "two words",
                                         "it's",   "",    "$HOME", "`id`",
                                         "a\\b",   "\"",  "*",     "line\nend"};
    CHECK(shell_line({"a/b-c.d", "--x=1"}) == "a/b-c.d --x=1");
    CHECK(
        tests::run({"/bin/sh", "-c", shell_line(words)}).out ==
        "plain|two words|it's||$HOME|`id`|a\\b|\"|*|line\nend|");
}
