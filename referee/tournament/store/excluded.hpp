#pragma once

/// How a season's database says that the organiser has excluded a version: by the text of one that
/// is broken.

#include "tournament/store/stored.hpp"

#include <string_view>

namespace referee {

/// The text of a version that the organiser has excluded begins with it.
inline constexpr std::string_view copy_mark = "the organiser has decided that it doesn't play: ";

/// Whether the organiser has excluded the version. Else a broken one can't be played any more.
inline bool is_kept_from_playing(const StoredVersion& version) {
    return version.status == StoredVersion::Status::broken && version.text.starts_with(copy_mark);
}

} // namespace referee
