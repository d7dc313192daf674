#include "base/shell_word.hpp"

namespace referee {

std::string shell_word(const std::string& text) {
    const bool is_plain =
        !text.empty() &&
        text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "/._+-=@:,%") == std::string::npos;
    if (is_plain) {
        return text;
    }
    std::string word = "'";
    for (const char letter : text) {
        word += letter == '\'' ? "'\\''" : std::string(1, letter);
    }
    return word + "'";
}

std::string shell_line(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) {
        line += (line.empty() ? "" : " ") + shell_word(word);
    }
    return line;
}

} // namespace referee
