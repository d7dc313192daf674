#include "base/shell_word.hpp"

namespace referee {

std::string shell_word(const std::string& text) {
    const bool is_plain =
        !text.empty() &&
        text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "/._+-=@:,") == std::string::npos;
    if (is_plain) {
        return text;
    }
    std::string word = "'";
    for (const char letter : text) {
        word += letter == '\'' ? "'\\''" : std::string(1, letter);
    }
    return word + "'";
}

} // namespace referee
