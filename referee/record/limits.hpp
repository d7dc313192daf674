#pragma once

/// How much of each text a record keeps. All limits: referee/LIMITS.md.

#include <cstddef>

namespace referee {

/// Bytes of an answer, a reason or a name in a record.
inline constexpr std::size_t max_move_bytes = 4 * 1024;

/// Bytes of the end of standard error in the line of a move with a fault.
inline constexpr std::size_t max_error_bytes = 1024;

/// Maximum size of memory.dat in a move line, compressed.
inline constexpr std::size_t max_memory_bytes = 64 * 1024;

/// Bytes of a word of the command line that started an AI, and of the path of its folder.
inline constexpr std::size_t max_word_bytes = 256 * 1024;

} // namespace referee
