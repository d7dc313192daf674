#pragma once

/// Command lines as people write them in ai.ini and on the command line.

#include <string>
#include <vector>

namespace referee {

/// The words of a line, or why it can't be read.
struct Words {
    std::vector<std::string> words;
    std::string problem; ///< for people: "a quote is never closed"; empty if it can be read
};

/// Splits a line at blanks; quotes and backslashes work as in a shell.
Words split_words(const std::string& line);

/// The words in one line, from which a POSIX shell makes the same words.
std::string shell_line(const std::vector<std::string>& words);

} // namespace referee
