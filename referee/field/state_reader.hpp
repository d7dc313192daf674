#pragma once

/// Reading a state from the text that Position::canonical_text() writes, line by line. The
/// text is not trusted: every number is read with its range.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace referee {

class StateReader {
  public:
    /// The text must outlive the reader.
    explicit StateReader(std::string_view text) : rest_(text) {}

    /// Goes to the next line, which must exist; the previous one must have been read to its end.
    void next_line();
    /// The same for a line that begins with that word.
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
