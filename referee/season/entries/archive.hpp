#pragma once

/// Archives that strangers have packed: zip, tar (also compressed), 7z, rar.
/// referee/season/README.md, "Collecting".

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace referee {

struct UnpackLimits {
    std::uint64_t size = 0; ///< bytes of all files together
    std::size_t files = 0;  ///< files and folders
};

/// Something in an archive that wasn't unpacked.
struct RefusedFile {
    std::string path; ///< as it is written there
    std::string why;  ///< "it is a link; put the file itself there"
};

struct Unpacked {
    std::vector<RefusedFile> refused;
    std::vector<std::string> remarks; ///< for people: what was read otherwise than it is written
};

/// True if the file begins as an archive does.
bool is_archive(const std::string& path);

/// Unpacks an archive into an empty folder that nobody else can write to. Files get the modes 0644
/// and 0755, all else that an archive may say of them doesn't count. Paths that lead out of the
/// folder, links and special files are refused one by one. What systems add by themselves
/// (.DS_Store, Thumbs.db, __MACOSX …) is left out. Throws UserError if the archive can't be read to
/// its end, has a password or exceeds the limits; Interrupted, InternalError.
Unpacked unpack(const std::string& archive, const std::string& folder, const UnpackLimits& limits);

/// True for the name of a file or folder that systems and editors add by themselves, and for
/// ".git".
bool is_by_product(const std::string& name);

} // namespace referee
