#pragma once

/// How often a test repeats what it does.

#include <cstdlib>

namespace tests {

/// REFEREE_TEST_ROUNDS in the environment, or `few`, which `make test` runs.
inline int rounds(int few) {
    const char* const given = std::getenv("REFEREE_TEST_ROUNDS");
    return given == nullptr ? few : std::atoi(given);
}

/// How often a loop over seeds repeats: `all`, or in the quick run of `make check` `few`.
inline int share(int all, int few) {
    return std::getenv("REFEREE_TEST_QUICK") == nullptr ? all : few;
}

} // namespace tests
