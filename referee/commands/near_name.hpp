#pragma once

#include <span>
#include <string_view>

namespace referee {

/// The name meant by the typed `word`: the nearest one, counting letters that were changed, left
/// out, inserted or swapped with their neighbour. Empty if none is near: up to a third of the
/// letters may be wrong.
std::string_view nearest(std::string_view word, std::span<const std::string_view> names);

} // namespace referee
