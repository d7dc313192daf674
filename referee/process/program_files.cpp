#include "process/program_files.hpp"

#include <algorithm>
#include <sys/stat.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

std::int64_t nanoseconds(const timespec& time) {
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// Follows links to files only: a folder or device elsewhere isn't part of the AI.
bool look_at(const std::string& path, struct stat& status) {
    if (::lstat(path.c_str(), &status) != 0) {
        return false;
    }
    struct stat target {};
    if (S_ISLNK(status.st_mode) && ::stat(path.c_str(), &target) == 0 && S_ISREG(target.st_mode)) {
        status = target;
    }
    return true;
}

FileStamp stamp_of(const std::string& path) {
    FileStamp stamp{path};
    struct stat status {};
    if (look_at(path, status)) {
        stamp.device = status.st_dev;
        stamp.inode = status.st_ino;
        stamp.written_ns = nanoseconds(status.st_mtim);
        stamp.changed_ns = nanoseconds(status.st_ctim);
        stamp.size = status.st_size;
    }
    return stamp;
}

} // namespace

bool is_python_cache(const fs::directory_entry& entry) {
    std::error_code code; // gone meanwhile
    return entry.path().filename() == "__pycache__" && entry.is_directory(code);
}

std::vector<FileStamp> stamps_of(const Program& program) {
    if (program.folder.empty()) {
        std::vector<FileStamp> stamps{stamp_of(program.executable)};
        for (const std::string& file : program.named) {
            stamps.push_back(stamp_of(file));
        }
        return stamps;
    }
    std::vector<FileStamp> stamps{stamp_of(program.folder)};
    // A file may vanish while the folder is read; then the folder's stamp changes.
    std::error_code code;
    for (fs::recursive_directory_iterator at(program.folder, code), end; !code && at != end;
         at.increment(code)) {
        if (is_python_cache(*at)) {
            at.disable_recursion_pending();
        } else {
            stamps.push_back(stamp_of(at->path().string()));
        }
    }
    return stamps;
}

std::string first_changed(const std::vector<FileStamp>& stamps) {
    const auto changed = std::find_if(stamps.begin(), stamps.end(), [](const FileStamp& stamp) {
        return stamp_of(stamp.path) != stamp;
    });
    return changed == stamps.end() ? "" : changed->path;
}

} // namespace referee
