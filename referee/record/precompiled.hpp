/// Headers for the files that write and read JSON: see referee/precompiled.hpp. They would make the
/// other files slower.

#include <nlohmann/json.hpp>
#include <precompiled.hpp> // of referee/, not this file
