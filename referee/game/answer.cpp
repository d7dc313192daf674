#include "game/answer.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

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

std::string integer_text(std::string_view word) {
    constexpr std::size_t max_bytes = 40;
    std::string_view digits = word;
    const bool is_negative = word.starts_with('-');
    if (is_negative || word.starts_with('+')) {
        digits.remove_prefix(1);
    }
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
    return (is_negative && digits != "0" ? "-" : "") + std::string(digits.substr(0, max_bytes));
}

std::string place_of(const AnswerWord& word) {
    return fmt::format("line {}, word {} ('{}'): ", word.line, word.word, printable(word.text));
}

std::string unexpected(const AnswerWord& word) {
    return fmt::format(
        "line {}, word {}: unexpected '{}' after the answer", word.line, word.word,
        printable(word.text));
}

namespace {

std::string_view without_blanks(std::string_view text) {
    return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

std::string_view first_word_of(std::string_view text) {
    return text.substr(0, text.find_first_of(" \n"));
}

} // namespace

void StateReader::end_line() const {
    if (has_word()) {
        error(fmt::format("unexpected '{}'", printable(words_)));
    }
}

void StateReader::next_line() {
    end_line();
    ++line_;
    if (rest_.empty()) {
        error("a line is missing");
    }
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    words_ = without_blanks(rest_.substr(0, end));
    rest_ = rest_.substr(std::min(end + 1, rest_.size()));
}

void StateReader::line(std::string_view first_word) {
    next_line();
    expect(first_word);
}

bool StateReader::next_is(std::string_view first_word) const {
    return first_word_of(rest_) == first_word;
}

std::string_view StateReader::word() {
    if (!has_word()) {
        error("a word is missing");
    }
    const std::string_view found = first_word_of(words_);
    words_ = without_blanks(words_.substr(found.size()));
    return found;
}

void StateReader::expect(std::string_view expected) {
    const std::string_view found = word();
    if (found != expected) {
        error(fmt::format("'{}' is not '{}'", printable(found), expected));
    }
}

std::int64_t StateReader::integer(std::int64_t min, std::int64_t max) {
    const std::string_view found = word();
    std::int64_t value = 0;
    if (!parse_integer(found, value) || value < min || value > max) {
        error(fmt::format("'{}' is not an integer from {} to {}", printable(found), min, max));
    }
    return value;
}

std::size_t StateReader::choice(std::span<const std::string_view> names) {
    const std::string_view found = word();
    const auto at = std::find(names.begin(), names.end(), found);
    if (at == names.end()) {
        error(fmt::format("'{}' is not one of: {}", printable(found), fmt::join(names, ", ")));
    }
    return static_cast<std::size_t>(at - names.begin());
}

void StateReader::finish() {
    end_line();
    if (!rest_.empty()) {
        next_line();
        error("an unexpected line");
    }
}

void StateReader::error(const std::string& what) const {
    throw UserError(fmt::format(
        "state:{}: {}; give a state of this game's field, as state() has it", line_, what));
}

} // namespace referee
