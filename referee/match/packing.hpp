#pragma once

/// Bytes as text for JSON and HTML: compressed with gzip, then base64.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// Compressed as gzip does it, the same bytes on every machine. Throws InternalError.
std::string gzip(std::string_view bytes);
/// What gzip() was given; nothing if that isn't what `packed` holds, or is more than `max` bytes.
std::optional<std::string> gunzip(std::string_view packed, std::size_t max);

std::string base64(std::string_view bytes);
/// What base64() was given, or nothing.
std::optional<std::string> from_base64(std::string_view text);

} // namespace referee
