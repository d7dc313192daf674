/// Headers that most tests include, compiled once: see referee/precompiled.hpp.

#include "../referee/precompiled.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>
