// Which lines of an error are shown.

#include "advice/printed_error.hpp"
#include "support/catch.hpp"

using namespace referee;

namespace {

using Lines = std::vector<std::string_view>;

} // namespace

TEST_CASE("of what a program printed the last lines are shown", "[mistakes]") {
    CHECK(telling_lines("", 3).empty());
    CHECK(telling_lines("one\n\n", 3) == Lines{"one"});
    CHECK(telling_lines("1\n2\n3\n4\n5\n\n", 3) == Lines{"3", "4", "5"});
    // As Python says it.
    CHECK(
        telling_lines("Exception in thread T (f):\nTraceback:\n a\n b\nKeyError: 1\n", 2) ==
        Lines{" b", "KeyError: 1"});
}

TEST_CASE("a trace of Python is shown from the beginning of a frame on", "[mistakes]") {
    const std::string frame = "  File \"ai.py\", line 3, in f\n";
    const std::string marks = "    ^^^^\n";
    const std::string trace = "Traceback (most recent call last):\n" + frame + "    f(1)\n" +
                              marks + frame + "    g(1)\n" + marks + "KeyError: 1\n";
    const Lines whole{"  File \"ai.py\", line 3, in f", "    g(1)", "    ^^^^", "KeyError: 1"};
    CHECK(telling_lines(trace, 4) == whole);
    CHECK(telling_lines(trace, 5) == whole);
    CHECK(telling_lines(trace, 6) == whole);
    CHECK(telling_lines(trace, 7).size() == 7);
    CHECK(telling_lines(trace, 8).size() == 8);
    // No other frame begins there: its place is worth more than its marks.
    CHECK(
        telling_lines(trace, 3) ==
        Lines{"  File \"ai.py\", line 3, in f", "    g(1)", "KeyError: 1"});
    CHECK(telling_lines(trace, 2) == Lines{"  File \"ai.py\", line 3, in f", "KeyError: 1"});
    CHECK(telling_lines(trace, 1) == Lines{"KeyError: 1"});
    // What isn't a frame may be indented.
    CHECK(telling_lines("talk\n    1\n    2\n", 2) == Lines{"    1", "    2"});
    CHECK(telling_lines("    1\n    2\n    3\n", 2) == Lines{"    2", "    3"});
}

TEST_CASE("a trace of Go or Java is shown from its message on", "[mistakes]") {
    CHECK(
        telling_lines("panic: nil map\n\ngoroutine 1 [running]:\nmain.f()\n\tai.go:7\n", 3) ==
        Lines{"panic: nil map", "", "goroutine 1 [running]:"});
    CHECK(
        telling_lines("talk\nException in thread \"main\" A: b\n\tat c\n\tat d\n\tat e\n", 3) ==
        Lines{"Exception in thread \"main\" A: b", "\tat c", "\tat d"});
    CHECK(
        telling_lines("Exception in thread \"main\" A\n\tat c\nCaused by: B\n\tat d\n", 3) ==
        Lines{"\tat c", "Caused by: B", "\tat d"});
}

TEST_CASE("of a trace of Java the author's own frames are shown", "[mistakes]") {
    CHECK(
        telling_lines(
            "Exception in thread \"main\" java.lang.NumberFormatException: x\n"
            "\tat java.base/java.lang.Integer.parseInt(Integer.java:652)\n"
            "\tat jdk.zipfs/a.b(C.java:1)\n\tat Bot.main(Bot.java:7)\n",
            2) == Lines{
                      "Exception in thread \"main\" java.lang.NumberFormatException: x",
                      "\tat Bot.main(Bot.java:7)"});
}

TEST_CASE("lines that begin with 'hint: ' are hints and no text", "[mistakes]") {
    const std::string text = "hint: one\nwhat happened\nhint: two\nhint:no\nhint: three\n";
    CHECK(telling_lines(text, 5) == Lines{"what happened", "hint:no"});
    CHECK(hints_in(text) == std::vector<std::string>{"two", "three"});
    CHECK(hints_in("a hint: b\n").empty());
    CHECK(hints_in("hint: a") == std::vector<std::string>{"a"});
}

TEST_CASE("what Ruby says of the sandbox whenever it starts is no text", "[mistakes]") {
    CHECK(
        telling_lines(
            "<main>: warning: timer_create failed: Function not implemented, signals racy\n"
            "ai.rb:3:in `<main>': no card (RuntimeError)\n",
            5) == Lines{"ai.rb:3:in `<main>': no card (RuntimeError)"});
}

TEST_CASE("a file that could not be created is not merely missing", "[mistakes]") {
    const std::string denied = "ai: 2: cannot create r.tmp: Permission denied\n";
    const auto renamed =
        file_error_in(denied + "mv: cannot stat 'r.tmp': No such file or directory\n");
    REQUIRE(renamed);
    CHECK_FALSE(renamed->is_missing);
    CHECK(renamed->names == std::vector<std::string>{"r.tmp"});
    const auto other = file_error_in(denied + "cat: 'x': No such file or directory\n");
    REQUIRE(other);
    CHECK(other->is_missing);
    CHECK(other->names == std::vector<std::string>{"x"});
}
