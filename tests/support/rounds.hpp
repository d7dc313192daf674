#pragma once

/// How often a test repeats what it does.

#include <cstdlib>

namespace tests {

/// REFEREE_TEST_ROUNDS in the environment, or `few`, which `make test` runs.
inline int rounds(int few) {
    const char* const given = std::getenv("REFEREE_TEST_ROUNDS");
    return given == nullptr ? few : std::atoi(given);
}

} // namespace tests
