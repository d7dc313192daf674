#pragma once

/// Times of fields: seconds with at most three decimals, like 7 or 0.25.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace referee::spe_ed {

inline constexpr std::string_view seconds_form = "give seconds from 0.001 to 3600, like 7 or 0.25";

/// The time that `text` stands for: digits, optionally followed by a point and one to three digits.
/// Nothing for any other form, or outside 0.001..3600.
std::optional<std::chrono::milliseconds> parse_seconds(std::string_view text);

/// The shortest text that parse_seconds() reads as this time.
std::string text_of(std::chrono::milliseconds time);

} // namespace referee::spe_ed
