#include "process/privileges.hpp"

#include "error.hpp"

#include <array>
#include <cerrno>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace referee {
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
