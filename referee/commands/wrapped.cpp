#include "commands/wrapped.hpp"

#include <algorithm>

namespace referee {

std::string wrapped(std::string_view head, std::string_view text) {
    const std::size_t margin = head.size();
    std::string lines(head);
    std::size_t at = margin;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const bool is_first = at == margin;
        if (!is_first && at + 1 + word.size() > wrapped_columns) {
            lines += '\n' + std::string(margin, ' ');
            at = margin;
        } else if (!is_first) {
            lines += ' ';
            ++at;
        }
        lines += word;
        at += word.size();
    }
    return lines + '\n';
}

} // namespace referee
