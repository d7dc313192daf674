#include "field/utf8.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee {

std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    const std::size_t length =
        first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length == 0 || length > text.size()) {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U) {
            return 0;
        }
    }
    // Overlong forms, surrogates, and beyond the last code point.
    const bool bad = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f) ||
                     (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f);
    return bad ? 0 : length;
}

std::string as_utf8(std::string_view text, std::size_t most, bool& whole) {
    std::string result;
    whole = true;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_length(text.substr(at));
        if (at + std::max<std::size_t>(length, 1) > most) {
            whole = false;
            break;
        }
        if (length == 0) {
            whole = false;
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at++]));
        } else {
            result += text.substr(at, length);
            at += length;
        }
    }
    return result;
}

std::string safe_text(std::string_view text) {
    std::string safe;
    for (std::size_t at = 0; at < text.size();) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const std::size_t length = utf8_length(text.substr(at));
        // U+0080 to U+009F are control characters too: terminals obey them.
        const bool is_control =
            byte < 0x20 || byte == 0x7f ||
            (length == 2 && byte == 0xc2 && static_cast<unsigned char>(text[at + 1]) < 0xa0);
        if (length == 0 || is_control) {
            const std::size_t end = at + std::max<std::size_t>(length, 1);
            for (; at < end; ++at) {
                safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
            }
        } else {
            safe += text.substr(at, length);
            at += length;
        }
    }
    return safe;
}

} // namespace referee
