#pragma once

/// The text format that the fields of all games share: referee/game/README.md, "Format".
///
///     game NAME
///     key value
///     [section]
///     value value …      # a comment
///
/// The reader splits lines and checks their form; the games know what keys and sections mean. Every
/// error is a UserError "FILE:LINE: what is wrong; what to do".

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// A line of values.
struct Row {
    int line = 0; ///< in the file, from 1
    std::vector<std::string_view> words;
};

struct Section {
    int line = 0; ///< of the `[name]`
    std::vector<Row> rows;
};

/// What a field is, by name: the values of its keys, and for each section "[NAME]" the number of
/// its rows.
using FieldValues = std::map<std::string, std::string, std::less<>>;

class FieldText {
  public:
    static constexpr std::uintmax_t max_bytes = 64U << 20U; ///< of a file

    /// Splits `bytes`. `name` appears in error messages. Throws UserError.
    FieldText(std::string name, std::string bytes);
    /// Reads the file. Throws UserError if it can't be read or is larger than 64 MiB.
    static FieldText read(const std::string& path);

    const std::string& name() const { return name_; }
    const std::string& bytes() const { return bytes_; }
    /// The name after `game` in the first line; empty if the field has no such line (then all rows
    /// are in the section with the empty name).
    const std::string& game() const { return game_; }

    /// The line with the game, or 1.
    int game_line() const { return game_line_; }

    /// The value of a key, or `default_value` if it is absent. Throws if it isn't an integer from
    /// `min` to `max`.
    std::int64_t
    integer(std::string_view key, std::int64_t default_value, std::int64_t min, std::int64_t max);
    /// A decimal number; like integer().
    double number(std::string_view key, double default_value, double min, double max);
    /// A word; throws unless it is one of `allowed`. An empty list allows every word.
    std::string word(
        std::string_view key, std::string_view default_value,
        const std::vector<std::string_view>& allowed);

    /// All keys and sections, read or not.
    FieldValues facts() const;

    /// The section of that name; throws if it is missing.
    const Section& section(const std::string& name);
    /// The section of that name, or null.
    const Section* find_section(const std::string& name);

    /// The integer of a row's word; throws if it isn't one or is out of range.
    std::int64_t integer(
        const Row& row, std::size_t index, std::string_view what, std::int64_t min,
        std::int64_t max) const;
    /// Throws unless the row has exactly `count` words; `form` describes a row.
    void require_words(const Row& row, std::size_t count, std::string_view form) const;

    /// Throws if there is a key or a section that was never read. Call it after reading all known
    /// ones.
    void finish() const;

    /// Throws UserError "NAME:LINE: what; todo".
    [[noreturn]] void error(int line, const std::string& what, const std::string& todo) const;
    int last_line() const { return last_line_; }

  private:
    struct Key {
        int line = 0;
        std::string value;
        bool asked = false;
    };
    struct Named {
        Section section;
        bool asked = false;
    };
    Key* ask(std::string_view key);
    void add_key(const Row& row);
    Section* open_section(int line, std::string_view text);

    std::string name_;
    std::string bytes_; ///< the rows' words point into it
    std::string game_;
    int game_line_ = 1;
    int last_line_ = 0;
    std::map<std::string, Key, std::less<>> keys_;
    std::map<std::string, Named, std::less<>> sections_;
    std::vector<std::string> known_keys_;
    std::vector<std::string> known_sections_;

  public:
    // Neither copyable nor movable: the views would dangle in a copy, and a move keeps the heap
    // buffer of a long text, but not that of a short one.
    FieldText(const FieldText&) = delete;
    FieldText& operator=(const FieldText&) = delete;
};

} // namespace referee
