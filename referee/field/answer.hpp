#pragma once

/// Strict reading of result.dat, shared by the games: referee/match/README.md, "result.dat".

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// A word of an answer and its position, counted from 1.
struct AnswerWord {
    std::string_view text;
    int line = 1;
    int word = 1;
};

/// The words of an answer: separated by blanks, tabs, LF or CRLF. Every other byte belongs to a
/// word, so a NUL byte or a byte order mark makes a word that no game accepts.
std::vector<AnswerWord> answer_words(std::string_view text);

/// The integer of a word of the form [+-]?[0-9]+ of any length; beyond 64 bits the nearest that
/// fits, so that the rules find it out of range instead of unreadable. Nothing for any other form.
std::optional<std::int64_t> answer_integer(std::string_view word);

/// "line 2, word 3 ('x'): " for the reason of a bad result.
std::string place_of(const AnswerWord& word);
/// "line 2, word 3: unexpected 'x' after the answer"
std::string unexpected(const AnswerWord& word);

} // namespace referee
