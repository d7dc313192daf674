#include "process/work_folder.hpp"

#include "error.hpp"
#include "process/folder.hpp"
#include "process/random.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

namespace referee {
namespace {

/// Random, so that AIs of one user can't guess each other's folders: Landlock hides contents, not
/// sizes.
std::string random_ending() {
    return fmt::format("-{:016x}", random_bits());
}

} // namespace

WorkFolder::WorkFolder(WorkRoot& root, const std::string& name, uid_t user)
    : root_(root), path_(root.path() + "/" + name + random_ending()),
      user_(user != 0 ? user : ::geteuid()) {
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
    root_.folders_.push_back(this);
}

WorkFolder::~WorkFolder() {
    std::erase(root_.folders_, this);
}

void WorkFolder::move_to(UniqueFd folder) {
    entries_.clear();
    is_new_ = false;
    folder_ = std::move(folder);
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
    if (errno != EISDIR && errno != EPERM) {
        fail("removing " + name + " in a work folder");
    }
    {
        open_up(folder_.get(), name);
        const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
        const UniqueFd inner(::openat(folder_.get(), name.c_str(), flags));
        if (!inner) {
            fail("removing " + name + " in a work folder");
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

} // namespace referee
