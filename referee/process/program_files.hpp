#pragma once

/// Whether an AI's files are still those that were read at the start. Hashing all of them for every
/// game would take too long, so their metadata is compared, and they are hashed again only if that
/// has changed.

#include "process/program.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace referee {

/// True for a folder in which Python keeps compiled modules. It isn't part of an AI, because Python
/// writes it by itself where it may.
bool is_python_cache(const std::filesystem::directory_entry& entry);

/// The metadata of a file or folder. Includes the change time, because the modification time can be
/// set at will. All 0 if it doesn't exist.
struct FileStamp {
    std::string path;
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t size = 0;
    std::int64_t written_ns = 0;
    std::int64_t changed_ns = 0;
    bool operator==(const FileStamp&) const = default;
};

/// Stamps of what sha256_of() covers: the program's file, or all files and folders of its folder (a
/// new file changes the stamp of its folder). Follows links as sha256_of() does.
std::vector<FileStamp> stamps_of(const Program& program);

/// The first file or folder whose stamp has changed, or empty. Takes one system call for each.
std::string first_changed(const std::vector<FileStamp>& stamps);

} // namespace referee
