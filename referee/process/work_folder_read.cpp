#include "process/work_folder.hpp"

#include "error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace referee {
namespace {

ReadResult unfit(std::string reason) {
    return {ReadResult::Kind::unfit, "", std::move(reason)};
}

/// Why a directory entry of this mode can't be read; empty for a regular file.
std::string refusal_of(mode_t mode) {
    if (S_ISLNK(mode)) {
        return "it is a link, not a file";
    }
    if (S_ISDIR(mode)) {
        return "it is a folder, not a file";
    }
    return S_ISREG(mode) ? "" : "it is a pipe, a socket or a device, not a file";
}

/// `size` bytes of an open file, or as many as there are.
ReadResult text_of(int file, std::size_t size) {
    ReadResult result{ReadResult::Kind::text, std::string(size, 0), ""};
    const ssize_t count = ::pread(file, result.text.data(), size, 0);
    if (count < 0) {
        fail("reading a file of a work folder");
    }
    result.text.resize(static_cast<std::size_t>(count));
    return result;
}

} // namespace

bool WorkFolder::look_at(const Entry& entry, struct stat& status) const {
    if (entry.file && names_are_fixed_) {
        return ::fstat(entry.file.get(), &status) == 0 && status.st_nlink == 1;
    }
    return ::fstatat(folder_.get(), entry.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

ReadResult WorkFolder::read(std::string_view name, std::size_t max) {
    Entry& known = entry(name);
    struct stat status {};
    if (!look_at(known, status)) {
        restore(); // the AI may have removed the folder's permissions
        if (!look_at(known, status)) {
            return {};
        }
    }
    if (const std::string refusal = refusal_of(status.st_mode); !refusal.empty()) {
        return unfit(refusal);
    }
    const bool is_ours =
        known.file && known.inode == status.st_ino && known.device == status.st_dev;
    UniqueFd other;
    if (!is_ours) {
        // Another file has taken its place. Only a process of the AI could have replaced it since
        // fstatat, and none is left; O_NONBLOCK and fstat guard against it all the same.
        const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
        other = UniqueFd(::openat(folder_.get(), known.name.c_str(), flags));
        if (!other || ::fstat(other.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
            return unfit("it can't be opened");
        }
    }
    if (is_ours && is_as_made(known, status)) {
        known.size = status.st_size;
        known.known_in = run_;
    }
    if (status.st_nlink != 1) {
        return unfit("it has another name elsewhere (a hard link)");
    }
    if (status.st_size == 0) {
        return {ReadResult::Kind::empty, "", ""};
    }
    if (static_cast<std::size_t>(status.st_size) > max) {
        return unfit(fmt::format("it is larger than {} KiB", max / 1024));
    }
    return text_of(
        is_ours ? known.file.get() : other.get(), static_cast<std::size_t>(status.st_size));
}

} // namespace referee
