#include "sandbox/users.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

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

PrivateUser PrivateUser::take_for(const std::string& program, std::string_view whose) {
    if (!uses_private_users()) {
        return {};
    }
    if (const std::string unmapped = users_not_mapped(); !unmapped.empty()) {
        throw EnvironmentError(fmt::format(
            "{}: this user namespace has no users {}, and {} never runs as root; map more users "
            "(/etc/subuid, /etc/subgid), or run the referee as an ordinary user",
            program, unmapped, whose));
    }
    PrivateUser user = take();
    if (user.id() == 0) {
        throw EnvironmentError(fmt::format(
            "{}: no free UID is available, and {} never runs as root; make /run/referee-users "
            "writable, or run the referee as an ordinary user",
            program, whose));
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

namespace {

constexpr int max_capabilities = 64;     // the kernel ends the list with EINVAL
constexpr unsigned restart_numbers = 40; // CAP_CHECKPOINT_RESTORE, of Linux 5.9

/// The sets in the form of capget(2), 32 capabilities in each element.
using Sets = std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3>;

bool get(Sets& sets) {
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    return ::syscall(SYS_capget, &header, sets.data()) == 0;
}

void set(const Sets& sets) {
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    if (::syscall(SYS_capset, &header, sets.data()) != 0) {
        fail("capset");
    }
}

/// Each restriction is locked. Changing from root to another user clears the other sets, and that
/// is locked too.
constexpr unsigned long secure_bits =
    SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED |
    SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED;

bool has_bounding_set() {
    for (int number = 0; number < max_capabilities; ++number) {
        const int there = ::prctl(PR_CAPBSET_READ, number, 0, 0, 0);
        if (there != 0) {
            return there > 0;
        }
    }
    return false;
}

} // namespace

bool forbid_capabilities() {
    Sets sets{};
    if (!get(sets)) {
        fail("capget");
    }
    constexpr unsigned setpcap = 1U << CAP_SETPCAP;
    const bool may_bound = (sets[0].effective & setpcap) != 0;
    if (may_bound) {
        for (int number = 0; number < max_capabilities; ++number) {
            if (::prctl(PR_CAPBSET_DROP, number, 0, 0, 0) != 0) {
                break;
            }
        }
        if (::prctl(PR_SET_SECUREBITS, secure_bits, 0, 0, 0) != 0) {
            fail("PR_SET_SECUREBITS");
        }
    }
    // A capability that isn't inheritable can't be ambient.
    for (__user_cap_data_struct& part : sets) {
        part.inheritable = 0;
    }
    set(sets);
    return may_bound;
}

void drop_capabilities(bool keeps_restart) {
    Sets sets{};
    if (!get(sets)) {
        fail("capget");
    }
    const unsigned kept = keeps_restart ? 1U << (restart_numbers % 32) : 0;
    for (std::size_t part = 0; part < sets.size(); ++part) {
        const unsigned mask = part == restart_numbers / 32 ? kept : 0;
        sets[part].permitted &= mask;
        sets[part].effective &= mask;
        sets[part].inheritable = 0;
    }
    set(sets);
}

std::vector<std::string> capabilities_missing_for_users() {
    // To give them their work folders, to write there, to become them, and to stop and kill them.
    constexpr std::array<std::pair<unsigned, const char*>, 5> needed{
        {{CAP_CHOWN, "CAP_CHOWN"},
         {CAP_DAC_OVERRIDE, "CAP_DAC_OVERRIDE"},
         {CAP_KILL, "CAP_KILL"},
         {CAP_SETGID, "CAP_SETGID"},
         {CAP_SETUID, "CAP_SETUID"}}};
    Sets sets{};
    std::vector<std::string> missing;
    const bool is_known = get(sets);
    for (const auto& [number, name] : needed) {
        if (!is_known || (sets[0].effective & (1U << number)) == 0) {
            missing.emplace_back(name);
        }
    }
    return missing;
}

/// By the rules of exec a program that isn't root's gets the ambient set, what is inheritable by
/// process and file, and what its file permits within the bounding set.
bool exec_gives_privileges(bool expects_bounds) {
    Sets sets{};
    if (::geteuid() == 0 || ::getuid() == 0 || !get(sets)) {
        return true;
    }
    for (const __user_cap_data_struct& part : sets) {
        if (part.inheritable != 0) {
            return true;
        }
    }
    for (int number = 0; number < max_capabilities; ++number) {
        if (::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, number, 0, 0) > 0) {
            return true;
        }
    }
    if (::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) {
        return true;
    }
    return expects_bounds &&
           (has_bounding_set() || ::prctl(PR_GET_SECUREBITS, 0, 0, 0, 0) != secure_bits);
}

} // namespace referee
