#include "process/work_folder.hpp"

#include "error.hpp"
#include "process/folder.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace referee {
namespace {

/// 0 if it is unknown.
dev_t device_of(int file) {
    struct stat status {};
    return ::fstat(file, &status) == 0 ? status.st_dev : 0;
}

} // namespace

void WorkFolder::write(std::string_view name, std::string_view content) {
    is_new_ = false;
    Entry& file = entry(name);
    if (try_write(file, content)) {
        return;
    }
    if (errno != ENOSPC && errno != EDQUOT) {
        fail("writing " + file.name + " in a work folder");
    }
    write_on_full_disk(file, content);
}

bool WorkFolder::try_write(Entry& entry, std::string_view content) {
    struct stat status {};
    if (is_known(entry)) {
        status.st_size = entry.size;
    } else if (!is_intact(entry, status)) {
        if (!make(entry)) {
            return false;
        }
        status.st_size = 0;
    }
    entry.known_in = 0;
    for (std::size_t at = 0; at < content.size();) {
        const ssize_t count = ::pwrite(
            entry.file.get(), content.data() + at, content.size() - at, static_cast<off_t>(at));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return false;
        }
        at += static_cast<std::size_t>(count);
    }
    // In place, and truncated only if necessary: O_TRUNC costs far more on a disk.
    const auto size = static_cast<off_t>(content.size());
    if (status.st_size > size && ::ftruncate(entry.file.get(), size) != 0) {
        return false;
    }
    entry.size = size;
    entry.known_in = run_;
    return true;
}

/// Creates the file again. False, with errno, if there is no space.
bool WorkFolder::make(Entry& entry) {
    entry.file.reset();
    remove(entry.name);
    const int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    entry.file = UniqueFd(::openat(folder_.get(), entry.name.c_str(), flags, work_file_mode));
    if (!entry.file && (errno == ENOSPC || errno == EDQUOT)) {
        return false;
    }
    struct stat status {};
    if (!entry.file || ::fchmod(entry.file.get(), work_file_mode) != 0 ||
        (user_ != ::geteuid() && ::fchown(entry.file.get(), user_, user_) != 0) ||
        ::fstat(entry.file.get(), &status) != 0) {
        fail("making " + entry.name + " in a work folder");
    }
    entry.device = status.st_dev;
    entry.inode = status.st_ino;
    return true;
}

void WorkFolder::write_on_full_disk(Entry& file, std::string_view content) {
    // An AI of the match may have filled the disk: files that this AI has created are deleted
    // first, then the files of the AI that uses most space are truncated.
    const dev_t device = device_of(folder_.get());
    for (WorkFolder* const folder : root_.folders_) {
        if (device_of(folder->folder_.get()) == device) {
            folder->remove_foreign();
        }
    }
    // Once for each AI at most.
    for (std::size_t i = 0; i <= root_.folders_.size(); ++i) {
        if (try_write(file, content)) {
            return;
        }
        const int error = errno;
        if ((error != ENOSPC && error != EDQUOT) || !empty_greediest(device)) {
            fail("writing " + file.name + " in a work folder", error);
        }
    }
    fail("writing " + file.name + " in a work folder", ENOSPC);
}

void WorkFolder::remove_foreign() {
    restore();
    for (const std::string& found : names_in(folder_.get())) {
        const auto is_it = [&](const Entry& known) { return known.name == found; };
        if (std::none_of(entries_.begin(), entries_.end(), is_it)) {
            remove(found);
        }
    }
}

/// Truncates the files of the AI that uses most space on the device. False if that is so little
/// that something else must have filled the disk.
bool WorkFolder::empty_greediest(dev_t device) {
    constexpr blkcnt_t little = 128; // 64 KiB
    WorkFolder* greediest = nullptr;
    blkcnt_t max = little;
    for (WorkFolder* const folder : root_.folders_) {
        const blkcnt_t room =
            device_of(folder->folder_.get()) == device ? folder->count_room(false) : 0;
        if (room > max) {
            greediest = folder;
            max = room;
        }
    }
    if (greediest == nullptr) {
        return false;
    }
    greediest->count_room(true);
    return true;
}

/// The space that the AI's files use, except those that we have just written, in blocks of 512
/// bytes. With `empties` it truncates them too.
blkcnt_t WorkFolder::count_room(bool empties) {
    blkcnt_t sum = 0;
    for (Entry& entry : entries_) {
        struct stat status {};
        if (!entry.file || entry.known_in == run_ || ::fstat(entry.file.get(), &status) != 0) {
            continue;
        }
        sum += status.st_blocks;
        if (empties && ::ftruncate(entry.file.get(), 0) == 0) {
            entry.known_in = 0;
        }
    }
    return sum;
}

} // namespace referee
