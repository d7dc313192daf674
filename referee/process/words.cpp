#include "process/words.hpp"

#include <boost/program_options/parsers.hpp>
#include <boost/token_functions.hpp>
#include <string_view>

namespace referee {

Words split_words(const std::string& line) {
    bool is_escaped = false;
    bool is_quoted = false;
    for (const char letter : line) {
        is_quoted ^= !is_escaped && (letter == '"' || letter == '\'');
        is_escaped = !is_escaped && letter == '\\';
    }
    if (is_escaped || is_quoted) {
        return {{}, is_escaped ? "it ends with a backslash" : "a quote is never closed"};
    }
    try {
        return {boost::program_options::split_unix(line), ""};
    } catch (const boost::escaped_list_error&) {
        return {{}, "an unknown escape after a backslash"};
    }
}

std::string shell_line(const std::vector<std::string>& words) {
    constexpr std::string_view plain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";
    std::string line;
    for (const std::string& word : words) {
        line += line.empty() ? "" : " ";
        if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
            line += word;
            continue;
        }
        line += '\'';
        for (const char letter : word) {
            line += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
        }
        line += '\'';
    }
    return line;
}

} // namespace referee
