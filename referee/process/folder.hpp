#pragma once

/// What has to be done to folders that were an enemy's. Names in them are never followed.

#include <string>
#include <sys/types.h>
#include <vector>

namespace referee {

inline constexpr mode_t folder_mode = 0700; ///< of a work folder and those in it

/// Reads the names in a folder. The descriptor stays usable.
std::vector<std::string> names_in(int folder);

/// Makes a folder of the AI's one that may be entered and changed. Root needs no such right, and
/// must not change a mode by name: that would follow a link.
void open_up(int folder, const std::string& name);

/// Removes everything in the folder, however deep, with a fixed number of descriptors. No process
/// of the AI may run any more. Throws InternalError.
void empty_folder(int folder);

/// Takes away what an AI could have left on the folder itself: flags of chattr(1), attributes,
/// access lists, odd times.
void reset_marks(int folder);

} // namespace referee
