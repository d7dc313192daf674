#pragma once

/// Output: standard output while AIs run, and files that the user wants written.

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace referee {

// Standard output and error. If the reader stops reading (a full pipe, a terminal after Ctrl-S), a
// write waits, and signals take effect.

/// From now on whatever is printed to `stdout` leaves with what a terminal would obey made visible,
/// as by safe_text(); line feeds and tabs stay. So no text of somebody else's that a command prints
/// reaches a terminal raw. The referee's own sequences go through print_now().
void make_standard_output_safe();

/// Writes all of it to the file, waiting if necessary. Throws Interrupted, std::system_error.
void write_when_taken(int file, std::string_view text);

/// Writes to standard output, unbuffered. Throws Interrupted, std::system_error.
void print_now(std::string_view text);

/// Writes to standard error. A message that can't be written is dropped: no message is worth a
/// game.
void print_message(std::string_view text) noexcept;

/// Prints "referee: TEXT" to standard error as one line; line ends in it are escaped.
void print_error(std::string_view text);
/// Prints each line of the text as an error.
void print_error_lines(std::string_view text);

// Files: records, pages, tables, databases.

/// Creates the missing folders above the file. If that fails, opening the file fails, too, and
/// gives the reason.
void make_folders_above(const std::string& path);

/// True if the path leads to a device, a pipe or a socket. It passes on what is written to it:
/// there is nothing in it to overwrite, to read back or to hide.
bool is_stream(const std::string& path);

/// True if writing there would replace something: a file or a folder is there.
bool would_replace(const std::string& path);

/// Throws UserError if the file can't be written, so that a long match doesn't fail at its end.
/// Creates the folders above it, but leaves no file behind. `what` names the file: "the page".
void require_writable(const std::string& path, const std::string& what);

/// Writes a whole file, after creating the folders above it. If that fails, throws UserError with
/// the path and `problem`.
void write_file(
    const std::string& path, const std::function<void(std::ostream&)>& write,
    std::string_view problem = "it can't be written; name a file in a writable folder");
void write_file(
    const std::string& path, std::string_view text,
    std::string_view problem = "it can't be written; name a file in a writable folder");

/// True if it is a regular file with just this content.
bool holds(const std::string& path, const std::string& text);

/// Writes the file under another name first and renames it, unless it already has the text. A
/// stream is written to, never replaced. True if it was written.
bool write_if_changed(const std::string& path, const std::string& text);

/// Throws UserError if the file to write is also read or written otherwise. `what` names that other
/// use: "the record being read".
void require_other_file(
    const std::string& written, const std::string& other, const std::string& what);

} // namespace referee
