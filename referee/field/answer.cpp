#include "field/answer.hpp"

#include "field/text.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <limits>

namespace referee {

std::vector<AnswerWord> answer_words(std::string_view text) {
    std::vector<AnswerWord> words;
    int line = 1;
    int word = 1;
    for (std::size_t at = 0; at < text.size();) {
        const bool line_ends = text[at] == '\n';
        const bool carriage_return =
            text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
        if (line_ends) {
            ++line;
            word = 1;
        }
        if (line_ends || carriage_return || text[at] == ' ' || text[at] == '\t') {
            ++at;
            continue;
        }
        std::size_t end = text.find_first_of(" \t\n", at);
        end = std::min(end, text.size());
        const bool before_line_end = end < text.size() && text[end] == '\n';
        if (before_line_end && text[end - 1] == '\r') {
            --end;
        }
        words.push_back({text.substr(at, end - at), line, word});
        ++word;
        at = end;
    }
    return words;
}

std::optional<std::int64_t> answer_integer(std::string_view word) {
    const bool negative = !word.empty() && word[0] == '-';
    std::string_view digits = word;
    if (negative || (!word.empty() && word[0] == '+')) {
        digits.remove_prefix(1);
    }
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
        return std::nullopt;
    }
    std::int64_t value = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (code == std::errc::result_out_of_range) {
        value = std::numeric_limits<std::int64_t>::max();
    }
    return negative ? -value : value;
}

std::string place_of(const AnswerWord& word) {
    return fmt::format("line {}, word {} ('{}'): ", word.line, word.word, printable(word.text));
}

std::string unexpected(const AnswerWord& word) {
    return fmt::format(
        "line {}, word {}: unexpected '{}' after the answer", word.line, word.word,
        printable(word.text));
}

} // namespace referee
