#include "process/private_user.hpp"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace referee {
namespace {

/// Below the range that systemd gives to services, above that of people.
constexpr uid_t first_user = 60600;
constexpr uid_t user_count = 256; // the same number again for killer_of()

constexpr const char* lock_folder = "/run/referee-users";

} // namespace

PrivateUser PrivateUser::take() {
    PrivateUser user;
    ::mkdir(lock_folder, 0700);
    for (uid_t id = first_user; id < first_user + user_count; ++id) {
        const std::string path = fmt::format("{}/{}", lock_folder, id);
        UniqueFd lock(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
        if (!lock) {
            break;
        }
        if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
            continue;
        }
        // Last, because where the system asks several sources for users this takes as long as a
        // move.
        if (::getpwuid(id) == nullptr && ::getpwuid(killer_of(id)) == nullptr) {
            user.lock_ = std::move(lock);
            user.id_ = id;
            break;
        }
    }
    return user;
}

bool uses_private_users() {
    return ::geteuid() == 0;
}

bool can_lock_users() {
    ::mkdir(lock_folder, 0700);
    return ::access(lock_folder, W_OK | X_OK) == 0;
}

std::string users_not_mapped() {
    constexpr std::uint64_t last_user = killer_of(first_user + user_count - 1);
    for (const char* const path : {"/proc/self/uid_map", "/proc/self/gid_map"}) {
        std::ifstream map(path);
        bool is_mapped = !map; // a kernel without user namespaces
        for (std::uint64_t inside = 0, outside = 0, count = 0; map >> inside >> outside >> count;) {
            is_mapped = is_mapped || (inside <= first_user && last_user < inside + count);
        }
        if (!is_mapped) {
            return fmt::format("{} to {}", first_user, last_user);
        }
    }
    return "";
}

std::string first_closed_to_others(const std::string& path) {
    std::filesystem::path so_far;
    const std::filesystem::path whole(path);
    for (const std::filesystem::path& part : whole) {
        so_far /= part;
        struct stat status {};
        if (::stat(so_far.c_str(), &status) != 0) {
            return so_far.string();
        }
        const mode_t needed = so_far == whole ? S_IROTH | S_IXOTH : S_IXOTH;
        if ((status.st_mode & needed) != needed) {
            return so_far.string();
        }
    }
    return "";
}

bool is_open_to_others(const std::string& folder) {
    std::error_code code;
    std::filesystem::path so_far;
    for (const auto& part : std::filesystem::canonical(folder, code)) {
        so_far /= part;
        struct stat status {};
        if (::stat(so_far.c_str(), &status) != 0 || (status.st_mode & S_IXOTH) == 0) {
            return false;
        }
    }
    return !code;
}

std::uint64_t count_own_processes() {
    namespace fs = std::filesystem;
    std::uint64_t count = 0;
    const uid_t own = ::geteuid();
    std::error_code code;
    for (fs::directory_iterator at("/proc", code), end; !code && at != end; at.increment(code)) {
        const std::string name = at->path().filename().string();
        struct stat status {};
        if (name.find_first_not_of("0123456789") == std::string::npos &&
            ::stat(at->path().c_str(), &status) == 0 && status.st_uid == own) {
            // A folder has two links and one for each folder in it, here a thread.
            struct stat threads {};
            if (::stat((at->path() / "task").c_str(), &threads) == 0) {
                count += std::max<std::uint64_t>(3, threads.st_nlink) - 2;
            }
        }
    }
    return count;
}

} // namespace referee
