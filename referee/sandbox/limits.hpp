#pragma once

/// The limits and the confinement of an AI, as people set them.

#include <array>
#include <cstdint>
#include <string_view>

namespace referee {

/// What one AI may use: referee/sandbox/README.md, "Limits".
struct Limits {
    std::uint64_t memory = 2ULL << 30U;      ///< bytes of its data segment
    std::uint64_t processes = 256;           ///< processes and threads
    std::uint64_t file_size = 16ULL << 20U;  ///< bytes in one file
    std::uint64_t work_size = 128ULL << 20U; ///< bytes in all files of its work folder together
};

/// Files that each of its processes may have open: limit_descriptors() in keeper/sandboxed.cpp.
inline constexpr std::uint64_t max_open_files = 256;

/// How much it may reach: referee/sandbox/README.md, "Confinement".
enum class Confinement {
    none,         ///< process group, limits, sweep, private folders
    default_mode, ///< `default`: also Landlock and a seccomp filter
    strict,       ///< also namespaces
};

constexpr auto enum_names(Confinement) {
    return std::to_array<std::string_view>({"none", "default", "strict"});
}

} // namespace referee
