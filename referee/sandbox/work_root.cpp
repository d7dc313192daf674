#include "sandbox/work_root.hpp"

#include "base/error.hpp"
#include "os/descriptor.hpp"
#include "os/folder.hpp"
#include "sandbox/users.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <linux/magic.h>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace referee {
namespace {

bool is_memory_file_system(const std::string& path) {
    struct statfs status {};
    return ::statfs(path.c_str(), &status) == 0 &&
           (status.f_type == TMPFS_MAGIC || status.f_type == RAMFS_MAGIC);
}

/// False for a file system in which nothing can be made any more. Where a little is left, the limit
/// of work folders speaks (match/work_space.cpp).
bool has_room(const std::string& base) {
    struct statvfs status {};
    constexpr fsfilcnt_t few = 16;
    return ::statvfs(base.c_str(), &status) == 0 && status.f_bavail > 0 &&
           (status.f_files == 0 || status.f_favail >= few);
}

bool fits(const std::string& base) {
    return ::access(base.c_str(), W_OK | X_OK) == 0 && std::filesystem::is_directory(base);
}

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::string choose_base(bool for_others) {
    for (const std::string& base : {variable("XDG_RUNTIME_DIR"), std::string("/dev/shm")}) {
        if (!base.empty() && fits(base) && is_memory_file_system(base) && has_room(base) &&
            (!for_others || is_open_to_others(base))) {
            return base;
        }
    }
    for (const std::string& base : {variable("TMPDIR"), std::string("/tmp")}) {
        if (!base.empty() && fits(base) && (!for_others || is_open_to_others(base))) {
            return base;
        }
    }
    throw EnvironmentError(
        "no place for work folders: none of $XDG_RUNTIME_DIR, /dev/shm, $TMPDIR and /tmp is "
        "writable; set TMPDIR to a folder that is");
}

constexpr std::string_view kept_prefix = "referee-";
/// A file in every such folder: made first, removed last. The referee holds a lock on it while it
/// lives.
constexpr const char* mark_name = ".in-use";

/// Opens the new folder and locks it, so that others don't take it for one that was left empty.
/// False if another referee has just done that and removed it.
bool claim(const std::string& path, UniqueFd& root) {
    root = UniqueFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!root) {
        const int error = errno;
        if (error == ENOENT) {
            return false;
        }
        ::rmdir(path.c_str());
        fail("opening the work folder " + path, error);
    }
    // Without locks on this file system nobody else gets one either.
    if (::flock(root.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return false;
    }
    struct stat status {};
    if (::fstat(root.get(), &status) == 0 && status.st_nlink > 0) {
        return true;
    }
    ::rmdir(path.c_str());
    return false;
}

/// Marks the folder as in use. False if another referee has just removed it as abandoned. If the
/// file system has no locks, the folder gets no mark and is never removed this way.
bool mark(const std::string& path, UniqueFd& lock) {
    const std::string file = path + "/" + mark_name;
    const int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    lock = UniqueFd(::open(file.c_str(), flags, 0600));
    if (!lock) {
        const int error = errno;
        ::rmdir(path.c_str());
        fail("making " + file, error);
    }
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
        const bool is_taken = errno == EWOULDBLOCK;
        ::unlink(file.c_str());
        return !is_taken;
    }
    struct stat status {};
    return ::fstat(lock.get(), &status) == 0 && status.st_nlink > 0;
}

/// Removes the folder `name` in `place`, which is open as `root`. If that fails (an AI may be
/// exiting in it) it is marked again and left to the next referee.
void remove_root(int root, int place, const std::string& name) {
    try {
        empty_folder(root, mark_name);
        ::unlinkat(root, mark_name, 0);
        if (::unlinkat(place, name.c_str(), AT_REMOVEDIR) == 0) {
            return;
        }
    } catch (const InternalError&) {
        // Nobody is left to report this to.
    }
    const int flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC;
    const UniqueFd again(::openat(root, mark_name, flags, 0600));
}

/// Removes folders in `base` that killed referees of this user have left.
void remove_abandoned_roots(const std::string& base) {
    const int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    const UniqueFd place(::open(base.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (const std::string& name : names_in(place.get())) {
        if (!name.starts_with(work_prefix)) {
            continue;
        }
        const UniqueFd root(::openat(place.get(), name.c_str(), folder_flags));
        struct stat status {};
        if (!root || ::fstat(root.get(), &status) != 0 || status.st_uid != ::geteuid()) {
            continue;
        }
        const int mark_flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
        const UniqueFd lock(::openat(root.get(), mark_name, mark_flags));
        if (!lock && errno == ENOENT) {
            // Killed before it made the mark or after it removed it: nothing else can be in there.
            if (::flock(root.get(), LOCK_EX | LOCK_NB) == 0) {
                ::unlinkat(place.get(), name.c_str(), AT_REMOVEDIR);
            }
            continue;
        }
        if (!lock || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
            continue;
        }
        remove_root(root.get(), place.get(), name);
    }
}

} // namespace

std::string work_place(const std::string& base, bool for_others) {
    if (!base.empty()) {
        std::error_code code; // then it doesn't fit
        std::filesystem::create_directories(base, code);
    }
    if (!base.empty() && !fits(base)) {
        throw UserError(base + ": can't be used for work folders; name a writable folder");
    }
    return std::filesystem::absolute(base.empty() ? choose_base(for_others) : base).string();
}

WorkRoot::WorkRoot(const std::string& base, bool keep, bool for_others) : keep_(keep) {
    const std::string place = work_place(base, for_others);
    remove_abandoned_roots(place);
    do {
        path_ = fmt::format("{}/{}XXXXXX", place, keep_ ? kept_prefix : work_prefix);
        if (::mkdtemp(path_.data()) == nullptr) {
            fail("making a work folder " + path_);
        }
    } while (!keep_ && !(claim(path_, root_) && mark(path_, in_use_)));
    // Other users can pass through to their own folder, but can't list it.
    if (for_others && ::chmod(path_.c_str(), 0711) != 0) {
        fail("chmod " + path_);
    }
}

WorkRoot::~WorkRoot() {
    if (keep_) {
        return;
    }
    remove_root(root_.get(), AT_FDCWD, path_);
}

} // namespace referee
