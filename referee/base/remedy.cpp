#include "base/remedy.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace referee {

bool is_of_machine(int error_number) {
    constexpr std::array all{EMFILE, ENFILE, ENOMEM, EAGAIN, EIO, ESTALE, ENOLCK};
    return std::find(all.begin(), all.end(), error_number) != all.end();
}

bool is_denied_by_system(int error_number, int folder, const std::string& path) {
    if (error_number != EACCES && error_number != EPERM) {
        return false;
    }
    struct stat status {};
    if (::fstatat(folder, path.c_str(), &status, 0) != 0) {
        return false; // a folder above may be closed
    }
    const uid_t own = ::geteuid();
    return own == 0 || (status.st_uid == own && (status.st_mode & S_IRUSR) != 0);
}

std::string_view remedy_for(int error_number) {
    switch (error_number) {
    case EACCES:
    case EPERM:
        return ::geteuid() == 0
                   ? "root may not do it either: a file server may refuse root, or SELinux or "
                     "AppArmor may forbid it (see their log); use another place, or another user"
                   : "check the permissions, and the log of SELinux or AppArmor";
    case EROFS:
        return "use another place, or make this one writable";
    case ENOSPC:
    case EDQUOT:
        return "free space or inodes there, or use another place";
    case EMFILE:
    case ENFILE:
        return "allow more open files: ulimit -n 1024";
    case ENOMEM:
    case EAGAIN:
        return "free memory, or allow more processes: ulimit -u";
    case EIO:
    case ESTALE:
    case ENOLCK:
        return "check the disk or the file server (see the kernel's log)";
    case ENOSYS:
        return "use a newer kernel, or another seccomp profile";
    default:
        return "";
    }
}

std::string reason_and_remedy(int error_number) {
    std::string text = std::generic_category().message(error_number);
    const std::string_view remedy = remedy_for(error_number);
    return remedy.empty() ? text : text.append("; ").append(remedy);
}

} // namespace referee
