#pragma once

/// Whether an AI's files are still those that were read at the start. A hash of all of them for
/// every game would take too long; what the file system says of each is looked at instead, and they
/// are hashed again only where that has changed.

#include "process/program.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace referee {

/// What the file system says of a file or folder. The change time is there because the time of the
/// last writing can be set at will. All 0: it isn't there.
struct FileStamp {
    std::string path;
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t size = 0;
    std::int64_t written_ns = 0;
    std::int64_t changed_ns = 0;
    bool operator==(const FileStamp&) const = default;
};

/// Stamps of what sha256_of() covers: the program's file, or all files and folders of its folder
/// (a new file changes the stamp of its folder). Links are followed as there.
std::vector<FileStamp> stamps_of(const Program& program);

/// The path of the first file or folder whose stamp is another now, or empty. Takes a system call
/// for each.
std::string first_changed(const std::vector<FileStamp>& stamps);

} // namespace referee
