#pragma once

#include <algorithm>
#include <string_view>

namespace referee {

/// True if no byte of a file's name is an ASCII control character. Hashes of folders are made of
/// lines with names: an end of a line in one could stand for another file.
constexpr bool is_plain_name(std::string_view name) {
    return std::none_of(name.begin(), name.end(), [](char character) {
        return static_cast<unsigned char>(character) < ' ' || character == '\x7f';
    });
}

} // namespace referee
