// A guard, since a build folder that was copied from another tree has a precompiled header with
// that tree's copy.
#ifndef REFEREE_TESTS_SUPPORT_CATCH
#define REFEREE_TESTS_SUPPORT_CATCH

// Without a try block around each assertion the tests compile faster. What an assertion throws
// still fails its test.
#define CATCH_CONFIG_FAST_COMPILE

// Catch2 is version 2 (one header) on Debian 12 and version 3 on newer systems.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
#else
#include <catch2/catch.hpp>
inline auto ContainsSubstring(const std::string& text) {
    return Catch::Matchers::Contains(text);
}
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
#endif
#if __has_include(<catch2/catch_all.hpp>)
using Catch::Approx;
#endif
#endif
