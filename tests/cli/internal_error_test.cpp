// What the referee can't explain asks for a report; what has a known remedy doesn't.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include "version.hpp"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>

using namespace tests;

TEST_CASE("an internal error asks for a report with version and command line", "[end-to-end]") {
    if (is_skipped_with_sanitizers(
            "internal errors: sanitizers and a library loaded before them don't mix")) {
        return;
    }
    const TemporaryFolder folder;
    const std::string field = folder / "a field.dat";
    REQUIRE(run({referee_path(), "create", field, "--seed", "1"}).status == 0);
    const auto play_failing_with = [&](int error) {
        return run(
            {"/usr/bin/env", "LD_PRELOAD=" + built("failing-calls.so"),
             fmt::format("REFEREE_TEST_FAIL=r:memfd_create:1:{}", error), referee_path(), field,
             "--ai", gems_ai("reference-c"), "--ai", gems_ai("reference-c")});
    };
    const Output unknown = play_failing_with(EINVAL);
    CHECK(unknown.status == 1);
    CHECK(
        unknown.err ==
        fmt::format(
            "referee: memfd_create: Invalid argument\n"
            "referee: please report this with the version and the command line: referee {}: {} "
            "'{}' --ai {} --ai {}\n",
            referee::version, referee_path(), field, gems_ai("reference-c"),
            gems_ai("reference-c")));
    const Output known = play_failing_with(EMFILE);
    CHECK(known.status == 1);
    CHECK(std::count(known.err.begin(), known.err.end(), '\n') == 1);
    CHECK_THAT(known.err, ContainsSubstring("allow more open files"));
}
