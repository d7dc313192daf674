#include "process/work_root.hpp"

#include "error.hpp"
#include "process/descriptor.hpp"
#include "process/folder.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace referee {
namespace {

bool is_memory_file_system(const std::string& path) {
    struct statfs status {};
    return ::statfs(path.c_str(), &status) == 0 &&
           (status.f_type == TMPFS_MAGIC || status.f_type == RAMFS_MAGIC);
}

bool fits(const std::string& base) {
    return ::access(base.c_str(), W_OK | X_OK) == 0 && std::filesystem::is_directory(base);
}

/// True if another user may pass through the folder, whatever else he may do there.
bool is_open_to_others(const std::string& base) {
    std::error_code code;
    std::filesystem::path so_far;
    for (const auto& part : std::filesystem::canonical(base, code)) {
        so_far /= part;
        struct stat status {};
        if (::stat(so_far.c_str(), &status) != 0 || (status.st_mode & S_IXOTH) == 0) {
            return false;
        }
    }
    return !code;
}

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::string choose_base(bool for_others) {
    for (const std::string& base : {variable("XDG_RUNTIME_DIR"), std::string("/dev/shm")}) {
        if (!base.empty() && fits(base) && is_memory_file_system(base) &&
            (!for_others || is_open_to_others(base))) {
            return base;
        }
    }
    for (const std::string& base : {variable("TMPDIR"), std::string("/tmp")}) {
        if (!base.empty() && fits(base) && (!for_others || is_open_to_others(base))) {
            return base;
        }
    }
    throw InternalError("no folder for the AIs' work: neither $XDG_RUNTIME_DIR, /dev/shm, $TMPDIR "
                        "nor /tmp can be written; name one with --work");
}

} // namespace

WorkRoot::WorkRoot(const std::string& base, bool keep, bool for_others) : keep_(keep) {
    if (!base.empty() && !fits(base)) {
        throw UserError(
            base + ": can't be used for the AIs' work; name a folder that you may write");
    }
    std::string place = base.empty() ? choose_base(for_others) : base;
    place = std::filesystem::absolute(place).string() + "/referee-XXXXXX";
    if (::mkdtemp(place.data()) == nullptr) {
        fail("making a work folder " + place);
    }
    path_ = place;
    // Others pass through to their own folder, but can't list it.
    if (for_others && ::chmod(path_.c_str(), 0711) != 0) {
        fail("chmod " + path_);
    }
}

WorkRoot::~WorkRoot() {
    if (keep_) {
        return;
    }
    const Descriptor root(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    try {
        empty_folder(root.get());
    } catch (const InternalError&) {
        // What can't be removed stays; there is nobody left to tell.
    }
    ::rmdir(path_.c_str());
}

} // namespace referee
