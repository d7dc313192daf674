#pragma once

/// Text: external text made safe to show, numbers and names in words, layout for a terminal.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee {

/// Length of the UTF-8 sequence at the beginning of the text (not empty), or 0 if there is none.
std::size_t utf8_length(std::string_view text);

/// The text with bytes that are not UTF-8 written as \xNN, cut at `max` bytes. `whole` tells
/// whether the text is unchanged.
std::string as_utf8(std::string_view text, std::size_t max, bool& whole);

/// The text for a terminal, as one line: control characters (also those beyond ASCII), marks that
/// change the direction of writing, and bytes that are not UTF-8 are written as \xNN.
std::string safe_text(std::string_view text);
/// Makes each line of the text safe: it begins with `indent` and ends with a line feed.
std::string safe_lines(std::string_view text, std::string_view indent = "");

/// Equivalent JSON that is safe to print on a terminal: such characters in JSON strings are written
/// as \uNNNN.
std::string safe_json(std::string json);

/// The integer that `text` stands for ([+-]?[0-9]+ within 64 bits), or false.
bool parse_integer(std::string_view text, std::int64_t& value);

/// The number of a text such as "512M", times the factor of its unit; nothing if it isn't one, is
/// above 10^12, or the unit is unknown.
using UnitFactor = std::pair<std::string_view, std::uint64_t>;
std::optional<std::uint64_t> parse_scaled(std::string_view text, std::span<const UnitFactor> units);

/// A time such as "500ms", "10s", "1m", "2h", of at most a week; nothing if it isn't one, or is 0.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

/// "1 move", "2 moves", "3 processes"
std::string counted(std::int64_t number, std::string_view thing);

/// External text in a form fit for messages: cut at 40 bytes, with control characters and bytes
/// that are not ASCII written as \xNN.
std::string printable(std::string_view text, std::size_t max = 40);

/// "A", "A and B", "A, B and 3 others"
std::string listed(const std::vector<std::string>& names, std::size_t max_names = 3);

/// The name meant by the typed `word`: the nearest one, counting letters that were changed, left
/// out, inserted or swapped with their neighbour; up to a third of the letters may be wrong. Else
/// the only name that begins so; empty if there is none, or several.
std::string_view nearest(std::string_view word, std::span<const std::string_view> names);

/// A word that people, or other programs, use, and what it is here.
using Translation = std::pair<std::string_view, std::string_view>;

/// What the word is here; empty if the list doesn't have it.
std::string_view translation_of(std::string_view word, std::span<const Translation> list);

/// The width to which text for terminals is wrapped.
inline constexpr std::size_t text_columns = 80;

/// `text` with a line feed and `indent` in place of the blanks at which lines of a terminal end.
/// The first line is taken to begin at the left; an indent within the text is kept.
std::string wrapped(const std::string& text, const std::string& indent);

/// The same with the first line begun by `head` and the others by as many blanks. Ends with a line
/// feed.
std::string wrapped_below(std::string_view head, std::string_view text);

struct Table {
    std::string_view name;  ///< one word: "standings"
    std::string_view title; ///< for people
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
    /// The number of leading columns with words, which are left-aligned; the others are
    /// right-aligned.
    std::size_t words = 1;
    std::string note; ///< what a reader must know, below the table; may be empty
};

/// The table with aligned columns for a terminal; a wide one is divided into several below one
/// another, each of which repeats the columns of words.
std::string aligned(const Table& table);

} // namespace referee
