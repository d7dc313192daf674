#pragma once

/// How much an AI and its ai.ini may have. What a running AI may use: sandbox/limits.hpp. All
/// limits: referee/LIMITS.md.

#include <cstddef>
#include <cstdint>

namespace referee {

/// Lines 'parameter' of an ai.ini.
inline constexpr std::size_t max_parameters = 32;

/// Bytes of the name of a parameter.
inline constexpr std::size_t max_parameter_name = 40;

/// Ports of its 'network'.
inline constexpr std::size_t max_ports = 16;

/// Names of its 'files': few enough for the smallest work folders, 64 MiB, to hold them and the
/// referee's files.
inline constexpr std::size_t max_own_files = 256;

/// Bytes of each of these names.
inline constexpr std::size_t max_file_name = 100;

/// Bytes of all arguments of its 'command' with their terminators, `{dir}` replaced.
inline constexpr std::size_t max_command_bytes = 120 * 1024;

/// Bytes of an AI's folder: hashing more would seem to hang.
inline constexpr std::uint64_t max_ai_bytes = std::uint64_t{16} << 30U;

} // namespace referee
