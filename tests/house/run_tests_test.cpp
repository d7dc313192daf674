// scripts/run-tests, with a stand-in for the tests: its last line is what continuous integration
// reads.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <fmt/format.h>
#include <string>

using namespace tests;

namespace {

/// Runs the script with a test program that reports `passed` passed tests with long names in each
/// of its four groups, and `failed` failed ones in that of AIs that attack.
Output run_of(const TemporaryFolder& folder, int passed, int failed) {
    write_script(
        folder / "tests",
        fmt::format(
            "#!/bin/bash\n"
            "for ((test = 0; test < {0}; ++test)); do\n"
            "  printf '0.%05d a test whose name is as long as the names of tests are\\n' $test\n"
            "done >\"$REFEREE_TEST_REPORT\"\n"
            "case $REFEREE_TEST_GROUP in attacks) failed={1} ;; *) failed=0 ;; esac\n"
            "for ((test = 0; test < failed; ++test)); do echo \"failed test $test\"; done >>\"$REFEREE_TEST_REPORT\"\n"
            "echo \"counts {0} $failed 0\" >>\"$REFEREE_TEST_REPORT\"\n"
            "exit $((failed > 0))\n",
            passed, failed));
    return run(
        {"/usr/bin/env", "--unset=BROWSER", "--unset=PYTHON_TESTS",
         "REFEREE_BUILD=" + folder.path(), "REFEREE_SOURCE=" + source_folder(),
         source_folder() + "/scripts/run-tests"});
}

} // namespace

TEST_CASE("however many tests there are, run-tests ends with how many passed", "[end-to-end]") {
    const TemporaryFolder folder;
    const Output output = run_of(folder, 10000, 0);
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("\n40000 passed, 0 failed\n"));
    CHECK_THAT(output.out, ContainsSubstring("  0.09999 a test"));
    CHECK_THAT(output.out, !ContainsSubstring("  0.09990 a test"));
}

TEST_CASE(
    "run-tests names the tests that failed, last of all; they are its exit status",
    "[end-to-end]") {
    const TemporaryFolder folder;
    const Output output = run_of(folder, 3, 2);
    CHECK(output.status == 1);
    CHECK_THAT(
        output.out, ContainsSubstring("\nfailed: test 0\nfailed: test 1\n12 passed, 2 failed\n"));
}
