#pragma once

/// What tests may change in a running referee, by variables of its environment. This is the only
/// place where production code reads them: tests/README.md, "Seams for tests". None of them grants
/// an AI anything: they take features of the kernel away, or make a season look less or more often.

#include <optional>
#include <string_view>

namespace referee {

enum class TestSeam {
    landlock, ///< the Landlock ABI in force is at most this one
    scan      ///< seconds between two looks of a season at its entries
};

struct TestSeamInfo {
    TestSeam seam;
    const char* variable;
    std::string_view effect; ///< for people
};

inline constexpr TestSeamInfo test_seams[] = {
    {TestSeam::landlock, "REFEREE_TEST_LANDLOCK",
     "the Landlock ABI in force is at most this one, from 0 to that of the kernel"},
    {TestSeam::scan, "REFEREE_TEST_SCAN",
     "a season looks at its entries each time so many seconds have passed, instead of 10"}};

/// The number in the environment; nothing if it isn't set. What isn't a number is 0.
std::optional<int> in_tests(TestSeam seam);

} // namespace referee
