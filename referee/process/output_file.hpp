#pragma once

/// Files that the user wants written: records, pages, tables, databases.

#include <string>

namespace referee {

/// Creates the missing folders above the file. If that fails, opening the file fails, too, and
/// gives the reason.
void make_folders_above(const std::string& path);

/// Throws UserError if the file can't be written, so that a long match doesn't fail at its end.
/// Creates the folders above it, but leaves no file behind. `what` names the file: "the page".
void require_writable(const std::string& path, const std::string& what);

/// True if it is a regular file with just this content.
bool holds(const std::string& path, const std::string& text);

/// Throws UserError if the file to write is also read or written otherwise. `what` names that other
/// use: "the record being read".
void require_other_file(
    const std::string& written, const std::string& other, const std::string& what);

} // namespace referee
