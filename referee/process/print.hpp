#pragma once

/// Output while AIs run. Whoever reads it may stop reading (a full pipe, a terminal after Ctrl-S):
/// then it waits, and signals take effect.

#include <string_view>

namespace referee {

/// Writes all of it to the file as soon as it is taken. Throws Interrupted, std::system_error.
void write_when_taken(int file, std::string_view text);

/// Writes to standard output at once. Throws Interrupted, std::system_error.
void print_now(std::string_view text);

/// Writes to standard error. What can't be written is dropped: no message is worth a game.
void print_message(std::string_view text) noexcept;

} // namespace referee
