#pragma once

/// Handling of external text: AIs' answers, names, paths, output of programs.

#include <cstddef>
#include <string>
#include <string_view>

namespace referee {

/// Length of the UTF-8 sequence at the beginning of the text (not empty), or 0 if there is none.
std::size_t utf8_length(std::string_view text);

/// The text with bytes that are not UTF-8 written as \xNN, cut at `most` bytes. `whole` tells
/// whether the text is unchanged.
std::string as_utf8(std::string_view text, std::size_t max, bool& whole);

/// The text for a terminal, as one line: control characters (also those beyond ASCII), marks that
/// change the direction of writing, and bytes that are not UTF-8 are written as \xNN.
std::string safe_text(std::string_view text);
/// The same for each line of the text: begins with `indent` and ends with a line feed.
std::string safe_lines(std::string_view text, std::string_view indent = "");

/// Equivalent JSON that is safe to print on a terminal: such characters in JSON strings are written
/// as \uNNNN.
std::string safe_json(std::string json);

} // namespace referee
