#include "os/folder.hpp"

#include "base/error.hpp"
#include "os/descriptor.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/fs.h>
#include <memory>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <system_error>
#include <unistd.h>

namespace referee {

namespace {

/// Flags that an unprivileged owner can set on a folder and that would block us.
constexpr int settable_flags = FS_NODUMP_FL | FS_SYNC_FL | FS_DIRSYNC_FL | FS_NOATIME_FL |
                               FS_COMPR_FL | FS_NOCOMP_FL | FS_NOCOW_FL | FS_APPEND_FL |
                               FS_IMMUTABLE_FL | FS_SECRM_FL | FS_UNRM_FL | FS_TOPDIR_FL;

struct CloseListing {
    void operator()(DIR* folder) const { ::closedir(folder); }
};
using FolderReader = std::unique_ptr<DIR, CloseListing>;

/// The flags of chattr(1), where the file system has them.
void reset_flags(int folder) {
    int flags = 0;
    if (::ioctl(folder, FS_IOC_GETFLAGS, &flags) == 0 && (flags & settable_flags) != 0) {
        const int default_value = flags & ~settable_flags;
        ::ioctl(folder, FS_IOC_SETFLAGS, &default_value);
    }
}

} // namespace

std::vector<std::string> names_in(int folder) {
    std::vector<std::string> names;
    const int own = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (own < 0) {
        return names;
    }
    const FolderReader reader(::fdopendir(own));
    if (!reader) {
        ::close(own);
        return names;
    }
    while (const dirent* const entry = ::readdir(reader.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") {
            names.emplace_back(name);
        }
    }
    return names;
}

void open_up(int folder, const std::string& name) {
    struct stat status {};
    if (::geteuid() != 0 && ::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISDIR(status.st_mode)) {
        ::fchmodat(folder, name.c_str(), folder_mode, 0);
    }
}

void empty_folder(int folder, std::string_view except) {
    // The entries of a folder that isn't empty are moved up to `folder` under new names first.
    std::uint64_t moved = 0;
    for (std::vector<std::string> names = names_in(folder); !names.empty();) {
        const std::string name = std::move(names.back());
        names.pop_back();
        if (name == except || ::unlinkat(folder, name.c_str(), 0) == 0 ||
            ::unlinkat(folder, name.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT) {
            continue;
        }
        const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
        open_up(folder, name);
        const UniqueFd inner(::openat(folder, name.c_str(), flags));
        if (!inner) {
            fail("emptying a work folder");
        }
        for (const std::string& entry : names_in(inner.get())) {
            // The new name is free: ours contain a space and are counted, the AI's are all in
            // `names`, and this one is tried until it is unused.
            std::string free_name;
            do {
                free_name = fmt::format("referee {}", moved++);
            } while (::faccessat(folder, free_name.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0);
            // Moving a folder writes its "..", so it must be writable.
            open_up(inner.get(), entry);
            if (::renameat(inner.get(), entry.c_str(), folder, free_name.c_str()) != 0) {
                fail("emptying a work folder");
            }
            names.push_back(free_name);
        }
        if (::unlinkat(folder, name.c_str(), AT_REMOVEDIR) != 0) {
            fail("emptying a work folder");
        }
    }
}

void reset_marks(int folder) {
    reset_flags(folder);
    std::array<char, 65536> names{};
    const ssize_t size = ::flistxattr(folder, names.data(), names.size());
    for (ssize_t at = 0; at < size;) {
        const std::string name = names.data() + at;
        ::fremovexattr(folder, name.c_str()); // system attributes can't be removed, and stay
        at += static_cast<ssize_t>(name.size()) + 1;
    }
    const std::uint64_t no_hint = RWH_WRITE_LIFE_NOT_SET;
    ::fcntl(folder, F_SET_RW_HINT, &no_hint);
    ::futimens(folder, nullptr);
}

std::string why_not_written(const std::string& path) {
    const int error = errno;
    std::error_code code;
    if (error == ENOENT) {
        std::filesystem::create_directories(std::filesystem::path(path).parent_path(), code);
    }
    return code ? code.message() : std::generic_category().message(error);
}

std::string with_lost_folder(const std::string& error) {
    std::error_code code;
    static_cast<void>(std::filesystem::current_path(code));
    return code != std::errc::no_such_file_or_directory
               ? error
               : fmt::format(
                     "the current folder has been removed, so relative paths lead nowhere; change "
                     "to another one with 'cd', and run the command again ({})",
                     error);
}

} // namespace referee
