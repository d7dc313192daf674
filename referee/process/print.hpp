#pragma once

/// Output while AIs run. If its reader stops reading (a full pipe, a terminal after Ctrl-S), it
/// waits, and signals take effect.

#include <string_view>

namespace referee {

/// Writes all of it to the file, waiting if necessary. Throws Interrupted, std::system_error.
void write_when_taken(int file, std::string_view text);

/// Writes to standard output, unbuffered. Throws Interrupted, std::system_error.
void print_now(std::string_view text);

/// Writes to standard error. A message that can't be written is dropped: no message is worth a
/// game.
void print_message(std::string_view text) noexcept;

} // namespace referee
