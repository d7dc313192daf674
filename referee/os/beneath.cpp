#include "os/beneath.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/full_disk.hpp"
#include "base/remedy.hpp"
#include "base/text.hpp"
#include "os/interrupt.hpp"

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <limits>
#include <linux/openat2.h>
#include <memory>
#include <sys/syscall.h>
#include <unistd.h>

namespace referee {

namespace {

constexpr int all_opens = O_CLOEXEC | O_NOFOLLOW;
/// Without O_NONBLOCK, opening a FIFO waits for a writer, and opening a file for the end of a
/// lease.
constexpr int to_read = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

[[noreturn]] void
refuse(const std::string& path, std::string_view what, std::string_view what_to_do) {
    throw UserError(fmt::format("{}: {}; {}", safe_text(path), what, what_to_do));
}

void refuse_if_denied(int folder, const std::string& path, int error) {
    if (is_denied_by_system(error, folder, path)) {
        throw DeniedBySystem(fmt::format(
            "{}: can't be read ({}); {}", safe_text(path), std::strerror(error),
            remedy_for(error)));
    }
    errno = error; // looking at the file may have changed it
}

/// After a failed call for a path below a folder.
[[noreturn]] void refuse_to_open(int folder, const std::string& path, int error) {
    refuse_if_denied(folder, path, error);
    switch (error) {
    case ENOENT:
    case ELOOP:
    case ENOTDIR:
        refuse(path, "it changes while it is read", "leave the folder alone until it is read");
    case EXDEV:
        refuse(path, "it is on another file system", "put the file itself there");
    case EWOULDBLOCK:
        refuse(path, "a program holds it back", "end that program");
    case ENXIO:
        refuse(path, "it is neither a file nor a folder", "remove it");
    case EACCES:
    case EPERM:
        refuse(path, "it can't be read", "make it readable for everyone");
    case ENAMETOOLONG:
        refuse(path, "its path is too long", "use fewer folders within folders");
    default:
        fail("opening " + safe_text(path), error);
    }
}

/// Does what openat2() does below, from part to part: no part may be a link.
UniqueFd open_by_parts(int folder, const std::string& path, int flags) {
    UniqueFd last;
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = path.find('/', begin);
        const bool is_last = end == std::string::npos;
        const std::string part = path.substr(begin, is_last ? end : end - begin);
        const int own_flags = is_last ? flags : O_PATH | O_DIRECTORY;
        UniqueFd next(::openat(last ? last.get() : folder, part.c_str(), own_flags | all_opens));
        if (!next || is_last) {
            return next;
        }
        last = std::move(next);
        begin = end + 1;
    }
}

/// `path` must not leave the folder by what it says.
void require_inner(const std::string& path) {
    const std::string framed = "/" + path + "/";
    for (const char* const part : {"//", "/./", "/../"}) {
        if (framed.find(part) != std::string::npos) {
            throw InternalError("not a path below a folder: " + safe_text(path));
        }
    }
}

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

} // namespace

Beneath::Beneath(const std::string& path, Mounts mounts)
    : folder_(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)), mounts_(mounts) {
    if (!folder_) {
        refuse_if_denied(AT_FDCWD, path, errno);
        refuse(
            path, fmt::format("can't be read ({})", std::strerror(errno)), "check its permissions");
    }
}

/// An invalid descriptor, with errno, if there is nothing that may be opened.
UniqueFd Beneath::open(const std::string& path, int flags) const {
    require_inner(path);
    open_how how{};
    how.flags = static_cast<std::uint64_t>(flags | all_opens);
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
    if (mounts_ == Mounts::refused) {
        how.resolve |= RESOLVE_NO_XDEV; // one in user space (FUSE) may keep its reader waiting
    }
    UniqueFd opened(
        static_cast<int>(::syscall(SYS_openat2, folder_.get(), path.c_str(), &how, sizeof how)));
    // A container's filter may refuse the call, which is newer than the filter.
    if (!opened && (errno == ENOSYS || errno == EPERM)) {
        return open_by_parts(folder_.get(), path, flags);
    }
    return opened;
}

