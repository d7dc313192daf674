#pragma once

#include <string>
#include <string_view>

namespace referee {

inline constexpr std::size_t wrapped_columns = 80;

/// Wraps text at words for a terminal: the first line begins with `head`, the others with as many
/// blanks. Ends with a line feed.
std::string wrapped(std::string_view head, std::string_view text);

} // namespace referee
