#pragma once

#include <string>
#include <string_view>

namespace referee {

/// SHA-256 of the bytes, as 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

/// SHA-256 of a file's bytes. Throws UserError if it can't be read.
std::string sha256_of_file(const std::string& path);

} // namespace referee