Beneath Beneath::folder(const std::string& path) const {
    UniqueFd inner = open(path, O_RDONLY | O_DIRECTORY);
    if (!inner) {
        refuse_to_open(folder_.get(), path, errno);
    }
    return Beneath(std::move(inner));
}

UniqueFd Beneath::file(const std::string& path) const {
    UniqueFd inner = open(path, to_read);
    struct stat status {};
    if (!inner || ::fstat(inner.get(), &status) != 0) {
        refuse_to_open(folder_.get(), path, errno);
    }
    if (!S_ISREG(status.st_mode)) {
        refuse(path, "it is not a file", "leave the folder alone until it is read");
    }
    return inner;
}

std::vector<std::string> Beneath::names(std::size_t max) const {
    // A descriptor of its own, because reading moves its position.
    UniqueFd own(::openat(folder_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const std::unique_ptr<DIR, CloseFolder> reader(own ? ::fdopendir(own.get()) : nullptr);
    if (!reader) {
        fail("reading a folder");
    }
    own.release();
    std::vector<std::string> names;
    while (names.size() < max) {
        const dirent* const entry = ::readdir(reader.get());
        if (entry == nullptr) {
            break;
        }
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") {
            names.emplace_back(name);
        }
    }
    return names;
}

Beneath::Place Beneath::place(const std::string& path) const {
    const UniqueFd inner = open(path, O_PATH);
    Place place;
    if (!inner || ::fstat(inner.get(), &place.status) != 0) {
        refuse_to_open(folder_.get(), path, errno);
    }
    if (S_ISLNK(place.status.st_mode)) {
        std::array<char, PATH_MAX> target{};
        const ssize_t size = ::readlinkat(inner.get(), "", target.data(), target.size());
        if (size < 0) {
            refuse_to_open(folder_.get(), path, errno);
        }
        place.target.assign(target.data(), static_cast<std::size_t>(size));
    }
    return place;
}

UniqueFd open_regular(const std::string& path) {
    UniqueFd file(::open(path.c_str(), to_read));
    struct stat status {};
    if (!file || ::fstat(file.get(), &status) != 0) {
        if (is_of_machine(errno)) {
            fail("reading " + safe_text(path));
        }
        refuse_if_denied(AT_FDCWD, path, errno);
        throw UserError(
            path + ": can't be read (" + std::strerror(errno) + "); check its permissions");
    }
    if (!S_ISREG(status.st_mode)) {
        throw UserError(path + ": can't be read (it is not a file); name a file");
    }
    return file;
}

std::uint64_t read_through(
    int file, const std::string& name, std::uint64_t max,
    const std::function<void(std::string_view)>& take) {
    std::vector<char> buffer(1U << 18U);
    std::uint64_t size = 0;
    while (size <= max) {
        throw_if_interrupted();
        const ssize_t got = ::read(file, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            fail("reading " + safe_text(name));
        }
        if (got == 0) {
            break;
        }
        size += static_cast<std::uint64_t>(got);
        take({buffer.data(), static_cast<std::size_t>(got)});
    }
    return size;
}

bool write_whole(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            return false;
        }
        bytes.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
    return true;
}

void write_all(int file, const std::string& name, std::string_view bytes) {
    if (!write_whole(file, bytes)) {
        fail_writing(name, "writing " + safe_text(name), errno);
    }
}

std::string sha256_of_file(const std::string& path) {
    const UniqueFd file = open_regular(path);
    Sha256 hash;
    read_through(
        file.get(), path, std::numeric_limits<std::uint64_t>::max() - 1,
        [&](std::string_view bytes) { hash.add(bytes); });
    return hash.digits();
}

} // namespace referee
