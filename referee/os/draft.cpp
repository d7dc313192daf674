#include "os/draft.hpp"

#include "base/error.hpp"
#include "base/full_disk.hpp"
#include "os/output.hpp"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace referee {

namespace {

namespace fs = std::filesystem;

/// More processes than can be ending at once.
constexpr int max_names = 1000;

std::string draft_name(const std::string& path, int number) {
    return number == 1 ? path + ".part" : fmt::format("{}.{}.part", path, number);
}

bool exists(const std::string& name) {
    struct stat status {};
    return ::lstat(name.c_str(), &status) == 0;
}

/// Opens what is there, never a link's target, and waits for nobody.
UniqueFd open_draft(const std::string& name, Draft::Kind kind, bool makes) {
    if (kind == Draft::Kind::folder) {
        if (makes && ::mkdir(name.c_str(), 0777) != 0 && errno != EEXIST) {
            return {};
        }
        return UniqueFd(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    }
    const int flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (makes ? O_CREAT : 0);
    UniqueFd file(::open(name.c_str(), flags, 0666));
    struct stat status {};
    if (file && (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))) {
        errno = EEXIST;
        return {};
    }
    return file;
}

/// False if another process holds the lock. A file system without locks has none to hold.
bool lock(const UniqueFd& file) {
    return ::flock(file.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

bool is_called(const UniqueFd& file, const std::string& name) {
    struct stat own {};
    struct stat named {};
    return ::fstat(file.get(), &own) == 0 && ::lstat(name.c_str(), &named) == 0 &&
           own.st_ino == named.st_ino && own.st_dev == named.st_dev;
}

/// Removes a draft, or what is in its folder.
void remove_draft(const std::string& name, Draft::Kind kind, bool only_content = false) {
    std::error_code code; // what can't be removed stays for the next one
    if (kind == Draft::Kind::file) {
        ::unlink(name.c_str());
        return;
    }
    for (fs::directory_iterator at(name, code), end; !code && at != end; at.increment(code)) {
        std::error_code own;
        fs::remove_all(at->path(), own);
    }
    if (!only_content) {
        ::rmdir(name.c_str());
    }
}

[[noreturn]] void refuse_draft(const std::string& path, int error_number) {
    const std::string text = fmt::format(
        "{}: it can't be written ({}); free disk space and check its permissions", path,
        std::generic_category().message(error_number));
    if (is_full_disk(error_number)) {
        throw FullDisk<UserError>(text, path);
    }
    throw UserError(text);
}

} // namespace

Draft::Draft(const std::string& path, Kind kind) : path_(path), kind_(kind) {
    std::error_code code; // if it fails for another reason, so does what follows
    fs::create_directories(fs::path(path).parent_path(), code);
    if (is_full_disk(code.value())) {
        refuse_draft(path, code.value());
    }
    for (int number = 1; number <= max_names && !lock_;) {
        name_ = draft_name(path, number);
        UniqueFd file = open_draft(name_, kind, true);
        const int error = errno;
        if (!file && !exists(name_)) {
            refuse_draft(path, error);
        }
        if (!file || !lock(file)) {
            ++number; // somebody else's
        } else if (is_called(file, name_)) {
            lock_ = std::move(file);
            remove_dead(number + 1);
        } // else its process has published or removed it since we opened it
    }
    if (!lock_) {
        throw UserError(fmt::format("{0}: {0}.part and many more exist; remove them", path));
    }
    if (kind == Kind::folder) {
        remove_draft(name_, kind, true);
    } else if (::ftruncate(lock_.get(), 0) != 0) {
        fail_writing(path, "emptying " + name_, errno);
    }
}

Draft::~Draft() {
    if (!is_published_ && is_called(lock_, name_)) {
        remove_draft(name_, kind_);
    }
}

void Draft::publish() {
    fs::rename(name_, path_);
    is_published_ = true;
}

/// The names after ours may have been left by processes that were killed together.
void Draft::remove_dead(int first) const {
    for (int number = first; number <= max_names; ++number) {
        const std::string name = draft_name(path_, number);
        const UniqueFd file = open_draft(name, kind_, false);
        if (!file) {
            return;
        }
        if (lock(file) && is_called(file, name)) {
            remove_draft(name, kind_);
        }
    }
}

} // namespace referee
