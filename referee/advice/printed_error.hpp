#pragma once

/// Parses error messages that programs in common languages print before they exit: Python, Java,
/// Node.js, Perl, Go, Lua, shells, C and C++ with perror().

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// A system call on a file that failed.
struct FileError {
    bool is_missing = false;        ///< the file doesn't exist; else access was denied
    std::vector<std::string> names; ///< as printed; often one, possibly none
};

/// The last one in the text, if any. If it is about a missing file that could not be created
/// before, the earlier one, which is its cause.
std::optional<FileError> file_error_in(std::string_view printed);

/// The module or class that an interpreter didn't find; empty if none is missing.
std::string missing_module_in(std::string_view printed);

/// The lines of a text without empty ones at its end.
std::vector<std::string_view> lines_of(std::string_view text);

/// What lines `hint: TEXT` say: a bridge knows best what its user can do. The last two,
/// fit for a terminal.
std::vector<std::string> hints_in(std::string_view printed);

/// The most useful lines, without hints and frames of Java's own classes: the first lines of an
/// error of Go or Java, which a long trace follows, else the last lines; of a Python trace, whole
/// frames. At most `max_lines`.
std::vector<std::string_view> telling_lines(std::string_view printed, std::size_t max_lines);

} // namespace referee
