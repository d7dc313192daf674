#pragma once

#include <span>
#include <string_view>
#include <utility>

namespace referee {

/// The name meant by the typed `word`: the nearest one, counting letters that were changed, left
/// out, inserted or swapped with their neighbour. Empty if none is near: up to a third of the
/// letters may be wrong.
std::string_view nearest(std::string_view word, std::span<const std::string_view> names);

/// A word that people, or other programs, use, and what it is here.
using Translation = std::pair<std::string_view, std::string_view>;

/// What the word is here; empty if the list doesn't have it.
std::string_view translation_of(std::string_view word, std::span<const Translation> list);

} // namespace referee
