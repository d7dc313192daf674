#pragma once

/// Words of commands that people copy into a shell.

#include <string>
#include <vector>

namespace referee {

/// The text as one word for a POSIX shell: as it is if no character of it has a meaning there, else
/// in single quotes. Control characters stay: safe_text() comes after it, not before.
std::string shell_word(const std::string& text);

/// The words in one line, from which a POSIX shell makes the same words.
std::string shell_line(const std::vector<std::string>& words);

} // namespace referee
