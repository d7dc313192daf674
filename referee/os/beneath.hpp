#pragma once

/// Files and folders that strangers can change while they are read. What lies below such a folder
/// is opened from the folder's descriptor, so no link and no exchange of names leads out of it.
/// Nothing is waited for: FIFOs, devices, sockets and files whose owner holds a lease are refused.

#include "os/descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <vector>

namespace referee {

/// A folder and everything below it. All paths are relative, without links, "." and "..". Every
/// function throws UserError, one line that begins with the path, and InternalError.
class Beneath {
  public:
    /// Whether what is mounted directly in the folder counts as in it.
    enum class Mounts { refused, entered };

    /// Opens a folder whose path the caller vouches for: links in it are followed.
    explicit Beneath(const std::string& path, Mounts mounts = Mounts::refused);

    /// A folder in it, in which nothing mounted is entered.
    Beneath folder(const std::string& path) const;
    /// A regular file, to be read.
    UniqueFd file(const std::string& path) const;
    /// The names in the folder itself, in no order. Stops after `max` names.
    std::vector<std::string> names(std::size_t max) const;

    /// What is there, without opening it.
    struct Place {
        struct stat status {};
        std::string target; ///< of a link, as it is written
    };
    Place place(const std::string& path) const;

  private:
    explicit Beneath(UniqueFd folder) : folder_(std::move(folder)) {}
    UniqueFd open(const std::string& path, int flags) const;

    UniqueFd folder_;
    Mounts mounts_ = Mounts::refused;
};

/// Opens a regular file to read it. Throws UserError.
UniqueFd open_regular(const std::string& path);

/// Reads an open file to its end, or until more than `max` bytes have come, and returns how many
/// did. A signal ends it. `name` is for messages. Throws Interrupted, InternalError.
std::uint64_t read_through(
    int file, const std::string& name, std::uint64_t max,
    const std::function<void(std::string_view)>& take);

/// Writes all of it to a file on a disk. False if that fails, with the reason in errno.
bool write_whole(int file, std::string_view bytes);
/// As above, for callers that need no message of their own. `name` is for messages. Throws
/// InternalError.
void write_all(int file, const std::string& name, std::string_view bytes);

/// SHA-256 of a regular file's bytes. A signal ends it. Throws UserError, Interrupted,
/// InternalError.
std::string sha256_of_file(const std::string& path);

} // namespace referee
