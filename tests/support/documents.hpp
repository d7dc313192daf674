#pragma once

/// Command lines in the project's pages: what stands in code blocks and, of the referee's own, in
/// the text.

#include <string>
#include <vector>

namespace tests {

/// Paths of all pages and man pages that tell how to do things, from the source folder. Not those
/// of the tests.
std::vector<std::string> documents();

/// The lines of the code blocks of a page that are commands, without comments; of a man page those
/// of its examples. What has another language (```python) or is an INI file isn't among them.
std::vector<std::string> commands_in_blocks(const std::string& text);
std::vector<std::string> commands_in_examples(const std::string& man_page);

/// The referee's commands that stand in the text between backticks.
std::vector<std::string> commands_in_text(const std::string& text);

/// The words of a command line, quoted ones whole, without what only sets its stage (`sudo -u
/// USER`, variables).
std::vector<std::string> words_of_command(const std::string& line);

} // namespace tests
