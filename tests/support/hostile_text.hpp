#pragma once

/// A text as strangers may write it, and what of it has reached a reader raw.

#include <string>

namespace tests {

/// Escape sequences, a carriage return, a mark of direction, no width, a line end of Unicode, and
/// an introducer of sequences beyond ASCII.
inline const std::string hostile_text =
    "x\x1b[31m\x1b]0;t\x07\r\u202e\u2066\u200b\u200d\ufeff\u00ad\u2028\u009by";

/// What of it is in the text as it is; a line may end with CR LF.
inline std::string raw_in(const std::string& text) {
    std::string found;
    for (const std::string part :
         {"\x1b", "\x07", "\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\u00ad", "\u2028",
          "\u009b"}) {
        if (text.find(part) != std::string::npos) {
            found += part == "\x1b" ? "ESC " : part == "\x07" ? "BEL " : "U+" + part + " ";
        }
    }
    for (std::size_t at = 0; (at = text.find('\r', at)) != std::string::npos; ++at) {
        found += text.substr(at, 2) == "\r\n" ? "" : "CR ";
    }
    return found;
}

} // namespace tests
