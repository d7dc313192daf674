#pragma once

/// Tables and notes laid out for a terminal of 80 columns.

#include "tournament/text_tables.hpp"

#include <string>

namespace referee {

/// Wraps a long line at blanks; further lines begin with `indent`.
std::string wrapped(const std::string& text, const std::string& indent);

/// The table with aligned columns; a wide one is divided into several below one another, each of
/// which repeats the columns of words.
std::string aligned(const Table& table);

} // namespace referee
