#pragma once

/// The changes from one frame to the next, in a form that a page applies in a few lines
/// (web/patch.js): frames of one game differ little, and a page holds tens of thousands of them.

#include <nlohmann/json.hpp>

namespace referee {

/// The patch that turns `before` into `after`:
///   - an object: by key (in arrays: by index) the patches of the parts that changed; {} is no
///   change;
///   - [value]: the new value;
///   - [at, "text", …]: characters of a string from position `at` on (strings of equal length);
///   - []: the key was removed.
nlohmann::ordered_json
patch_between(const nlohmann::ordered_json& before, const nlohmann::ordered_json& after);

} // namespace referee
