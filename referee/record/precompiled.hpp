/// Headers for the files that write and read JSON: see referee/precompiled.hpp. They would make the
/// other files slower.

#include "../precompiled.hpp"

#include <nlohmann/json.hpp>
