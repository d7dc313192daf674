#pragma once

/// INI files as the parser of Boost.Program_options reads them: lines "key = value", "#" begins a
/// comment.

#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct IniEntry {
    std::string key;
    std::string value;
    int line = 1;
};

/// All entries in their order. Throws UserError "FILE:LINE: …" or "FILE: …".
std::vector<IniEntry> read_ini(const std::string& file);
/// Reads the text of an INI file; `file` is for messages.
std::vector<IniEntry> read_ini(const std::string& file, const std::string& text);

/// Throws UserError "FILE:LINE: what; todo".
[[noreturn]] void
refuse_ini(const std::string& file, int line, const std::string& what, const std::string& todo);

} // namespace referee
