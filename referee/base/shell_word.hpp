#pragma once

/// Words of commands that people copy into a shell.

#include <string>

namespace referee {

/// The text as one word for a POSIX shell: as it is if no character of it has a meaning there, else
/// in single quotes. Control characters stay: safe_text() comes after it, not before.
std::string shell_word(const std::string& text);

} // namespace referee
