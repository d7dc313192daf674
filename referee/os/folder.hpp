#pragma once

/// Handling of folders that an untrusted process could write. Never follows links in them.

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace referee {

inline constexpr mode_t folder_mode = 0700; ///< of a work folder and those in it

/// Reads the names in a folder. The descriptor stays usable.
std::vector<std::string> names_in(int folder);

/// Makes the AI's folder accessible and writable to us. Root needs no permission, and must not
/// change a mode by name: that would follow a link.
void open_up(int folder, const std::string& name);

/// Removes everything in the folder but `except`, at any depth, with a fixed number of descriptors.
/// No process of the AI may be running. Throws InternalError.
void empty_folder(int folder, std::string_view except = {});

/// Resets what an AI could have set on the folder itself: flags of chattr(1), attributes, access
/// control lists, times.
void reset_marks(int folder);

/// The error, as it is to be shown: if the current folder has been removed, that is the reason, and
/// a message about a relative path would mislead.
std::string with_lost_folder(const std::string& error);

/// Why `path`, which opening has just failed for (errno), can't be written: a missing folder may
/// be missing because it can't be made.
std::string why_not_written(const std::string& path);

/// True if `path` is `folder` or is inside it, by names alone.
inline bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder) {
    const auto [end, unused] =
        std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    (void)unused;
    return end == folder.end();
}

} // namespace referee
