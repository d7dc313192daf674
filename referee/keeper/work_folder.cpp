#include "keeper/work_folder.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "os/folder.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sys/statvfs.h>
#include <system_error>
#include <unistd.h>

namespace referee {

namespace {

/// Random, so that AIs of one user can't guess each other's folders: Landlock hides contents, not
/// sizes.
std::string random_ending() {
    return fmt::format("-{:016x}", random_bits());
}

/// 0 if it is unknown.
/// The bytes that all files in the folder use, at any depth; links are not followed.
std::uint64_t room_in(int folder, int depth) {
    constexpr int max_depth = 64; // deeper ones are not worth a descriptor each
    std::uint64_t sum = 0;
    for (const std::string& name : names_in(folder)) {
        struct stat status {};
        if (::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
            continue;
        }
        sum += static_cast<std::uint64_t>(status.st_blocks) * 512;
        if (S_ISDIR(status.st_mode) && depth < max_depth) {
            open_up(folder, name);
            const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
            const UniqueFd inner(::openat(folder, name.c_str(), flags));
            sum += inner ? room_in(inner.get(), depth + 1) : 0;
        }
    }
    return sum;
}

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

WorkFolder::WorkFolder(WorkRoot& root, const std::string& name, uid_t user)
    : path_(root.path() + "/" + name + random_ending()), user_(user != 0 ? user : ::geteuid()) {
    if (::mkdir(path_.c_str(), folder_mode) != 0) {
        fail("making the work folder " + path_);
    }
    folder_ = UniqueFd(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder_) {
        fail("opening the work folder " + path_);
    }
    if (user != 0 && ::fchown(folder_.get(), user, user) != 0) {
        fail("chown of the work folder");
    }
}

void WorkFolder::move_to(UniqueFd folder) {
    entries_.clear();
    is_new_ = false;
    folder_ = std::move(folder);
    has_own_disk_ = true;
}

void WorkFolder::copy_out() {
    constexpr std::size_t max = 16U << 20U;
    for (const std::string& name : names_in(folder_.get())) {
        const ReadResult found = read(name, max);
        if (found.kind == ReadResult::Kind::text || found.kind == ReadResult::Kind::empty) {
            std::ofstream(path_ + "/" + name, std::ios::binary) << found.text;
        }
    }
}

/// Empties the files, because creating them again costs much more. An AI in such a sandbox can
/// leave only content, space behind the end, and times on a file: all are reset.
bool WorkFolder::empty_in_place() {
    if (!names_are_fixed_ || entries_.empty()) {
        return false;
    }
    for (Entry& entry : entries_) {
        struct stat status {};
        if (!is_intact(entry, status) || ::ftruncate(entry.file.get(), 0) != 0 ||
            ::futimens(entry.file.get(), nullptr) != 0) {
            return false;
        }
        entry.size = 0;
        entry.known_in = run_;
    }
    return names_in(folder_.get()).size() == entries_.size();
}

void WorkFolder::clear() {
    if (is_new_ && suspends_) {
        return;
    }
    restore();
    if (!empty_in_place()) {
        entries_.clear();
        empty_folder(folder_.get());
    }
    reset_marks(folder_.get());
    restore();
    is_new_ = true;
}

void WorkFolder::restore() {
    if (names_are_fixed_) {
        return; // then the AI can't change permissions either
    }
    struct stat status {};
    if (::fstat(folder_.get(), &status) != 0) {
        fail("fstat of a work folder");
    }
    if ((status.st_mode & 07777) != folder_mode && ::fchmod(folder_.get(), folder_mode) != 0) {
        fail("chmod of a work folder");
    }
}

WorkFolder::Entry& WorkFolder::entry(std::string_view name) {
    for (Entry& known : entries_) {
        if (known.name == name) {
            return known;
        }
    }
    entries_.push_back({std::string(name), {}, 0, 0});
    return entries_.back();
}

/// True if the name still stands for the file that we hold open, and nothing was done to it that
/// redirects our writes or keeps the AI from reading it.
bool WorkFolder::is_intact(const Entry& entry, struct stat& status) const {
    if (entry.file && names_are_fixed_) {
        return ::fstat(entry.file.get(), &status) == 0 && status.st_nlink == 1;
    }
    return entry.file &&
           ::fstatat(folder_.get(), entry.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           is_as_made(entry, status);
}

/// True if this is the status of a file that the AI has only written to.
bool WorkFolder::is_as_made(const Entry& entry, const struct stat& status) const {
    return S_ISREG(status.st_mode) && status.st_ino == entry.inode &&
           status.st_dev == entry.device && status.st_nlink == 1 &&
           (status.st_mode & 07777) == work_file_mode && status.st_uid == user_;
}

void WorkFolder::remove(const std::string& name) {
    if (::unlinkat(folder_.get(), name.c_str(), 0) == 0 || errno == ENOENT) {
        return;
    }
    const int error = errno;
    if (error != EISDIR && error != EPERM) {
        fail("removing " + name + " in a work folder");
    }
    {
        open_up(folder_.get(), name);
        const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
        const UniqueFd inner(::openat(folder_.get(), name.c_str(), flags));
        if (!inner) { // it is no folder
            fail("removing " + name + " in a work folder", error);
        }
        empty_folder(inner.get());
    }
    if (::unlinkat(folder_.get(), name.c_str(), AT_REMOVEDIR) != 0) {
        fail("removing " + name + " in a work folder");
    }
}

/// True if the AI hasn't run since we wrote or read the file.
bool WorkFolder::is_known(const Entry& entry) const {
    return entry.file && suspends_ && entry.known_in == run_;
}

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
    // On a disk of its own only the AI itself can have filled it. What it has created goes first.
    if (has_own_disk_) {
        remove_foreign();
        if (try_write(file, content)) {
            return;
        }
        empty_files();
        if (try_write(file, content)) {
            return;
        }
        if (errno != ENOSPC && errno != EDQUOT) {
            fail("writing " + file.name + " in a work folder");
        }
    }
    throw DiskFull(fmt::format(
        "writing {} in a work folder: {}; make room there, or name another folder with --work",
        file.name, std::generic_category().message(ENOSPC)));
}

bool WorkFolder::is_disk_full() const {
    constexpr std::uint64_t little = 64U << 10U; // the largest answer
    struct statvfs status {};
    return ::fstatvfs(folder_.get(), &status) == 0 &&
           (static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize < little ||
            (status.f_files != 0 && status.f_favail == 0));
}

std::uint64_t WorkFolder::used_bytes() {
    restore();
    return room_in(folder_.get(), 0);
}

void WorkFolder::make_room() {
    remove_foreign();
    ++run_; // so that nothing counts as written by us
    empty_files();
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

/// Truncates the AI's files, except those that we have just written.
void WorkFolder::empty_files() {
    for (Entry& entry : entries_) {
        if (entry.file && entry.known_in != run_ && ::ftruncate(entry.file.get(), 0) == 0) {
            entry.known_in = 0;
        }
    }
}

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
