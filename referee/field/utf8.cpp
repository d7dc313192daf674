#include "field/utf8.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee {
namespace {

/// The code point of a sequence whose length utf8_length() has returned.
char32_t code_point(std::string_view text, std::size_t length) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    char32_t code = length == 1 ? byte(0) : byte(0) & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        code = code << 6U | (byte(i) & 0x3fU);
    }
    return code;
}

/// Characters that a terminal obeys instead of showing: control characters, also those beyond
/// ASCII, and marks that change the writing direction of the following text (as in "Trojan Source"
/// attacks).
bool is_obeyed(char32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e ||
           code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

} // namespace

std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xc2 ? 0
                               : first < 0xe0 ? 2
                               : first < 0xf0 ? 3
                               : first < 0xf5 ? 4
                                              : 0;
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

std::string as_utf8(std::string_view text, std::size_t max, bool& whole) {
    std::string result;
    whole = true;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_length(text.substr(at));
        if (at + std::max<std::size_t>(length, 1) > max) {
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
        const std::size_t length = utf8_length(text.substr(at));
        if (length == 0 || is_obeyed(code_point(text.substr(at), length))) {
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

std::string safe_lines(std::string_view text, std::string_view indent) {
    std::string safe;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        safe.append(indent).append(safe_text(text.substr(0, end))) += '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return safe;
}

std::string safe_json(std::string json) {
    const auto is_suspect = [](char byte) { return static_cast<unsigned char>(byte) >= 0x7f; };
    if (std::none_of(json.begin(), json.end(), is_suspect)) {
        return json;
    }
    std::string safe;
    for (std::size_t at = 0; at < json.size();) {
        const std::string_view rest = std::string_view(json).substr(at);
        const std::size_t length = std::max<std::size_t>(utf8_length(rest), 1);
        const char32_t code = code_point(rest, length);
        if (code >= 0x7f && is_obeyed(code)) {
            safe += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
        } else {
            safe += rest.substr(0, length);
        }
        at += length;
    }
    return safe;
}

} // namespace referee
