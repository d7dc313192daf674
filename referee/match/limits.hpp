#pragma once

/// The limits of a match that no option sets: what the referee reads of an AI's files, keeps of its
/// output, and reports; and the default of --prepare-limit. What an AI may use: sandbox/limits.hpp.
/// Settings with their defaults: config.hpp. All of them: referee/LIMITS.md.

#include <chrono>
#include <cstddef>

namespace referee {

/// What the referee reads of result.dat; a larger file is bad-result: referee/match/README.md,
/// "result.dat".
inline constexpr std::size_t max_result_bytes = 64 * 1024;

/// The maximum size of notes.dat that is read and recorded, in bytes.
inline constexpr std::size_t max_notes_bytes = 16 * 1024;

/// Bytes that are kept of the end of standard error in a move, and of captured standard output.
inline constexpr std::size_t max_tail_bytes = 8 * 1024;

/// Bytes in a file of `--logs`.
inline constexpr std::size_t max_log_bytes = 1U << 20U;

/// For AIs that ask for a preparation in games without one. 0 would mean no limit.
inline constexpr std::chrono::seconds default_prepare_limit{10};

/// How many faults of one kind and AI are reported as they occur. All are counted.
inline constexpr int max_reported_faults = 10;

/// Faults of a game whose details are kept.
inline constexpr std::size_t max_fault_notes = 100;

/// A game that a full file system has ended is begun again, at most this often in all.
inline constexpr int max_full_disks = 3;

} // namespace referee
