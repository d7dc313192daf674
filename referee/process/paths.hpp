#pragma once

#include <algorithm>
#include <filesystem>

namespace referee {

/// True if `path` is `folder` or is inside it, by names alone.
inline bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder) {
    const auto [end, unused] =
        std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    (void)unused;
    return end == folder.end();
}

} // namespace referee
