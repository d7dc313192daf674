#pragma once

#include "support/run.hpp"

#include <string>

namespace tests {

/// The field on which the matches of these tests are played.
inline std::string contest_field() {
    return source_folder() + "/fields/gems/contest.dat";
}

} // namespace tests
