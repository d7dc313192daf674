// Which lines of an error are shown.

#include "commands/printed_error.hpp"
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
