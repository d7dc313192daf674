#pragma once

/// Bytes: hashes, compression, and bytes as text for JSON and HTML.

#include <cstddef>
#include <nettle/sha2.h>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// SHA-256 of the bytes, as 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

/// SHA-256 of bytes that come in parts.
class Sha256 {
  public:
    Sha256();
    void add(std::string_view bytes);
    /// The hash of all bytes so far. The next ones begin another hash.
    std::string digits();

  private:
    sha256_ctx context_;
};

/// Compressed as gzip does it, the same bytes on every machine. Throws InternalError.
std::string gzip(std::string_view bytes);
/// What gzip() was given; nothing if that isn't what `packed` holds, or is more than `max` bytes.
std::optional<std::string> gunzip(std::string_view packed, std::size_t max);

std::string base64(std::string_view bytes);
/// Bytes as text that an element of a page and a string of a script may hold as it is: 4 bytes are
/// 5 characters, a rest of n bytes n + 1. Base64 has 5.33 for 4, and nettle nothing denser. The
/// characters are the printable ones of ASCII without " & ' < > ` { } and the backslash.
/// web/boot.js reads it.
std::string base85(std::string_view bytes);
/// What base64() was given, or nothing.
std::optional<std::string> from_base64(std::string_view text);

} // namespace referee
