#pragma once

/// Strict reading of result.dat, shared by the games: referee/match/README.md, "result.dat".

#include <cstdint>
#include <optional>
#include <span>
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

/// An integer as it was written, for people and records; shortened beyond 40 bytes, but still an
/// integer.
std::string integer_text(std::string_view word);

/// "line 2, word 3 ('x'): " for the reason of a bad result.
std::string place_of(const AnswerWord& word);
/// "line 2, word 3: unexpected 'x' after the answer"
std::string unexpected(const AnswerWord& word);

// Reading a state from the text that Position::canonical_text() writes, line by line. The
// text is not trusted: every number is read with its range.

class StateReader {
  public:
    /// The text must outlive the reader.
    explicit StateReader(std::string_view text) : rest_(text) {}

    /// Goes to the next line, which must exist; the previous one must have been read to its end.
    void next_line();
    /// Continues with the next line, which must begin with that word.
    void line(std::string_view first_word);
    /// True if the next line begins with that word.
    bool next_is(std::string_view first_word) const;

    /// True if the line has a word left.
    bool has_word() const { return !words_.empty(); }
    /// The next word of the line.
    std::string_view word();
    /// The next word, which must be this one.
    void expect(std::string_view expected);
    /// The next word as an integer from `min` to `max`.
    std::int64_t integer(std::int64_t min, std::int64_t max);
    int small_integer(int min, int max) { return static_cast<int>(integer(min, max)); }
    /// The index of the next word in `names`.
    std::size_t choice(std::span<const std::string_view> names);

    /// Throws UserError if anything is left.
    void finish();

    /// Throws UserError with the number of the line.
    [[noreturn]] void error(const std::string& what) const;

  private:
    void end_line() const;

    std::string_view rest_;  ///< the lines that follow
    std::string_view words_; ///< the rest of this line, without leading blanks
    int line_ = 0;
};

} // namespace referee
